package watch

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"
)

// A screen draws lines on a terminal, each time over the lines drawn before. The methods of a nil screen do
// nothing.
type screen struct {
	out     *os.File
	unicode bool
	color   bool
	drawn   []int // columns of the lines that are there
	buf     bytes.Buffer
}

// newScreen returns nil if out is no terminal that can be drawn on.
func newScreen(out any) *screen {
	f := terminal(out)
	if f == nil || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &screen{out: f, unicode: speaksUnicode(os.Getenv), color: os.Getenv("NO_COLOR") == ""}
}

// speaksUnicode says whether the locale is one of UTF-8.
func speaksUnicode(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// draw replaces the drawn lines by the result of compose for the size of the terminal. In the background it draws
// nothing, because other programs use the terminal.
func (s *screen) draw(compose func(width, height int) []line) {
	if s == nil {
		return
	}
	if !foreground(int(s.out.Fd())) {
		s.drawn = nil
		return
	}
	width, height, err := term.GetSize(int(s.out.Fd()))
	if err != nil || width < 1 || height < 1 {
		width, height = 80, 24
	}
	s.buf.Reset()
	s.render(compose(width, height), width, height)
	s.out.Write(s.buf.Bytes()) //nolint:errcheck // nobody else to tell
}

// render writes lines over those before. On a terminal that was made narrower those take several rows each.
func (s *screen) render(lines []line, width, height int) {
	s.up(width, height)
	s.drawn = s.drawn[:0]
	for _, l := range lines {
		s.drawn = append(s.drawn, l.columns())
		l.write(&s.buf, s.color)
		s.buf.WriteString("\x1b[K\r\n")
	}
	s.buf.WriteString("\x1b[J")
}

// up goes to the first of the rows that are drawn.
func (s *screen) up(width, height int) {
	rows := 0
	for _, n := range s.drawn {
		rows += max((n+width-1)/width, 1)
	}
	s.buf.WriteByte('\r')
	if rows = min(rows, height-1); rows > 0 {
		fmt.Fprintf(&s.buf, "\x1b[%dA", rows)
	}
}

// clear takes away what is drawn.
func (s *screen) clear() {
	if s == nil || len(s.drawn) == 0 {
		return
	}
	s.draw(func(int, int) []line { return nil })
}
