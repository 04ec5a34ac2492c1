//go:build unix

package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/random"
	"weft/graph/view"
)

// edges writes the underlying undirected graph of one of the graphs to measure with.
func edges(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("edges: %d arguments, want a graph and a file", len(args))
	}
	makers := map[string]func() (graph.Random, error){"docsites": docsites, "cnr-2000": cnr, "web": web, "sparse": sparse}
	maker := makers[args[0]]
	if maker == nil {
		return fmt.Errorf("edges: no graph %q: want docsites, cnr-2000, web or sparse", args[0])
	}
	out, err := maker()
	if err != nil {
		return err
	}
	in, err := graph.Transpose(out)
	if err != nil {
		return err
	}
	both, err := view.Symmetrised(out, in)
	if err != nil {
		return err
	}
	f, err := os.Create(args[1])
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = graph.EachList(both, graph.Everything(both), func(u graph.Node, list []graph.Node) {
		for _, v := range list {
			if u < v {
				fmt.Fprintln(w, u, v) //nolint:errcheck // Flush says it
			}
		}
	})
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// shared is where the data lie.
func shared(elem ...string) string {
	root := os.Getenv("SHARED")
	if root == "" {
		root = "../shared"
	}
	return filepath.Join(append([]string{root, "data"}, elem...)...)
}

// docsites reads lists of gaps, the first absolute.
func docsites() (graph.Random, error) {
	f, err := os.Open(shared("docsites", "mid.adj.txt.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it is read
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	var arcs []graph.Arc
	n := 0
	for line := range strings.Lines(string(text)) {
		v := 0
		for gap := range strings.FieldsSeq(line) {
			x, err := strconv.Atoi(gap)
			if err != nil {
				return nil, fmt.Errorf("docsites: page %d: %w", n, err)
			}
			v += x
			arcs = append(arcs, graph.Arc{From: graph.Node(n), To: graph.Node(v)})
		}
		n++
	}
	return graph.FromArcs(n, arcs), nil
}

func cnr() (graph.Random, error) {
	g, err := bv.Open(shared("cnr-2000", "cnr-2000"))
	if err != nil {
		return nil, err
	}
	return graph.Load(g)
}

// web is a drawn graph of the size of the paper's.
func web() (graph.Random, error) {
	g, err := random.NewWeb(random.WebOptions{Pages: 87140, Degree: 709371.0 / 87140, Seed: 1})
	if err != nil {
		return nil, err
	}
	return graph.Load(g)
}

// sparse has four arcs a page to pages near it, on a ring of groups of about 50; one arc in eight leads anywhere.
// Its numbers are in no order.
func sparse() (graph.Random, error) {
	const n = 1_000_000
	r := rand.New(rand.NewPCG(1, 2))
	number := r.Perm(n)
	arcs := make([]graph.Arc, 0, 4*n)
	for u := range n {
		for range 4 {
			v := u/50*50 + r.IntN(50)
			if r.IntN(8) == 0 {
				v = r.IntN(n)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[v])})
		}
	}
	return graph.FromArcs(n, arcs), nil
}
