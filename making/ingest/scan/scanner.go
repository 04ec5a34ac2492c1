package scan

import (
	"bufio"
	"fmt"
	"io"
)

// A Scanner reads a text byte by byte and knows where it is.
type Scanner struct {
	Reader *bufio.Reader
	Offset int64 // of the next byte
	Line   int64 // of the next byte, from 1
	Err    error // that ended the text; io.EOF at its end
}

func NewScanner(r *bufio.Reader) *Scanner { return &Scanner{Reader: r, Line: 1} }

// Next returns the next byte; false at the end.
func (s *Scanner) Next() (byte, bool) {
	c, err := s.Reader.ReadByte()
	if err != nil {
		if s.Err == nil {
			s.Err = err
		}
		return 0, false
	}
	s.Offset++
	if c == '\n' {
		s.Line++
	}
	return c, true
}

// Back puts the byte that next returned last back.
func (s *Scanner) Back() {
	if s.Reader.UnreadByte() != nil {
		return
	}
	s.Offset--
	if b, err := s.Reader.Peek(1); err == nil && b[0] == '\n' {
		s.Line--
	}
}

// SkipSpace moves to the next byte that is no white space, and returns it without reading it; false at the end.
func (s *Scanner) SkipSpace() (byte, bool) {
	for {
		c, ok := s.Next()
		if !ok {
			return 0, false
		}
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			s.Back()
			return c, true
		}
	}
}

// SkipLine moves after the end of the line.
func (s *Scanner) SkipLine() {
	for {
		if c, ok := s.Next(); !ok || c == '\n' {
			return
		}
	}
}

// Errorf describes the fault at the present place.
func (s *Scanner) Errorf(format string, args ...any) error {
	return fmt.Errorf("line %d, offset %d: %w", s.Line, s.Offset, fmt.Errorf(format, args...))
}

// Cut says that the text ends too early, or why it cannot be read on.
func (s *Scanner) Cut(inside string) error {
	if s.Err != nil && s.Err != io.EOF {
		return s.Errorf("the text breaks off inside %s: %w", inside, s.Err)
	}
	return s.Errorf("the text ends inside %s", inside)
}
