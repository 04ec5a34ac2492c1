package rank_test

import (
	"context"
	"fmt"

	"weft/algo/rank"
	"weft/graph"
)

func ExamplePageRank() {
	// Pages 1 and 2 link to page 0, which links to nobody.
	out := graph.FromArcs(3, []graph.Arc{{From: 1, To: 0}, {From: 2, To: 0}})
	in, err := graph.Transpose(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := rank.PageRank(context.Background(), in, nil, rank.PageRankOptions{Dangling: rank.Strong})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", r.Scores)
	// Output: [0.5745 0.2128 0.2128]
}
