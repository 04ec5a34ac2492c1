package export_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"weft/faces/export"
	"weft/making/ingest"
	"weft/store"
)

func ExampleJob_MatrixMarket() {
	dir, err := os.MkdirTemp("", "export")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "crawl")
	if _, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("0 1\n1 2\n"), DraftOptions: store.DraftOptions{Output: path}}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := store.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	j := export.Job{Crawl: c}
	if _, err := j.MatrixMarket(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// %%MatrixMarket matrix coordinate pattern general
	// % row u+1, column v+1: an arc from page u to page v
	// 3 3 2
	// 1 2
	// 2 3
}
