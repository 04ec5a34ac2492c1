package serve

import (
	"context"
	"slices"
	"sync"

	"weft/answers/pages"
	"weft/graph"
)

// Limits of tables.
const (
	rowsShown  = 100     // rows of a screen
	checkEvery = 1 << 16 // pages between two checks of the context
	mostRanked = 10_000  // rows of a ranking that can be paged through
	mostSorted = 100_000 // rows of a download that is not ordered by URL
)

// A foundPages is the result of a query.
type foundPages struct {
	of    pages.Query
	found *pages.Found
	best  []graph.Node // the first of all; nil in the order of URLs
	whole bool         // best has all selected pages, or mostRanked
}

// A lastFound remembers the results of the last queries, for paging.
type lastFound struct {
	mu   sync.Mutex
	last []foundPages // the newest last
}

// Limits of the results that are kept.
const (
	remembered      = 16
	rememberedBytes = 32 << 20
)

func (l *lastFound) get(q pages.Query) (foundPages, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range slices.Backward(l.last) {
		if f.of == q {
			return f, true
		}
	}
	return foundPages{}, false
}

// put remembers a result. All remembered results of the crawl together take up to most bytes, or the newest one alone more.
func (l *lastFound) put(f foundPages, most int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = append(slices.DeleteFunc(l.last, func(old foundPages) bool { return old.of == f.of }), f)
	held := int64(0)
	for i, f := range slices.Backward(l.last) {
		held += f.bytes()
		if len(l.last)-i > remembered || held > most && i < len(l.last)-1 {
			l.last = slices.Delete(l.last, 0, i+1)
			return
		}
	}
}

// bytes is the memory of a result.
func (f *foundPages) bytes() int64 { return f.found.Bytes() + int64(4*cap(f.best)) }

// bytes is the memory of all remembered results.
func (l *lastFound) bytes() (sum int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.last {
		sum += l.last[i].bytes()
	}
	return sum
}

// selected returns the pages of a query. If they are not ordered by URL, the result has the first of them, at least as many as
// the query shows.
func (s *Server) selected(ctx context.Context, o *opened, q query) (f foundPages, err error) {
	f, known := o.found.get(q.Query)
	want := q.From + rowsShown
	if known && (!q.ranked() || f.whole || len(f.best) >= want) {
		return f, nil
	}
	if !known {
		f.of = q.Query
		if f.found, err = o.find.Find(ctx, &q.Query, false); err != nil {
			return f, err
		}
	}
	if q.ranked() {
		k := rowsShown
		if want > k {
			k = mostRanked
		}
		if f.best, err = o.find.First(ctx, f.found, q.Sort, k); err != nil {
			return f, err
		}
		f.whole = k == mostRanked || len(f.best) == f.found.Count
	}
	o.found.put(f, min(rememberedBytes, s.options.Memory/foundShare/int64(len(s.all()))))
	return f, nil
}
