package flow_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"weft/algo/flow"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/internal/stoptest"
)

func network(t testing.TB, g *graph.Memory, capacity []int64) *flow.Network {
	t.Helper()
	n, err := flow.New(t.Context(), g, capacity, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func minCut(t testing.TB, n *flow.Network, terminals flow.Terminals) *flow.Cut {
	t.Helper()
	c, err := n.MinCut(t.Context(), terminals, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Of all sets of pages none has a smaller cut, and both sides are the intersection and the union of those with as small a one.
func TestCutAgainstAllSets(t *testing.T) {
	r := drawn.Rand(t)
	ties := 0
	for range 3000 {
		g := drawGraph(r, 9)
		capacity := drawCapacities(r, int(g.NumArcs()))
		terminals := drawTerminals(r, g.NumNodes(), int64(r.IntN(4)))
		if r.IntN(2) == 0 {
			terminals.Sinks = drawCapacities(r, g.NumNodes())
		}
		p := define(g, capacity, terminals)
		want := p.tryAll()
		ties += one(want.countOfCuts > 1)
		p.check(t, minCut(t, network(t, g, capacity), terminals), want)
	}
	if ties < 300 {
		t.Errorf("%d of 3000 networks had several minimum cuts, want more", ties)
	}
}

// On larger networks, paths are longer and levels more. Edmonds and Karp find the same.
func TestCutAgainstEdmondsAndKarp(t *testing.T) {
	r := drawn.Rand(t)
	for i := range 300 {
		g := drawGraph(r, 120)
		if i%2 == 0 {
			if g = graphtest.Random(r.Uint64()); g.NumNodes() == 0 {
				continue
			}
		}
		capacity := drawCapacities(r, int(g.NumArcs()))
		terminals := drawTerminals(r, g.NumNodes(), r.Int64N(1<<(1+r.IntN(36))))
		if r.IntN(4) == 0 {
			terminals.Sinks = drawCapacities(r, g.NumNodes())
			for u := range terminals.Sinks { // more than anything that arrives
				if r.IntN(3) == 0 && !slices.Contains(terminals.Sources, graph.Node(u)) {
					terminals.Sinks[u] = math.MaxInt64 - r.Int64N(3)
				}
			}
		}
		p := define(g, capacity, terminals)
		p.check(t, minCut(t, network(t, g, capacity), terminals), p.augment())
	}
}

// A line of pages has long ways to a sink that only its end has, and ways back when they are full.
func TestLongWays(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		n := 2 + r.IntN(60)
		var arcs []graph.Arc
		for u := range n - 1 {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)}, graph.Arc{From: graph.Node(u + 1), To: graph.Node(u)})
			if v := u + r.IntN(min(4, n-u)); r.IntN(2) == 0 && v != u {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
			}
		}
		g := graph.FromArcs(n, arcs)
		capacity := make([]int64, g.NumArcs())
		for i := range capacity {
			capacity[i] = 5 + int64(r.IntN(3))
		}
		sinks := make([]int64, n)
		sinks[n-1] = 3 + int64(r.IntN(8))
		terminals := flow.Terminals{Sources: []graph.Node{0}, Sinks: sinks}
		p := define(g, capacity, terminals)
		p.check(t, minCut(t, network(t, g, capacity), terminals), p.augment())
	}
}

