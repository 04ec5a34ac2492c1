package papers

import "fmt"

// A table is the rows of a paper, one for each figure or claim that can be looked at.
type table struct{ all []Row }

// A line of a paper is about to become a row.
type line struct {
	of  *table
	row Row
}

// on begins a row: where in the paper, about what, and what it says.
func (t *table) on(where, what, paper string) line {
	return line{t, Row{Where: where, What: what, Paper: paper}}
}

// add ends it: with a verdict, by what rule it was given, and ours.
func (l line) add(v Verdict, note, ours string, args ...any) {
	l.row.Verdict, l.row.Note, l.row.Ours = v, note, fmt.Sprintf(ours, args...)
	l.of.all = append(l.of.all, l.row)
}

// notRun adds a row without anything of ours.
func (t *table) notRun(where, what, paper, why string) {
	t.on(where, what, paper).add(NotRun, "", "%s", why)
}
