package scan_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"weft/making/ingest/scan"
)

// smallBuffer is the smallest buffer that bufio has: most lines of the tests span several.
const smallBuffer = 16

// linesOf returns the lines of a text, each as number, offset, end and quoted text.
func linesOf(r io.Reader) ([]string, *scan.Lines) {
	var got []string
	l := scan.NewLines(bufio.NewReaderSize(r, smallBuffer))
	for line, ok := l.Next(); ok; line, ok = l.Next() {
		got = append(got, fmt.Sprintf("%d %d–%d %q", l.Number, l.Offset, l.End, line))
	}
	return got, &l
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"one empty line", "\n", []string{`1 0–1 ""`}},
		{"no end of the last line", "a b\nc", []string{`1 0–4 "a b"`, `2 4–5 "c"`}},
		{"an end of the last line", "a b\nc\n", []string{`1 0–4 "a b"`, `2 4–6 "c"`}},
		{"carriage returns", "a\r\n\r\nb\r", []string{`1 0–3 "a"`, `2 3–5 ""`, `3 5–7 "b"`}},
		{"blanks stay", " a\t\n", []string{`1 0–4 " a\t"`}},
		{"line as long as the buffer", "0123456789abcdef\nx", []string{`1 0–17 "0123456789abcdef"`, `2 17–18 "x"`}},
		{"line that fills the buffer with its end", "0123456789abcde\nx", []string{`1 0–16 "0123456789abcde"`, `2 16–17 "x"`}},
		{"line of three buffers", strings.Repeat("z", 40) + "\ny\n", []string{`1 0–41 "` + strings.Repeat("z", 40) + `"`, `2 41–43 "y"`}},
		{"mark", "\xef\xbb\xbfa\nb\n", []string{`1 0–5 "a"`, `2 5–7 "b"`}},
		{"mark alone", "\xef\xbb\xbf", []string{`1 0–3 ""`}},
		{"mark before the second line", "a\n\xef\xbb\xbfb\n", []string{`1 0–2 "a"`, `2 2–7 "\ufeffb"`}},
		{"two marks", "\xef\xbb\xbf\xef\xbb\xbfa", []string{`1 0–7 "\ufeffa"`}},
		{"part of a mark", "\xef\xbba", []string{`1 0–3 "\xef\xbba"`}},
		{"line separators of Unicode", "a\u2028b\u0085c\n", []string{`1 0–9 "a\u2028b\u0085c"`}},
		{"zeros", "a\x00b\n", []string{`1 0–4 "a\x00b"`}},
	} {
		got, l := linesOf(strings.NewReader(c.text))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if err := l.Failed(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if open := c.text != "" && !strings.HasSuffix(c.text, "\n"); l.Open != open {
			t.Errorf("%s: the last line has no line end: %t, want %t", c.name, l.Open, open)
		}
		if line, ok := l.Next(); ok {
			t.Errorf("%s: line %q after the end", c.name, line)
		}
	}
}

// A text that cannot be read to its end has its whole lines. The part before the fault is no line.
func TestLinesFail(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name   string
		reader io.Reader
		want   []string
		err    error
	}{
		{"at once", iotest.ErrReader(broken), nil, broken},
		{"between lines", io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(broken)), []string{`1 0–2 "a"`}, broken},
		{"inside a line", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), []string{`1 0–2 "a"`}, broken},
		{"cut stream", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrUnexpectedEOF)), []string{`1 0–2 "a"`}, io.ErrUnexpectedEOF},
		{"end", strings.NewReader("a\n"), []string{`1 0–2 "a"`}, nil},
	} {
		got, l := linesOf(c.reader)
		if err := l.Failed(); !slices.Equal(got, c.want) || !errors.Is(err, c.err) || c.err == nil && err != nil {
			t.Errorf("%s: got %v and %v, want %v and %v", c.name, got, err, c.want, c.err)
		}
	}
}

// A line is read whole if it takes up to MaxLine bytes with its line end.
func TestLongLines(t *testing.T) {
	for _, c := range []struct {
		length int // without the line end
		end    string
		want   int
		long   bool
	}{
		{scan.MaxLine - 1, "\n", scan.MaxLine - 1, false},
		{scan.MaxLine, "", scan.MaxLine, false},
		{scan.MaxLine, "\n", scan.MaxLine, true},
		{scan.MaxLine + 1, "\n", scan.MaxLine, true},
		{scan.MaxLine + 100_000, "", scan.MaxLine, true},
	} {
		text := io.MultiReader(strings.NewReader(strings.Repeat("x", c.length)), strings.NewReader(c.end), strings.NewReader("next\n"))
		if c.end == "" {
			text = strings.NewReader(strings.Repeat("x", c.length))
		}
		l := scan.NewLines(bufio.NewReader(text))
		line, ok := l.Next()
		if !ok || len(line) != c.want || l.Long != c.long {
			t.Errorf("%d bytes, end %q: got %d bytes, long %t, want %d, %t", c.length, c.end, len(line), l.Long, c.want, c.long)
		}
		if want := int64(c.length + len(c.end)); l.End != want {
			t.Errorf("%d bytes, end %q: the line ends at %d, want %d", c.length, c.end, l.End, want)
		}
		if c.end == "" {
			continue
		}
		if line, ok := l.Next(); !ok || string(line) != "next" || l.Long || l.Number != 2 {
			t.Errorf("%d bytes: got %q as line %d, long %t, want next", c.length, line, l.Number, l.Long)
		}
	}
}

func TestEach(t *testing.T) {
	bad := errors.New("bad")
	for _, c := range []struct {
		text string
		read int // lines
		want string
	}{
		{"a\nb\nc\n", 3, ""},
		{"a\nbad\nc\n", 2, "line 2: bad"},
		{"", 0, ""},
	} {
		l := scan.NewLines(bufio.NewReader(strings.NewReader(c.text)))
		read := 0
		err := l.Each(func(line []byte) error {
			if read++; string(line) == "bad" {
				return bad
			}
			return nil
		})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if read != c.read || got != c.want || c.want != "" && !errors.Is(err, bad) {
			t.Errorf("%q: got %d lines and %q, want %d and %q", c.text, read, got, c.read, c.want)
		}
	}
	l := scan.NewLines(bufio.NewReader(io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(bad))))
	if err := l.Each(func([]byte) error { return nil }); !errors.Is(err, bad) {
		t.Errorf("a text that breaks off: got %v", err)
	}
}
