package terms

import (
	"bufio"
	"encoding/binary"
	"io"

	"weft/internal/corrupt"
)

// A Layout is the beginning of a file of sections: 8 bytes of magic, and 8 bytes each of the version and of some
// counts. The offset and size of each section follow, 8 bytes each. Sections begin at multiples of 8 bytes.
type Layout struct {
	Magic    string // 8 bytes
	Version  uint64
	Counts   int
	Sections int
}

func (l *Layout) head() int64 { return 16 + 8*int64(l.Counts) + 16*int64(l.Sections) }

func aligned(n int64) int64 { return (n + 7) &^ 7 }

// A Section is a section that is written.
type Section struct {
	Size  int64
	Write func(w io.Writer) error
}

// Size returns the length of the file, in bytes.
func (l *Layout) Size(sections []Section) int64 {
	n := l.head()
	for _, s := range sections {
		n += aligned(s.Size)
	}
	return n
}

// Write writes a file.
func (l *Layout) Write(out io.Writer, counts []int, sections []Section) error {
	w := bufio.NewWriterSize(out, 1<<18)
	head := append([]byte(nil), l.Magic...)
	head = binary.LittleEndian.AppendUint64(head, l.Version)
	for _, n := range counts {
		head = binary.LittleEndian.AppendUint64(head, uint64(n)) //nolint:gosec // not negative
	}
	at := l.head()
	for _, s := range sections {
		head = binary.LittleEndian.AppendUint64(head, uint64(at))     //nolint:gosec // not negative
		head = binary.LittleEndian.AppendUint64(head, uint64(s.Size)) //nolint:gosec // not negative
		at += aligned(s.Size)
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, s := range sections {
		if err := s.Write(w); err != nil {
			return err
		}
		if _, err := w.Write(make([]byte, aligned(s.Size)-s.Size)); err != nil {
			return err
		}
	}
	return w.Flush()
}

// A Part is a section that is read.
type Part struct {
	Data  []byte
	at    uint64
	check func(lo, hi uint64) error
}

// Check compares bytes of the section with their checksums. It must be called before they are used.
func (p *Part) Check(lo, hi uint64) error { return p.check(p.at+lo, p.at+hi) }

// All checks all bytes of the section.
func (p *Part) All() error { return p.Check(0, uint64(len(p.Data))) }

// After returns the part after the first n bytes.
func (p *Part) After(n uint64) Part { return Part{p.Data[n:], p.at + n, p.check} }

// Parse reads the beginning of a file. The version may be another one; then there are no counts and parts. check must
// be called before bytes are used.
func (l *Layout) Parse(data []byte, check func(lo, hi uint64) error) (found uint64, counts []uint64, parts []Part, err error) {
	if err := check(0, min(uint64(l.head()), uint64(len(data)))); err != nil { //nolint:gosec // not negative
		return 0, nil, nil, err
	}
	p := corrupt.Parser{Rest: data}
	if string(p.Bytes(8)) != l.Magic {
		return 0, nil, nil, corrupt.Errorf("not an index of this kind")
	}
	if found = p.Uint64(); found != l.Version {
		return found, nil, nil, nil
	}
	for range l.Counts {
		counts = append(counts, p.Uint64())
	}
	for i := range l.Sections {
		at, size := p.Uint64(), p.Uint64()
		if p.Bad || at > uint64(len(data)) || size > uint64(len(data))-at {
			return found, nil, nil, corrupt.Errorf("section %d has %d bytes from byte %d on, of %d", i, size, at, len(data))
		}
		parts = append(parts, Part{data[at : at+size : at+size], at, check})
	}
	return found, counts, parts, nil
}
