package strategy

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"weft/crawl"
	"weft/internal/corrupt"
)

// ErrCorrupt marks a saved state that is damaged, or of another strategy.
var ErrCorrupt = corrupt.Err

const end = 0x6566

// A saver writes the state of a strategy: its name, numbers as varints, and a mark at the end.
type saver struct {
	out *bufio.Writer
	buf []byte
}

func newSaver(w io.Writer, kind string) *saver {
	s := &saver{out: bufio.NewWriterSize(w, 1<<16)}
	s.bytes([]byte(kind))
	return s
}

func (s *saver) uint(v uint64) {
	s.buf = binary.AppendUvarint(s.buf[:0], v)
	s.out.Write(s.buf) //nolint:errcheck // kept until finish
}

func (s *saver) bytes(b []byte) {
	s.uint(uint64(len(b)))
	s.out.Write(b) //nolint:errcheck // kept until finish
}

func (s *saver) pages(list []crawl.Page) {
	s.uint(uint64(len(list)))
	for _, p := range list {
		s.uint(uint64(p))
	}
}

func (s *saver) floats(list []float32) {
	s.uint(uint64(len(list)))
	for _, f := range list {
		s.buf = binary.LittleEndian.AppendUint32(s.buf[:0], math.Float32bits(f))
		s.out.Write(s.buf) //nolint:errcheck // kept until finish
	}
}

func (s *saver) finish() error {
	s.uint(end)
	return s.out.Flush()
}

// A loader reads what a saver wrote. After an error it reads zeros.
type loader struct {
	in   *bufio.Reader
	kind string
	err  error
}

func newLoader(r io.Reader, kind string) *loader {
	l := &loader{in: bufio.NewReaderSize(r, 1<<16), kind: kind}
	if got := l.bytes(100); l.err == nil && string(got) != kind {
		l.damaged("it is of %q", got)
	}
	return l
}

func (l *loader) fail(err error) {
	if l.err == nil && err != nil {
		l.err = err
	}
}

func (l *loader) damaged(format string, args ...any) { l.fail(l.wrong(format, args...)) }

func (l *loader) wrong(format string, args ...any) error {
	return corrupt.Errorf("state of the strategy %s: %s", l.kind, fmt.Sprintf(format, args...))
}

func (l *loader) uint() uint64 {
	if l.err != nil {
		return 0
	}
	v, err := corrupt.ReadUvarint(l.in)
	if errors.Is(err, ErrCorrupt) {
		err = l.wrong("%v", err)
	}
	l.fail(err)
	return v
}

// count reads the number of items that follow. They are read one by one, so that a wrong number takes no memory.
func (l *loader) count() uint64 {
	n := l.uint()
	if n > math.MaxUint32 {
		l.damaged("%d pages", n)
		return 0
	}
	return n
}

func (l *loader) page() crawl.Page {
	v := l.uint()
	if v >= uint64(crawl.None) {
		l.damaged("page %d", v)
		return 0
	}
	return crawl.Page(v)
}

func (l *loader) bytes(most uint64) []byte {
	n := l.uint()
	if n > most {
		l.damaged("%d bytes, want at most %d", n, most)
		return nil
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(l.in, b); err != nil && l.err == nil {
		l.damaged("it is cut")
	}
	return b
}

func (l *loader) pages(dst []crawl.Page) []crawl.Page {
	for n := l.count(); n > 0 && l.err == nil; n-- {
		dst = append(dst, l.page())
	}
	return dst
}

func (l *loader) floats(dst []float32) []float32 {
	var b [4]byte
	for n := l.count(); n > 0 && l.err == nil; n-- {
		if _, err := io.ReadFull(l.in, b[:]); err != nil {
			l.damaged("it is cut")
		}
		dst = append(dst, math.Float32frombits(binary.LittleEndian.Uint32(b[:])))
	}
	return dst
}

func (l *loader) finish() error {
	if v := l.uint(); l.err == nil && v != end {
		l.damaged("its end is missing")
	}
	return l.err
}
