package graph_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/graphtest"
	"weft/internal/mmap"
)

// Graphs that are decoded in parts, however they are cut, by any number of workers, in memory or in files, are what they
// were; of each node it is told once that it is done.
func TestLoadParts(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	var graphs []*graph.Memory
	for i := range uint64(60) {
		graphs = append(graphs, graphtest.Random(seed+i))
	}
	graphs = append(graphs, lists(rng, 150_000, func(int) int { return rng.IntN(4) }), // more nodes than are written at once
		lists(rng, 1<<16, func(int) int { return 0 }), lists(rng, 1<<17, func(int) int { return 1 }),
		lists(rng, 200_000, func(u int) int { return 150_000 * (1 - min(1, u&0x7fff)) })) // lists that are longer
	for i, g := range graphs {
		space := mmap.NewScratch(t.TempDir())
		for _, s := range []alloc.Space{nil, space} {
			var told []graph.Node
			m, err := graph.LoadParts(t.Context(), g, graph.Split(g, 1+rng.IntN(9)), graph.Work{Workers: 1 + rng.IntN(3), Space: s}, func(done graph.Node) error {
				told = append(told, done)
				return nil
			})
			if err != nil {
				t.Fatalf("graph %d: %v", i, err)
			}
			sameRows(t, m, g)
			if n := g.NumNodes(); n > 0 && (!slices.IsSorted(told) || int(told[len(told)-1]) != n) {
				t.Errorf("graph %d: told %v of %d nodes", i, told, n)
			}
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	}
}

// lists returns a graph of n nodes with so many arcs each to the nodes after one that is drawn.
func lists(rng *rand.Rand, n int, count func(u int) int) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		k := count(u)
		for v := rng.IntN(n - k); k > 0; v, k = v+1, k-1 {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	return graph.FromArcs(n, arcs)
}

func sameRows(t *testing.T, got, want *graph.Memory) {
	t.Helper()
	starts, succ := got.Rows()
	wantStarts, wantSucc := want.Rows()
	if !slices.Equal(starts, wantStarts) || !slices.Equal(succ, wantSucc) {
		t.Fatalf("%d nodes with %d arcs, want %d with %d, or others", got.NumNodes(), got.NumArcs(), want.NumNodes(), want.NumArcs())
	}
}

// misleading tells wrongly what is before a node, or how many arcs there are.
type misleading struct {
	*graph.Memory
	before []int64
	arcs   int64
}

func (m misleading) ArcsBefore(u int) int64 { return m.before[u] }
func (m misleading) NumArcs() int64         { return m.arcs }

// A graph that tells wrongly where its lists begin is an error.
func TestLoadPartsOfAnother(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	space := mmap.NewScratch(t.TempDir())
	defer space.Close()
	for i := range uint64(600) {
		g := graphtest.Random(seed + i)
		n := g.NumNodes()
		parts := graph.Split(g, 1+rng.IntN(5))
		before := make([]int64, n+1)
		for u := range before {
			before[u] = g.ArcsBefore(u)
		}
		at := n
		if k := rng.IntN(len(parts) + 1); k < len(parts) {
			at = parts[k].Lo
		}
		before[at] += int64(1+rng.IntN(3)) * int64(1-2*rng.IntN(2))
		arcs := []int64{before[n], g.NumArcs()}[rng.IntN(2)]
		if rng.IntN(4) == 0 {
			before[at], arcs = g.ArcsBefore(at), g.NumArcs()+1
		}
		if arcs < 0 {
			continue
		}
		s := []alloc.Space{nil, space}[rng.IntN(2)]
		if m, err := graph.LoadParts(t.Context(), misleading{g, before, arcs}, parts, graph.Work{Workers: 1 + rng.IntN(3), Space: s}, nil); err == nil {
			t.Fatalf("%d arcs for %d, with %d before %d: no error", m.NumArcs(), g.NumArcs(), before[at], at)
		}
	}
}

// Who looks on may end the decoding, and so may a context.
func TestLoadPartsEnds(t *testing.T) {
	g, enough := graphtest.Random(5), errors.New("enough")
	if _, err := graph.LoadParts(t.Context(), g, graph.Split(g, 3), graph.Work{}, func(graph.Node) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("%v: want what look said", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := graph.LoadParts(ctx, g, graph.Split(g, 3), graph.Work{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v: want what the context says", err)
	}
}
