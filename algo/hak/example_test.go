package hak_test

import (
	"context"
	"fmt"

	"weft/algo/hak"
	"weft/graph"
	"weft/graph/view"
)

func ExampleOf() {
	// 2,000 crawled pages of whose links nine of ten lead to crawled pages.
	e := hak.Of(2000, 450, 0.9, 0.6)
	fmt.Printf("about %.0f pages in all, HAK %.3f\n", e.Pages, e.HAK)
	fmt.Printf("%.0f of the pairs of the 100 best are expected to be out of order\n", e.Discordant(100))
	// Output:
	// about 2222 pages in all, HAK 0.774
	// 559 of the pairs of the 100 best are expected to be out of order
}

func ExampleScan() {
	// Pages 0 and 1 were crawled; 0 links to 1 and to 2, 1 to 0.
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 0}})
	crawled := view.NewBits(3)
	crawled.Add(0)
	crawled.Add(1)
	links, err := hak.Scan(context.Background(), g, crawled, hak.ScanOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(links.Gamma(), links.Lost)
	// Output: 0.75 1
}
