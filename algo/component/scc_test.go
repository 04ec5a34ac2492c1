package component

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/graphtest"
	"weft/internal/bitset"
	"weft/internal/drawn"
)

// TestSmallSideStack shows that dropping pending successors changes nothing.
func TestSmallSideStack(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(300) {
		g := graphtest.Random(seed)
		want, err := SCC(ctx, g, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range []int{0, 1, 3, 10, 40} {
			got, err := scc(ctx, sides{out: g}, nil, room, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Labels, want.Labels) {
				t.Fatalf("seed %d, room %d: got %v, want %v", seed, room, got.Labels, want.Labels)
			}
		}
	}
}

// readings counts how often lists are read.
type readings struct {
	graph.Random
	lists int
}

func (r *readings) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	r.lists++
	return r.Random.AppendSucc(dst, u)
}

// deep returns a path of n nodes with arcs back from every node to the start, the middle and the node before, and with
// a side arc from every node of it to n.
func deep(n int) *graph.Memory {
	arcs := make([]graph.Arc, 0, 4*n)
	for u := range n - 1 {
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)}, graph.Arc{From: graph.Node(u + 1), To: graph.Node(u)},
			graph.Arc{From: graph.Node(u), To: graph.Node(n)}, graph.Arc{From: graph.Node(u), To: graph.Node(n / 2)})
	}
	return graph.FromArcs(n+1, arcs)
}

func TestDeepPaths(t *testing.T) {
	ctx := context.Background()
	const n = 200_000
	g := &readings{Random: deep(n)}
	c, err := SCC(ctx, g, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Sizes, []uint32{n, 1}) || g.lists > 2*n {
		t.Errorf("got sizes %v with %d lists read; want %d and 1, at most %d", c.Sizes, g.lists, n, 2*n)
	}
}

// TestDroppedListsAreReadTwice shows that a small side stack costs a second reading of each list, not more, on a path
// whose nodes all have side branches.
func TestDroppedListsAreReadTwice(t *testing.T) {
	const n = 10_000
	g := &readings{Random: deep(n)}
	if _, err := scc(context.Background(), sides{out: g}, nil, 1000, nil); err != nil {
		t.Fatal(err)
	}
	if g.lists > 3*n {
		t.Errorf("got %d lists read, want at most %d", g.lists, 3*n)
	}
}

// A node with many more successors than the side stack holds is read again for parts of them, not for each: its list is
// as long as the graph.
func TestHubsAreReadInParts(t *testing.T) {
	const n, hubs, room = 10_000, 3, 1000
	var arcs []graph.Arc
	for u := range n {
		for hub := range hubs {
			arcs = append(arcs, graph.Arc{From: graph.Node(hub), To: graph.Node(u)})
		}
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) / 2)}, graph.Arc{From: graph.Node(u), To: graph.Node(u * u % n)})
	}
	g := &readings{Random: graph.FromArcs(n, arcs)}
	got, err := scc(t.Context(), sides{out: g}, nil, room, nil)
	if err != nil {
		t.Fatal(err)
	}
	if most := n + n/10; g.lists > most {
		t.Errorf("%d lists were read, want at most %d", g.lists, most)
	}
	if want, err := SCC(t.Context(), graph.FromArcs(n, arcs), graph.Work{}); err != nil || !slices.Equal(got.Labels, want.Labels) {
		t.Errorf("the components are not those of the graph in memory (%v)", err)
	}
}

