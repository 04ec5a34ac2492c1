package papers_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/answers/answer"
	"weft/papers"
	"weft/store"
)

func ExampleRun() {
	dir, err := os.MkdirTemp("", "reproduce-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	o := papers.Options{Options: answer.Options{Memory: 1 << 30, Seed: 1}, Cores: 10, Samples: 100, Prune: "none"}
	path := filepath.Join(dir, "web")
	if err := papers.Make(context.Background(), path, 1000, o); err != nil {
		fmt.Println(err)
		return
	}
	c, err := store.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	r, err := papers.Run(context.Background(), c, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Rows[0].Where, r.Rows[0].What, "–", r.Rows[0].Verdict)
	fmt.Println(len(r.Rounds), "cores")
	// Output:
	// Table 1 pages, arcs, mean distance – other data
	// 10 cores
}

func ExampleRunFidelity() {
	r, err := papers.RunFidelity(
		context.Background(),
		nil,
		papers.FidelityOptions{Pages: 300, Sets: 2, Few: 1, Draws: 1, Options: answer.Options{Memory: 1 << 30, Seed: 1}},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Models {
		fmt.Println(s.Name, len(s.Cells), "cells")
	}
	fmt.Println(r.Rows[2].Where, "–", r.Rows[2].Verdict)
	// Output:
	// G(n,p) 20 cells
	// ScaleFree 20 cells
	// ForestFire 20 cells
	// FFBacklinks 20 cells
	// Fig. 2 a – agrees
}
