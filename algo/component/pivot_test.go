package component

import (
	"slices"
	"testing"

	"weft/graph"
)

// What can be reached is counted in each direction by itself, up to the number that is asked about, however often it was
// asked before.
func TestLeadsTo(t *testing.T) {
	const n = 100
	var arcs []graph.Arc
	for u := range 49 { // 50 and more lead nowhere
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)})
	}
	chain := graph.FromArcs(n, arcs)
	p := pivots{sides: sides{chain, transposed(t, chain)}, queue: make([]graph.Node, n), seen: make([]uint64, 2)}
	for _, x := range []struct {
		from graph.Node
		most int
		want bool
	}{
		{20, 20, true}, {20, 21, false}, {29, 20, true}, {29, 21, false}, {28, 21, true}, {28, 22, false}, {0, 0, true}, {0, 1, false}, {49, 1, false}, {60, 0, true}, {60, 1, false},
	} {
		got, err := p.leadsTo(t.Context(), x.from, x.most)
		if err != nil || got != x.want {
			t.Errorf("from %d: more than %d each way is %v, want %v; error %v", x.from, x.most, got, x.want, err)
		}
	}
}

// A pivot leads to more than a sixteenth of the nodes, not only to many.
func TestPivotOfManyNodes(t *testing.T) {
	const n = 64 * fewNodes
	for _, x := range []struct {
		length int
		want   bool
	}{{n / 32, false}, {n / 16, false}, {n/16 + 1, true}} {
		var arcs []graph.Arc
		for u := range n { // rings
			next := u + 1
			if next%x.length == 0 || next == n {
				next = u / x.length * x.length
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(next)})
		}
		g := graph.FromArcs(n, arcs)
		u, found, err := pivot(t.Context(), g, transposed(t, g), graph.Work{})
		if err != nil || found != x.want {
			t.Errorf("rings of %d of %d nodes: found %v, node %d; want %v; error %v", x.length, n, found, u, x.want, err)
		}
	}
}

// Candidates are the first of the greatest product in each stretch, from the greatest of all on; pages that lead nowhere, or to
// which nothing leads, are none.
func TestCandidates(t *testing.T) {
	const n = 10 * pivotsTried
	var arcs []graph.Arc
	add := func(u, v int) {
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)}) //nolint:gosec // few
	}
	for stretch, many := range []int{2, 5, 0, 3, 5} { // the stretches that follow have no arcs
		for i := range many {
			for _, u := range []int{10*stretch + 3, 10*stretch + 4} {
				add(u, n-1-i)
				add(n-20-i, u)
			}
		}
	}
	g := graph.FromArcs(n, arcs)
	p := pivots{sides: sides{g, transposed(t, g)}}
	if got, want := p.candidates(), []graph.Node{13, 43, 33, 3}; !slices.Equal(got, want) {
		t.Errorf("got %d, want %d", got, want)
	}
}

// Of many candidates that lead to a few, a few are searched: the others cost a few lists each way.
func TestFewPivotsAreSearched(t *testing.T) {
	const n, length = 64 * fewNodes, 2 * fewNodes // rings that are too short
	var arcs []graph.Arc
	for u := range n {
		next := u + 1
		if next%length == 0 {
			next = u / length * length
		}
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(next)})
	}
	ring := graph.FromArcs(n, arcs)
	g, back := &readings{Random: ring}, &readings{Random: transposed(t, ring)}
	if _, found, err := pivot(t.Context(), g, back, graph.Work{}); err != nil || found {
		t.Fatalf("found %v, error %v", found, err)
	}
	tries := pivotsSearched + 1 // what is tried after the last search ends it
	if got, want := g.lists+back.lists, 2*tries*fewNodes+pivotsSearched*length; got != want {
		t.Errorf("%d lists were read, want %d", got, want)
	}
}
