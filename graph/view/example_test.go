package view_test

import (
	"fmt"

	"weft/graph"
	"weft/graph/view"
)

// The arcs between hosts, where pages 0 and 1 are of one host and page 2 of another.
func ExampleBetween() {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 2, To: 1}, {From: 2, To: 2}})
	hosts, err := view.NewRuns([]uint32{0, 2, 3}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	between, err := view.Between(g, hosts)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := between.Scan(graph.Everything(between))
	for u, succ := range graph.Lists(c) {
		fmt.Println(u, succ)
	}
	fmt.Println(between.NumArcs(), "arcs,", c.Err())
	// Output:
	// 0 [2]
	// 1 []
	// 2 [1]
	// 2 arcs, <nil>
}

// Pages 0 and 2 alone, which are numbered anew.
func ExampleInduced() {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 2, To: 2}})
	keep := view.NewBits(3)
	keep.Add(0)
	keep.Add(2)
	some, err := view.NewSubset(keep, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := view.Induced(g, some)
	if err != nil {
		fmt.Println(err)
		return
	}
	for u, succ := range graph.Lists(part.Scan(graph.Everything(part))) {
		fmt.Println(some.Select(int(u)), "is", u, "with", succ)
	}
	// Output:
	// 0 is 0 with [1]
	// 2 is 1 with [1]
}
