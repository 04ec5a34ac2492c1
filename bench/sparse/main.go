// Command sparse makes graphs of few arcs a page in an order without locality, and times one worker on them.
//
//	go run ./bench/sparse make MODEL PAGES DEGREE SEED GRAPH.csr
//	go run ./bench/sparse time GRAPH.csr OPERATION RUNS
//
// MODEL is gnp, copying (α .5), web (a made Web of 20 arcs a page, of which each is kept or not by a coin), or the basename of a BVGraph, which
// is taken as it is. Pages of a model are numbered at random. The raw form is that of bench/engines/csr2bv.
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/random"
	"weft/internal/mmap"
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
		return write(args[5], g)
	case len(args) == 4 && args[0] == "time":
		runs, err := strconv.Atoi(args[3])
		if err != nil {
			return err
		}
		g, err := read(args[1])
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		return clock(context.Background(), g, args[2], runs)
	}
	return fmt.Errorf("usage: sparse make MODEL PAGES DEGREE SEED GRAPH.csr; sparse time GRAPH.csr OPERATION RUNS")
}

// model returns a graph of so many pages, numbered at random, or the graph of a file.
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
	}
	return bv.Open(name)
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

func write(path string, g graph.Graph) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	put := func(v int64) { w.Write(binary.LittleEndian.AppendUint64(nil, uint64(v))) } //nolint:errcheck,gosec // Flush tells; not negative
	put(int64(g.NumNodes()))
	put(g.NumArcs())
	at := int64(0)
	put(at)
	for _, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		at += int64(len(succ))
		put(at)
	}
	for _, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		for _, v := range succ {
			w.Write(binary.LittleEndian.AppendUint32(nil, uint32(v))) //nolint:errcheck // Flush tells
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func read(path string) (*graph.Memory, error) {
	f, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	d := f.Data
	if len(d) < 16 {
		return nil, fmt.Errorf("it is too short for its numbers of nodes and arcs")
	}
	n, m := binary.LittleEndian.Uint64(d), binary.LittleEndian.Uint64(d[8:])
	if n > graph.MaxNodes || m > 1<<40 || uint64(len(d)) != 16+8*(n+1)+4*m {
		return nil, fmt.Errorf("%d bytes are not those of %d nodes and %d arcs", len(d), n, m)
	}
	starts, succ := make([]int64, n+1), make([]graph.Node, m)
	for u := range starts {
		starts[u] = int64(binary.LittleEndian.Uint64(d[16+8*u:])) //nolint:gosec // checked by NewMemory
	}
	d = d[16+8*(n+1):]
	for i := range succ {
		succ[i] = graph.Node(binary.LittleEndian.Uint32(d[4*i:]))
	}
	return graph.NewMemory(slices.Clip(starts), succ)
}
