package site

import (
	"context"
	"slices"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/bitset"
	"weft/internal/par"
	"weft/store"
)

// Some pages only say where they are now, by a redirect, or by a refresh as their only link. Such a page counts as
// its target: links to the page are links to the target, and both are of the same site. A link that counts its
// followers is treated otherwise: see keepCounters.
//
// Without this rule, hardly any link would be returned on a site whose links pass through such pages. Examples are
// a move to https, or links without the final slash. The site would then fall to pieces.

// inARow is how many redirects are followed in a row, as by a crawl.
const inARow = 20

// moves says whether there are arcs of the kinds that count which say where pages are now. A filter shows them as they are.
func moves(c *store.Crawl, filter string, want kinds.Set) bool {
	if filter != "" || c.Manifest == nil {
		return false
	}
	for _, k := range []kinds.Set{kinds.Redirect, kinds.Refresh} {
		if want&k != 0 && c.Manifest.Counts.Kinds[k.String()] > 0 {
			return true
		}
	}
	return false
}

// movedNeed is the memory needed to follow redirects: the target of each page and, per view, the number of arcs
// before each page. It is 0 if no pages moved.
func movedNeed(c *store.Crawl, o *answer.Options, views int64, need func(name string, bytes int64) store.Need) (store.Need, error) {
	want, err := o.Arcs()
	if err != nil || !moves(c, o.Filter.Name(), want) {
		return nil, err
	}
	n := c.NumPages()
	return need("where redirects lead", view.MovedBytes(n)).And(store.Heap("links through redirects", views*view.IndexBytes(n, c.Graph().NumArcs()))), nil
}

// follow finds where pages are now, nil if none moved. It also returns the graphs of a view, as far as the view
// has them, with redirects followed.
func follow(ctx context.Context, v *store.View, w graph.Work) (m *view.Moved, out, in graph.Random, err error) {
	if m, err = whereNow(ctx, v, w); err != nil {
		return nil, nil, nil, err
	}
	if out, in = v.Out, v.In; m == nil || len(m.All()) == 0 {
		return m, out, in, nil
	}
	if v.Out != nil {
		if out, err = m.Out(v.Out); err != nil {
			return nil, nil, nil, err
		}
	}
	if v.In != nil {
		in, err = m.In(v.In)
	}
	return m, out, in, err
}

// whereNow finds where pages are now; nil if none moved.
func whereNow(ctx context.Context, v *store.View, w graph.Work) (*view.Moved, error) {
	c := v.Crawl()
	if !moves(c, v.Filter, v.Kinds) {
		return nil, nil //nolint:nilnil // nothing moved
	}
	to, err := alloc.Make[uint32](w.Space, c.NumPages())
	if err != nil {
		return nil, err
	}
	parts := graph.Parts(c.Graph())
	err = par.Do(ctx, len(parts), par.Workers(w.Workers), func(i int) error {
		cur := c.Scan(parts[i])
		for cur.Next() {
			u := cur.Node()
			to[u] = uint32(leadsTo(u, c.State(u), cur, v.Kinds))
		}
		return cur.Err()
	})
	if err != nil {
		return nil, err
	}
	toTheEnd(to)
	if err := keepCounters(ctx, v, to); err != nil {
		return nil, err
	}
	return view.NewMoved(to, w.Space)
}

// keepCounters keeps some redirecting pages as pages of their own. Such a page redirects to another host and has a
// link from a fetched page of its own host. It did not move, but counts outgoing visitors or asks for a password
// first.
func keepCounters(ctx context.Context, v *store.View, to []uint32) error {
	c := v.Crawl()
	if !c.HasNames() {
		return nil
	}
	hosts, err := c.Hosts()
	if err != nil {
		return err
	}
	return graph.InOrder(ctx, v.Out, func(u graph.Node, succ []graph.Node) {
		if c.State(u) != page.Fetched || to[u] != uint32(u) { // a page that refreshes says no more than a page that redirects
			return
		}
		for _, x := range succ {
			if at := graph.Node(to[x]); at != x && hosts.Of(x) == hosts.Of(u) && hosts.Of(at) != hosts.Of(x) {
				to[x] = uint32(x)
			}
		}
	})
}

// leadsTo returns where the page under a cursor is now. A page that redirects to one target is at this target. A
// fetched page is at its only target if the link is a refresh. All other pages are where they are.
func leadsTo(u graph.Node, state page.State, cur graph.KindCursor, want kinds.Set) graph.Node {
	redirects, others, at := 0, 0, u
	refreshes := u
	for i, v := range cur.Succ() {
		k := cur.Kinds()[i]
		if v == u || k&kinds.Measured == 0 {
			continue
		}
		if others++; k&kinds.Refresh&want != 0 {
			refreshes = v
		}
		if k&kinds.Redirect&want != 0 {
			redirects++
			at = v
		}
	}
	switch {
	case redirects == 1 && state != page.Fetched:
		return at
	case redirects == 0 && others == 1:
		return refreshes
	}
	return u
}

// toTheEnd follows chains of moves to their ends, in place. Pages in cycles and in chains that are too long stay.
func toTheEnd(to []uint32) {
	for u := range to {
		at, steps := to[u], 0
		for to[at] != at && steps < inARow {
			at = to[at]
			steps++
		}
		if to[at] != at {
			at = uint32(u) //nolint:gosec // of at most 2³² pages
		}
		to[u] = at
	}
}

// isMoved says whether a page only says where it is now.
func (g *Ground) isMoved(u graph.Node) bool { return g.moved != nil && g.moved.To(u) != u }

// now are pages where they are now.
func (g *Ground) now(pages []graph.Node) []graph.Node {
	if g.moved == nil {
		return pages
	}
	at := make([]graph.Node, len(pages))
	for i, u := range pages {
		at[i] = g.moved.To(u)
	}
	return at
}

// withMoved appends the pages of the superset that moved to one of some pages, and are not among these.
func (g *Ground) withMoved(pages []graph.Node) []graph.Node {
	if g.moved == nil {
		return pages
	}
	for _, u := range pages {
		for _, x := range g.moved.Of(u) {
			if x := graph.Node(x); !g.beyond(x) {
				pages = append(pages, x)
			}
		}
	}
	slices.Sort(pages)
	return slices.Compact(pages)
}

// takeMoved adds moved pages to the steps of a boundary, with the pages that they moved to. The flow cannot reach
// moved pages, because no link leads to them.
func (g *Ground) takeMoved(b *Boundary) {
	more := make([]int, len(b.Steps)+1) // pages that come in with each step
	g.eachMoved(func(u, at graph.Node) {
		if b.first[at] < b.first[u] {
			b.first[u] = b.first[at]
			more[b.first[u]]++
		}
	})
	sum := 0
	for i := range b.Steps {
		sum += more[i]
		b.Steps[i].Pages += sum
	}
}

// takeInto has them follow into a set, and returns how many did.
func (g *Ground) takeInto(set bitset.Set) (n int) {
	g.eachMoved(func(u, at graph.Node) {
		if set.Has(int(at)) && !set.Has(int(u)) {
			set.Add(int(u))
			n++
		}
	})
	return n
}

// eachMoved goes through the pages of the superset that moved, with where they are now.
func (g *Ground) eachMoved(f func(u, at graph.Node)) {
	if g.moved == nil {
		return
	}
	for _, x := range g.moved.All() {
		if u := graph.Node(x); !g.beyond(u) {
			f(u, g.moved.To(u))
		}
	}
}
