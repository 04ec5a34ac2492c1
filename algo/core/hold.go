package core

import (
	"cmp"
	"context"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/par"
)

// HeldBytes returns the memory for copying the links of a core with the given numbers of pages and arcs, out of a
// graph of n nodes, with temporary memory.
func HeldBytes(n, pages int, arcs int64) int64 {
	k := int64(pages)
	return 2*graph.LoadBytes(pages, arcs) + 4*k + 3*2*k + view.SubsetBytes(n)
}

// hold returns a copy of the core that has only the links between its fans and centers, with its pages renumbered
// in order. It returns nil if the copy exceeds Held.
func (c *Core) hold(ctx context.Context) (*Core, error) {
	l, err := c.Left(ctx, len(c.fans.live))
	if err != nil || l.Arcs > graph.MaxInMemory || HeldBytes(len(c.fans.live), l.Pages, l.Arcs) > c.o.Held {
		return nil, err
	}
	c.o.tell("copying the links of the core", 0, 0)
	is := view.NewBits(len(c.fans.live))
	for u := range c.fans.live {
		if c.fans.live[u] != 0 || c.heads.live[u] != 0 {
			is.Add(u)
		}
	}
	pages, err := view.NewSubset(is, len(c.fans.live))
	if err != nil {
		return nil, err
	}
	small := &Core{Shape: c.Shape, o: c.o, border: c.border, cost: c.cost, bits: c.bits, shared: c.shared, ids: make([]graph.Node, 0, l.Pages)}
	small.fans = side{live: make([]uint8, 0, l.Pages), need: c.fans.need}
	small.heads = side{live: make([]uint8, 0, l.Pages), need: c.heads.need}
	for u := range is.All() {
		small.ids = append(small.ids, graph.Node(u))
		small.fans.live, small.heads.live = append(small.fans.live, c.fans.live[u]), append(small.heads.live, c.heads.live[u])
	}
	out, err := c.links(ctx, pages, l)
	if err != nil {
		return nil, err
	}
	small.fans.g = out
	small.heads.g, err = graph.Transpose(out)
	return small, err
}

// links are those from fans to centers, between pages as the subset numbers them.
func (c *Core) links(ctx context.Context, pages *view.Subset, l Left) (*graph.Memory, error) {
	starts, succ := make([]uint32, 1, l.Pages+1), make([]graph.Node, 0, l.Arcs)
	err := graph.InOrder(ctx, c.fans.g, func(u graph.Node, list []graph.Node) {
		if c.fans.live[u] != 0 {
			for _, v := range list {
				if v != u && c.heads.live[v] != 0 {
					succ = append(succ, graph.Node(pages.Rank(int(v))))
				}
			}
		}
		if pages.Has(int(u)) {
			starts = append(starts, uint32(len(succ))) //nolint:gosec // NewMemory checks
		}
	})
	if err != nil {
		return nil, err
	}
	return graph.NewMemory(starts, succ)
}

// arcs counts the arcs from fans to centers, in a pass.
func (c *Core) arcs(ctx context.Context) (int64, error) {
	parts := graph.Parts(c.fans.g)
	counts := make([]int64, len(parts))
	err := par.Do(ctx, len(parts), c.o.Workers, func(i int) error {
		return graph.EachList(c.watched(ctx, c.fans.g), parts[i], func(u graph.Node, list []graph.Node) {
			if c.fans.live[u] != 0 {
				counts[i] += int64(c.heads.among(u, list))
			}
		})
	})
	all := int64(0)
	for _, n := range counts {
		all += n
	}
	return all, err
}

// copyOf makes c what another core of the same links is, to be used up alone; the links are shared.
func (c *Core) copyOf(from *Core) *Core {
	fans, heads := c.fans.live, c.heads.live
	*c = *from
	c.fans.live, c.heads.live = append(fans[:0], from.fans.live...), append(heads[:0], from.heads.live...)
	return c
}

// CopiesBytes returns the least Held for which no core of a table is made anew from the whole graph of n nodes:
// two copies of its live part.
func CopiesBytes(n int) int64 { return 4 * int64(n) }

