package combine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"weft/making/combine"
	"weft/making/ingest"
	"weft/store"
)

func ExampleUnion() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var crawls []*store.Crawl
	for i, links := range []string{
		"http://a.example/ http://b.example/\n",
		"http://b.example/ http://c.example/\nhttp://a.example/ http://b.example/\n",
	} {
		path := filepath.Join(dir, fmt.Sprint(i))
		if _, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), DraftOptions: store.DraftOptions{Output: path}}); err != nil {
			fmt.Println(err)
			return
		}
		c, err := store.Open(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer c.Close()
		crawls = append(crawls, c)
	}
	m, err := combine.Union(context.Background(), crawls, combine.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "both")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Counts.Pages, "pages,", m.Counts.Arcs, "arcs")
	// Output:
	// 3 pages, 2 arcs
}
