package tables

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"weft/making/ingest/judge"
)

// A textCase is the text of a list, the options of the user, and the layout as describe writes it.
type textCase struct {
	name, text string
	o          Options
	want       string
}

// checkTexts compares the layouts of texts with the wanted ones.
func checkTexts(t *testing.T, cases []textCase) {
	t.Helper()
	for _, c := range cases {
		if got := describe(c.text, &c.o); got != c.want {
			t.Errorf("%s: %.200q is read as\n%s\nwant\n%s", c.name, c.text, got, c.want)
		}
	}
}

// describe returns the layout of a text in one line: the layout as users see it, what it does not show, and the first arcs.
// Of a question it returns the readings, of another error its text.
func describe(text string, o *Options) string {
	l, err := Decide(TakeSample([]byte(text)), o)
	if q, ok := errors.AsType[*Question](err); ok {
		var readings []string
		for i := range q.Readings {
			r := &q.Readings[i]
			readings = append(readings, r.said(func(option string) string { return option })+": "+r.Arcs)
		}
		return "asks: " + strings.Join(readings, "; ")
	}
	if err != nil {
		return "refuses: " + err.Error()
	}
	return l.String() + " | " + strings.Join(hidden(l), ", ") + " | " + judge.Show(l.Arcs, false)
}

// hidden describes the parts of a layout that its text does not show: source and target, header, quotes and marks.
func hidden(l *Layout) []string {
	parts := []string{fmt.Sprintf("%d→%d", l.Source, l.Target)}
	if l.Header != nil {
		parts = append(parts, fmt.Sprintf("header %q", l.Header))
	}
	if l.Direction >= 0 {
		parts = append(parts, fmt.Sprintf("direction in %d", l.Direction))
	}
	parts = append(parts, []string{"no quotes", "needed quotes", "quotes"}[l.Quotes])
	for i, use := range l.Signs {
		if use != SignNever {
			parts = append(parts, string(SignBytes[i])+[]string{"", " marked", " partial", " always"}[use])
		}
	}
	if l.Right > 0 && l.Both {
		parts = append(parts, fmt.Sprintf("two sides + %d", l.Right))
	}
	for _, f := range []struct {
		is   bool
		what string
	}{
		{l.escapes, "backslashes"},
		{l.Dicts, "attributes"},
		{l.Weights, "weights may follow"},
		{l.directed, "says yes or no"},
		{l.guarded, "guarded"},
		{l.BareHeader, "bare header"},
		{l.headerSaid, "header said"},
		{l.Seeds, "seeds"},
		{l.Directive, "directive"},
		{l.Drawn, "drawn"},
		{l.barred, "barred"},
		{l.Titled, "titled"},
		{l.apostrophes, "apostrophes"},
		{l.preamble, "preamble"},
		{l.headComment != nil, fmt.Sprintf("head comment %q", l.headComment)},
		{l.Counts != nil && l.Counts.Sure, "sure counts"},
	} {
		if f.is {
			parts = append(parts, f.what)
		}
	}
	return parts
}

// lines joins lines, each with a line end.
func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

// numbered returns n lines, each made of its number from 0.
func numbered(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// ring returns n lines "i i+1" of numbers from base, with a separator. The last line leads back to the first page.
func ring(n, base int, sep string) string {
	return numbered(n, func(i int) string { return fmt.Sprintf("%d%s%d", base+i, sep, base+(i+1)%n) })
}
