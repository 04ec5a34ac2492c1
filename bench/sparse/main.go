// Command sparse makes graphs of few arcs a page in an order without locality, and times one worker on them.
//
//	go run ./bench/sparse make MODEL PAGES DEGREE SEED GRAPH.csr
//	go run ./bench/sparse time GRAPH.csr OPERATION <REQUESTS
//
// MODEL is gnp, copying (α .5), web, whole, crawl, mixed, or the basename of a BVGraph. web is a generated Web of 20 arcs
// a page, each kept or dropped by a coin. whole is a generated Web in page order. crawl is one where half of the pages
// lost all their arcs: crawls have many pages that were not fetched. mixed is crawl in another order. Pages of a model
// are numbered at random, except of whole and crawl; a BVGraph is taken as it is.
// bench/engines/csr2bv describes the raw form. time runs the operation once for each line that it reads, so that
// programs can take turns.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"weft/bench/engines/csr"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/random"
	"weft/internal/splitmix"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sparse:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 6 && args[0] == "make":
		pages, err1 := strconv.Atoi(args[2])
		degree, err2 := strconv.ParseFloat(args[3], 64)
		seed, err3 := strconv.ParseUint(args[4], 10, 64)
		if err1 != nil || err2 != nil || err3 != nil {
			return fmt.Errorf("%q: want numbers", args[2:5])
		}
		g, err := model(args[1], pages, degree, seed)
		if err != nil {
			return err
		}
		m, err := graph.Load(g)
		if err != nil {
			return err
		}
		return csr.Write(args[5], m)
	case len(args) == 3 && args[0] == "time":
		g, err := csr.Read(args[1])
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		return clock(context.Background(), g, args[2])
	}
	return fmt.Errorf("usage: sparse make MODEL PAGES DEGREE SEED GRAPH.csr; sparse time GRAPH.csr OPERATION")
}

// model returns a graph of the given number of pages, numbered at random, or the graph of a file.
func model(name string, pages int, degree float64, seed uint64) (graph.Graph, error) {
	const dense = 20
	switch name {
	case "gnp":
		g, err := random.NewGNP(random.GNPOptions{Pages: pages, Degree: degree, Seed: seed})
		return shuffled(g, 1, seed), err
	case "copying":
		g, err := random.NewCopying(random.CopyingOptions{Pages: pages, Degree: degree, Alpha: 0.5, Seed: seed})
		return shuffled(g, 1, seed), err
	case "web":
		g, err := random.NewWeb(random.WebOptions{Pages: pages, Degree: dense, Seed: seed})
		return shuffled(g, degree/dense, seed), err
	case "whole":
		return random.NewWeb(random.WebOptions{Pages: pages, Degree: degree, Seed: seed})
	case "crawl", "mixed":
		g, err := random.NewWeb(random.WebOptions{Pages: pages, Degree: 2 * degree, Seed: seed})
		if err != nil {
			return nil, err
		}
		half := halved(g, seed)
		if name == "mixed" {
			return shuffled(half, 1, seed), nil
		}
		return half, nil
	}
	return bv.Open(name)
}

// halved drops all arcs of half of the pages.
func halved(g graph.Graph, seed uint64) *graph.Memory {
	r := splitmix.Rand(seed, 2)
	var arcs []graph.Arc
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		if r.Float64() < 0.5 {
			continue
		}
		for _, v := range succ {
			arcs = append(arcs, graph.Arc{From: u, To: v})
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs)
}

// shuffled keeps a share of the arcs and numbers the pages at random.
func shuffled(g graph.Graph, share float64, seed uint64) *graph.Memory {
	r := splitmix.Rand(seed, 1)
	number := r.Perm(g.NumNodes())
	var arcs []graph.Arc
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		for _, v := range succ {
			if share >= 1 || r.Float64() < share {
				arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[v])}) //nolint:gosec // nodes
			}
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs)
}
