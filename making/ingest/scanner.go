package ingest

import (
	"bufio"
	"fmt"
	"io"
)

// A scanner reads a text byte by byte and knows where it is.
type scanner struct {
	r      *bufio.Reader
	offset int64 // of the next byte
	line   int64 // of the next byte, from 1
	err    error // that ended the text; io.EOF at its end
}

func newScanner(r *bufio.Reader) *scanner { return &scanner{r: r, line: 1} }

// next returns the next byte; false at the end.
func (s *scanner) next() (byte, bool) {
	c, err := s.r.ReadByte()
	if err != nil {
		if s.err == nil {
			s.err = err
		}
		return 0, false
	}
	s.offset++
	if c == '\n' {
		s.line++
	}
	return c, true
}

// back puts the byte that next returned last back.
func (s *scanner) back() {
	if s.r.UnreadByte() != nil {
		return
	}
	s.offset--
	if b, err := s.r.Peek(1); err == nil && b[0] == '\n' {
		s.line--
	}
}

// skipSpace moves to the next byte that is no white space, and returns it without reading it; false at the end.
func (s *scanner) skipSpace() (byte, bool) {
	for {
		c, ok := s.next()
		if !ok {
			return 0, false
		}
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			s.back()
			return c, true
		}
	}
}

// skipLine moves after the end of the line.
func (s *scanner) skipLine() {
	for {
		if c, ok := s.next(); !ok || c == '\n' {
			return
		}
	}
}

// errorf describes the fault at the present place.
func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d, offset %d: %w", s.line, s.offset, fmt.Errorf(format, args...))
}

// cut says that the text ends too early, or why it cannot be read on.
func (s *scanner) cut(inside string) error {
	if s.err != nil && s.err != io.EOF {
		return s.errorf("the text breaks off inside %s: %w", inside, s.err)
	}
	return s.errorf("the text ends inside %s", inside)
}
