package graph_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/graphtest"
	"weft/internal/mmap"
)

func TestMemory(t *testing.T) {
	for seed := range uint64(300) {
		g := graphtest.Random(seed)
		loaded, err := graph.Load(g)
		if err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, loaded, g)
	}
}

func TestTransposeTwiceIsTheGraph(t *testing.T) {
	for seed := range uint64(300) {
		g := graphtest.Random(seed)
		tr, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		back, err := graph.Transpose(tr)
		if err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, back, g)
		for u := range g.NumNodes() {
			for _, v := range g.Succ(graph.Node(u)) {
				if !contains(tr.Succ(v), graph.Node(u)) {
					t.Fatalf("seed %d: arc %d → %d is not in the transpose", seed, u, v)
				}
			}
		}
	}
}

func contains(list []graph.Node, u graph.Node) bool {
	return slices.Contains(list, u)
}

func TestPermuteThereAndBack(t *testing.T) {
	for seed := range uint64(100) {
		g := graphtest.Random(seed)
		perm := graphtest.Permutation(g.NumNodes(), seed)
		inverse := make([]graph.Node, len(perm))
		for u, p := range perm {
			inverse[p] = graph.Node(u)
		}
		there, err := graphtest.Permute(g, perm)
		if err != nil {
			t.Fatal(err)
		}
		back, err := graphtest.Permute(there, inverse)
		if err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, back, g)
	}
}

func TestBadRows(t *testing.T) {
	for _, c := range []struct {
		name   string
		starts []uint32
		succ   []graph.Node
	}{
		{"no starts", nil, nil},
		{"starts beyond the end", []uint32{0, 2}, []graph.Node{0}},
		{"list that goes back", []uint32{0, 2, 2}, []graph.Node{1, 0}},
		{"repeated successor", []uint32{0, 2, 2}, []graph.Node{1, 1}},
		{"successor out of range", []uint32{0, 1}, []graph.Node{1}},
		{"starts that go back", []uint32{0, 2, 1, 2}, []graph.Node{0, 1}},
	} {
		if _, err := graph.NewMemory(c.starts, c.succ); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

// claims says that it has so many arcs.
type claims struct {
	graph.Graph
	arcs int64
}

func (c claims) NumArcs() int64 { return c.arcs }

// What does not fit is refused before there is room made for it, and what just fits is not.
func TestMoreArcsThanFit(t *testing.T) {
	if err := graph.CheckInMemory(graph.MaxInMemory); err != nil {
		t.Error(err)
	}
	g := graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}})
	if _, err := graph.Load(claims{g, graph.MaxInMemory}); err != nil {
		t.Error(err)
	}
	if _, err := graph.Load(claims{g, graph.MaxInMemory + 1}); err == nil {
		t.Error("a graph of 2³² arcs was loaded")
	}
}

// LoadIn has room for what a graph says that it has; one that says something else is an error, or is read as it is.
func TestLoadIn(t *testing.T) {
	g := graphtest.Random(3)
	space := mmap.NewScratch(t.TempDir())
	defer space.Close()
	for _, s := range []alloc.Space{nil, space} {
		for _, said := range []int64{g.NumArcs(), g.NumArcs() + 1} {
			m, err := graph.LoadIn(s, claims{g, said})
			if err != nil {
				t.Fatal(err)
			}
			graphtest.Run(t, m, g)
		}
		for _, said := range []int64{g.NumArcs() - 1, 0, graph.MaxInMemory + 1} {
			if m, err := graph.LoadIn(s, claims{g, said}); err == nil {
				t.Errorf("a graph of %d arcs that says %d: got one of %d", g.NumArcs(), said, m.NumArcs())
			}
		}
	}
	if _, err := graph.LoadIn(mmap.NewScratch(filepath.Join(t.TempDir(), "none")), g); err == nil {
		t.Error("a space without room gave room")
	}
}

func ExampleLists() {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 2}, {From: 0, To: 1}, {From: 2, To: 0}})
	c := g.Scan(graph.Everything(g))
	for u, succ := range graph.Lists(c) {
		fmt.Println(u, succ)
	}
	if err := c.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 [1 2]
	// 1 []
	// 2 [0]
}

// Neighbours are those of a set of arcs in both directions, and an arc is there if it was given.
func TestNeighboursAndHas(t *testing.T) {
	for seed := range uint64(30) {
		g := graphtest.Random(seed)
		in := graphtest.Transpose(t, g)
		for u := range graph.Node(g.NumNodes()) {
			met, last := 0, -1
			graph.Neighbours(u, g.Succ(u), in.Succ(u), func(v graph.Node, to, from bool) {
				if int(v) <= last || v == u || to != contains(g.Succ(u), v) || from != contains(g.Succ(v), u) || !to && !from {
					t.Fatalf("seed %d: %d after %d is a neighbour of %d: to %v, from %v", seed, v, last, u, to, from)
				}
				last = int(v)
				met++
			})
			want := 0
			for v := range graph.Node(g.NumNodes()) {
				if g.Has(u, v) != contains(g.Succ(u), v) {
					t.Fatalf("seed %d: has %d → %d: %v", seed, u, v, g.Has(u, v))
				}
				if v != u && (contains(g.Succ(u), v) || contains(g.Succ(v), u)) {
					want++
				}
			}
			if met != want {
				t.Fatalf("seed %d: %d has %d neighbours, want %d", seed, u, met, want)
			}
		}
	}
}

// Both lists of each node of a range are handed out, their common successors counted, and a transpose that is too short
// is told.
func TestEachBoth(t *testing.T) {
	for seed := range uint64(30) {
		g := graphtest.Random(seed)
		in := graphtest.Transpose(t, g)
		r := graph.Range{Lo: g.NumNodes() / 3, Hi: g.NumNodes()}
		next := r.Lo
		err := graph.EachBoth(g, in, r, func(u graph.Node, succ, pred []graph.Node) {
			if int(u) != next || !slices.Equal(succ, g.Succ(u)) || !slices.Equal(pred, in.Succ(u)) {
				t.Fatalf("seed %d: node %d, want %d: %v and %v", seed, u, next, succ, pred)
			}
			next++
			want := int64(0)
			for _, v := range succ {
				if contains(pred, v) {
					want++
				}
			}
			if got := graph.Common(succ, pred); got != want {
				t.Fatalf("seed %d: %v and %v have %d in common, want %d", seed, succ, pred, got, want)
			}
		})
		if err != nil || next != r.Hi {
			t.Fatalf("seed %d: nodes up to %d of %d, %v", seed, next, r.Hi, err)
		}
	}
	three, two := graph.FromArcs(3, nil), graph.FromArcs(2, nil)
	if err := graph.EachBoth(three, shorter{two}, graph.Everything(three), func(graph.Node, []graph.Node, []graph.Node) {}); err == nil {
		t.Error("a transpose of fewer nodes: no error")
	}
}

// shorter has no more nodes than it has, whatever it is asked for.
type shorter struct{ *graph.Memory }

func (s shorter) Scan(r graph.Range) graph.Cursor {
	return s.Memory.Scan(graph.Range{Lo: r.Lo, Hi: min(r.Hi, s.NumNodes())})
}
