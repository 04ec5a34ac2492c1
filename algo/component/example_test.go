package component_test

import (
	"context"
	"fmt"

	"weft/algo/component"
	"weft/graph"
)

func ExampleBowTie() {
	// 0 → 1 ⇄ 2 → 3: an entrance, a core of two pages, an exit; and page 4, which the entrance links to.
	out := graph.FromArcs(5, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 1}, {From: 2, To: 3}, {From: 0, To: 4}})
	in, err := graph.Transpose(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	bow, err := component.BowTie(context.Background(), out, in, component.Known{}, graph.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for page, class := range bow.Classes {
		fmt.Println(page, class)
	}
	// Output:
	// 0 in
	// 1 scc
	// 2 scc
	// 3 out
	// 4 tendrils_in
}

func ExampleSCC() {
	g := graph.FromArcs(4, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 1}, {From: 2, To: 3}})
	c, err := component.SCC(context.Background(), g, graph.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Sizes, c.Labels)
	// Output: [2 1 1] [1 0 0 2]
}
