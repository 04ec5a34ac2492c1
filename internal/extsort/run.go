package extsort

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
)

// A run is a part of a scratch file with sorted arcs as gaps. Every From with arcs has its gap to the previous one
// and the number of its arcs. The gap of each To follows, with its label if there are labels.
type run struct {
	off, size int64
}

// spool is a nameless scratch file that grows at its end.
type spool struct {
	f    *os.File
	size int64
}

// newSpool makes a scratch file in dir that is gone when the process is.
func newSpool(dir string) (*spool, error) {
	f, err := atomicfile.Scratch(dir)
	if err != nil {
		return nil, err
	}
	return &spool{f: f}, nil
}

// group is the arcs of one From.
type group struct {
	from   uint32
	to     []uint32
	labels []uint32
}

// runWriter encodes groups at the end of a spool.
type runWriter struct {
	s      *spool
	w      *bufio.Writer
	start  int64
	n      int64
	prev   uint32
	labels bool
	buf    []byte
	cur    group
}

func (s *spool) newRun(bufSize int, labels bool) *runWriter {
	return &runWriter{s: s, w: bufio.NewWriterSize(io.NewOffsetWriter(s.f, s.size), bufSize), start: s.size, labels: labels}
}

// add appends an arc, in order.
func (w *runWriter) add(key uint64, label uint32) error {
	from := uint32(key >> 32)
	if from != w.cur.from || len(w.cur.to) >= 1<<16 {
		if err := w.flush(); err != nil {
			return err
		}
		w.cur.from = from
	}
	w.cur.to = append(w.cur.to, uint32(key))
	if w.labels {
		w.cur.labels = append(w.cur.labels, label)
	}
	return nil
}

func (w *runWriter) flush() error {
	g := &w.cur
	if len(g.to) == 0 {
		return nil
	}
	b := binary.AppendUvarint(w.buf[:0], uint64(g.from-w.prev))
	b = binary.AppendUvarint(b, uint64(len(g.to)))
	prev := uint32(0)
	for i, v := range g.to {
		b = binary.AppendUvarint(b, uint64(v-prev))
		prev = v
		if w.labels {
			b = binary.AppendUvarint(b, uint64(g.labels[i]))
		}
	}
	w.prev, w.buf = g.from, b
	g.to, g.labels = g.to[:0], g.labels[:0]
	w.n += int64(len(b))
	_, err := w.w.Write(b)
	return err
}

// finish returns the run that was written.
func (w *runWriter) finish() (run, error) {
	if err := w.flush(); err != nil {
		return run{}, err
	}
	if err := w.w.Flush(); err != nil {
		return run{}, fmt.Errorf("write a scratch file: %w", err)
	}
	w.s.size = w.start + w.n
	return run{w.start, w.n}, nil
}

// runReader decodes a run arc by arc.
type runReader struct {
	r      *bufio.Reader
	labels bool
	from   uint32
	to     uint32
	left   uint64 // arcs of the group that are still to come
	key    uint64
	label  uint32
	err    error
}

func (s *spool) open(r run, bufSize int, labels bool) *runReader {
	return &runReader{r: bufio.NewReaderSize(io.NewSectionReader(s.f, r.off, r.size), bufSize), labels: labels}
}

// next moves to the next arc; false at the end of the run or after an error.
func (r *runReader) next() bool {
	if r.err != nil {
		return false
	}
	if r.left == 0 {
		gap, err := binary.ReadUvarint(r.r)
		if err != nil {
			if err != io.EOF { //nolint:errorlint // ReadUvarint returns io.EOF itself, and only between numbers
				r.err = fmt.Errorf("read a scratch file: %w", err)
			}
			return false
		}
		r.from += uint32(gap)
		r.left = r.number()
		r.to = 0
		if r.left == 0 && r.err == nil {
			r.err = corrupt.Errorf("read a scratch file: an empty group")
		}
	}
	r.to += uint32(r.number())
	if r.labels {
		r.label = uint32(r.number())
	}
	r.left--
	r.key = uint64(r.from)<<32 | uint64(r.to)
	return r.err == nil
}

func (r *runReader) number() uint64 {
	if r.err != nil {
		return 0
	}
	v, err := binary.ReadUvarint(r.r)
	if err != nil {
		r.err = fmt.Errorf("read a scratch file: %w", err)
	}
	return v
}
