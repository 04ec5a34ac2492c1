// Command generators measures how fast random graphs are made: their arcs are counted and dropped. README.md in the
// folder above says more.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sync/atomic"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/par"
	"weft/internal/usage"
)

// chunk is the number of pages that a worker makes at a time.
const chunk = 2048

func main() {
	pages := flag.Int("pages", 50_000_000, "pages of a graph")
	share := flag.Float64("share", 1, "share of the pages whose lists are made, the last of them")
	workers := flag.Int("workers", 2, "workers")
	flag.Parse()
	fmt.Printf("%-34s %14s %9s %9s %12s %14s %9s\n", "model", "arcs", "seconds", "CPU s", "arcs/s", "CPU ns an arc", "peak KiB")
	for _, m := range models(*pages) {
		if err := measure(m, *share, *workers); err != nil {
			fmt.Fprintln(os.Stderr, "generators:", m.name, err)
			os.Exit(1)
		}
	}
}

type model struct {
	name string
	make func() (graph.Graph, error)
}

func models(pages int) []model {
	scale := 0
	for 1<<(scale+1) <= pages {
		scale++
	}
	return []model{
		{"copying, 7 links, alpha .5", func() (graph.Graph, error) {
			return random.NewCopying(random.CopyingOptions{Pages: pages, Degree: 7, Alpha: 0.5, Seed: 1})
		}},
		{"evolving, 7 links", func() (graph.Graph, error) {
			return random.NewEvolving(random.EvolvingOptions{Pages: pages, Degree: 7, Seed: 1})
		}},
		{"G(n,p), 7 arcs a page", func() (graph.Graph, error) {
			return random.NewGNP(random.GNPOptions{Pages: pages, Degree: 7, Seed: 1})
		}},
		{"G(n,p), 20 arcs a page", func() (graph.Graph, error) {
			return random.NewGNP(random.GNPOptions{Pages: pages, Degree: 20, Seed: 1})
		}},
		{"uniform, 7 arcs a page", func() (graph.Graph, error) {
			return random.NewUniform(random.UniformOptions{Pages: pages, Draws: 7 * int64(pages), Seed: 1})
		}},
		{fmt.Sprintf("Kronecker, 2^%d pages, 7 arcs", scale), func() (graph.Graph, error) {
			return random.NewKronecker(random.KroneckerOptions{Scale: scale, Degree: 7, Seed: 1})
		}},
	}
}

// measure makes the lists of the last pages of a model and prints the cost.
func measure(m model, share float64, workers int) error {
	arcs := atomic.Int64{}
	cost, err := usage.Of(func() error {
		g, err := m.make()
		if err != nil {
			return err
		}
		n := g.NumNodes()
		first := n - int(share*float64(n))
		return par.Do(context.Background(), (n-first+chunk-1)/chunk, workers, func(i int) error {
			lo, made := first+i*chunk, 0
			for c := g.Scan(graph.Range{Lo: lo, Hi: min(n, lo+chunk)}); c.Next(); {
				made += len(c.Succ())
			}
			arcs.Add(int64(made))
			return nil
		})
	})
	n := float64(arcs.Load())
	fmt.Printf("%-34s %14d %9.2f %9.2f %11.1fM %14.2f %9d\n", m.name, arcs.Load(), cost.Wall.Seconds(), cost.CPU.Seconds(), n/cost.Wall.Seconds()/1e6, cost.CPU.Seconds()/n*1e9, cost.Peak>>10)
	return err
}
