package compare

import (
	"weft/graph"
	"weft/graph/page"
	"weft/store"
)

// none means that the crawl does not have the page. hidden is for a page of B that A also knows, but does not
// count as a page because A did not fetch it.
const (
	none   = store.NoPage
	hidden = none - 1
)

// A pair is a page as it is in both crawls.
type pair struct {
	u, v     graph.Node // none if the crawl does not have the page
	inA, inB bool       // whether it counts as a page there
}

// status returns which it is: Kept, Gone or New; empty if it counts in neither.
func (p pair) status() string {
	switch {
	case p.inA && p.inB:
		return Kept
	case p.inA:
		return Gone
	case p.inB:
		return New
	}
	return ""
}

// Fates of a page.
const (
	Kept = "kept"
	Gone = "gone"
	New  = "new"
)

// counts says whether a page of a crawl counts as one.
func counts(c *store.Crawl, u graph.Node, fetched bool) bool {
	return u != none && (!fetched || c.State(u) == page.Fetched)
}

// each calls f with every page of either crawl and its sort key, lent.
func each(a, b *store.Crawl, fetched bool, f func(p pair, key []byte) error) error {
	all, err := store.ScanPairs(a, b)
	if err != nil {
		return err
	}
	for all.Next() {
		u, v := all.Pages()
		if err := f(pair{u, v, counts(a, u, fetched), counts(b, v, fetched)}, all.Key()); err != nil {
			return err
		}
	}
	return all.Err()
}
