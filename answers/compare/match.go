package compare

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/page"
	"weft/graph/view"
	"weft/store"
)

// A match says which pages of A are which of B.
type match struct {
	toB      []graph.Node // of each page of A: the page of B, none, or hidden where it counts as no page of A
	kept     view.Bits    // of each page of B: whether it is a page of both
	inOrder  bool         // kept pages come in the order of their numbers in both
	pages    Pages
	states   [page.NumStates + 1][page.NumStates + 1]int64
	a, b     *store.Crawl
	fetched  bool
	lastU    graph.Node
	lastV    graph.Node
	haveLast bool
}

// newMatch merges the names of both crawls.
func newMatch(ctx context.Context, o *Options, s alloc.Space) (*match, error) {
	m := &match{a: o.A, b: o.B, fetched: o.Fetched, inOrder: true, kept: view.NewBits(o.B.NumPages())}
	var err error
	if m.toB, err = alloc.Make[graph.Node](s, o.A.NumPages()); err != nil {
		return nil, err
	}
	err = o.each(ctx, "matching pages", func(p pair, _ []byte) error {
		m.add(p)
		return nil
	})
	m.pages.Jaccard = jaccard(m.pages.Change)
	return m, err
}

// each calls f with the pages of either crawl, and reports its progress.
func (o *Options) each(ctx context.Context, phase string, f func(p pair, key []byte) error) error {
	done, total := 0, max(o.A.NumPages(), o.B.NumPages())
	return each(o.A, o.B, o.Fetched, func(p pair, key []byte) error {
		if done++; done%(1<<14) == 0 {
			o.Tell(phase, int64(done), int64(max(done, total)))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return f(p, key)
	})
}

func (m *match) add(p pair) {
	m.states[stateOf(m.a, p.u)][stateOf(m.b, p.v)]++
	if p.u != none {
		m.toB[p.u] = hidden
	}
	if p.inA {
		m.pages.A++
		m.toB[p.u] = none
	}
	if p.inB {
		m.pages.B++
	}
	switch p.status() {
	case Kept:
		m.pages.Kept++
		m.toB[p.u] = p.v
		m.kept.Add(int(p.v))
		m.inOrder = m.inOrder && (!m.haveLast || p.u > m.lastU && p.v > m.lastV)
		m.lastU, m.lastV, m.haveLast = p.u, p.v, true
	case Gone:
		m.pages.Gone++
	case New:
		m.pages.New++
	}
}

// stateOf returns the state of a page as an index, the last one where there is no page.
func stateOf(c *store.Crawl, u graph.Node) int {
	if u == none {
		return page.NumStates
	}
	return int(c.State(u))
}

func stateName(s int) string {
	if s == page.NumStates {
		return Absent
	}
	return page.State(s).String()
}

// stateChanges lists the counts of states that are not 0.
func (m *match) stateChanges() []StateChange {
	changes := []StateChange{}
	for i := range m.states {
		for j, n := range m.states[i] {
			if n > 0 {
				changes = append(changes, StateChange{stateName(i), stateName(j), n})
			}
		}
	}
	return changes
}
