package graph_test

import (
	"errors"
	"slices"
	"testing"

	"weft/graph"
)

// A watched graph is the graph itself until look says that it ends, and is looked at with every 65,536th node of a scan.
func TestWatched(t *testing.T) {
	const n = 200_000
	arcs := make([]graph.Arc, n)
	for u := range arcs {
		arcs[u] = graph.Arc{From: graph.Node(u), To: graph.Node(n - 1 - u)}
	}
	g := graph.FromArcs(n, arcs)
	if graph.Watched(g, nil) != graph.Graph(g) {
		t.Error("a nil look does not return the graph itself")
	}
	var seen []graph.Node
	end := graph.Node(n)
	enough := errors.New("enough")
	w := graph.Watched(g, func(u graph.Node) error {
		if seen = append(seen, u); u >= end {
			return enough
		}
		return nil
	})
	m, err := graph.Load(w)
	if want := []graph.Node{0, 65536, 131072, 196608}; err != nil || m.NumArcs() != n || !slices.Equal(seen, want) {
		t.Errorf("%v, %d arcs, looked at %v, want %v", err, m.NumArcs(), seen, want)
	}
	seen = nil
	c := w.Scan(graph.Range{Lo: 7, Hi: 9})
	for c.Next() {
		if got := c.Succ()[0]; got != n-1-c.Node() {
			t.Errorf("list of %d is %d", c.Node(), got)
		}
	}
	if c.Err() != nil || !slices.Equal(seen, []graph.Node{7}) {
		t.Errorf("%v, looked at %v, want 7", c.Err(), seen)
	}
	seen, end = nil, 100_000
	if _, err := graph.Transpose(w); !errors.Is(err, enough) || len(seen) != 3 {
		t.Errorf("got %v after %v, want %v after 3 looks", err, seen, enough)
	}
}
