package seeds_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"weft/algo/rank"
	"weft/answers/seeds"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/internal/drawn"
	"weft/internal/shared"
)

// slowCore grows a core as its definition says, looking at every page each time.
type slowCore struct {
	g                *graph.Memory
	scoreH, scoreA   []float64
	removed          view.Bits
	o                seeds.CoreOptions
	h, a             []graph.Node
	hClosed, aClosed bool
}

func (s *slowCore) links(u, v graph.Node) bool { return slices.Contains(s.g.Succ(u), v) }

// best returns the best page that may be added to a side, by a look at all pages.
func (s *slowCore) best(scores []float64, to []graph.Node, arc func(u, v graph.Node) bool) (graph.Node, bool) {
	at := -1
	for u := range s.g.NumNodes() {
		page := graph.Node(u)
		if s.removed.Has(u) || slices.Contains(s.h, page) || slices.Contains(s.a, page) {
			continue
		}
		near := slices.ContainsFunc(to, func(v graph.Node) bool { return arc(page, v) })
		if near && (at < 0 || scores[u] > scores[at]*(1+1e-11)) {
			at = u
		}
	}
	return graph.Node(max(at, 0)), at >= 0
}

// thin counts all arcs again.
func (s *slowCore) thin() bool {
	arcs := 0
	for _, u := range s.h {
		for _, v := range s.a {
			if s.links(u, v) {
				arcs++
			}
		}
	}
	return s.o.Size == 0 && float64(100*arcs) < s.o.Density*float64(len(s.h)*len(s.a))
}

// add adds the best page to a side, and takes it back and closes the side if that makes the core thin.
func (s *slowCore) add(side *[]graph.Node, closed *bool, scores []float64, to []graph.Node, arc func(u, v graph.Node) bool) bool {
	if *closed || s.o.Size > 0 && len(s.h)+len(s.a) == s.o.Size {
		return false
	}
	u, ok := s.best(scores, to, arc)
	if !ok {
		return false
	}
	*side = append(*side, u)
	if s.thin() && !s.o.Literal {
		*side, *closed = (*side)[:len(*side)-1], true
		return false
	}
	return true
}

func (s *slowCore) grow() {
	first, top := graph.Node(0), 0.0
	for u, score := range s.scoreA {
		if !s.removed.Has(u) && score > top*(1+1e-11) {
			first, top = graph.Node(u), score
		}
	}
	if top == 0 {
		return
	}
	s.a = append(s.a, first)
	for {
		hub := (s.o.MaxHubs == 0 || len(s.h) < s.o.MaxHubs) && s.add(&s.h, &s.hClosed, s.scoreH, s.a, s.links)
		authority := s.add(&s.a, &s.aClosed, s.scoreA, s.h, func(v, u graph.Node) bool { return s.links(u, v) })
		if !hub && !authority || s.o.Literal && s.thin() {
			return
		}
	}
}

func TestExtract(t *testing.T) {
	for seed := range uint64(60) {
		g := graphtest.Random(seed)
		back := graphtest.Transpose(t, g)
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
		for _, o := range []seeds.CoreOptions{
			{Density: 100},
			{Density: 70},
			{Density: 1},
			{Size: 7},
			{Size: 1000},
			{Density: 100, MaxHubs: 2},
			{Density: 100, Literal: true},
			{Density: 60, Literal: true},
			{Density: 60, Literal: true, MaxHubs: 1},
		} {
			got, err := seeds.Extract(g, back, s, removed, o)
			if err != nil {
				t.Fatal(err)
			}
			want := slowCore{g: g, scoreH: s.Hubs, scoreA: s.Authorities, removed: removed, o: o}
			want.grow()
			if !slices.Equal(got.Hubs, want.h) || !slices.Equal(got.Authorities, want.a) {
				t.Errorf("seed %d, %+v: hubs %v and authorities %v, want %v and %v", seed, o, got.Hubs, got.Authorities, want.h, want.a)
			}
			if got.Density+1e-9 < o.Density && len(got.Hubs) > 0 && !o.Literal {
				t.Errorf("seed %d, %+v: a density of %g", seed, o, got.Density)
			}
		}
	}
}

// What closes a side does not end the core: hubs 0 to 3 link to 4, 5 and 6, and 3, the best hub, to 10 as well, which
// closes the authorities before 2 is a hub. The mirror image, where an authority has a link of its own, closes the
// hubs. The loop of the paper keeps what broke the density.
func TestOneSideCloses(t *testing.T) {
	var arcs, mirror [][2]graph.Node
	for h := range graph.Node(4) {
		for a := range graph.Node(3) {
			arcs = append(arcs, [2]graph.Node{h, 4 + a})
			mirror = append(mirror, [2]graph.Node{a, 3 + h})
		}
	}
	arcs = append(arcs, [2]graph.Node{3, 10})
	mirror = append(mirror, [2]graph.Node{10, 3})
	for _, c := range []struct {
		what              string
		arcs              [][2]graph.Node
		o                 seeds.CoreOptions
		hubs, authorities []graph.Node // in any order
		density           float64
	}{
		{"authorities close", arcs, seeds.CoreOptions{Density: 100}, []graph.Node{0, 1, 2, 3}, []graph.Node{4, 5, 6}, 100},
		{"hubs close", mirror, seeds.CoreOptions{Density: 100}, []graph.Node{0, 1, 2}, []graph.Node{3, 4, 5, 6}, 100},
		{"thin enough", arcs, seeds.CoreOptions{Density: 80}, []graph.Node{0, 1, 2, 3}, []graph.Node{4, 5, 6, 10}, 81.25},
		{"the loop as printed", arcs, seeds.CoreOptions{Density: 100, Literal: true}, []graph.Node{0, 1, 3}, []graph.Node{4, 5, 6, 10}, 100 * 10.0 / 12},
	} {
		g := fromArcs(t, 11, c.arcs)
		back := graphtest.Transpose(t, g)
		s, err := rank.HITS(context.Background(), g, back, rank.HITSOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := seeds.Extract(g, back, s, nil, c.o)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got.Hubs)
		slices.Sort(got.Authorities)
		if !slices.Equal(got.Hubs, c.hubs) || !slices.Equal(got.Authorities, c.authorities) || got.Density != c.density {
			t.Errorf("%s: got %+v, want %v and %v, of density %g", c.what, got, c.hubs, c.authorities, c.density)
		}
	}
}

