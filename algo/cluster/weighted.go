package cluster

import (
	"context"
	"errors"
	"fmt"

	"weft/graph"
	"weft/internal/par"
)

// UnderlyingWeighted is [Underlying] of a graph whose arcs have weights: an edge weighs as much as both of its arcs
// together. Edges that weigh 0 are left out, and so are loops. Lists and weights lie in memory: 8 bytes for each of the two
// directions of an edge, and 4 a node. Errors: reading, ctx, weights below 0, and weights of edges out of bounds.
func UnderlyingWeighted(ctx context.Context, out, in graph.Weighted, w graph.Work) (*Graph, error) {
	g, err := underlyingWeighted(ctx, out, in, w)
	if err != nil {
		return nil, fmt.Errorf("underlying undirected graph: %w", err)
	}
	return g, nil
}

func underlyingWeighted(ctx context.Context, out, in graph.Weighted, w graph.Work) (*Graph, error) {
	n := out.NumNodes()
	starts := make([]uint32, n+1)
	parts := graph.Parts(out)
	each := func(f func(u graph.Node, edges []weightedEdge) error) error {
		return par.Do(ctx, len(parts), w.Workers, func(i int) error { return eachWeighted(out, in, parts[i], f) })
	}
	err := each(func(u graph.Node, edges []weightedEdge) error {
		starts[u+1] = uint32(len(edges)) //nolint:gosec // fewer than nodes
		return nil
	})
	if err != nil {
		return nil, err
	}
	arcs := int64(0)
	for u := range n {
		arcs += int64(starts[u+1])
		starts[u+1] += starts[u]
	}
	if err := graph.CheckInMemory(arcs); err != nil {
		return nil, err
	}
	ends, weights := make([]graph.Node, starts[n]), make([]float32, starts[n])
	err = each(func(u graph.Node, edges []weightedEdge) error {
		at := starts[u]
		for i, e := range edges {
			w := float32(e.weight)
			if !(w >= MinWeight && w <= MaxWeight) {
				return weightError(u, e.to, w)
			}
			ends[at+uint32(i)], weights[at+uint32(i)] = e.to, w //nolint:gosec // fewer than nodes
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	lists, err := graph.NewMemory(starts, ends)
	if err != nil {
		return nil, fmt.Errorf("the graph and its transpose do not fit: %w", err)
	}
	return &Graph{Lists: lists, Weights: weights}, nil
}

// A weightedEdge is the end of an edge of a node.
type weightedEdge struct {
	to     graph.Node
	weight float64
}

// eachWeighted calls f with the edges of each node of r, in order; f must not keep them.
func eachWeighted(out, in graph.Weighted, r graph.Range, f func(u graph.Node, edges []weightedEdge) error) error {
	a, b := out.ScanWeights(r), in.ScanWeights(r)
	var edges []weightedEdge
	for a.Next() && b.Next() {
		u := a.Node()
		edges = edges[:0]
		to, from := a.Weights(), b.Weights()
		for _, w := range to {
			if !(w >= 0) {
				return fmt.Errorf("an arc of page %d has the weight %v: clusters need weights of 0 or more", u, w)
			}
		}
		graph.Neighbours(u, withoutLoop(u, a.Succ(), &to), withoutLoop(u, b.Succ(), &from), func(v graph.Node, isTo, isFrom bool) {
			sum := 0.0
			if isTo {
				sum, to = to[0], to[1:]
			}
			if isFrom {
				sum += from[0] // the same for both ends, as two numbers are added
				from = from[1:]
			}
			if sum > 0 {
				edges = append(edges, weightedEdge{v, sum})
			}
		})
		if err := f(u, edges); err != nil {
			return err
		}
	}
	return errors.Join(a.Err(), b.Err())
}

// withoutLoop returns a list without an arc to u itself. Its weight is taken out of a copy of the weights.
func withoutLoop(u graph.Node, list []graph.Node, weights *[]float64) []graph.Node {
	for i, v := range list {
		if v == u {
			w := append(append(make([]float64, 0, len(list)-1), (*weights)[:i]...), (*weights)[i+1:]...)
			*weights = w
			return append(append(make([]graph.Node, 0, len(list)-1), list[:i]...), list[i+1:]...)
		}
		if v > u {
			break
		}
	}
	return list
}
