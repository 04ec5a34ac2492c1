package bv_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
)

// withNodes returns a random graph with so many nodes.
func withNodes(r *rand.Rand, n int) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		for range r.IntN(5) {
			v := (u + r.IntN(9)) % n
			if r.IntN(4) == 0 {
				v = r.IntN(n)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	return graph.FromArcs(n, arcs)
}

// told is all that an index of a graph is asked for: lists one by one, arcs before nodes, and scans of parts.
func told(g *bv.Graph) string {
	if err := g.Index(); err != nil {
		return err.Error()
	}
	n := g.NumNodes()
	var text []byte
	for u := range n {
		list, err := g.AppendSucc(nil, graph.Node(u))
		text = fmt.Append(text, u, list, err, g.ArcsBefore(u), "\n")
	}
	text = fmt.Append(text, g.ArcsBefore(n), "\n")
	for lo := 0; lo < n; lo += 7 {
		c := g.Scan(graph.Range{Lo: lo, Hi: min(n, lo+61)})
		for u, list := range graph.Lists(c) {
			text = fmt.Append(text, u, list)
		}
		text = fmt.Append(text, c.Err(), "\n")
	}
	return string(text)
}

// A coarse index tells what one of all nodes tells, around the nodes that it knows of, and of damaged graphs and
// offsets, too: the same lists, and the same errors.
func TestCoarseIsFine(t *testing.T) {
	for i, n := range []int{0, 1, 2, 63, 64, 65, 127, 128, 129, 200} {
		for try := range uint64(6) {
			r := rand.New(rand.NewPCG(try, uint64(i)))
			o := someOptions(r)
			if try == 0 {
				o = bv.Options{}
			}
			props, data, offsets := bvtest.Encode(t, withNodes(r, n), o)
			for flip := range 24 {
				data, offsets := slices.Clone(data), slices.Clone(offsets)
				if flip > 0 {
					props = bv.Properties{Nodes: props.Nodes, Arcs: props.Arcs, Length: -1, Options: props.Options} // no checksums
					file := [][]byte{data, offsets}[flip%2]
					if len(file) > 0 {
						file[r.IntN(len(file))] ^= 1 << r.IntN(8)
					}
				}
				g, err := bv.New(props, data, offsets)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := told(g.Coarse()), told(g); got != want {
					t.Fatalf("%d nodes, try %d, flip %d, options %+v: a coarse index tells\n%s, one of all nodes\n%s", n, try, flip, o, got, want)
				}
			}
		}
	}
}

// Indexes of one graph are made once, whoever asks first, and while others read.
func TestCoarseFromManySides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	want := withNodes(r, 1000)
	g := compressed(t, want, bv.Options{}, true)
	for _, g := range []*bv.Graph{g.Coarse(), g.Fine(), g.Coarse().Fine().Coarse()} {
		var all sync.WaitGroup
		for worker := range 8 {
			all.Go(func() {
				for i := range want.NumNodes() {
					u := (i*7 + worker*125) % want.NumNodes()
					if list, err := g.AppendSucc(nil, graph.Node(u)); err != nil || !slices.Equal(list, want.Succ(graph.Node(u))) || g.ArcsBefore(u) != want.ArcsBefore(u) {
						t.Errorf("node %d: %v, %v", u, list, err)
						return
					}
				}
			})
		}
		all.Wait()
	}
}
