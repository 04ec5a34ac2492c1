package bv

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
)

// scanned reads g in order with the functions of fast.go or without them, up to an error.
func scanned(g *Graph, fast bool) (lists [][]graph.Node, failed bool) {
	c := g.scan(graph.Everything(g))
	c.d.fast = c.d.fast && fast
	for c.Next() {
		lists = append(lists, slices.Clone(c.Succ()))
	}
	return lists, c.Err() != nil
}

// alone reads some lists of g one by one with the functions of fast.go or without them; nil for an error.
func alone(g *Graph, fast bool) (lists [][]graph.Node) {
	offsets, err := g.offsets()
	if err != nil {
		return nil
	}
	h := g.hand()
	h.d.fast = h.d.fast && fast
	for u := 0; u < g.NumNodes(); u += 1 + g.NumNodes()/1000 {
		list, err := g.appendSucc(h, offsets, []graph.Node{7}[:u%2], graph.Node(u))
		if err != nil {
			list = nil
		}
		lists = append(lists, list)
	}
	return lists
}

// longGaps has numbers of all sizes in every field.
func longGaps(seed uint64) *graph.Memory {
	r := rand.New(rand.NewPCG(seed, 12))
	const n = 1 << 20
	var arcs []graph.Arc
	for range 300 {
		u := graph.Node(r.IntN(n) >> r.IntN(20))
		v := r.IntN(n)
		for k := range r.IntN(9000) >> r.IntN(14) {
			arcs = append(arcs, graph.Arc{From: u, To: graph.Node((v + k + k*k>>r.IntN(20)) % n)})
		}
		if u+1 < n && r.IntN(2) == 0 && len(arcs) > 0 {
			arcs = append(arcs, graph.Arc{From: u + 1, To: arcs[len(arcs)-1].To})
		}
	}
	return graph.FromArcs(n, arcs)
}

// Both ways of decoding find the same lists, and stop at the same ones, in graphs as they are and with some bits changed.
func TestFastDecoderIsTheSlowOne(t *testing.T) {
	graphs := []*graph.Memory{longGaps(1), longGaps(2)}
	for seed := range uint64(150) {
		graphs = append(graphs, graphtest.Random(seed))
	}
	for i, g := range graphs {
		var data, offsets bytes.Buffer
		w, err := NewWriter(&data, &offsets, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for u := range g.NumNodes() {
			if err := w.Append(g.Succ(graph.Node(u))); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		bits := data.Bytes()
		r := rand.New(rand.NewPCG(uint64(i), 13))
		for try := range 20 {
			if try > 0 && len(bits) > 0 {
				bits[r.IntN(len(bits))] ^= 1 << r.IntN(8)
			}
			c, err := New(Properties{Nodes: g.NumNodes(), Arcs: g.NumArcs(), Length: -1}, bits, offsets.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			fast, fastFailed := scanned(c, true)
			slow, slowFailed := scanned(c, false)
			if fastFailed != slowFailed || !slices.EqualFunc(fast, slow, slices.Equal) {
				t.Fatalf("graph %d, try %d: %d lists, failed %v; slowly %d, %v", i, try, len(fast), fastFailed, len(slow), slowFailed)
			}
			if fast, slow := alone(c, true), alone(c, false); !slices.EqualFunc(fast, slow, slices.Equal) {
				t.Fatalf("graph %d, try %d: lists at random %v; slowly %v", i, try, fast, slow)
			}
			if i < 2 && try > 0 { // large
				break
			}
		}
	}
}
