package fidelity

import (
	"strings"
	"testing"

	"weft/algo/hak"
	"weft/answers/answer"
)

// TestSaid is what a report says of crawls in which nothing is missing, as far as they show.
func TestSaid(t *testing.T) {
	said := func(crawled, ghosts int, found int64) string {
		r := &Report{Estimate: hak.Of(crawled, ghosts, 1, 0.5), FoundLinks: found, Top: Top{Pages: 1000, Pairs: 100}}
		for _, d := range r.Estimate.Doubts() {
			r.Doubts = append(r.Doubts, Doubt{d, d.Explain()})
		}
		var b strings.Builder
		answer.Print(&b, r.Blocks(), func(name string) string { return "--" + name })
		return b.String()
	}
	for _, c := range []struct {
		text         string
		want, absent []string
	}{
		{said(2000, 0, 9), []string{"none is expected to be out of order", "no link leads to a page that was not crawled"}, []string{hak.PlainFactor, "hardly any"}},
		{said(2000, 3, 9), []string{"hardly any"}, []string{hak.PlainFactor}},
		{said(20, 0, 0), []string{"there is no order to judge: no link leads from a crawled page"}, []string{"HAK", "γ", "none is expected"}},
	} {
		for _, w := range c.want {
			if !strings.Contains(c.text, w) {
				t.Errorf("lacks %q:\n%s", w, c.text)
			}
		}
		for _, w := range c.absent {
			if strings.Contains(c.text, w) {
				t.Errorf("has %q:\n%s", w, c.text)
			}
		}
	}
}
