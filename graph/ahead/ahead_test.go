package ahead

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// uneven draws a graph whose lists are of no arcs, of some, of nearly so many as are copied, and of more; the last are of any kind.
func uneven(r *rand.Rand) *graph.Memory {
	n := 1 + r.IntN(600)
	starts, succ := []uint32{0}, []graph.Node{}
	for range n {
		length := []int{0, r.IntN(short + 2), longest - 2 + r.IntN(5), r.IntN(n + 1)}[r.IntN(4)]
		list := r.Perm(n)[:min(length, n)]
		slices.Sort(list)
		for _, v := range list {
			succ = append(succ, graph.Node(v))
		}
		starts = append(starts, uint32(len(succ)))
	}
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		panic(err)
	}
	return g
}

// Whatever the nodes, Take hands their successors on in order, and the kernel copies what its twin does.
func TestListsInAnyOrder(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		g := uneven(r)
		l := New(g)
		order := make([]graph.Node, r.IntN(500))
		var want, got []graph.Node
		for i := range order {
			order[i] = graph.Node(r.IntN(g.NumNodes()))
			want = append(want, g.Succ(order[i])...)
		}
		for i := 0; i < len(order); i += Batch {
			l.Ask(order[:min(len(order), i+r.IntN(4*Batch))], i)
			for nodes := order[i:min(i+Batch, len(order))]; len(nodes) > 0; {
				lists, arcs := copyLists(l, nodes)
				ends := l.ends
				if n, a := copyListsPlain(l, nodes); n != lists || a != arcs || !slices.Equal(ends[:a], l.ends[:a]) {
					t.Fatalf("%d nodes: %d lists of %d arcs are copied, by the twin %d of %d, or others", len(nodes), lists, arcs, n, a)
				}
				var succ []graph.Node
				succ, nodes = l.Take(nodes)
				got = append(got, succ...)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d nodes of a graph of %d: other successors than their lists hold", len(order), g.NumNodes())
		}
	}
}
