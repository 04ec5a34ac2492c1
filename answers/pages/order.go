package pages

import (
	"context"
	"slices"

	"weft/algo/rank"
	"weft/answers/measure"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/held"
	"weft/internal/option"
	"weft/store"
)

// mostStatuses is more than the number of statuses of HTTP.
const mostStatuses = 1000

// mostHeld is the number of pages of the whole crawl that are held for each order, so that they are found once: 40 kB.
const mostHeld = 10_000

// Warm finds the first pages of the whole crawl in all orders, so that the first reader does not wait.
func (s *Source) Warm(ctx context.Context) error {
	all := &Found{Count: s.c.NumPages(), keys: store.KeyRange{Lo: 0, Hi: s.c.NumPages()}}
	for _, order := range s.Orders() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := s.First(ctx, all, order, 1); err != nil {
			return err
		}
	}
	return nil
}

// First returns the first k pages of a result in an order. Of tied pages the page with the smaller number comes first, as in
// weft rank. Memory: 4 bytes for each page that was found, or a bit for each page of the crawl.
func (s *Source) First(ctx context.Context, found *Found, order string, k int) ([]graph.Node, error) {
	k = min(k, found.Count)
	switch order {
	case "", ByURL:
		positions, _ := found.Next(0, k)
		if found.groups != nil {
			for i, g := range found.groups[:k] {
				positions[i] = int(uint32(g)) //nolint:gosec // its lower half
			}
		}
		nodes := make([]graph.Node, len(positions))
		for i, p := range positions {
			nodes[i] = s.c.AtKey(p)
		}
		return nodes, nil
	case ByStatus:
		return s.byStatus(ctx, found, k)
	}
	m, ok, err := s.scored(order)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, option.Errorf("{sort} %s: the crawl has no values for this order", order)
	}
	if found.Count < s.c.NumPages() || k > mostHeld {
		return s.top(ctx, found, &m, k)
	}
	h, _ := s.best.LoadOrStore(order, &held.Value[[]graph.Node]{})
	best := h.(*held.Value[[]graph.Node]) //nolint:forcetypeassert // nothing else is stored
	first, err := best.Get(func() ([]graph.Node, error) { return s.top(ctx, found, &m, min(mostHeld, found.Count)) })
	if err != nil {
		return nil, err
	}
	return first[:k:k], nil
}

// top returns the best k pages by a score.
func (s *Source) top(ctx context.Context, found *Found, m *measure.Scored, k int) ([]graph.Node, error) {
	n := s.c.NumPages()
	if found.Count == n {
		return rank.Top(n, k, m.Ties, func(u int) float64 { return m.At(graph.Node(u)) }, nil), nil //nolint:gosec // pages are nodes
	}
	if found.Count > n/32 {
		set := bitset.New(n)
		err := s.Nodes(ctx, found, func(u graph.Node) error {
			set.Add(int(u))
			return nil
		})
		return rank.Top(n, k, m.Ties, func(u int) float64 { return m.At(graph.Node(u)) }, set.Has), err //nolint:gosec // pages are nodes
	}
	nodes := make([]graph.Node, 0, found.Count)
	err := s.Nodes(ctx, found, func(u graph.Node) error {
		nodes = append(nodes, u)
		return nil
	})
	slices.Sort(nodes)
	top := rank.Top(len(nodes), k, m.Ties, func(i int) float64 { return m.At(nodes[i]) }, nil)
	for i, at := range top {
		top[i] = nodes[at]
	}
	return top, err
}

// byStatus returns the first k pages by status, pages of the same status in the order of their URLs.
func (s *Source) byStatus(ctx context.Context, found *Found, k int) ([]graph.Node, error) {
	x, err := s.Index()
	if err != nil {
		return nil, err
	}
	statuses, err := x.Statuses(mostStatuses)
	if err != nil {
		return nil, err
	}
	left := Found{keys: found.keys}
	left.and(found.bitmap())
	var first []graph.Node
	take := func(part *Found) {
		positions, _ := part.Next(0, k-len(first))
		for _, p := range positions {
			first = append(first, s.c.AtKey(p))
		}
	}
	for _, v := range statuses {
		if len(first) == k || ctx.Err() != nil {
			return first, ctx.Err()
		}
		set, err := x.StatusText(v.Value)
		if err != nil {
			return nil, err
		}
		set.And(left.set)
		left.set.AndNot(set)
		take(&Found{keys: found.keys, set: set})
	}
	take(&left)
	return first, nil
}
