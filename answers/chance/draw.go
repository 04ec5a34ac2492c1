package chance

import (
	"context"
	"fmt"
	"sync"

	"weft/algo/rewire"
	"weft/algo/triangle"
	"weft/answers/answer"
	"weft/answers/assortativity"
	"weft/answers/reciprocity"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/internal/par"
	"weft/store"
)

// A drawing is the values of a random graph, and how it was drawn.
type drawing struct {
	Values          values
	Swapped, Turned int64
	Halfway, Kept   float64 // shares of the links of the crawl
}

// values are the figures of a graph, in the order of figures; nil if a figure is not defined.
type values []*float64

// compare measures the crawl and the random graphs.
func (q *asked) compare(ctx context.Context, c *store.Crawl, v *store.View, o *answer.Options, atOnce int) (*Chance, error) {
	g, err := withoutLoops(ctx, v.Out)
	if err != nil {
		return nil, err
	}
	m := &meter{ctx: ctx, own: g, workers: max(1, o.Workers/atOnce)}
	if c.HasNames() {
		hosts, err := c.Hosts()
		if err != nil {
			return nil, err
		}
		if m.hosts, err = hosts.All(nil); err != nil {
			return nil, err
		}
	}
	own, err := m.measure(g)
	if err != nil {
		return nil, err
	}
	r := &Chance{Kinds: v.Kinds.String(), View: v.Filter, Pages: g.NumNodes(), Arcs: g.NumArcs(), Swaps: q.swaps, asked: *q}
	if r.Arcs > 0 {
		if r.draws, err = q.draw(ctx, v, m, o, atOnce); err != nil {
			return nil, err
		}
	}
	r.sum(own)
	return r, nil
}

// A state has the finished drawings of interrupted work, by their numbers.
type state struct{ Drawn map[int]drawing }

// draw draws and measures the random graphs. Each depends on its number alone.
func (q *asked) draw(ctx context.Context, v *store.View, m *meter, o *answer.Options, atOnce int) ([]drawing, error) {
	u := o.Unfinished(v, "chance", fmt.Sprintf("draws %d swaps %d seed %d", q.draws, q.swaps, o.Seed))
	from, save := answer.Resume(u, state{}, func(*state) []npy.Piece { return nil }, func(s *state) string {
		return "after " + digits.Plural(len(s.Drawn), "random graph")
	})
	now := state{Drawn: map[int]drawing{}}
	if from != nil {
		now = *from
	}
	var lock sync.Mutex // of the state
	err := par.Do(ctx, q.draws, atOnce, func(i int) error {
		lock.Lock()
		_, known := now.Drawn[i]
		lock.Unlock()
		if known {
			return nil
		}
		one, err := q.one(ctx, m, o.Seed, i)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		now.Drawn[i] = one
		o.Tell("drawing random graphs", int64(len(now.Drawn)), int64(q.draws))
		return save(now)
	})
	if err = u.Ended(err); err != nil {
		return nil, err
	}
	all := make([]drawing, q.draws)
	for i := range all {
		all[i] = now.Drawn[i]
	}
	return all, nil
}

// one draws and measures a random graph.
func (q *asked) one(ctx context.Context, m *meter, seed uint64, number int) (drawing, error) {
	d, err := rewire.Draw(ctx, m.own, rewire.Options{Steps: int64(q.swaps) * m.own.NumArcs(), Seed: seed, Draw: uint64(number)})
	if err != nil {
		return drawing{}, err
	}
	arcs := float64(m.own.NumArcs())
	drawn := drawing{Swapped: d.Swapped, Turned: d.Turned, Halfway: float64(d.Halfway) / arcs, Kept: float64(d.Kept) / arcs}
	drawn.Values, err = m.measure(d.Graph)
	return drawn, err
}

// withoutLoops loads a graph without links of pages to themselves.
func withoutLoops(ctx context.Context, g graph.Random) (*graph.Memory, error) {
	starts := make([]uint32, g.NumNodes()+1)
	succ := make([]graph.Node, 0, g.NumArcs())
	err := graph.InOrder(ctx, g, func(u graph.Node, list []graph.Node) {
		for _, v := range list {
			if v != u {
				succ = append(succ, v)
			}
		}
		starts[u+1] = uint32(len(succ))
	})
	if err != nil {
		return nil, err
	}
	return graph.NewMemory(starts, succ)
}

// A meter measures graphs in memory.
type meter struct {
	ctx     context.Context //nolint:containedctx // it lives as long as a command
	own     *graph.Memory   // the graph of the crawl
	workers int
	hosts   []uint32 // of the pages; nil without names
}

// measure returns the values of a graph without loops.
func (m *meter) measure(g *graph.Memory) (values, error) {
	back, err := graph.Transpose(g)
	if err != nil {
		return nil, err
	}
	r, err := reciprocity.Count(m.ctx, g, back, m.workers)
	if err != nil {
		return nil, err
	}
	a, err := assortativity.Measure(m.ctx, g, graph.Work{Workers: m.workers})
	if err != nil {
		return nil, err
	}
	t, err := triangle.Count(m.ctx, g, back, triangle.Options{Work: graph.Work{Workers: m.workers}})
	if err != nil {
		return nil, err
	}
	return values{
		r.Share, r.Rho, share(3*float64(t.Triangles), float64(t.Wedges)), local(t), a.OutIn, a.OutOut, a.InIn, a.InOut, m.withinHosts(g),
	}, nil
}

func share(part, all float64) *float64 {
	if all == 0 {
		return nil
	}
	x := part / all
	return &x
}

// local is the mean share of pairs of neighbours that are linked, over the pages with two neighbours or more.
func local(t *triangle.Counted) *float64 {
	sum := 0.0
	for u, d := range t.Degrees {
		if d > 1 {
			sum += float64(t.Of[u]) / (float64(d) * float64(d-1) / 2)
		}
	}
	return share(sum, float64(t.Several))
}

// withinHosts is the share of links between pages of a host.
func (m *meter) withinHosts(g *graph.Memory) *float64 {
	if m.hosts == nil {
		return nil
	}
	within := int64(0)
	for u := range g.NumNodes() {
		for _, v := range g.Succ(graph.Node(u)) {
			if m.hosts[u] == m.hosts[v] {
				within++
			}
		}
	}
	return share(float64(within), float64(g.NumArcs()))
}
