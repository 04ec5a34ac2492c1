package seeds_test

import (
	"context"
	"fmt"

	"weft/answers/seeds"
	"weft/graph"
)

func ExampleFind() {
	// Pages 0, 1 and 2 all link to 3, 4 and 5.
	g, err := graph.NewMemory([]uint32{0, 3, 6, 9, 9, 9, 9}, []graph.Node{3, 4, 5, 3, 4, 5, 3, 4, 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := graph.Transpose(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := seeds.Find(context.Background(), g, back, seeds.Options{Seeds: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Seeds[0].Page, r.Seeds[0].Core.Authorities)
	// Output: 0 [3 4 5]
}
