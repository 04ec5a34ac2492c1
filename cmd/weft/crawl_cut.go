package main

import (
	"fmt"
	"io"
	"path/filepath"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

// printCut says which pages traps and limits hold back, and the command that fetches them.
func printCut(w io.Writer, r *crawlResult) {
	c := r.CutPages
	if c == nil {
		return
	}
	row(w, "held back", "%s, listed in %s", digits.Plural(c.Pages, "page"), filepath.Join(r.Crawl, folder.CutFile))
	for i, s := range c.Largest {
		if i == 3 && c.Sets > 4 {
			row(w, "", "and %d more kinds of pages", c.Sets-3)
			break
		}
		row(w, "", "%s", cutSet(&s))
	}
	if c.Traps > 0 {
		row(w, "", "It is unknown what these pages say and link to; weft crawl --resume %s --no-traps fetches them", option.Word(r.Crawl))
	}
}

// cutSet describes the pages that one rule holds back on a host.
func cutSet(s *memo.CutSet) string {
	text := fmt.Sprintf("%s of %s: %s", grouped(s.Pages), s.Origin, s.Rule)
	if s.Looked > 0 {
		text += fmt.Sprintf("; %s of %s fetched like them said something new", grouped(s.New), grouped(s.Looked))
	}
	return text
}
