// Package bvtest holds helpers for tests of algorithms: compressed copies of graphs, and real graphs.
package bvtest

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/shared"
)

// Compress returns g as a compressed graph.
func Compress(t testing.TB, g graph.Graph) *bv.Graph {
	t.Helper()
	props, data, offsets := Encode(t, g, bv.Options{})
	c, err := bv.New(props, data, offsets)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Encode returns what the files of a compressed graph would hold.
func Encode(t testing.TB, g graph.Graph, o bv.Options) (props bv.Properties, data, offsets []byte) {
	t.Helper()
	var gb, ob, pb bytes.Buffer
	w, err := bv.NewWriter(&gb, &ob, o)
	if err != nil {
		t.Fatal(err)
	}
	c := g.Scan(graph.Everything(g))
	for c.Next() {
		if err := w.Append(c.Succ()); err != nil {
			t.Fatal(err)
		}
	}
	st, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if err := bv.WriteProperties(&pb, st, o); err != nil {
		t.Fatal(err)
	}
	if props, err = bv.ParseProperties(&pb); err != nil {
		t.Fatal(err)
	}
	return props, gb.Bytes(), ob.Bytes()
}

// Open opens a compressed graph of the shared data; the last element is its .graph file.
func Open(t testing.TB, elem ...string) *bv.Graph {
	t.Helper()
	g, err := bv.Open(strings.TrimSuffix(shared.File(t, elem...), bv.GraphExt))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() }) //nolint:errcheck // nothing was written
	return g
}

// Hollins reads hollins.dat of the shared data: "nodes arcs 1", then "id URL" lines, then "from to" lines, all from 1.
func Hollins(t testing.TB) *graph.Memory {
	t.Helper()
	f, err := os.Open(shared.File(t, "hollins", "hollins.dat"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // nothing was written
	lines := bufio.NewScanner(f)
	lines.Scan()
	var n, m, u, v int
	if _, err := fmt.Sscan(lines.Text(), &n, &m); err != nil {
		t.Fatal(err)
	}
	for range n {
		lines.Scan()
	}
	arcs := make([]graph.Arc, m)
	for i := range arcs {
		lines.Scan()
		if _, err := fmt.Sscan(lines.Text(), &u, &v); err != nil {
			t.Fatal(err)
		}
		arcs[i] = graph.Arc{From: graph.Node(u - 1), To: graph.Node(v - 1)}
	}
	return graph.FromArcs(n, arcs)
}