// Pages that come after those they lead to are completed in their order, without a count of predecessors, and pages
// without successors wherever they are.
func TestTrimInOrder(t *testing.T) {
	const n = 5000
	for _, name := range []string{"onwards", "backwards", "ring"} {
		var arcs []graph.Arc
		for u := 1; u < n-1; u++ {
			from, to := graph.Node(u), graph.Node(u/5)
			switch name {
			case "backwards":
				from, to = to, from
			case "ring":
				to = graph.Node(u%(n-2) + 1)
			}
			arcs = append(arcs, graph.Arc{From: from, To: to})
		}
		g := graph.FromArcs(n, arcs)
		v, err := newVisit(g, nil, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		stopped := v.trimInOrder(t.Context())
		if all := stopped == n && v.complete == n; all != (name == "onwards") || !all && stopped > n/2 {
			t.Errorf("%s: stopped at %d of %d, with %d complete", name, stopped, n, v.complete)
		}
		v.trimWithout(v.mem, stopped)
		complete := 0
		for u := range n {
			if complete += bitset.One(v.index[u] == alone); len(g.Succ(graph.Node(u))) == 0 && v.index[u] != alone {
				t.Fatalf("%s: page %d has no successor, and is not complete", name, u)
			}
		}
		if complete != v.complete {
			t.Errorf("%s: %d pages are complete, counted as %d", name, complete, v.complete)
		}
	}
}

// Each page that is trimmed is completed once, as a component of its own; with the transpose as many or more.
func TestTrimmedOnce(t *testing.T) {
	trimmed, more := 0, 0
	for seed := range uint64(200) {
		alone := trimmedOnce(t, seed, false)
		both := trimmedOnce(t, seed, true)
		if both < alone {
			t.Fatalf("seed %d: %d nodes are trimmed, %d with the transpose", seed, alone, both)
		}
		trimmed += alone
		more += both - alone
	}
	if trimmed < 1000 || more < 100 {
		t.Errorf("%d nodes were trimmed in all, %d more with the transpose: too few to tell", trimmed, more)
	}
}

// trimmedOnce trims a graph, checks what is said of it, and returns how many nodes are complete.
func trimmedOnce(t *testing.T, seed uint64, both bool) int {
	t.Helper()
	g := graphtest.Random(seed)
	v, err := newVisit(g, nil, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if both {
		v.in = transposed(t, g)
	}
	if err := v.trim(t.Context()); err != nil {
		t.Fatal(err)
	}
	complete := 0
	for u, label := range v.index {
		switch {
		case label == alone:
			complete++
		case label != 0:
			t.Fatalf("seed %d: node %d is trimmed, and not alone", seed, u)
		case len(g.Succ(graph.Node(u))) == 0 || both && len(v.in.Succ(graph.Node(u))) == 0:
			t.Fatalf("seed %d: node %d has no successor or no predecessor, and is not trimmed", seed, u)
		}
	}
	if complete != v.complete || v.several != 0 {
		t.Fatalf("seed %d: %d nodes are trimmed, counted as %d, of which %d have company", seed, complete, v.complete, v.several)
	}
	return complete
}

func transposed(t *testing.T, g *graph.Memory) *graph.Memory {
	t.Helper()
	in, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// A visit of a graph is quick if that is in memory, and has few pages and few arcs of each. These graphs are not local.
func TestQuickWhereSmall(t *testing.T) {
	var all []graph.Arc
	for u := range sparse * sparse {
		all = append(all, graph.Arc{From: graph.Node(u / sparse), To: graph.Node(u % sparse)})
	}
	few := graph.FromArcs(sparse, slices.Clone(all[1:]))
	near := func(n int) graph.Random { // arcs to the next page
		arcs := make([]graph.Arc, n-1)
		for u := range arcs {
			arcs[u] = graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)}
		}
		return graph.FromArcs(n, arcs)
	}
	for name, x := range map[string]struct {
		g     graph.Random
		quick bool
	}{
		"few arcs":         {few, true},
		"many arcs":        {graph.FromArcs(sparse, all), false},
		"not in memory":    {struct{ graph.Random }{few}, false},
		"nearly too large": {graph.FromArcs(smallPages-1, nil), true},
		"too large":        {graph.FromArcs(smallPages, nil), false},
		"near by":          {near(largePages - 1), true},
		"near by, large":   {near(largePages), false},
	} {
		if got, err := isQuick(x.g); got != x.quick || err != nil {
			t.Errorf("%s: quick %v, want %v; error %v", name, got, x.quick, err)
		}
	}
}

// Components are numbered as by a stable sort of their first nodes, whatever their labels were, and whether those that
// are alone share one; sizes are of those that are counted and those that are sorted.
func TestCanonical(t *testing.T) {
	r := drawn.Rand(t)
	for range 300 {
		n := r.IntN(3000)
		raw, kinds := make([]uint32, n), 1+r.IntN(1+n/(1+r.IntN(400)))
		nodes := map[uint32][]uint32{}
		for u := range raw {
			raw[u] = 1 + uint32(min(r.IntN(kinds), r.IntN(kinds)))
			if r.IntN(4) > 0 {
				nodes[raw[u]] = append(nodes[raw[u]], uint32(u))
				continue
			}
			raw[u] = 0
			nodes[uint32(kinds+1+u)] = []uint32{uint32(u)}
		}
		order := slices.SortedFunc(maps.Values(nodes), func(a, b []uint32) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
		})
		want, sizes := make([]uint32, n), make([]uint32, len(order))
		for c, all := range order {
			sizes[c] = uint32(len(all))
			for _, u := range all {
				want[u] = uint32(c)
			}
		}
		several := dense(raw)
		if c, err := canonical(raw, several, nil); err != nil || !slices.Equal(c.Labels, want) || !slices.Equal(c.Sizes, sizes) {
			t.Fatalf("%d nodes in components of %d: other numbers or sizes (%v)", n, sizes, err)
		}
	}
}

// What numbering and WCC say they take is what they ask for, to the byte.
func TestStatedBytes(t *testing.T) {
	for seed := range uint64(100) {
		g := graphtest.Random(seed)
		asked := new(asking)
		c, err := WCC(t.Context(), g, graph.Work{Workers: 1, Space: asked})
		if err != nil {
			t.Fatal(err)
		}
		if want := WCCBytes(g.NumNodes(), c.Count()); int64(*asked) != want {
			t.Fatalf("seed %d: %d nodes in %d components take %d bytes, said %d", seed, g.NumNodes(), c.Count(), *asked, want)
		}
		*asked = 0
		labels := make([]uint32, g.NumNodes())
		for u := range labels {
			labels[u] = uint32(seed) % 3 & uint32(u)
		}
		several := dense(labels)
		if c, err = canonical(labels, several, asked); err != nil || int64(*asked) != canonicalBytes(several, c.Count()) {
			t.Fatalf("seed %d: numbering takes %d bytes, said %d (%v)", seed, *asked, canonicalBytes(several, c.Count()), err)
		}
	}
}

// asking is a space that counts the bytes it is asked for.
type asking int64

func (a *asking) Bytes(n int64) ([]byte, error) {
	*a += asking(n)
	return alloc.HeapFirst(n, a).Bytes(n)
}

// dense leaves out labels that no node has, and returns the greatest that is left.
func dense(labels []uint32) int {
	used := slices.Compact(slices.Sorted(slices.Values(append(labels, 0))))
	for u, l := range labels {
		at, _ := slices.BinarySearch(used, l)
		labels[u] = uint32(at)
	}
	return len(used) - 1
}
