package graph_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/internal/drawn"
)

// A graph is local if more than half of its arcs are short, in any form; what cannot be read is told.
func TestIsLocal(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		n, short := 2000+r.IntN(20000), []float64{0, 0.35, 0.65, 1}[r.IntN(4)]
		g := partly(r, n, short)
		for _, view := range []graph.Random{g, bvtest.Compress(t, g)} {
			if local, err := graph.IsLocal(view); local != (short > 0.5) || err != nil {
				t.Fatalf("%d nodes, a share of %g short, %T: local %v, error %v", n, short, view, local, err)
			}
		}
		if _, err := graph.IsLocal(unreadable{g}); !errors.Is(err, errUnreadable) {
			t.Fatalf("no list can be read: error %v", err)
		}
	}
	for n := range 3 {
		if local, err := graph.IsLocal(graph.FromArcs(n, nil)); local || err != nil {
			t.Errorf("%d nodes without arcs: local %v, error %v", n, local, err)
		}
	}
}

// partly returns a graph of 4 arcs a node, of which a share leads to one of the next and the others half round.
func partly(r *rand.Rand, n int, short float64) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		for range 4 {
			v := u + n/4 + r.IntN(n/2)
			if r.Float64() < short {
				v = u + r.IntN(n/100)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v % n)})
		}
	}
	return graph.FromArcs(n, arcs)
}

var errUnreadable = errors.New("unreadable")

type unreadable struct{ graph.Random }

func (unreadable) AppendSucc([]graph.Node, graph.Node) ([]graph.Node, error) {
	return nil, errUnreadable
}
