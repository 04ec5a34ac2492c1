package seeds_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/internal/shared"
	"weft/seeds"
)

func transpose(t testing.TB, g graph.Graph) *graph.Memory {
	t.Helper()
	back, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// slowCore grows a core as its definition says, looking at every page each time.
func slowCore(g *graph.Memory, hubs, authorities []float64, removed view.Bits, density float64, size int) (h, a []graph.Node) {
	n := g.NumNodes()
	in := func(list []graph.Node, u int) bool { return slices.Contains(list, graph.Node(u)) }
	best := func(scores []float64, may func(int) bool) (graph.Node, bool) {
		at := -1
		for u := range n {
			if !removed.Has(u) && !in(h, u) && !in(a, u) && may(u) && (at < 0 || scores[u] > scores[at]*(1+1e-11)) {
				at = u
			}
		}
		return graph.Node(max(at, 0)), at >= 0
	}
	linked := func(u int, to []graph.Node) bool {
		return slices.ContainsFunc(g.Succ(graph.Node(u)), func(v graph.Node) bool { return slices.Contains(to, v) })
	}
	broken := func() bool {
		arcs := 0
		for _, u := range h {
			for _, v := range g.Succ(u) {
				if slices.Contains(a, v) {
					arcs++
				}
			}
		}
		return size == 0 && float64(100*arcs) < density*float64(len(h)*len(a))
	}
	first, ok := best(authorities, func(u int) bool { return authorities[u] > 0 })
	if !ok {
		return nil, nil
	}
	a = append(a, first)
	for {
		grew := false
		if u, ok := best(hubs, func(u int) bool { return linked(u, a) }); ok {
			if size > 0 && len(h)+len(a) >= size {
				return h, a
			}
			if h = append(h, u); broken() {
				return h[:len(h)-1], a
			}
			grew = true
		}
		if v, ok := best(authorities, func(v int) bool {
			return slices.ContainsFunc(h, func(u graph.Node) bool { return slices.Contains(g.Succ(u), graph.Node(v)) })
		}); ok {
			if size > 0 && len(h)+len(a) >= size {
				return h, a
			}
			if a = append(a, v); broken() {
				return h, a[:len(a)-1]
			}
			grew = true
		}
		if !grew {
			return h, a
		}
	}
}

func TestExtract(t *testing.T) {
	for seed := range uint64(60) {
		g := graphtest.Random(seed)
		back := transpose(t, g)
		r := rand.New(rand.NewPCG(seed, 4))
		removed := view.NewBits(g.NumNodes())
		for u := range g.NumNodes() {
			if r.IntN(6) == 0 {
				removed.Add(u)
			}
		}
		s, err := rank.HITS(context.Background(), g, back, rank.HITSOptions{Removed: removed, Iterations: 15})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []seeds.CoreOptions{{Density: 100}, {Density: 70}, {Density: 1}, {Size: 7}, {Size: 1000}} {
			got, err := seeds.Extract(g, back, s.Hubs, s.Authorities, removed, o)
			if err != nil {
				t.Fatal(err)
			}
			h, a := slowCore(g, s.Hubs, s.Authorities, removed, o.Density, o.Size)
			if !slices.Equal(got.Hubs, h) || !slices.Equal(got.Authorities, a) {
				t.Errorf("seed %d, %+v: hubs %v and authorities %v, want %v and %v", seed, o, got.Hubs, got.Authorities, h, a)
			}
			if got.Density+1e-9 < o.Density && len(got.Hubs) > 0 {
				t.Errorf("seed %d, %+v: a density of %g", seed, o, got.Density)
			}
		}
	}
}

// fromArcs makes a graph of arcs in order of their ends.
func fromArcs(t testing.TB, n int, arcs [][2]graph.Node) *graph.Memory {
	t.Helper()
	slices.SortFunc(arcs, func(a, b [2]graph.Node) int { return slices.Compare(a[:], b[:]) })
	starts, succ := make([]int64, n+1), make([]graph.Node, 0, len(arcs))
	for _, a := range arcs {
		succ = append(succ, a[1])
		starts[a[0]+1]++
	}
	for u := range n {
		starts[u+1] += starts[u]
	}
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Two complete cores far apart are found in the order of their sizes; what is too small gives no seed.
func TestFind(t *testing.T) {
	var arcs [][2]graph.Node
	add := func(first graph.Node, hubs, authorities int) {
		for h := range graph.Node(hubs) {
			for a := range graph.Node(authorities) {
				arcs = append(arcs, [2]graph.Node{first + h, first + graph.Node(hubs) + a})
			}
		}
	}
	add(0, 4, 3)
	add(10, 6, 5)
	add(30, 2, 7) // too few hubs
	add(50, 3, 3)
	g := fromArcs(t, 60, arcs)
	for _, cold := range []bool{false, true} {
		r, err := seeds.Find(context.Background(), g, transpose(t, g), seeds.Options{Seeds: 5, Cold: cold})
		if err != nil {
			t.Fatal(err)
		}
		var got []graph.Node
		for _, s := range r.Seeds {
			got = append(got, s.Page)
		}
		if !slices.Equal(got, []graph.Node{10, 0, 50}) || len(r.Rounds) != 4 || r.Why != "no arc is left" {
			t.Errorf("cold %v: seeds %v in %d rounds, %q", cold, got, len(r.Rounds), r.Why)
		}
	}
}

func TestOptions(t *testing.T) {
	g := graphtest.Random(1)
	for _, o := range []seeds.Options{{}, {Seeds: 1, Core: seeds.CoreOptions{Density: 101}}, {Seeds: 1, Core: seeds.CoreOptions{Density: 5, Size: 5}}, {Seeds: 1, MinHubs: -1}} {
		if _, err := seeds.Find(context.Background(), g, transpose(t, g), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// cnr-2000 has no names: its arcs inside sites stay.
func TestFindOnCNR(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	base := shared.File(t, "cnr-2000", "cnr-2000.graph")
	out, err := bv.Open(base[:len(base)-len(".graph")])
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	mem, err := graph.Load(out)
	if err != nil {
		t.Fatal(err)
	}
	back := transpose(t, mem)
	var pages [2][]graph.Node
	for i, cold := range []bool{false, true} {
		begin := time.Now()
		r, err := seeds.Find(context.Background(), mem, back, seeds.Options{Seeds: 3, Cold: cold, Core: seeds.CoreOptions{Density: 100, MaxHubs: 999}})
		if err != nil {
			t.Fatal(err)
		}
		iterations := 0
		for _, x := range r.Rounds {
			iterations += x.Iterations
		}
		for _, s := range r.Seeds {
			pages[i] = append(pages[i], s.Page)
			if s.Core.Density != 100 {
				t.Errorf("a core of density %g", s.Core.Density)
			}
		}
		t.Logf("cold %v: %v in %d rounds, %d iterations, %v", cold, pages[i], len(r.Rounds), iterations, time.Since(begin))
	}
}