// The sample: two dense groups, 0–3 and 4–7, with one arc between them each way, which is the bottleneck unless the
// sink asks too much or too little.
func TestSample(t *testing.T) {
	var arcs []graph.Arc
	for u := range graph.Node(4) {
		for v := range graph.Node(4) {
			arcs = append(arcs, graph.Arc{From: u, To: v}, graph.Arc{From: 4 + u, To: 4 + v})
		}
	}
	arcs = append(arcs, graph.Arc{From: 3, To: 4}, graph.Arc{From: 4, To: 3})
	g := graph.FromArcs(9, arcs)
	n := network(t, g, flow.Capacities(g, func(_, _ graph.Node) int64 { return 10 }))
	for _, c := range []struct {
		eps, value int64
		pages      []int
		arcs       []flow.CutArc
		absorbs    bool
	}{
		{11, 41, []int{0}, []flow.CutArc{{From: 0, To: 1, Capacity: 10}, {From: 0, To: 2, Capacity: 10}, {From: 0, To: 3, Capacity: 10}}, false},
		{3, 4*3 + 10, []int{0, 1, 2, 3}, []flow.CutArc{{From: 3, To: 4, Capacity: 10}}, false},
		{2, 8 * 2, []int{0, 1, 2, 3, 4, 5, 6, 7}, nil, true},
		{0, 0, []int{0, 1, 2, 3, 4, 5, 6, 7}, nil, true},
	} {
		got := minCut(t, n, flow.Terminals{Sources: []graph.Node{0}, Eps: c.eps})
		pages := slices.Collect(got.Minimal.All())
		if got.Value != c.value || !slices.Equal(pages, c.pages) || !slices.Equal(got.Arcs, c.arcs) || got.AbsorbsAll() != c.absorbs {
			t.Errorf("ε %d: got value %d, pages %v, arcs %v, absorbs all %v; want %+v", c.eps, got.Value, pages, got.Arcs, got.AbsorbsAll(), c)
		}
	}
}

// A textbook network (Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", Fig. 26.1): the largest flow is 23.
func TestTextbook(t *testing.T) {
	capacities := map[[2]graph.Node]int64{{0, 1}: 16, {0, 2}: 13, {2, 1}: 4, {1, 3}: 12, {3, 2}: 9, {2, 4}: 14, {4, 3}: 7, {3, 5}: 20, {4, 5}: 4}
	var arcs []graph.Arc
	for a := range capacities {
		arcs = append(arcs, graph.Arc{From: a[0], To: a[1]})
	}
	g := graph.FromArcs(6, arcs)
	n := network(t, g, flow.Capacities(g, func(u, v graph.Node) int64 { return capacities[[2]graph.Node{u, v}] }))
	got := minCut(t, n, flow.Terminals{Sources: []graph.Node{0}, Outside: []graph.Node{5}})
	want := []flow.CutArc{{From: 1, To: 3, Capacity: 12}, {From: 4, To: 3, Capacity: 7}, {From: 4, To: 5, Capacity: 4}}
	if got.Value != 23 || !slices.Equal(got.Arcs, want) {
		t.Errorf("got %d and %v, want 23 and %v", got.Value, got.Arcs, want)
	}
}

