package tables

import (
	"fmt"
	"strings"

	"weft/internal/option"
	"weft/making/ingest/judge"
)

// A Question says that an input can be read in several ways, and nothing in it says in which. It is an error; it names the
// options that choose each reading.
type Question struct {
	Why      string
	Readings []Reading // the likeliest first
}

// A Reading is a way to read a list, with the options that choose it and its first three arcs.
type Reading struct {
	Columns   string // as [Options].Columns; empty if it is not asked about
	FirstLine string // as [Options].FirstLine; empty if it is not asked about
	Format    string // as [Options].Format; empty if it is not asked about
	Arcs      string // "a -> b, b -> c"
}

// NewQuestion makes a question of a doubt about columns that are known by their numbers.
func NewQuestion(d *judge.Doubt) *Question {
	q := &Question{Why: d.Why}
	for _, r := range d.Readings {
		reading := Reading{Columns: fmt.Sprintf("%d,%d", r.Source+1, r.Target+1), Arcs: judge.Show(r.Arcs, false)}
		switch {
		case r.Arc:
			reading.FirstLine = FirstIsArc
		case r.Header:
			reading.FirstLine = FirstIsHeader
		}
		q.Readings = append(q.Readings, reading)
	}
	return q
}

// NewNamedQuestion makes a question of a doubt about columns that are known by their names alone.
func NewNamedQuestion(d *judge.Doubt, names []string) *Question {
	q := NewQuestion(d)
	for i, r := range d.Readings {
		q.Readings[i].Columns, q.Readings[i].FirstLine = names[r.Source]+","+names[r.Target], ""
	}
	return q
}

// Error returns the doubt, and the readings below each other.
func (q *Question) Error() string { return q.Said(option.Quoted) }

// Said is the text where options are called what call says.
func (q *Question) Said(call func(string) string) string {
	var b strings.Builder
	b.WriteString(q.Why)
	if len(q.Readings) > 0 {
		b.WriteString(": say how to read it")
	}
	for i := range q.Readings {
		r := &q.Readings[i]
		fmt.Fprintf(&b, "\n  %s   %s", r.said(call), r.Arcs)
	}
	return b.String()
}

// said returns the options that choose the reading.
func (r *Reading) said(call func(string) string) string {
	var words []string
	for _, o := range []struct{ option, value string }{{formatOption, r.Format}, {ColumnsOption, r.Columns}, {FirstLineOption, r.FirstLine}} {
		if o.value != "" {
			words = append(words, call(o.option)+" "+o.value)
		}
	}
	return strings.Join(words, " ")
}

// formatOption is the option that names the format of the inputs.
const formatOption = "format"
