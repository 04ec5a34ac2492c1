// Package graphtest holds helpers for tests of graphs: random graphs, and the conformance test for implementations
// of graph.Graph.
package graphtest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/splitmix"
)

// Domains of the draws: a graph, and new numbers for its nodes.
const (
	ofGraphs      splitmix.Domain = 0x77656674
	ofRelabelling splitmix.Domain = 0x7065726d
)

// Random returns a random graph with up to 200 nodes, as a function of the seed. It has loops, dangling and
// isolated nodes, several components, runs of consecutive successors, and similar lists, as on the Web.
func Random(seed uint64) *graph.Memory {
	r := rand.New(ofGraphs.PCG(seed))
	n := 1 + r.IntN(200)
	if seed%50 == 0 {
		return graph.FromArcs(int(seed/50)%3, nil)
	}
	var arcs []graph.Arc
	add := func(u, v int) {
		if v >= 0 && v < n {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	block := 1 + r.IntN(n) // nodes of different blocks are rarely joined: several components
	crossing := r.Float64() * 0.05
	var last []graph.Arc
	for u := range n {
		if r.IntN(4) == 0 {
			continue
		}
		from := len(arcs)
		lo := u / block * block
		for range r.IntN(6) {
			add(u, lo+r.IntN(block))
		}
		if r.IntN(3) == 0 {
			start := lo + r.IntN(block)
			for k := range r.IntN(12) {
				add(u, start+k)
			}
		}
		if r.IntN(2) == 0 {
			for _, a := range last {
				if r.IntN(8) > 0 {
					add(u, int(a.To))
				}
			}
		}
		if r.IntN(10) == 0 {
			add(u, u)
		}
		if r.Float64() < crossing*10 {
			add(u, r.IntN(n))
		}
		if len(arcs) > from && r.IntN(5) == 0 {
			arcs = append(arcs, arcs[len(arcs)-1]) // repeated
		}
		last = slices.Clone(arcs[from:])
	}
	return graph.FromArcs(n, arcs)
}

// Arcs returns arcs between few nodes, sparse or dense, with loops. It draws a probability that joins each pair of nodes,
// and another by which each arc is returned.
func Arcs(rng *rand.Rand, nodes int) (arcs []graph.Arc) {
	p, back := rng.Float64()*rng.Float64(), rng.Float64()
	for u := range graph.Node(nodes) { //nolint:gosec // few
		for v := range graph.Node(nodes) { //nolint:gosec // few
			if rng.Float64() >= p {
				continue
			}
			arcs = append(arcs, graph.Arc{From: u, To: v})
			if rng.Float64() < back {
				arcs = append(arcs, graph.Arc{From: v, To: u})
			}
		}
	}
	return arcs
}

// Permutation returns a random permutation of n nodes, a function of the seed.
func Permutation(n int, seed uint64) []graph.Node {
	r := rand.New(ofRelabelling.PCG(seed))
	perm := make([]graph.Node, n)
	for i, p := range r.Perm(n) {
		perm[i] = graph.Node(p)
	}
	return perm
}

// Run checks that g holds the same arcs as want and keeps every promise of graph.Graph and, if it is one, of
// graph.Random.
func Run(t testing.TB, g graph.Graph, want *graph.Memory) {
	t.Helper()
	if g.NumNodes() != want.NumNodes() || g.NumArcs() != want.NumArcs() {
		t.Fatalf("got %d nodes, %d arcs; want %d, %d", g.NumNodes(), g.NumArcs(), want.NumNodes(), want.NumArcs())
	}
	n := g.NumNodes()
	ranges := []graph.Range{{Lo: 0, Hi: n}, {Lo: n, Hi: n}, {Lo: n / 2, Hi: n}, {Lo: n / 3, Hi: 2 * n / 3}, {Lo: max(0, n-1), Hi: n}}
	for _, r := range ranges {
		checkScan(t, g, want, r)
	}
	if rg, ok := g.(graph.Random); ok {
		checkRandom(t, rg, want)
		checkSplit(t, rg)
	}
}

func checkScan(t testing.TB, g graph.Graph, want *graph.Memory, r graph.Range) {
	t.Helper()
	c := g.Scan(r)
	u := r.Lo
	for c.Next() {
		if int(c.Node()) != u {
			t.Fatalf("scan of [%d,%d): got node %d, want %d", r.Lo, r.Hi, c.Node(), u)
		}
		if got, list := c.Succ(), want.Succ(graph.Node(u)); !slices.Equal(got, list) {
			t.Fatalf("scan of [%d,%d): node %d: got successors %v, want %v", r.Lo, r.Hi, u, got, list)
		}
		u++
	}
	if err := c.Err(); err != nil {
		t.Fatalf("scan of [%d,%d): %v", r.Lo, r.Hi, err)
	}
	if u != r.Hi {
		t.Fatalf("scan of [%d,%d) ended at %d", r.Lo, r.Hi, u)
	}
	if c.Next() {
		t.Fatalf("scan of [%d,%d): Next after the end", r.Lo, r.Hi)
	}
}

func checkRandom(t testing.TB, g graph.Random, want *graph.Memory) {
	t.Helper()
	n := g.NumNodes()
	buf := []graph.Node{7} // the present content of dst stays
	for i := range n {
		u := graph.Node((i*7919 + 13) % n)
		got, err := g.AppendSucc(buf, u)
		if err != nil {
			t.Fatalf("successors of %d: %v", u, err)
		}
		if got[0] != 7 || !slices.Equal(got[1:], want.Succ(u)) {
			t.Fatalf("successors of %d: got %v, want %v", u, got, want.Succ(u))
		}
	}
	for u := range n + 1 {
		if got := g.ArcsBefore(u); got != want.ArcsBefore(u) {
			t.Fatalf("arcs before %d: got %d, want %d", u, got, want.ArcsBefore(u))
		}
	}
}

func checkSplit(t testing.TB, g graph.Random) {
	t.Helper()
	for _, k := range []int{1, 2, 7, 1000} {
		next := 0
		for _, r := range graph.Split(g, k) {
			if r.Lo != next || r.Hi <= r.Lo {
				t.Fatalf("split in %d: range %v after %d", k, r, next)
			}
			next = r.Hi
		}
		if next != g.NumNodes() {
			t.Fatalf("split in %d ends at %d of %d nodes", k, next, g.NumNodes())
		}
	}
}
