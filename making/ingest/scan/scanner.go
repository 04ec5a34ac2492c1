package scan

import (
	"bufio"
	"fmt"
	"io"
)

// A Scanner reads a text byte by byte and knows where it is.
type Scanner struct {
	Reader *bufio.Reader
	Offset int64 // of the next byte, in bytes
	Line   int64 // of the next byte, from 1
	Err    error // that ended the text; io.EOF at its end
}

// NewScanner returns a scanner that counts offsets and lines from the next byte of the reader.
func NewScanner(r *bufio.Reader) *Scanner { return &Scanner{Reader: r, Line: 1} }

// Next returns the next byte; false at the end of the text or after an error, which Err holds.
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

// Back puts the last byte back, so that the next call of Next returns it again. Only one byte can be put back.
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

// SkipLine moves to the beginning of the next line.
func (s *Scanner) SkipLine() {
	for {
		if c, ok := s.Next(); !ok || c == '\n' {
			return
		}
	}
}

// Errorf returns an error with the place of the next byte.
func (s *Scanner) Errorf(format string, args ...any) error {
	return fmt.Errorf("line %d, offset %d: %w", s.Line, s.Offset, fmt.Errorf(format, args...))
}

// Cut returns the error of a text that ends or breaks off inside a part of it, which inside names.
func (s *Scanner) Cut(inside string) error {
	if s.Err != nil && s.Err != io.EOF {
		return s.Errorf("the text breaks off inside %s: %w", inside, s.Err)
	}
	return s.Errorf("the text ends inside %s", inside)
}