// The cuts of a sweep are those found one by one, and nested.
func TestSweepAgainstSingleCuts(t *testing.T) {
	r := drawn.Rand(t)
	for range 300 {
		g := drawGraph(r, 80)
		capacity := drawCapacities(r, int(g.NumArcs()))
		n := network(t, g, capacity)
		terminals := drawTerminals(r, g.NumNodes(), 0)
		eps := drawCapacities(r, 1+r.IntN(12))
		slices.Sort(eps)
		eps = slices.Compact(eps)
		slices.Reverse(eps)
		got, err := n.Sweep(t.Context(), terminals, eps, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		inside := 0
		for i, e := range eps {
			single := terminals
			single.Eps = e
			want := minCut(t, n, single)
			if s := (flow.Step{Eps: e, Value: want.Value, Pages: want.MinimalPages, Arcs: len(want.Arcs)}); got.Steps[i] != s {
				t.Fatalf("step %d of %v: got %+v, want %+v", i, eps, got.Steps[i], s)
			}
			if got.AbsorbsAll(i) != want.AbsorbsAll() {
				t.Fatalf("step %d of %v: absorbs all %v, want %v", i, eps, got.AbsorbsAll(i), want.AbsorbsAll())
			}
			for u := range g.NumNodes() {
				if want.Minimal.Has(u) != (got.First[u] <= uint32(i)) {
					t.Fatalf("step %d of %v: page %d joins at %d, but a single cut says %v", i, eps, u, got.First[u], want.Minimal.Has(u))
				}
			}
			if want.MinimalPages < inside {
				t.Fatalf("the side shrinks from %d pages to %d", inside, want.MinimalPages)
			}
			inside = want.MinimalPages
		}
	}
}

// Numbers of pages say nothing: the same graph under other numbers has the same cut.
func TestRelabelling(t *testing.T) {
	r := drawn.Rand(t)
	for range 100 {
		g := drawGraph(r, 60)
		perm := graphtest.Permutation(g.NumNodes(), r.Uint64())
		h, err := graphtest.Permute(g, perm)
		if err != nil {
			t.Fatal(err)
		}
		weigh := func(u, v graph.Node) int64 { return int64(u*31+v*17) % 50 }
		back := make([]graph.Node, len(perm))
		for u, p := range perm {
			back[p] = graph.Node(u)
		}
		a := minCut(t, network(t, g, flow.Capacities(g, weigh)), flow.Terminals{Sources: []graph.Node{0}, Eps: 20})
		b := minCut(t, network(t, h, flow.Capacities(h, func(u, v graph.Node) int64 { return weigh(back[u], back[v]) })), flow.Terminals{Sources: []graph.Node{perm[0]}, Eps: 20})
		if a.Value != b.Value || len(a.Arcs) != len(b.Arcs) {
			t.Fatalf("got a cut of %d with %d arcs, and %d with %d", a.Value, len(a.Arcs), b.Value, len(b.Arcs))
		}
		for u := range perm {
			if a.Minimal.Has(u) != b.Minimal.Has(int(perm[u])) || a.Maximal.Has(u) != b.Maximal.Has(int(perm[u])) {
				t.Fatalf("page %d is %d under another number, on another side", u, perm[u])
			}
		}
	}
}

func TestRefused(t *testing.T) {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}})
	for _, c := range []struct {
		capacity []int64
		what     string
	}{
		{[]int64{1}, "1 capacities for 2 arcs"},
		{[]int64{1, -1}, "arc 1 → 2 has a capacity of -1"},
	} {
		if _, err := flow.New(t.Context(), g, c.capacity, graph.Work{}); err == nil || !strings.Contains(err.Error(), c.what) {
			t.Errorf("capacities %v: got %v, want %q", c.capacity, err, c.what)
		}
	}
	n := network(t, g, []int64{math.MaxInt64 - 5, 1})
	sources := []graph.Node{0}
	for _, c := range []struct {
		terminals flow.Terminals
		what      string
	}{
		{flow.Terminals{}, "no sources"},
		{flow.Terminals{Sources: []graph.Node{3}}, "source 3 is not one of 3 pages"},
		{flow.Terminals{Sources: sources, Outside: []graph.Node{1, 9}}, "page 9, outside"},
		{flow.Terminals{Sources: sources, Outside: []graph.Node{0}}, "page 0 is a source and outside"},
		{flow.Terminals{Sources: sources, Eps: -2}, "is -2"},
		{flow.Terminals{Sources: sources, Sinks: []int64{1, 2}}, "2 capacities to the sink for 3 pages"},
		{flow.Terminals{Sources: sources, Sinks: []int64{1, 2, -7}}, "from page 2 to the sink is -7"},
		{flow.Terminals{Sources: sources, Eps: 5}, "2^63-1 or more"},
		{flow.Terminals{Sources: []graph.Node{0, 2}, Eps: 3}, "2^63-1 or more"},
		{flow.Terminals{Sources: sources, Sinks: []int64{math.MaxInt64, 0, 0}}, "2^63-1 or more"},
	} {
		if _, err := n.MinCut(t.Context(), c.terminals, graph.Work{}); err == nil || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%+v: got %v, want %q", c.terminals, err, c.what)
		}
	}
	for _, c := range []struct {
		terminals flow.Terminals
		eps       []int64
		what      string
	}{
		{flow.Terminals{Sources: sources, Eps: 1}, []int64{1}, "of their own"},
		{flow.Terminals{Sources: sources, Sinks: []int64{1, 1, 1}}, []int64{1}, "of their own"},
		{flow.Terminals{Sources: sources}, nil, "want at least one"},
		{flow.Terminals{Sources: sources}, []int64{2, 1, 1}, "capacity 2 to the sink is 1"},
		{flow.Terminals{Sources: sources}, []int64{2, -1}, "capacity 1 to the sink is -1"},
		{flow.Terminals{Sources: sources}, []int64{9, 1}, "2^63-1 or more"},
		{flow.Terminals{}, []int64{9, 1}, "no sources"},
	} {
		if _, err := n.Sweep(t.Context(), c.terminals, c.eps, graph.Work{}); err == nil || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%+v, %v: got %v, want %q", c.terminals, c.eps, err, c.what)
		}
	}
}

