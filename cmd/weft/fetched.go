package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"weft/graph"
	"weft/graph/view"
	"weft/ingest"
	"weft/store"
)

// assume takes unknown pages for fetched: all of them, those with links, or those that a file names.
func (a *app) assume(c *store.Crawl, which string) error {
	if which == "" {
		return nil
	}
	if c.Unknown() == 0 {
		return usagef("--fetched %s: %s says of each page whether it was fetched", which, c.Path)
	}
	fetched, err := a.fetchedPages(c, which)
	if err == nil {
		err = c.Assume(fetched)
	}
	if err != nil {
		return fmt.Errorf("--fetched %s: %w", which, err)
	}
	return nil
}

func (a *app) fetchedPages(c *store.Crawl, which string) (func(graph.Node) bool, error) {
	pages := view.NewBits(c.NumPages())
	switch which {
	case ingest.AllFetched:
		return func(graph.Node) bool { return true }, nil
	case ingest.LinkingFetched:
		cur := c.Graph().Scan(graph.Everything(c.Graph()))
		for u, succ := range graph.Lists(cur) {
			if len(succ) > 0 {
				pages.Add(int(u))
			}
		}
		return func(u graph.Node) bool { return pages.Has(int(u)) }, cur.Err()
	}
	f, err := ingest.OpenText(which, a.stdin, a.budget)
	if err != nil {
		return nil, err
	}
	err = eachPage(c, f, pages)
	return func(u graph.Node) bool { return pages.Has(int(u)) }, errors.Join(err, f.Close())
}

// eachPage adds the pages that a text names, a line each; one that the crawl does not have is an error.
func eachPage(c *store.Crawl, r io.Reader, pages view.Bits) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		name, _, _ := strings.Cut(strings.TrimSpace(s.Text()), "\t")
		if name == "" || name[0] == '#' {
			continue
		}
		u, ok, err := c.Page(name)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("line %d: the crawl has no page %.200q", n, name)
		}
		pages.Add(int(u))
	}
	return s.Err()
}
