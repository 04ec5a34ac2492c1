package main

import (
	"slices"
	"testing"

	"weft/answers"
	"weft/faces/serve/forms"
)

// TestFormsHaveHeadings divides the form of each question by the headings of its help: each option is in one group, and a
// form without many options has few headings.
func TestFormsHaveHeadings(t *testing.T) {
	for _, q := range answers.Questions {
		titles, of := headingsOf(q.Name)
		all := forms.Of(&q)
		n := 0
		for _, g := range forms.InGroups(all, titles, of) {
			n += len(g.Options)
			if g.Title == "" && len(g.Options) > 13 {
				t.Errorf("weft %s: %d options have no heading", q.Name, len(g.Options))
			}
			if g.Title != "" && !slices.Contains(headings, g.Title) {
				t.Errorf("weft %s: the heading %q is not in the list", q.Name, g.Title)
			}
		}
		if n != len(all) {
			t.Errorf("weft %s: %d options are in groups, want %d", q.Name, n, len(all))
		}
	}
	if titles, of := headingsOf("seeds"); of["literal"] != "Cores" || of["count"] != "" || !slices.Equal(titles, []string{"Cores", "Ranking", "Graph", "Output"}) && len(titles) < 3 {
		t.Errorf("weft seeds: %v, %v", titles, of)
	}
	if titles, of := headingsOf("crawl"); of["depth"] != "Scope" || titles[0] != "Scope" {
		t.Errorf("weft crawl: %v, %v", titles, of)
	}
}
