package component_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// sparse draws a graph of few arcs a node, with nodes that dangle, that lead to themselves and that have no arcs, and
// of arcs that lead forwards a part of up to all: the largest component has most nodes, few, or one. Nodes are numbered
// at random, onwards or backwards.
func sparse(r *rand.Rand) *graph.Memory {
	n := 1 + r.IntN(4000)
	number := r.Perm(n)
	dangling, forward, mean := r.Float64(), r.Float64(), 1+r.IntN(6)
	if r.IntN(4) == 0 {
		forward = 1
	}
	switch r.IntN(4) {
	case 0:
		slices.Sort(number)
	case 1:
		slices.Sort(number)
		slices.Reverse(number)
	}
	loops := r.IntN(2) * 10
	var arcs []graph.Arc
	for u := range n {
		if r.IntN(100) < loops {
			arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[u])})
		}
		if r.Float64() < dangling {
			continue
		}
		for range r.IntN(2 * mean) {
			v := r.IntN(n)
			if r.Float64() < forward {
				v = min(u+1-min(1, loops)+r.IntN(n-u), n-1)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[v])})
		}
	}
	return graph.FromArcs(n, arcs)
}

// kosaraju returns a node of its component for each node: by the order in which a visit leaves them, and a search
// backwards from each in that order reversed.
func kosaraju(g, in *graph.Memory) []int {
	n := g.NumNodes()
	visit := func(g *graph.Memory, u int, seen []bool, leave func(u int)) {
		type place struct{ u, at int }
		seen[u] = true
		for path := []place{{u, 0}}; len(path) > 0; {
			p := &path[len(path)-1]
			succ := g.Succ(graph.Node(p.u))
			if p.at == len(succ) {
				leave(p.u)
				path = path[:len(path)-1]
				continue
			}
			p.at++
			if v := int(succ[p.at-1]); !seen[v] {
				seen[v] = true
				path = append(path, place{v, 0})
			}
		}
	}
	var left []int
	seen := make([]bool, n)
	for u := range n {
		if !seen[u] {
			visit(g, u, seen, func(u int) { left = append(left, u) })
		}
	}
	of := make([]int, n)
	clear(seen)
	for _, u := range slices.Backward(left) {
		if !seen[u] {
			visit(in, u, seen, func(v int) { of[v] = u })
		}
	}
	return of
}

// sizes returns how many nodes each component has, by size, and fails if labels put nodes together otherwise than of does.
func sizes(t *testing.T, labels []uint32, of []int) []uint32 {
	t.Helper()
	count, label := map[int]uint32{}, map[int]uint32{}
	for u, c := range of {
		if count[c] == 0 {
			label[c] = labels[u]
		}
		if count[c]++; labels[u] != label[c] {
			t.Fatalf("node %d has label %d, others of its component %d", u, labels[u], label[c])
		}
	}
	var all []uint32
	for _, size := range count {
		all = append(all, size)
	}
	slices.SortFunc(all, func(a, b uint32) int { return int(b) - int(a) })
	return all
}

func TestSparseComponents(t *testing.T) {
	r := drawn.Rand(t)
	graphs := []*graph.Memory{graph.FromArcs(1, nil), graph.FromArcs(70, nil), graph.FromArcs(1, []graph.Arc{{From: 0, To: 0}})}
	for range 60 {
		graphs = append(graphs, sparse(r))
	}
	for _, g := range graphs {
		in := graphtest.Transpose(t, g)
		of := kosaraju(g, in)
		packed, packedIn := bvtest.Compress(t, g), bvtest.Compress(t, in)
		var first *component.Components
		for _, f := range []func() (*component.Components, error){
			func() (*component.Components, error) { return component.SCC(context.Background(), g, graph.Work{}) },
			func() (*component.Components, error) {
				return component.SCC(context.Background(), packed, graph.Work{})
			},
			func() (*component.Components, error) {
				return component.SCCBothFrom(context.Background(), g, in, component.BothOptions{Work: graph.Work{Workers: 1 + r.IntN(3)}, Searches: r.IntN(2) == 0})
			},
			func() (*component.Components, error) {
				return component.SCCBoth(context.Background(), packed, packedIn, graph.Work{})
			},
		} {
			c, err := f()
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = c
				if want := sizes(t, c.Labels, of); !slices.Equal(c.Sizes, want) {
					t.Fatalf("%d nodes, %d arcs: components of %v, want %v", g.NumNodes(), g.NumArcs(), c.Sizes, want)
				}
			}
			if !slices.Equal(c.Labels, first.Labels) || !slices.Equal(c.Sizes, first.Sizes) {
				t.Fatalf("%d nodes, %d arcs: other labels in another form", g.NumNodes(), g.NumArcs())
			}
			if c.Took() > component.SCCBothBytes(g.NumNodes(), 0) {
				t.Errorf("%d nodes: it took %d bytes, said %d", g.NumNodes(), c.Took(), component.SCCBothBytes(g.NumNodes(), 0))
			}
		}
	}
}
