package serve

import (
	"context"

	"weft/answers/pages"
	"weft/graph"
)

// Limits of tables.
const (
	rowsShown  = 100     // rows of a screen, if the reader does not choose
	mostRows   = 10_000  // rows of a screen or of a response at most
	checkEvery = 1 << 16 // pages between two checks of the context
	mostRanked = 10_000  // rows of a ranking that can be paged through
	mostSorted = 100_000 // rows of a download that is not ordered by URL
)

// A foundPages is the result of a query.
type foundPages struct {
	found *pages.Found
	best  []graph.Node // the first of all; nil in the order of URLs
	whole bool         // best has all selected pages, or mostRanked
}

// Limits of the results that are kept.
const (
	remembered      = 16
	rememberedBytes = 32 << 20
)

// rememberedBytes is the memory of the remembered searches of one crawl.
func (s *Server) rememberedBytes() int64 {
	return min(rememberedBytes, s.options.Memory/foundShare/int64(len(s.all())))
}

// bytes is the memory of a result.
func (f *foundPages) bytes() int64 { return f.found.Bytes() + int64(4*cap(f.best)) }

// first returns the first k pages of a result in the order of the query.
func (s *Server) first(ctx context.Context, o *opened, found *pages.Found, q query, k int) ([]graph.Node, error) {
	if q.Sort != pages.Best {
		return o.find.First(ctx, found, q.Sort, k)
	}
	got, err := o.find.Search(ctx, &q.Query, k, false)
	if err != nil {
		return nil, err
	}
	return got.Nodes(o.find), nil
}

// selected returns the pages of a query. If they are not ordered by URL, the result has the first of them, at least as many as
// the query shows.
func (s *Server) selected(ctx context.Context, o *opened, q query) (f foundPages, err error) {
	f, known := o.found.get(q.Query)
	if q.Tag != "" { // tags change without a new version of the crawl
		f, known = foundPages{}, false
	}
	want := q.From + q.Rows
	if known && (!q.ranked() || f.whole || len(f.best) >= want) {
		return f, nil
	}
	if !known {
		if f.found, err = o.find.Find(ctx, &q.Query, false); err != nil {
			return f, err
		}
	}
	if q.ranked() {
		k := rowsShown
		if want > k {
			k = mostRanked
		}
		if f.best, err = s.first(ctx, o, f.found, q, k); err != nil {
			return f, err
		}
		f.whole = k == mostRanked || len(f.best) == f.found.Count
	}
	o.found.put(q.Query, f, f.bytes(), remembered, s.rememberedBytes())
	return f, nil
}
