package extsort

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"weft/internal/corrupt"
	"weft/internal/heap"
)

// Rows sorts rows of bytes by a number. Rows with the same number come out in the order in which they were added. Memory: at
// most the given number of bytes, from [MinMemory] on. Rows beyond it are written to a scratch file, once, in sorted
// runs.
type Rows struct {
	memory int64
	dir    string
	places []place
	text   []byte
	spool  *spool
	runs   []run
	added  int64
}

// A place is a row in memory.
type place struct {
	key        uint32
	start, end uint32 // in the text
}

const placeBytes = 12

// maxRow is the largest row, in bytes.
const maxRow = 1 << 20

// NewRows returns a sorter of rows with at most memory bytes. Its scratch file is in dir.
func NewRows(memory int64, dir string) *Rows {
	return &Rows{memory: min(max(memory, MinMemory), 1<<31), dir: dir}
}

// Len returns the number of rows added.
func (s *Rows) Len() int64 { return s.added }

// Add takes a row of at most 1 MiB, and copies it.
func (s *Rows) Add(key uint32, row []byte) error {
	if len(row) > maxRow {
		return fmt.Errorf("a row of %d bytes: at most %d can be sorted", len(row), maxRow)
	}
	// Slices that grow are in memory twice for a moment.
	if held := 2*int64(len(s.text)+len(row)) + 2*placeBytes*int64(len(s.places)); held > s.memory && len(s.places) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.added++
	start := uint32(len(s.text)) //nolint:gosec // below 1<<31
	s.text = append(s.text, row...)
	s.places = append(s.places, place{key, start, uint32(len(s.text))}) //nolint:gosec // as above
	return nil
}

func (s *Rows) sort() {
	slices.SortStableFunc(s.places, func(a, b place) int { return cmp.Compare(a.key, b.key) })
}

// spill writes the rows in memory as a run.
func (s *Rows) spill() error {
	if s.spool == nil {
		var err error
		if s.spool, err = newSpool(s.dir); err != nil {
			return err
		}
	}
	s.sort()
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.spool.f, s.spool.size), writeBuffer)
	r, last := run{off: s.spool.size}, uint32(0)
	var head []byte
	for _, p := range s.places {
		head = binary.AppendUvarint(binary.AppendUvarint(head[:0], uint64(p.key-last)), uint64(p.end-p.start))
		last = p.key
		r.size += int64(len(head)) + int64(p.end-p.start)
		w.Write(head)                  //nolint:errcheck // Flush reports it
		w.Write(s.text[p.start:p.end]) //nolint:errcheck // as above
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write a scratch file: %w", err)
	}
	s.spool.size += r.size
	s.runs = append(s.runs, r)
	s.places, s.text = s.places[:0], s.text[:0]
	return nil
}

// Each calls f with all rows in order. A row is valid until f returns. It is called once, and after it only Close.
func (s *Rows) Each(f func(key uint32, row []byte) error) error {
	if len(s.runs) == 0 {
		s.sort()
		for _, p := range s.places {
			if err := f(p.key, s.text[p.start:p.end]); err != nil {
				return err
			}
		}
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	s.places, s.text = nil, nil
	size := int(min(max(s.memory/int64(len(s.runs)), 1<<12), readBuffer))
	h := heap.New(func(a, b *rowReader) bool { return a.key < b.key || a.key == b.key && a.number < b.number })
	for i, r := range s.runs {
		rd := &rowReader{number: i, r: bufio.NewReaderSize(io.NewSectionReader(s.spool.f, r.off, r.size), size)}
		if ok, err := rd.next(); err != nil {
			return err
		} else if ok {
			h.Push(rd)
		}
	}
	for h.Len() > 0 {
		rd := h.First()
		if err := f(rd.key, rd.row); err != nil {
			return err
		}
		switch ok, err := rd.next(); {
		case err != nil:
			return err
		case ok:
			h.Set(0, rd)
		default:
			h.Pop()
		}
	}
	return nil
}

// Close removes the scratch file.
func (s *Rows) Close() error {
	s.places, s.text = nil, nil
	if s.spool == nil {
		return nil
	}
	return s.spool.f.Close()
}

// A rowReader reads a run row by row.
type rowReader struct {
	number int
	r      *bufio.Reader
	key    uint32
	row    []byte
}

// next moves to the next row; false at the end of the run.
func (r *rowReader) next() (bool, error) {
	gap, err := binary.ReadUvarint(r.r)
	if err == io.EOF { //nolint:errorlint // ReadUvarint returns io.EOF itself, and only between numbers
		return false, nil
	}
	size, err2 := uint64(0), error(nil)
	if err == nil {
		size, err2 = binary.ReadUvarint(r.r)
	}
	if err := cmp.Or(err, err2); err != nil {
		return false, fmt.Errorf("read a scratch file: %w", err)
	}
	if size > maxRow {
		return false, corrupt.Errorf("read a scratch file: a row of %d bytes", size)
	}
	r.key += uint32(gap) //nolint:gosec // it was one
	r.row = slices.Grow(r.row[:0], int(size))[:size]
	if _, err := io.ReadFull(r.r, r.row); err != nil {
		return false, fmt.Errorf("read a scratch file: %w", err)
	}
	return true, nil
}
