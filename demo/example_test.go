package demo_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/demo"
	"weft/gen"
)

func ExampleRecord() {
	dir, err := os.MkdirTemp("", "demo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	o := demo.Options{Web: gen.Options{Pages: 300, Seed: 1}}
	stats, err := demo.Record(context.Background(), filepath.Join(dir, "demo.warc.gz"), o, nil)
	fmt.Println(stats.URLs, stats.Requests+stats.LeftOut, err)
	// Output: 300 300 <nil>
}
