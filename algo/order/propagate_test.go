package order

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/drawn"
)

// Labels are the same whether lists are counted in a table or in an array.
func TestLongListsAreWeighedAlike(t *testing.T) {
	r := drawn.Rand(t)
	for range 30 {
		n := 40 + r.IntN(200)
		var arcs []graph.Arc
		for range 3 * n {
			u, v := graph.Node(r.IntN(n)), graph.Node(r.IntN(1+r.IntN(n)))
			arcs = append(arcs, graph.Arc{From: u, To: v}, graph.Arc{From: v, To: u})
		}
		g := graph.FromArcs(n, arcs)
		start := Order{make([]graph.Node, n), make([]uint32, n)}
		start.reset()
		var want []graph.Node
		var layer Layer
		gamma, seed := r.Float64(), r.Uint64()
		for _, many := range []int{n, n / 64, 3, 0} {
			p := newPropagation(g, new(alloc.Maker))
			p.many, p.gamma, p.seed, p.labels = many, gamma, seed, make([]graph.Node, n)
			for i := range p.places {
				p.places[i] = r.Uint32() // what a propagation before it left
			}
			got, err := p.run(t.Context(), Updates, &start)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want, layer = p.labels, got
			}
			if got != layer || !slices.Equal(p.labels, want) {
				t.Fatalf("lists of more than %d links in an array: %+v, want %+v", many, got, layer)
			}
			if limit := 4 * max(16, 2*many+2); len(p.count.slots) > limit {
				t.Errorf("a table of %d slots, want %d at most", len(p.count.slots), limit)
			}
		}
	}
}
