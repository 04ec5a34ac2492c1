package graph_test

import (
	"testing"

	"weft/graph"
)

// With the checks of our own mistakes, a list that somebody keeps is not what it was.
func TestLentListsAreSpoilt(t *testing.T) {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 0}})
	var kept [][]graph.Node
	err := graph.EachList(g, graph.Everything(g), func(_ graph.Node, succ []graph.Node) { kept = append(kept, succ) })
	if err != nil || len(kept) != 3 {
		t.Fatalf("%d lists: %v", len(kept), err)
	}
	if whole := kept[0][0] == 1 && kept[0][1] == 2 && kept[1][0] == 0; whole == graph.Invariants {
		t.Errorf("the lists are %v", kept)
	}
}
