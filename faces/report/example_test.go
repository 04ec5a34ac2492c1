package report_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"weft/answers/measure"
	"weft/faces/report"
)

func ExampleWrite() {
	var info measure.Info
	info.Path, info.Pages, info.Fetched, info.Arcs = "crawls/tiny", 4, 4, 5
	var page bytes.Buffer
	err := report.Write(&page, report.Data{
		Title: "A tiny crawl",
		Info:  info,
		Components: &measure.Components{
			WCC:    measure.Partition{Count: 1, Largest: 4},
			SCC:    measure.Partition{Count: 2, Largest: 3},
			BowTie: measure.BowTie{SCC: 3, Out: 1},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(page.String(), "<h1><bdi>A tiny crawl</bdi></h1>"))
	fmt.Println(strings.Contains(page.String(), "75.0\u00a0% of the pages"))
	// Output:
	// true
	// true
}
