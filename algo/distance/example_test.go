package distance_test

import (
	"context"
	"fmt"

	"weft/algo/distance"
	"weft/graph"
)

// A chain of links, and a page that nobody links to.
func ExampleBFS() {
	g := graph.FromArcs(4, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}})
	l, err := distance.BFS(context.Background(), g, []graph.Node{0}, graph.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	distances, err := l.Distances(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("pages at each distance:", l.Counts)
	fmt.Println("the last is reached:", distances[3] != distance.Unreached)
	// Output:
	// pages at each distance: [1 1 1]
	// the last is reached: false
}

func ExampleHyperBall() {
	ring := make([]graph.Arc, 100)
	for u := range ring {
		ring[u] = graph.Arc{From: graph.Node((u + 1) % 100), To: graph.Node(u)} // the transpose of u → u+1
	}
	in := graph.FromArcs(100, ring)
	b, err := distance.HyperBall(context.Background(), in, distance.HyperBallOptions{Runs: 16, MaxIterations: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("pairs within distance 2: about %.0f hundreds\n", b.Pairs[2]/100)
	// Output:
	// pairs within distance 2: about 3 hundreds
}
