package cluster

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/par"
	"weft/internal/splitmix"
)

// A Graph is an undirected graph with weights. It is read by many at a time and never changed.
type Graph struct {
	// Lists holds each edge in both directions. Self-loops in it are ignored; Loops holds them.
	Lists graph.Random
	// Weights holds the weight of each arc of Lists in order, equal in both directions, from [MinWeight] to
	// [MaxWeight]; nil stands for 1 each.
	Weights []float32
	// Loops holds the weight of the self-loop of each node, 0 if it has none; nil if no node has one.
	Loops []float32
}

// MinWeight and MaxWeight bound the weights of edges, so that sums of weights and squares of these sums stay in
// the range of floating-point numbers.
const (
	MinWeight = 1e-20
	MaxWeight = 1e20
)

// EachWay is the weight that makes an edge weigh as much as there are directions in which its pages link.
func EachWay(_, _ graph.Node) float32 { return 1 }

// Underlying returns the undirected graph of a directed one: u and v are joined if u → v or v → u. out is the
// graph, in its transpose. Loops are left out.
//
// Without weigh all edges weigh 1, and lists are merged whenever they are read ([view.Symmetrised]); [graph.Load]
// makes reading fast where memory allows. With weigh, an edge weighs weigh(u, v) if u → v, plus weigh(v, u) if v →
// u. Lists and weights then lie in memory: 8 bytes for each of the two directions of an edge, and 4 a node. One
// pass counts and one weighs, on all workers. Errors: reading, ctx, and weights out of bounds.
func Underlying(ctx context.Context, out, in graph.Random, weigh func(u, v graph.Node) float32, w graph.Work) (*Graph, error) {
	both, err := view.Symmetrised(out, in)
	if err != nil {
		return nil, fmt.Errorf("underlying undirected graph: %w", err)
	}
	if weigh == nil {
		return &Graph{Lists: both}, nil
	}
	n := out.NumNodes()
	b := &builder{out: out, in: in, weigh: weigh, starts: make([]uint32, n+1)}
	parts := graph.Parts(out)
	each := func(f func(u graph.Node, succ, pred []graph.Node) error) error {
		return par.Do(ctx, len(parts), w.Workers, func(i int) error { return eachPair(out, in, parts[i], f) })
	}
	if err := each(b.count); err != nil {
		return nil, fmt.Errorf("underlying undirected graph: %w", err)
	}
	arcs := int64(0)
	for u := range n {
		arcs += int64(b.starts[u+1])
		b.starts[u+1] += b.starts[u]
	}
	if err := graph.CheckInMemory(arcs); err != nil {
		return nil, fmt.Errorf("underlying undirected graph: %w", err)
	}
	b.ends, b.weights = make([]graph.Node, b.starts[n]), make([]float32, b.starts[n])
	if err := each(b.fill); err != nil {
		return nil, fmt.Errorf("underlying undirected graph: %w", err)
	}
	lists, err := graph.NewMemory(b.starts, b.ends)
	if err != nil {
		return nil, fmt.Errorf("underlying undirected graph: the graph and its transpose do not fit: %w", err)
	}
	return &Graph{Lists: lists, Weights: b.weights}, nil
}

// eachPair calls f with both lists of each node of r.
func eachPair(out, in graph.Graph, r graph.Range, f func(u graph.Node, succ, pred []graph.Node) error) error {
	a, b := out.Scan(r), in.Scan(r)
	for a.Next() && b.Next() {
		if err := f(a.Node(), a.Succ(), b.Succ()); err != nil {
			return err
		}
	}
	if err := a.Err(); err != nil {
		return err
	}
	return b.Err()
}

// A builder makes the rows of an underlying graph.
type builder struct {
	out, in graph.Random
	weigh   func(u, v graph.Node) float32
	starts  []uint32
	ends    []graph.Node
	weights []float32
}

func (b *builder) count(u graph.Node, succ, pred []graph.Node) error {
	graph.Neighbours(u, succ, pred, func(graph.Node, bool, bool) { b.starts[u+1]++ })
	return nil
}

func (b *builder) fill(u graph.Node, succ, pred []graph.Node) (err error) {
	at := b.starts[u]
	graph.Neighbours(u, succ, pred, func(v graph.Node, to, from bool) {
		w := float32(0)
		if to {
			w += b.weigh(u, v)
		}
		if from {
			w += b.weigh(v, u)
		}
		if !(w >= MinWeight && w <= MaxWeight) && err == nil {
			err = weightError(u, v, w)
		}
		b.ends[at], b.weights[at] = v, w
		at++
	})
	return err
}

func weightError(u, v graph.Node, w float32) error {
	return fmt.Errorf("the edge of nodes %d and %d weighs %g: want from %g to %g", u, v, w, MinWeight, MaxWeight)
}

// strengths returns the weight of the edges of each node, with loops counted twice, and the sum of all. It refuses
// a graph that is not undirected.
func (g *Graph) strengths(ctx context.Context, w graph.Work) (of []float64, sum float64, err error) {
	n := g.Lists.NumNodes()
	if g.Weights != nil && int64(len(g.Weights)) != g.Lists.NumArcs() {
		return nil, 0, fmt.Errorf("%d weights for %d arcs", len(g.Weights), g.Lists.NumArcs())
	}
	if g.Loops != nil && len(g.Loops) != n {
		return nil, 0, fmt.Errorf("%d weights of loops for %d nodes", len(g.Loops), n)
	}
	of = make([]float64, n)
	parts := graph.Parts(g.Lists)
	marks := make([]uint64, len(parts))
	err = par.Do(ctx, len(parts), w.Workers, func(i int) (err error) {
		marks[i], err = g.strengthsOf(parts[i], of)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	mark := uint64(0)
	for _, m := range marks {
		mark += m
	}
	if mark != 0 {
		return nil, 0, fmt.Errorf("the graph is not undirected: want each edge in the lists of both its nodes, with the same weight; make it by Underlying")
	}
	for _, s := range of {
		sum += s
	}
	return of, sum, nil
}

// strengthsOf fills of for the nodes of r. The marks of all parts sum to 0 if each arc has its counterpart. An arc
// to a larger node adds a hash of the edge, and an arc to a smaller node subtracts it.
func (g *Graph) strengthsOf(r graph.Range, of []float64) (mark uint64, err error) {
	at := g.Lists.ArcsBefore(r.Lo)
	var bad error
	err = graph.EachList(g.Lists, r, func(u graph.Node, succ []graph.Node) {
		sum := 0.0
		for i, v := range succ {
			if u == v {
				continue
			}
			w := float32(1)
			if g.Weights != nil {
				if w = g.Weights[at+int64(i)]; !(w >= MinWeight && w <= MaxWeight) && bad == nil {
					bad = weightError(u, v, w)
				}
			}
			sum += float64(w)
			h := splitmix.Mix(uint64(min(u, v))<<32|uint64(max(u, v))) * (uint64(math.Float32bits(w)) | 1)
			if u < v {
				mark += h
			} else {
				mark -= h
			}
		}
		at += int64(len(succ))
		if g.Loops != nil {
			w := g.Loops[u]
			if w != 0 && !(w >= MinWeight && w <= MaxWeight) && bad == nil {
				bad = weightError(u, u, w)
			}
			sum += 2 * float64(w)
		}
		of[u] = sum
	})
	if err == nil {
		err = bad
	}
	return mark, err
}
