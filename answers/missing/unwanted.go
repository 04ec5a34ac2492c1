package missing

import (
	"context"

	"weft/crawl"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/view"
	"weft/livecrawl/folder"
	"weft/livecrawl/ledger"
	"weft/store"
)

// Unwanted returns the missing pages of a crawl that should not become seeds of a further crawl, and their number.
// It is nil if there are none. These pages were excluded or, in a live crawl, fulfil one of these conditions:
//
//   - a trap rule holds them back
//   - robots.txt forbids them
//   - only nofollow links lead to them
//   - the scope excludes them
//
// Memory: a bit a page, and [UnwantedBytes] while the log is read.
func Unwanted(ctx context.Context, c *store.Crawl) (view.Bits, int, error) {
	bits, n := view.NewBits(c.NumPages()), 0
	add := func(u graph.Node) {
		if !bits.Has(int(u)) {
			bits.Add(int(u))
			n++
		}
	}
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // pages are nodes
		if c.State(u) == page.Excluded {
			add(u)
		}
	}
	if dir, live := folder.Of(c.Path); live {
		if err := eachUnwanted(ctx, c, dir, add); err != nil {
			return nil, 0, err
		}
	}
	if n == 0 {
		return nil, 0, nil
	}
	return bits, n, nil
}

// UnwantedBytes is the memory that Unwanted takes while it reads the log of a live crawl.
func UnwantedBytes(c *store.Crawl) (int64, error) {
	dir, live := folder.Of(c.Path)
	if !live {
		return 0, nil
	}
	n, err := ledger.KnownURLs(dir)
	return ledger.Bytes(dir, n), err
}

// eachUnwanted calls add with the pages of a live crawl that, by its log, must not be requested.
func eachUnwanted(ctx context.Context, c *store.Crawl, dir string, add func(graph.Node)) error {
	l, err := ledger.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer l.Close() //nolint:errcheck // only read
	return l.Each(func(_ crawl.Page, url []byte, e ledger.Entry) error {
		switch e.Fate {
		case ledger.HeldBack, ledger.ByRobots, ledger.ByNofollow, ledger.OutOfScope, ledger.OfOtherType:
		default:
			return nil
		}
		u, ok, err := c.Find(string(url))
		if ok && err == nil && !c.State(u).IsKnown() {
			add(u)
		}
		return err
	})
}
