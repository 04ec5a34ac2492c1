package core

import (
	"cmp"
	"context"
	"slices"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/par"
)

// HeldBytes are what a core of so many pages and arcs takes when its links are copied, while it is made, too; the graph has n nodes.
func HeldBytes(n, pages int, arcs int64) int64 {
	k := int64(pages)
	return 2*graph.LoadBytes(pages, arcs) + 4*k + 3*2*k + view.SubsetBytes(n)
}

// hold returns a copy of the core with the links between its fans and centers alone, and its pages numbered anew in their order; nil if it takes more than may be held.
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
	small := &Core{Shape: c.Shape, o: c.o, border: c.border, cost: c.cost, ids: make([]graph.Node, 0, l.Pages)}
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

// clone returns a core that can be used up alone; the links are shared.
func (c *Core) clone() *Core {
	d := *c
	d.fans.live, d.heads.live = slices.Clone(c.fans.live), slices.Clone(c.heads.live)
	return &d
}

// narrow peels a core that is peeled already to a shape that has no fewer fans and centers.
func (c *Core) narrow(ctx context.Context, s Shape) error {
	c.Shape, c.fans.need, c.heads.need = s, s.Centers, s.Fans
	room := c.room()
	fans, heads := c.fans.short(room), c.heads.short(room)
	if len(fans) <= room && len(heads) <= room {
		if done, err := c.follow(ctx, fans, heads); done || err != nil {
			return err
		}
	}
	return c.settle(ctx)
}

// short takes those away that have too few, and returns them; of more than there is room for, one more than that.
func (s *side) short(room int) []graph.Node {
	var all []graph.Node
	for u, n := range s.live {
		if n > 0 && int(n) < s.need {
			s.live[u] = 0
			if len(all) <= room {
				all = append(all, graph.Node(u))
			}
		}
	}
	return all
}

// Each calls f with the core of each shape from that of c to the last that is wanted, i by i and j by j, which f may use up; c is used up, too. If wanted is nil all are. A core is made of one before it, in which it lies, where the links of the first
// are held: of others, of the whole graph.
func (c *Core) Each(ctx context.Context, last Shape, wanted func(Shape) bool, f func(*Core) error) error {
	if err := check(c.fans.g, c.heads.g, last); err != nil {
		return err
	}
	if wanted == nil {
		wanted = func(Shape) bool { return true }
	}
	first := c.Shape
	for i := first.Fans; i <= last.Fans; i++ {
		for j := first.Centers; j <= last.Centers; j++ {
			s := Shape{i, j}
			if s != first && !wanted(s) {
				continue
			}
			if s != first {
				if err := c.peel(ctx, s); err != nil {
					return err
				}
			}
			small, err := c.hold(ctx)
			switch {
			case err == nil && small != nil && s == first:
				return small.each(ctx, last, wanted, f)
			case err == nil && wanted(s):
				err = f(cmp.Or(small, c))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// each is Each for a core whose links are held.
func (c *Core) each(ctx context.Context, last Shape, wanted func(Shape) bool, f func(*Core) error) error {
	first := c.Shape
	for i := first.Fans; i <= last.Fans; i++ {
		if err := c.narrow(ctx, Shape{i, first.Centers}); err != nil {
			return err
		}
		row := c.clone()
		for j := first.Centers; j <= last.Centers; j++ {
			if !wanted(Shape{i, j}) {
				continue
			}
			if err := row.narrow(ctx, Shape{i, j}); err != nil {
				return err
			}
			if err := f(row.clone()); err != nil {
				return err
			}
		}
	}
	return nil
}