// The largest sums that are not refused are right.
func TestLargestSums(t *testing.T) {
	const much = math.MaxInt64 - 2
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 0}, {From: 1, To: 2}, {From: 2, To: 1}})
	n := network(t, g, []int64{much, 0, much, 0})
	for _, c := range []struct {
		terminals flow.Terminals
		value     int64
	}{
		{flow.Terminals{Sources: []graph.Node{0}, Eps: 1}, 3},
		{flow.Terminals{Sources: []graph.Node{0, 1, 2}, Eps: 7}, 21}, // what joins sources carries nothing
		{flow.Terminals{Sources: []graph.Node{0}, Outside: []graph.Node{2}, Eps: 0}, much},
		{flow.Terminals{Sources: []graph.Node{0}, Outside: []graph.Node{1}, Eps: 1}, much + 1},
		{flow.Terminals{Sources: []graph.Node{0}, Sinks: []int64{0, math.MaxInt64, math.MaxInt64}}, much},
	} {
		if got := minCut(t, n, c.terminals); got.Value != c.value {
			t.Errorf("%+v: got %d, want %d", c.terminals, got.Value, c.value)
		}
	}
}

// Work that is stopped returns an error, at whatever point.
func TestStopped(t *testing.T) {
	g := sparse(drawn.Rand(t), 18_000) // so many that it looks within a pass, too
	capacity := flow.Capacities(g, func(u, v graph.Node) int64 { return 1 + int64(u+v)%7 })
	n := network(t, g, capacity)
	runs := map[string]func(ctx context.Context) error{
		"network": func(ctx context.Context) error {
			_, err := flow.New(ctx, g, capacity, graph.Work{})
			return err
		},
		"cut": func(ctx context.Context) error {
			_, err := n.MinCut(ctx, flow.Terminals{Sources: []graph.Node{1}, Eps: 2}, graph.Work{})
			return err
		},
		"sweep": func(ctx context.Context) error {
			_, err := n.Sweep(ctx, flow.Terminals{Sources: []graph.Node{1}}, []int64{9, 4, 1}, graph.Work{})
			return err
		},
	}
	for name, run := range runs {
		if stopped := stoptest.Everywhere(t, run); stopped == 0 {
			t.Errorf("%s: it never looks whether it is to stop", name)
		}
	}
}

// One network serves several cuts at once, which do not know of each other.
func TestCutsAtOnce(t *testing.T) {
	g := sparse(drawn.Rand(t), 2000)
	n := network(t, g, flow.Capacities(g, func(u, v graph.Node) int64 { return 1 + int64(u*7+v*3)%90 }))
	terminals := func(i int) flow.Terminals {
		return flow.Terminals{Sources: every(g, i, 100), Eps: int64(1 + 9*i)}
	}
	got := make([]*flow.Cut, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i], _ = n.MinCut(context.Background(), terminals(i), graph.Work{}) })
	}
	wg.Wait()
	for i, c := range got {
		want := minCut(t, n, terminals(i))
		if c == nil || c.Value != want.Value || !slices.Equal(c.Minimal, want.Minimal) || !slices.Equal(c.Maximal, want.Maximal) || !slices.Equal(c.Arcs, want.Arcs) {
			t.Errorf("cut %d of several at once is another than alone", i)
		}
	}
}
