package watch

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A line is a row of the terminal. Every character of it is one column wide.
type line struct {
	spans []span
	rank  int // lines of the highest go first when there is no room
}

// A span is text in one style: an SGR parameter, or "".
type span struct{ text, style string }

const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	yellow = "33"
	cyan   = "36"
)

func (l *line) add(style, text string) { l.spans = append(l.spans, span{text, style}) }

func (l *line) columns() int {
	n := 0
	for _, s := range l.spans {
		n += utf8.RuneCountInString(s.text)
	}
	return n
}

// cut shortens a line to a width.
func (l *line) cut(width int, end string) {
	if l.columns() <= width {
		return
	}
	room := max(width-utf8.RuneCountInString(end), 0)
	for i := range l.spans {
		s := &l.spans[i]
		if n := utf8.RuneCountInString(s.text); n <= room {
			room -= n
			continue
		}
		s.text = string([]rune(s.text)[:room])
		l.spans = append(l.spans[:i+1], span{string([]rune(end)[:min(utf8.RuneCountInString(end), width)]), s.style})
		return
	}
}

func (l *line) write(b *bytes.Buffer, color bool) {
	for _, s := range l.spans {
		if !color || s.style == "" {
			b.WriteString(s.text)
			continue
		}
		b.WriteString("\x1b[" + s.style + "m" + s.text + "\x1b[0m")
	}
}

// String returns the line without its styles.
func (l *line) String() string {
	var b bytes.Buffer
	l.write(&b, false)
	return b.String()
}

// A layout holds the properties of the terminal that lines depend on.
type layout struct {
	width   int // columns
	height  int // rows, including the cursor's
	unicode bool
	keys    bool // can be pressed
	help    bool // is wanted
}

// pick returns one of two texts, for terminals with and without Unicode.
func (l *layout) pick(unicode, ascii string) string {
	if l.unicode {
		return unicode
	}
	return ascii
}

// labels is the width of the column of labels, which narrow terminals lack.
func (l *layout) labels() int {
	if l.width < 48 {
		return 0
	}
	return 9
}

// labelled begins a line with its label.
func (l *layout) labelled(label string, rank int) line {
	out := line{rank: rank}
	if n := l.labels(); n > 0 {
		out.add(dim, label+strings.Repeat(" ", max(n-len(label), 0)))
	}
	return out
}

// figures appends figures to a line as long as there is room, and always the first. A figure without room is left
// out whole.
func (l *layout) figures(to *line, list []Figure, format func(Figure) []span) {
	gap := l.pick(" · ", ", ")
	for i, f := range list {
		add := format(f)
		if i > 0 {
			add = append([]span{{gap, dim}}, add...)
		}
		next := line{spans: append(slices.Clone(to.spans), add...)}
		if i > 0 && next.columns() > l.width {
			return
		}
		to.spans = next.spans
	}
}

// valueFirst writes 12 failed, nameFirst 404 Not Found 12.
func valueFirst(f Figure) []span { return []span{{f.Value, bold}, {" " + f.Name, ""}} }

func (l *layout) nameFirst(style string) func(Figure) []span {
	return func(f Figure) []span {
		return []span{{f.Name + " ", style}, {l.pick("×", "x") + f.Value, bold}}
	}
}

// fit returns the lines that fit, cut to the width: one row is left for the cursor.
func (l *layout) fit(lines []line) []line {
	ranks := make([]int, len(lines))
	for i := range lines {
		ranks[i] = lines[i].rank
	}
	slices.Sort(ranks)
	room := max(l.height-1, 1)
	var out []line
	for _, x := range lines {
		if len(lines) > room && x.rank >= ranks[room] {
			continue
		}
		x.cut(l.width, l.pick("…", "~"))
		out = append(out, x)
	}
	return out
}
