package scan_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"weft/making/ingest/scan"
)

func newScanner(text string) *scan.Scanner {
	return scan.NewScanner(bufio.NewReaderSize(strings.NewReader(text), smallBuffer))
}

// A scanner counts bytes and lines. The byte that is put back counts as not read, also if it ends a line.
func TestScannerPlaces(t *testing.T) {
	text := "ab\n\ncdefghijklmnopqrstu\nv" // longer than the buffer
	s := newScanner(text)
	line := int64(1)
	for i := range len(text) {
		for again := range 2 {
			if s.Offset != int64(i) || s.Line != line {
				t.Fatalf("byte %d, again %d: at offset %d of line %d, want line %d", i, again, s.Offset, s.Line, line)
			}
			c, ok := s.Next()
			if !ok || c != text[i] {
				t.Fatalf("byte %d: got %q, %t, want %q", i, c, ok, text[i])
			}
			if again == 0 {
				s.Back()
			}
		}
		if text[i] == '\n' {
			line++
		}
	}
	if s.Err != nil {
		t.Errorf("before the end: %v", s.Err)
	}
	for range 2 {
		if c, ok := s.Next(); ok || c != 0 || !errors.Is(s.Err, io.EOF) {
			t.Errorf("at the end: got %q, %t, %v", c, ok, s.Err)
		}
	}
	if s.Offset != int64(len(text)) || s.Line != line {
		t.Errorf("at the end: offset %d of line %d, want %d, %d", s.Offset, s.Line, len(text), line)
	}
}

// Only one byte can be put back, and none before the first.
func TestScannerBack(t *testing.T) {
	s := newScanner("ab")
	if s.Back(); s.Offset != 0 || s.Line != 1 {
		t.Errorf("before the first byte: offset %d, line %d", s.Offset, s.Line)
	}
	s.Next()
	s.Next()
	s.Back()
	if s.Back(); s.Offset != 1 {
		t.Errorf("two bytes back: offset %d, want 1", s.Offset)
	}
	if c, _ := s.Next(); c != 'b' {
		t.Errorf("got %q, want b", c)
	}
}

func TestSkip(t *testing.T) {
	for _, c := range []struct {
		name, text string
		skip       func(*scan.Scanner) bool
		found      bool
		rest       string
		line       int64
	}{
		{"space", " \t\r\n\n x y", isSpaceSkipped, true, "x y", 3},
		{"no space", "x", isSpaceSkipped, true, "x", 1},
		{"space to the end", " \n ", isSpaceSkipped, false, "", 2},
		{"space of an empty text", "", isSpaceSkipped, false, "", 1},
		{"form feed is no space", "\f x", isSpaceSkipped, true, "\f x", 1},
		{"line", "ab\ncd", isLineSkipped, true, "cd", 2},
		{"empty line", "\ncd", isLineSkipped, true, "cd", 2},
		{"last line", "ab", isLineSkipped, true, "", 1},
		{"line of an empty text", "", isLineSkipped, true, "", 1},
	} {
		s := newScanner(c.text)
		found := c.skip(s)
		line := s.Line
		var rest []byte
		for b, ok := s.Next(); ok; b, ok = s.Next() {
			rest = append(rest, b)
		}
		if found != c.found || string(rest) != c.rest || line != c.line {
			t.Errorf("%s: got %t, line %d, rest %q, want %t, %d, %q", c.name, found, line, rest, c.found, c.line, c.rest)
		}
	}
}

func isSpaceSkipped(s *scan.Scanner) bool { _, ok := s.SkipSpace(); return ok }

func isLineSkipped(s *scan.Scanner) bool { s.SkipLine(); return true }

func TestScannerErrors(t *testing.T) {
	broken := errors.New("broken")
	read := func(r io.Reader) *scan.Scanner {
		s := scan.NewScanner(bufio.NewReader(r))
		for _, ok := s.Next(); ok; {
			_, ok = s.Next()
		}
		return s
	}
	whole := read(strings.NewReader("a\nbc"))
	cut := read(io.MultiReader(strings.NewReader("a\nbc"), iotest.ErrReader(broken)))
	for _, c := range []struct {
		err   error
		want  string
		cause error
	}{
		{whole.Errorf("found %q: %w", 'x', broken), "line 2, offset 4: found 'x': broken", broken},
		{whole.Cut("a list"), "line 2, offset 4: the text ends inside a list", nil},
		{cut.Cut("a list"), "line 2, offset 4: the text breaks off inside a list: broken", broken},
	} {
		if c.err.Error() != c.want {
			t.Errorf("got %q, want %q", c.err, c.want)
		}
		if c.cause != nil && !errors.Is(c.err, c.cause) {
			t.Errorf("%q does not wrap %q", c.err, c.cause)
		}
	}
}
