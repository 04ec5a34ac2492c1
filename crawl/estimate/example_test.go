package estimate_test

import (
	"fmt"

	"weft/crawl/estimate"
)

func Example() {
	// Each page of a chain links to the next two.
	var r estimate.Record
	r.Seed(0)
	for p := range uint32(40) {
		r.Fetched(p, []uint32{p + 1, p + 2})
	}
	s := r.Size()
	fmt.Printf("%d known; between %.0f and %.0f\n", r.Known(), s.Low, s.High)
	// Output:
	// 42 known; between 42 and 79
}
