package fidelity_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/answers/fidelity"
	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

func ExampleMeasure() {
	dir, err := os.MkdirTemp("", "fidelity-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	w, err := random.NewWeb(random.WebOptions{Pages: 5000, Degree: 8, Ghosts: 0.3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	path := filepath.Join(dir, "web")
	ctx := context.Background()
	if _, err := generate.Run(ctx, generate.Options{Model: w, Degree: 8, DraftOptions: store.DraftOptions{Output: path}}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := store.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	o := fidelity.Options{List: 1}
	o.Memory = 1 << 30
	r, err := fidelity.Measure(ctx, c, o, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d pages were crawled: fidelity %.2f, HAK %.2f\n", r.Crawled, r.Crawled+r.Ghosts, r.Gamma, r.HAK)
	fmt.Println("crawl next:", r.Wanted[0].URL)
	// Output:
	// 3481 of 5000 pages were crawled: fidelity 0.82, HAK 0.67
	// crawl next: https://www.nesiri.example/cabin/446.html
}
