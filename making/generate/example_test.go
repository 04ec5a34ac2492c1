package generate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

func ExampleRun() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	w, err := random.NewWeb(random.WebOptions{Pages: 10_000, Degree: 15, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := generate.Run(context.Background(), generate.Options{Model: w, Degree: 15, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "web")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	n := m.Counts
	fmt.Println(n.Pages, "pages on", n.Hosts, "hosts,", n.Arcs, "arcs")
	// Output: 10000 pages on 433 hosts, 150554 arcs
}
