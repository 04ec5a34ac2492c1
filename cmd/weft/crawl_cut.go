package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"weft/internal/digits"
	"weft/livecrawl"
)

// printCut says what traps and limits have cut, what that may have cost, and how it is taken back.
func printCut(w io.Writer, r *crawlResult) {
	c := r.CutPages
	if c == nil {
		return
	}
	row(w, "cut", "%s, listed in %s", digits.Plural(c.Pages, "page"), filepath.Join(r.Crawl, livecrawl.CutFile))
	for i, s := range c.Largest {
		if i == 3 && c.Sets > 4 {
			row(w, "", "and %d more kinds of pages", c.Sets-3)
			break
		}
		row(w, "", "%s", cutSet(&s))
	}
	if c.Traps > 0 {
		row(w, "", "%s; weft crawl --resume %s --no-traps asks for them", lostOf(c), r.Crawl)
	}
}

// cutSet says what one rule has cut of a host.
func cutSet(s *livecrawl.CutSet) string {
	text := fmt.Sprintf("%s of %s: %s", grouped(s.Pages), s.Origin, s.Rule)
	if s.Looked > 0 {
		text += fmt.Sprintf("; %s of %s looked at said something new", grouped(s.New), grouped(s.Looked))
	}
	return text
}

// lostOf says how many pages of those that rules of traps have cut would have said something new.
func lostOf(c *livecrawl.Cut) string {
	var parts []string
	if l := c.Lost; l != nil {
		parts = append(parts, fmt.Sprintf("about %.0f of them may have been worth it (95 %%: %.0f to %.0f)", l.Estimate, l.Low, l.High))
	}
	if n := c.Unknown - (c.Pages - c.Traps); n > 0 {
		parts = append(parts, fmt.Sprintf("of %s nobody knows", grouped(n)))
	}
	return strings.Join(parts, ", ")
}
