package bv_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
)

// readAll reads g in every way. Whatever it holds, lists keep their promises.
func readAll(g *bv.Graph) error {
	n := g.NumNodes()
	check := func(u int, list []graph.Node) error {
		for i, v := range list {
			if int(v) >= n || i > 0 && v <= list[i-1] {
				return fmt.Errorf("BROKEN PROMISE: node %d has successors %v", u, list)
			}
		}
		return nil
	}
	c := g.Scan(graph.Everything(g))
	for u, list := range graph.Lists(c) {
		if err := check(int(u), list); err != nil {
			return err
		}
	}
	first := c.Err()
	for u := range n {
		list, err := g.AppendSucc(nil, graph.Node(u))
		if first == nil {
			first = err
		}
		if err := check(u, list); err != nil {
			return err
		}
		g.ArcsBefore(u)
	}
	return first
}

// Every byte of a small graph is changed in each of its bits. The result is an error or a graph, never a panic.
func TestFlippedBits(t *testing.T) {
	for seed := uint64(1); seed < 6; seed++ {
		props, data, offsets := bvtest.Encode(t, graphtest.Random(seed), bv.Options{})
		for _, file := range [][]byte{data, offsets} {
			for i := range len(file) * 8 {
				file[i/8] ^= 1 << (i % 8)
				g, err := bv.New(props, data, offsets)
				if err == nil {
					err = readAll(g)
				}
				if err != nil && !errors.Is(err, bv.ErrCorrupt) {
					t.Fatalf("seed %d, bit %d: %v", seed, i, err)
				}
				file[i/8] ^= 1 << (i % 8)
			}
		}
	}
}

func TestTruncated(t *testing.T) {
	g := graphtest.Random(7)
	props, data, offsets := bvtest.Encode(t, g, bv.Options{})
	for n := range len(data) - 8 {
		c, err := bv.New(props, data[:n], offsets)
		if err == nil {
			err = readAll(c)
		}
		if !errors.Is(err, bv.ErrCorrupt) {
			t.Fatalf("%d of %d bytes: got %v, want an error that says the data is corrupt", n, len(data), err)
		}
	}
}

func TestBadProperties(t *testing.T) {
	good := "graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=4\nzetak=3\n"
	if _, err := bv.ParseProperties(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"nodes=3", "nodes=-3", `"-3"`},
		{"nodes=3", "nodes=99999999999", "want a number"},
		{"nodes=3\n", "", `no property "nodes"`},
		{"arcs=2", "arcs=two", `"two"`},
		{"BVGraph", "ASCIIGraph", "ASCIIGraph"},
		{"version=0", "version=7", `"7"`},
		{"zetak=3", "zetak=32", "ZETA of RESIDUALS has parameter 32"},
		{"zetak=3", "zetak=3\nendianness=middle", "middle"},
		{"zetak=3", "compressionflags=RESIDUALS_ZETA77", "parameter 77"},
		{"zetak=3", "compressionflags=RESIDUALS_ZETA0", `"ZETA0"`},
		{"zetak=3", "compressionflags=RESIDUALS_PI6", "parameter 6"},
		{"zetak=3", "compressionflags=RESIDUALS_PI", `"PI"`},
		{"zetak=3", "compressionflags=RESIDUALS_DELTA2", "DELTA2"},
		{"zetak=3", "compressionflags=RESIDUALS_FOO", "FOO"},
		{"zetak=3", "compressionflags=COLOUR_DELTA", "COLOUR"},
		{good, strings.Repeat("x", 2<<20), "more than"},
		{good, "\x1f\x8b\x08\x00", "graphclass"},
	} {
		_, err := bv.ParseProperties(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: got error %v, want one that tells %s", c.new, c.old, err, c.want)
		}
	}
}

func TestMaxRefOfOtherPrograms(t *testing.T) {
	for text, want := range map[string]int{"-1": bv.Unlimited, "18446744073709551615": bv.Unlimited, "7": 7} {
		p, err := bv.ParseProperties(strings.NewReader("graphclass=BVGraph\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=1\nzetak=3\nmaxrefcount=" + text))
		if err != nil || p.Options.MaxRef != want {
			t.Errorf("%s: got %d, %v; want %d", text, p.Options.MaxRef, err, want)
		}
	}
}

func FuzzGraph(f *testing.F) {
	for seed := range uint64(4) {
		props, data, offsets := bvtest.Encode(f, graphtest.Random(seed+1), bv.Options{})
		f.Add(uint16(props.Nodes), uint16(props.Arcs), uint8(7), uint8(4), data, offsets)
	}
	f.Fuzz(func(t *testing.T, nodes, arcs uint16, window, minInterval uint8, data, offsets []byte) {
		if len(data) > 1<<12 {
			return
		}
		p := bv.Properties{Nodes: int(nodes), Arcs: int64(arcs), Length: -1}
		p.Options = bv.Options{Window: int(window%16) - 1, MinInterval: int(minInterval%8) - 1}
		g, err := bv.New(p, data, offsets)
		if err != nil {
			return
		}
		if err := readAll(g); err != nil {
			if !errors.Is(err, bv.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		want, err := graph.Load(g)
		if err != nil {
			t.Fatal(err)
		}
		again := compressed(t, want, p.Options, true)
		graphtest.Run(t, again, want)
	})
}

func FuzzProperties(f *testing.F) {
	f.Add([]byte("graphclass=it.unimi.dsi.webgraph.BVGraph\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=4\nzetak=3\n"))
	f.Add([]byte("#c\nnodes:3\ncompressionflags=RESIDUALS_DELTA | A_B"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := bv.ParseProperties(bytes.NewReader(text))
		if err == nil && (p.Nodes < 0 || p.Arcs < 0) {
			t.Fatalf("got %+v", p)
		}
	})
}

func TestEmptyGraphs(t *testing.T) {
	for n := range 3 {
		g := graph.FromArcs(n, nil)
		c := compressed(t, g, bv.Options{}, true)
		graphtest.Run(t, c, g)
		if got := slices.Collect(func(yield func(graph.Range) bool) {
			for _, r := range graph.Parts(c) {
				if !yield(r) {
					return
				}
			}
		}); len(got) != min(n, 1) {
			t.Errorf("%d nodes: parts %v", n, got)
		}
	}
}