// fromArcs makes a graph of arcs in order of their ends.
func fromArcs(t testing.TB, n int, arcs [][2]graph.Node) *graph.Memory {
	t.Helper()
	slices.SortFunc(arcs, func(a, b [2]graph.Node) int { return slices.Compare(a[:], b[:]) })
	starts, succ := make([]uint32, n+1), make([]graph.Node, 0, len(arcs))
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
	for _, warm := range []bool{false, true} {
		r, err := seeds.Find(context.Background(), g, graphtest.Transpose(t, g), seeds.Options{Seeds: 5, Warm: warm})
		if err != nil {
			t.Fatal(err)
		}
		var got []graph.Node
		for _, s := range r.Seeds {
			got = append(got, s.Page)
		}
		if !slices.Equal(got, []graph.Node{10, 0, 50}) || len(r.Rounds) != 4 || r.Why != "no arc is left" {
			t.Errorf("warm %v: seeds %v in %d rounds, %q", warm, got, len(r.Rounds), r.Why)
		}
	}
}

// Find ranks each round from ones by default, as the paper does: iterations, residual and core of each round are those
// of a ranking that knows nothing of the rounds before. Warm starts from the scores before.
func TestRankingsStartCold(t *testing.T) {
	r := drawn.Rand(t)
	others := 0
	for range 20 {
		n := 20 + r.IntN(40)
		var arcs [][2]graph.Node
		for range 4 * n {
			arcs = append(arcs, [2]graph.Node{graph.Node(r.IntN(n)), graph.Node(r.IntN(n))})
		}
		slices.SortFunc(arcs, func(a, b [2]graph.Node) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
		out := fromArcs(t, n, slices.Compact(arcs))
		in := graphtest.Transpose(t, out)
		find := func(warm bool) *seeds.Result {
			got, err := seeds.Find(t.Context(), out, in, seeds.Options{Seeds: 5, MinHubs: 1, MinAuthorities: 1, Warm: warm})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		got, removed := find(false), view.NewBits(n)
		for i, round := range got.Rounds {
			h, err := rank.HITS(t.Context(), out, in, rank.HITSOptions{Iterations: 60, Tolerance: 1e-9, Removed: removed})
			if err != nil {
				t.Fatal(err)
			}
			core, err := seeds.Extract(out, in, h, removed, seeds.CoreOptions{Density: 100})
			if err != nil {
				t.Fatal(err)
			}
			if round.Iterations != h.Iterations || round.Residual != h.Residual || !slices.Equal(got.Seeds[i].Core.Hubs, core.Hubs) || !slices.Equal(got.Seeds[i].Core.Authorities, core.Authorities) {
				t.Fatalf("round %d: %+v, core %v; from ones %d iterations, residual %g, core %v", i+1, round, got.Seeds[i].Core, h.Iterations, h.Residual, core)
			}
			for _, u := range slices.Concat(core.Hubs, core.Authorities) {
				removed.Add(int(u))
			}
		}
		if warm := find(true); !slices.Equal(warm.Rounds, got.Rounds) {
			others++
		}
	}
	if others == 0 {
		t.Error("Warm changes nothing")
	}
}

func TestOptions(t *testing.T) {
	g := graphtest.Random(1)
	for _, o := range []seeds.Options{{}, {Seeds: 1, Core: seeds.CoreOptions{Density: 101}}, {Seeds: 1, Core: seeds.CoreOptions{Density: 5, Size: 5}}, {Seeds: 1, MinHubs: -1}, {Seeds: 1, Core: seeds.CoreOptions{Size: 5, Literal: true}}} {
		if _, err := seeds.Find(context.Background(), g, graphtest.Transpose(t, g), o); err == nil {
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
	back := graphtest.Transpose(t, mem)
	var pages [2][]graph.Node
	for i, warm := range []bool{false, true} {
		begin := time.Now()
		r, err := seeds.Find(context.Background(), mem, back, seeds.Options{Seeds: 3, Warm: warm, Core: seeds.CoreOptions{Density: 100, MaxHubs: 999}})
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
		t.Logf("warm %v: %v in %d rounds, %d iterations, %v", warm, pages[i], len(r.Rounds), iterations, time.Since(begin))
	}
}