// narrow peels a core that is peeled already to a shape that has no fewer fans and centers.
func (c *Core) narrow(ctx context.Context, s Shape) error {
	c.Shape, c.fans.need, c.heads.need = s, s.Centers, s.Fans
	w, left := newWorklist(c), int64(0)
	for role := range c.bits {
		left += w.short(role)
	}
	if done, err := w.followFew(ctx, left); done || err != nil {
		return err
	}
	return c.settle(ctx)
}

// short removes the nodes of a side with too few links, lets them wait, and returns their number.
func (w *worklist) short(role int) (left int64) {
	s := w.c.side(role)
	for u, n := range s.live {
		if n > 0 && int(n) < s.need {
			s.live[u] = 0
			w.push(role, graph.Node(u)) //nolint:gosec // a node
			left++
		}
	}
	return left
}

// Each calls f with the core of each wanted shape from the shape of c to last, by rows of fans. A nil wanted wants
// all. f may use up its core; Each uses up c. A core is made from an earlier one that contains it, if the links of
// that are held or copies of its live part fit. Otherwise it is made from the whole graph. For a table of many
// shapes, Each first computes what fans share ([SharedBytes]).
func (c *Core) Each(ctx context.Context, last Shape, wanted func(Shape) bool, f func(*Core) error) error {
	if err := check(c.fans.g, c.heads.g, last); err != nil {
		return err
	}
	if wanted == nil {
		wanted = func(Shape) bool { return true }
	}
	t := &table{first: c.Shape, last: last, wanted: wanted, each: f}
	small, err := c.hold(ctx)
	switch {
	case err != nil:
		return err
	case small != nil:
		return t.narrowing(ctx, small)
	case CopiesBytes(len(c.fans.live)) <= c.o.Held:
		return t.narrowing(ctx, c)
	}
	return t.anew(ctx, c)
}

// A table is the progress of Each.
type table struct {
	first, last Shape
	wanted      func(Shape) bool
	each        func(*Core) error
}

// row reports whether a shape with the given number of fans is wanted, or with more fans if more is set.
func (t *table) row(fans int, more bool) bool {
	for i := fans; i <= t.last.Fans && (more || i == fans); i++ {
		for j := t.first.Centers; j <= t.last.Centers; j++ {
			if t.wanted(Shape{i, j}) {
				return true
			}
		}
	}
	return false
}

// looks reports whether to compute what fans share when a core has the given number of fans and the first number
// of centers.
func (t *table) looks(fans int) bool {
	return fans == sharedBase(t.first).Fans && sharingPays(t.first, t.last) && t.row(fans, true)
}

// narrowing makes each core of one before it.
func (t *table) narrowing(ctx context.Context, c *Core) error {
	row, next := new(Core), new(Core)
	for i := t.first.Fans; i <= t.last.Fans; i++ {
		if err := c.narrow(ctx, Shape{i, t.first.Centers}); err != nil {
			return err
		}
		if t.looks(i) {
			if err := c.share(ctx, t.last); err != nil {
				return err
			}
		}
		if !t.row(i, false) {
			continue
		}
		row.copyOf(c)
		for j := t.first.Centers; j <= t.last.Centers; j++ {
			if !t.wanted(Shape{i, j}) {
				continue
			}
			if err := row.narrow(ctx, Shape{i, j}); err != nil {
				return err
			}
			if err := t.each(next.copyOf(row)); err != nil {
				return err
			}
		}
	}
	return nil
}

// anew makes each core from the whole graph. c is the core of the first shape.
func (t *table) anew(ctx context.Context, c *Core) error {
	peel := func(s Shape) error {
		if s == c.Shape { // the first shape, or the next one, in whose core sharing was computed
			return nil
		}
		return c.peel(ctx, s)
	}
	for i := t.first.Fans; i <= t.last.Fans; i++ {
		if t.looks(i) {
			if err := peel(Shape{i, t.first.Centers}); err != nil {
				return err
			}
			if err := c.share(ctx, t.last); err != nil {
				return err
			}
		}
		for j := t.first.Centers; j <= t.last.Centers; j++ {
			s := Shape{i, j}
			if !t.wanted(s) {
				continue
			}
			if err := peel(s); err != nil {
				return err
			}
			small, err := c.hold(ctx)
			if err == nil {
				err = t.each(cmp.Or(small, c))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
