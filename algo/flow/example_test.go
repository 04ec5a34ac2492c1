package flow_test

import (
	"context"
	"fmt"
	"slices"

	"weft/algo/flow"
	"weft/graph"
)

func ExampleNetwork_MinCut() {
	// 0, 1 and 2 link to each other; 2 also links to 3, which links nowhere.
	g := graph.FromArcs(4, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 0}, {From: 0, To: 2}, {From: 2, To: 0}, {From: 1, To: 2}, {From: 2, To: 1}, {From: 2, To: 3}})
	n, err := flow.New(context.Background(), g, []int64{10, 10, 10, 10, 10, 10, 1}, graph.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	cut, err := n.MinCut(context.Background(), flow.Terminals{Sources: []graph.Node{0}, Eps: 3}, graph.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(slices.Collect(cut.Minimal.All()), "at", cut.Value)
	for _, a := range cut.Arcs {
		fmt.Println("cut:", a.From, "→", a.To, "of", a.Capacity)
	}
	// Output:
	// [0 1 2] at 10
	// cut: 2 → 3 of 1
}
