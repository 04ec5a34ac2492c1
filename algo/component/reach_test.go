package component

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/drawn"
)

// reached follows arcs by the definition: from the nodes with bit, into nodes without a mark of wall.
func reached(g *graph.Memory, marks []uint8, bit, wall uint8) []uint8 {
	marks = slices.Clone(marks)
	var todo []graph.Node
	for u, m := range marks {
		if m&bit != 0 {
			todo = append(todo, graph.Node(u))
		}
	}
	for len(todo) > 0 {
		u := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, w := range g.Succ(u) {
			if marks[w]&(bit|wall) == 0 {
				marks[w] |= bit
				todo = append(todo, w)
			}
		}
	}
	return marks
}

// What is reached is what the definition says, in memory, with the transpose or without, and not, from one node and from
// more than the list holds.
func TestSpread(t *testing.T) {
	r := drawn.Rand(t)
	for range 60 {
		n := 1 + r.IntN(3000)
		arcs := make([]graph.Arc, r.IntN(4*n))
		for i := range arcs {
			arcs[i] = graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
		}
		g := graph.FromArcs(n, arcs)
		marks := make([]uint8, n)
		from, walls := r.Float64()*r.Float64(), r.Float64()/2
		for u := range marks {
			if r.Float64() < from || u == n/2 {
				marks[u] |= fromIn
			}
			if r.Float64() < walls {
				marks[u] |= fromCore
			}
		}
		want := reached(g, marks, fromIn, fromCore)
		known := make(bitset.Set, (n+63)/64)
		for _, s := range []spreading{{g: g, back: transposed(t, g)}, {g: g, known: known}, {g: g}, {g: g, back: transposed(t, g), known: known}, {g: struct{ graph.Random }{g}}} {
			got := slices.Clone(marks)
			s.marks, s.bit, s.wall = got, fromIn, fromCore
			if _, err := spread(t.Context(), s, graph.Work{}); err != nil {
				t.Fatal(err)
			}
			for u := range got {
				got[u] &^= followed
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d nodes, %d arcs, %T, transpose %v, known %v: other nodes are marked than can be reached", n, g.NumArcs(), s.g, s.back != nil, s.known != nil)
			}
		}
	}
}
