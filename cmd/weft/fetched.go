package main

import (
	"fmt"

	"weft/build/ingest"
	"weft/graph"
	"weft/graph/view"
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
	o := ingest.ListOptions{Stdin: a.stdin, Memory: a.budget, IsPage: func(name []byte) (bool, error) {
		_, ok, err := c.Page(string(name))
		return ok, err
	}}
	_, err := ingest.EachListed(which, o, func(name []byte) error {
		u, ok, err := c.Page(string(name))
		if err == nil && !ok {
			err = fmt.Errorf("the crawl has no page %.200q", name)
		}
		if err == nil {
			pages.Add(int(u))
		}
		return err
	})
	return func(u graph.Node) bool { return pages.Has(int(u)) }, err
}
