package component_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// A closure says which nodes can be reached from which, as a matrix of bits.
type closure [][]uint64

func (c closure) has(u, v int) bool { return c[u][v/64]>>(v%64)&1 != 0 }
func (c closure) add(u, v int)      { c[u][v/64] |= 1 << (v % 64) }

// reachability returns the transitive and reflexive closure of g, by the algorithm of Warshall.
func reachability(g *graph.Memory) closure {
	n := g.NumNodes()
	reach := make(closure, n)
	for u := range reach {
		reach[u] = make([]uint64, (n+63)/64)
		reach.add(u, u)
		for _, v := range g.Succ(graph.Node(u)) {
			reach.add(u, int(v))
		}
	}
	for k := range n {
		for u := range n {
			if reach.has(u, k) {
				for i, w := range reach[k] {
					reach[u][i] |= w
				}
			}
		}
	}
	return reach
}

func undirected(g *graph.Memory) *graph.Memory {
	var arcs []graph.Arc
	for u := range g.NumNodes() {
		for _, v := range g.Succ(graph.Node(u)) {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: v}, graph.Arc{From: v, To: graph.Node(u)})
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs)
}

// classesOf returns the components of mutual reachability, numbered as documented.
func classesOf(reach closure) component.Components {
	var members [][]int
	seen := make([]bool, len(reach))
	for u := range reach {
		if seen[u] {
			continue
		}
		var c []int
		for v := range reach {
			if reach.has(u, v) && reach.has(v, u) {
				c = append(c, v)
				seen[v] = true
			}
		}
		members = append(members, c)
	}
	slices.SortStableFunc(members, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	c := component.Components{Labels: make([]uint32, len(reach)), Sizes: make([]uint32, len(members))}
	for i, m := range members {
		c.Sizes[i] = uint32(len(m))
		for _, u := range m {
			c.Labels[u] = uint32(i)
		}
	}
	return c
}

func same(t *testing.T, what string, seed uint64, got *component.Components, want component.Components) {
	t.Helper()
	if !slices.Equal(got.Labels, want.Labels) || !slices.Equal(got.Sizes, want.Sizes) {
		t.Fatalf("%s, seed %d: got labels %v, sizes %v; want %v, %v", what, seed, got.Labels, got.Sizes, want.Labels, want.Sizes)
	}
}

// Workers that join the same trees at a time come to the components that one comes to.
func TestWCCWorkers(t *testing.T) {
	const n = 1_500_000
	r := drawn.Rand(t)
	arcs := make([]graph.Arc, n/2) // of half as many links as pages: large trees are about to become one
	for i := range arcs {
		arcs[i] = graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
	}
	g := graph.FromArcs(n, arcs)
	if parts := len(graph.Parts(g)); parts < 3 {
		t.Fatalf("the graph has %d parts", parts)
	}
	want, err := component.WCC(t.Context(), g, graph.Work{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := component.WCC(t.Context(), g, graph.Work{Workers: 8})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Labels, want.Labels) || !slices.Equal(got.Sizes, want.Sizes) {
		t.Errorf("%d components, the largest of %d pages; one worker finds %d, of %d", got.Count(), got.Largest(), want.Count(), want.Largest())
	}
}

func TestComponentsAgainstClosure(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(300) {
		g := graphtest.Random(seed)
		packed := bvtest.Compress(t, g)
		strong := classesOf(reachability(g))
		weak := classesOf(reachability(undirected(g)))
		for _, view := range []graph.Random{g, packed} {
			got, err := component.SCC(ctx, view, graph.Work{})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "SCC", seed, got, strong)
			back := graphtest.Transpose(t, view)
			for _, o := range []component.BothOptions{{}, {Searches: true}, {Searches: true, Work: graph.Work{Workers: 2}}} {
				if got, err = component.SCCBothFrom(ctx, view, back, o); err != nil {
					t.Fatal(err)
				}
				same(t, "SCCBoth", seed, got, strong)
			}
			for _, workers := range []int{1, 8} {
				if got, err = component.WCC(ctx, view, graph.Work{Workers: workers}); err != nil {
					t.Fatal(err)
				}
				same(t, "WCC", seed, got, weak)
			}
		}
	}
}

// bowTieByDefinition tests every page against the words of the definition.
func bowTieByDefinition(g *graph.Memory) []component.Class {
	reach, weak := reachability(g), reachability(undirected(g))
	strong := classesOf(reach)
	n := g.NumNodes()
	classes := make([]component.Class, n)
	core := slices.Index(strong.Labels, 0)
	isIn := func(u int) bool { return strong.Labels[u] != 0 && reach.has(u, core) }
	isOut := func(u int) bool { return strong.Labels[u] != 0 && reach.has(core, u) }
	for u := range n {
		fromIn, toOut := false, false
		for v := range n {
			fromIn = fromIn || isIn(v) && reach.has(v, u)
			toOut = toOut || isOut(v) && reach.has(u, v)
		}
		switch {
		case strong.Labels[u] == 0:
			classes[u] = component.Core
		case isIn(u):
			classes[u] = component.In
		case isOut(u):
			classes[u] = component.Out
		case fromIn && toOut:
			classes[u] = component.Tube
		case fromIn:
			classes[u] = component.TendrilIn
		case toOut:
			classes[u] = component.TendrilOut
		case weak.has(u, core):
			classes[u] = component.Other
		default:
			classes[u] = component.Disconnected
		}
	}
	return classes
}

func TestBowTieByDefinition(t *testing.T) {
	ctx := context.Background()
	var met [8]int
	for seed := range uint64(400) {
		g := graphtest.Random(seed)
		if seed%2 == 1 { // sparser, so that all classes occur
			g = thinned(g, seed)
		}
		want := bowTieByDefinition(g)
		in := graphtest.Transpose(t, g)
		for _, views := range [][2]graph.Random{{g, in}, {bvtest.Compress(t, g), bvtest.Compress(t, in)}} {
			got, err := component.BowTie(ctx, views[0], views[1], component.Known{}, graph.Work{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Classes, want) {
				t.Fatalf("seed %d: got %v, want %v", seed, got.Classes, want)
			}
			checkCounts(t, got)
		}
		for _, c := range want {
			met[c]++
		}
	}
	for c, times := range met {
		if times == 0 {
			t.Errorf("class %v never occurred", component.Class(c))
		}
	}
}

func thinned(g *graph.Memory, seed uint64) *graph.Memory {
	var arcs []graph.Arc
	for u := range g.NumNodes() {
		for i, v := range g.Succ(graph.Node(u)) {
			if (uint64(u)*31+uint64(i)*17+seed)%4 == 0 {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: v})
			}
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs)
}

func checkCounts(t *testing.T, b *component.Bow) {
	t.Helper()
	var n [8]int64
	for _, c := range b.Classes {
		n[c]++
	}
	want := component.BowTieCounts{
		SCC: n[component.Core], In: n[component.In], Out: n[component.Out], TendrilsIn: n[component.TendrilIn],
		TendrilsOut: n[component.TendrilOut], Tubes: n[component.Tube], Other: n[component.Other], Disconnected: n[component.Disconnected],
	}
	if b.Counts != want {
		t.Fatalf("got counts %+v, want %+v", b.Counts, want)
	}
}

func TestRelabelling(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(100) {
		g := graphtest.Random(seed)
		perm := graphtest.Permutation(g.NumNodes(), seed)
		h, err := graphtest.Permute(g, perm)
		if err != nil {
			t.Fatal(err)
		}
		a, err := component.SCC(ctx, g, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := component.SCC(ctx, h, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Sizes, b.Sizes) {
			t.Fatalf("seed %d: got sizes %v after relabelling, want %v", seed, b.Sizes, a.Sizes)
		}
		for u := range g.NumNodes() {
			for v := range g.NumNodes() {
				if (a.Labels[u] == a.Labels[v]) != (b.Labels[perm[u]] == b.Labels[perm[v]]) {
					t.Fatalf("seed %d: nodes %d and %d are together before or after relabelling only", seed, u, v)
				}
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := path(100)
	if _, err := component.WCC(ctx, g, graph.Work{Workers: 1}); err == nil {
		t.Error("WCC: no error")
	}
	if _, err := component.SCC(ctx, path(3<<20), graph.Work{}); err == nil {
		t.Error("SCC: no error")
	}
}

func TestLongPath(t *testing.T) {
	long := 2_000_000
	if testing.Short() {
		long /= 8
	}
	for _, g := range []*graph.Memory{path(long), graphtest.Transpose(t, path(1000))} {
		n := g.NumNodes()
		c, err := component.SCC(context.Background(), g, graph.Work{})
		if err != nil || c.Count() != n {
			t.Fatalf("got %d components and error %v, want %d", c.Count(), err, n)
		}
		if c, err = component.WCC(context.Background(), g, graph.Work{Workers: 8}); err != nil || c.Count() != 1 {
			t.Fatalf("got %d weak components and error %v, want 1", c.Count(), err)
		}
	}
}

// A path is all that a cycle has before it is closed.
func TestLongCycle(t *testing.T) {
	const n = 200_000
	arcs := []graph.Arc{{From: n - 1, To: 0}}
	for u := range graph.Node(n - 1) {
		arcs = append(arcs, graph.Arc{From: u, To: u + 1})
	}
	c, err := component.SCC(context.Background(), graph.FromArcs(n, arcs), graph.Work{})
	if err != nil || !slices.Equal(c.Sizes, []uint32{n}) {
		t.Fatalf("got sizes %v and error %v, want %d", c.Sizes, err, n)
	}
}

func TestBowTieOfPartsThatDoNotFit(t *testing.T) {
	if _, err := component.SCCBoth(context.Background(), path(5), path(6), graph.Work{}); err == nil {
		t.Error("strong components of graphs that do not fit together: no error")
	}
	if _, err := component.BowTie(context.Background(), path(5), path(6), component.Known{}, graph.Work{}); err == nil {
		t.Error("no error")
	}
}

// path returns 0 → 1 → … → n-1.
func path(n int) *graph.Memory {
	starts, succ := make([]uint32, n+1), make([]graph.Node, n-1)
	for u := range succ {
		succ[u] = graph.Node(u + 1)
		starts[u+1] = uint32(u + 1)
	}
	starts[n] = uint32(n - 1)
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		panic(err)
	}
	return g
}
