package triangle

import (
	"context"
	"math"
	"slices"

	"weft/graph"
	"weft/internal/par"
)

// both reads the successors and the predecessors of nodes beside each other.
type both struct {
	ctx     context.Context //nolint:containedctx // lives as long as one call
	out, in graph.Random
	workers int
	free    par.Free[scratch]
}

// A visit is given the lists of a node, lent, the part of the graph that it is in, and what the worker keeps.
type visit func(s *scratch, part int, u graph.Node, succ, pred []graph.Node)

func newBoth(ctx context.Context, out, in graph.Random, workers int) both {
	workers = par.Workers(workers)
	return both{ctx, out, in, workers, make(par.Free[scratch], workers)}
}

// each visits all nodes, part after part on several workers.
func (b *both) each(f visit) error { return b.parts(graph.Parts(b.out), f) }

// within is each of the nodes of r, in parts of its own.
func (b *both) within(r graph.Range, f visit) error {
	var parts []graph.Range
	for _, p := range graph.Parts(b.out) {
		if p.Lo, p.Hi = max(p.Lo, r.Lo), min(p.Hi, r.Hi); p.Lo < p.Hi {
			parts = append(parts, p)
		}
	}
	return b.parts(parts, f)
}

func (b *both) parts(parts []graph.Range, f visit) error {
	out := graph.Watched(b.out, func(graph.Node) error { return b.ctx.Err() })
	return par.Do(b.ctx, len(parts), b.workers, func(i int) error {
		s := b.free.Get()
		defer b.free.Put(s)
		return graph.EachBoth(out, b.in, parts[i], func(u graph.Node, succ, pred []graph.Node) { f(s, i, u, succ, pred) })
	})
}

// totals counts neighbours, and writes their numbers to degrees unless that is nil.
func (b *both) totals(degrees []uint32) (Totals, error) {
	parts := make([]Totals, len(graph.Parts(b.out)))
	tooMany := make([]bool, len(parts))
	err := b.each(func(_ *scratch, i int, u graph.Node, succ, pred []graph.Node) {
		d, paths := degree(u, succ, pred)
		if degrees != nil {
			degrees[u] = uint32(d)
		}
		tooMany[i] = !parts[i].add(d, paths) || tooMany[i]
	})
	var all Totals
	for i, t := range parts {
		sum := all.plus(&t)
		if err == nil && (tooMany[i] || !sum) {
			err = ErrTooMany
		}
	}
	all.Edges /= 2
	return all, err
}

// degree returns the number of neighbours of u, and the number of paths of two links with u in the middle and
// different ends.
func degree(u graph.Node, succ, pred []graph.Node) (neighbours, paths int64) {
	outs, ins, returned := int64(len(succ)), int64(len(pred)), graph.Common(succ, pred)
	if _, loop := slices.BinarySearch(succ, u); loop {
		outs, ins, returned = outs-1, ins-1, returned-1
	}
	return outs + ins - returned, ins*outs - returned
}

// add adds a node; it says whether the sums have room.
func (t *Totals) add(d, paths int64) bool {
	one := Totals{Edges: d, Paths: paths}
	if d > 1 {
		one.Several = 1
		if d%2 == 0 {
			one.Wedges = d / 2 * (d - 1)
		} else {
			one.Wedges = (d - 1) / 2 * d
		}
	}
	return paths >= 0 && t.plus(&one)
}

func (t *Totals) plus(o *Totals) bool {
	if t.Wedges > math.MaxInt64-o.Wedges || t.Paths > math.MaxInt64-o.Paths {
		return false
	}
	t.Edges, t.Wedges, t.Several, t.Paths = t.Edges+o.Edges, t.Wedges+o.Wedges, t.Several+o.Several, t.Paths+o.Paths
	return true
}
