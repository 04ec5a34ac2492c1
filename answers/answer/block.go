package answer

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"weft/internal/inert"
	"weft/internal/option"
)

// A Figure is a value with its label, on one line whatever is in them.
type Figure struct{ Label, Value string }

// Row returns a Figure whose value is formatted.
func Row(label, format string, args ...any) Figure {
	return Figure{label, fmt.Sprintf(format, args...)}
}

// narrow has abbreviations of labels that are wider than the column of labels on a terminal, 16. Pages of HTML have room.
var narrow = map[string]string{"effective diameter": "effective diam."}

func (f Figure) write(w io.Writer) {
	fmt.Fprintf(w, "%-16s %s\n", inert.Text(cmp.Or(narrow[f.Label], f.Label)), inert.Text(f.Value)) //nolint:errcheck // a strings.Builder does not fail
}

// A Text is a finding, or a warning, in a sentence.
type Text string

func (t Text) write(w io.Writer) {
	fmt.Fprintln(w, inert.Text(string(t))) //nolint:errcheck // a strings.Builder does not fail
}

// An Advice is a figure, or without a label a text, that names options as option.Errorf does.
type Advice struct {
	Label string
	Words error
}

// Advise returns an Advice: "{iterations} 0 takes them in".
func Advise(label, format string, args ...any) Advice {
	return Advice{label, option.Errorf(format, args...)}
}

// As is the advice where an option is called what call says.
func (a Advice) As(call func(option string) string) Block {
	text := option.Text(a.Words, call)
	if a.Label == "" {
		return Text(text)
	}
	return Figure{a.Label, text}
}

func (a Advice) write(w io.Writer) { a.As(option.Quoted).write(w) }

// A Table has a title, which a blank line goes before, perhaps a head, and rows.
type Table struct {
	Title   string
	Columns []Column
	NoHead  bool
	Apart   bool // a blank line goes before, though there is no title
	Rows    [][]string
}

// A Column has a title and, on a terminal, a least width; less than 0 is for one whose values begin at the left.
type Column struct {
	Title string
	Width int
	Gap   int // blanks before it, if it is not the first; 0 stands for 2, less than 0 for none
	// Names says which things the texts name, so that pages can link them: OfPages, OfHosts, or neither.
	Names NamedThing
}

// A NamedThing is the kind of thing that the texts of a column name.
type NamedThing int

// The texts of a column name things without addresses, pages by their URLs, or hosts.
const (
	Nothing NamedThing = iota
	OfPages
	OfHosts
)

// Add adds a row, of as many cells as there are columns at most.
func (t *Table) Add(cells ...string) {
	if len(cells) > len(t.Columns) {
		panic(fmt.Sprintf("a row of %d cells in a table of %d columns: %q", len(cells), len(t.Columns), cells))
	}
	t.Rows = append(t.Rows, cells)
}

func (t *Table) write(w io.Writer) {
	var b strings.Builder
	if t.Title != "" {
		b.WriteString("\n" + t.Title + "\n")
	} else if t.Apart {
		b.WriteByte('\n')
	}
	if !t.NoHead {
		heads := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			heads[i] = c.Title
		}
		t.line(&b, heads)
	}
	for _, r := range t.Rows {
		t.line(&b, r)
	}
	io.WriteString(w, b.String()) //nolint:errcheck // a strings.Builder does not fail
}

// line writes a row, with no blanks after it.
func (t *Table) line(b *strings.Builder, cells []string) {
	var l strings.Builder
	for i, cell := range cells {
		if cell = inert.Text(cell); i > 0 {
			l.WriteString(strings.Repeat(" ", max(0, cmp.Or(t.Columns[i].Gap, 2))))
		}
		width := t.Columns[i].Width
		blanks := strings.Repeat(" ", max(0, max(width, -width)-utf8.RuneCountInString(cell)))
		if width > 0 {
			l.WriteString(blanks + cell)
		} else {
			l.WriteString(cell + blanks)
		}
	}
	b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
}

// Print writes blocks for a terminal, where options are called what call says.
func Print(w io.Writer, blocks []Block, call func(option string) string) {
	for _, b := range blocks {
		if a, is := b.(Advice); is {
			b = a.As(call)
		}
		b.write(w)
	}
}
