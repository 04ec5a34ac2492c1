package serve

import (
	"context"
	"slices"
	"sync"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/page"
	"weft/store"
)

// Limits of tables.
const (
	rowsShown  = 100     // rows of a screen
	mostRanked = 10_000  // rows of a ranking that can be paged through
	mostSorted = 100_000 // rows of a download in the order of a ranking
	checkEvery = 1 << 16 // pages between two checks of the context
)

// A selection is the pages of a query, in the order of their keys.
type selection struct {
	o     *opened
	keys  store.KeyRange
	state page.State
	any   bool // every state is selected
}

// selected returns the pages of a query.
func (o *opened) selected(q query) (s selection, err error) {
	s = selection{o: o, any: true}
	for state, name := range stateNames {
		if name == q.State {
			s.state, s.any = page.State(state), false //nolint:gosec // there are few
		}
	}
	s.keys, err = o.Addressed(q.Address)
	return s, err
}

// has reports whether the page at a position of the keys is selected.
func (s *selection) has(position int) bool {
	return position >= s.keys.Lo && position < s.keys.Hi && (s.any || s.o.State(s.o.AtKey(position)) == s.state)
}

// count returns the number of selected pages.
func (s *selection) count(ctx context.Context) (n int, err error) {
	if s.any {
		return s.keys.Len(), nil
	}
	for i := s.keys.Lo; i < s.keys.Hi; i++ {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if s.has(i) {
			n++
		}
	}
	return n, nil
}

// next returns up to k selected positions from a position on, and the position after the last; -1 if no more follow.
func (s *selection) next(from, k int) (found []int, then int) {
	for i := max(from, s.keys.Lo); i < s.keys.Hi; i++ {
		if !s.has(i) {
			continue
		}
		if len(found) == k {
			return found, i
		}
		found = append(found, i)
	}
	return found, -1
}

// before returns the position from which k selected pages precede a position; -1 if none does.
func (s *selection) before(at, k int) int {
	first := -1
	for i := min(at, s.keys.Hi) - 1; i >= s.keys.Lo && k > 0; i-- {
		if s.has(i) {
			first = i
			k--
		}
	}
	return first
}

// best returns the k best selected pages by a kept ranking, as weft rank lists them.
func (s *selection) best(name string, k int) []graph.Node {
	m, ok := s.o.score(name)
	if !ok {
		return nil
	}
	return rank.Top(s.o.NumPages(), k, m.Ties, func(u int) float64 { return m.At(graph.Node(u)) }, s.counts()) //nolint:gosec // pages are nodes
}

// counts returns the test of a page for a ranking; nil if every page is selected.
func (s *selection) counts() func(u int) bool {
	if s.any && s.keys.Len() == s.o.NumPages() {
		return nil
	}
	return func(u int) bool { return s.has(s.o.KeyOf(graph.Node(u))) } //nolint:gosec // pages are nodes
}

// A foundPages is the result of a query that begins at its first row.
type foundPages struct {
	of    query
	count int
	best  []graph.Node // of a ranking: the first of all
	whole bool         // best has all selected pages, or mostRanked
}

// A lastFound remembers the results of the last queries, for paging.
type lastFound struct {
	mu   sync.Mutex
	last []foundPages // the newest last
}

// remembered is the number of queries whose results are kept: up to 80 kB each.
const remembered = 16

func (l *lastFound) get(q query) (foundPages, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range slices.Backward(l.last) {
		if f.of == q {
			return f, true
		}
	}
	return foundPages{}, false
}

func (l *lastFound) put(f foundPages) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.last) == remembered {
		l.last = l.last[1:]
	}
	l.last = append(l.last, f)
}

// find returns the number of pages of a query, and for a ranking the pages that the query shows, perhaps with others after
// them.
func (o *opened) find(ctx context.Context, q query, s *selection) (f foundPages, err error) {
	want := q.From + rowsShown
	q.From = 0
	f, known := o.found.get(q)
	enough := q.Sort == byURL || f.whole || len(f.best) >= want
	if known && enough {
		return f, nil
	}
	if !known {
		f.of = q
		if f.count, err = s.count(ctx); err != nil {
			return f, err
		}
	}
	if q.Sort != byURL {
		k := min(rowsShown, f.count)
		if want > k {
			k = min(mostRanked, f.count)
		}
		f.best = s.best(q.Sort, k)
		f.whole = k == mostRanked || k == f.count
	}
	o.found.put(f)
	return f, nil
}
