package hak_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/stats"
)

// partly returns a graph of which some pages were crawled, the others having no links.
func partly(g *graph.Memory, r *rand.Rand) (*graph.Memory, view.Bits) {
	crawled := view.NewBits(g.NumNodes())
	var arcs []graph.Arc
	share := r.Float64()
	for u := range g.NumNodes() {
		if r.Float64() < share {
			crawled.Add(u)
			for _, v := range g.Succ(graph.Node(u)) {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: v})
			}
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs), crawled
}

// naive is HAK as the definitions are written, with a matrix of links.
type naive struct {
	gammas, ims []float64 // of each page; NaN of ghosts
	gamma, im   float64
	n, ghosts   int
}

// oracle takes PageRank by the power method on a dense matrix.
func oracle(g *graph.Memory, crawled view.Bits, iterations int) (naive, []float64) {
	n := g.NumNodes()
	link := make([][]bool, n)
	for u := range n {
		link[u] = make([]bool, n)
		for _, v := range g.Succ(graph.Node(u)) {
			link[u][v] = true
		}
	}
	d := make([]float64, n)
	for u := range n {
		for v := range n {
			if link[u][v] {
				d[u]++
			}
		}
	}
	x := make([]float64, n)
	for u := range x {
		x[u] = 1 / float64(n)
	}
	for range iterations {
		lost := 0.0
		for u := range n {
			if d[u] == 0 {
				lost += x[u]
			}
		}
		y := make([]float64, n)
		for v := range n {
			y[v] = (0.15 + 0.85*lost) / float64(n)
			for u := range n {
				if link[u][v] {
					y[v] += 0.85 * x[u] / d[u]
				}
			}
		}
		x = y
	}
	o := naive{}
	for u := range n {
		if !crawled.Has(u) {
			o.ghosts++
			o.gammas, o.ims = append(o.gammas, math.NaN()), append(o.ims, math.NaN())
			continue
		}
		o.n++
		gamma, im := 1.0, 0.0
		inside := 0.0
		for v := range n {
			if link[u][v] && crawled.Has(v) {
				inside++
				im += x[u] / d[u] / x[v]
			}
		}
		if d[u] > 0 {
			gamma = inside / d[u]
		}
		o.gammas, o.ims = append(o.gammas, gamma), append(o.ims, im)
		o.gamma += gamma
		o.im += im
	}
	o.gamma /= float64(max(o.n, 1))
	o.im /= float64(max(o.n, 1))
	return o, x
}

// What a pass over links and one over links back find is what the definitions say, after 30 iterations, in memory and
// compressed, for any workers.
func TestAgainstDefinitions(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		full := graphtest.Random(seed)
		if full.NumNodes() == 0 {
			continue
		}
		g, crawled := partly(full, r)
		in, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		want, scores := oracle(g, crawled, 30)
		for _, workers := range []int{1, 3} {
			for _, out := range []graph.Random{g, bvtest.Compress(t, g)} {
				w := graph.Work{Workers: workers}
				values := make([]float32, g.NumNodes())
				links, err := hak.Scan(ctx, out, crawled, hak.ScanOptions{Values: values, Work: w})
				if err != nil {
					t.Fatal(err)
				}
				pr, err := rank.PageRank(ctx, in, links.Degrees, rank.PageRankOptions{Method: rank.Power, MaxIterations: 30, Tolerance: -1})
				if err != nil {
					t.Fatal(err)
				}
				impacts, err := hak.GetImpacts(ctx, in, crawled, hak.Ranked{Scores: pr.Scores, Degrees: links.Degrees}, hak.ImpactOptions{Work: w})
				if err != nil {
					t.Fatal(err)
				}
				if arcs, lost := counted(t, g, crawled); links.Arcs != arcs || links.Lost != lost {
					t.Fatalf("seed %d: %d links to crawled pages and %d to ghosts, want %d and %d", seed, links.Arcs, links.Lost, arcs, lost)
				}
				if want.n == 0 {
					continue
				}
				if math.Abs(links.Gamma()-want.gamma) > 1e-12 || math.Abs(impacts.Im()-want.im) > 1e-9 || links.Whole.Crawled != want.n {
					t.Fatalf("seed %d: got γ %v, Im %v of %d, want %+v", seed, links.Gamma(), impacts.Im(), links.Whole.Crawled, want)
				}
				for u, x := range values {
					if math.Abs(float64(x)-want.gammas[u]) > 1e-6 || math.Abs(pr.Scores[u]-scores[u]) > 1e-12 {
						t.Fatalf("seed %d, page %d: got γ %v, PageRank %v, want %v, %v", seed, u, x, pr.Scores[u], want.gammas[u], scores[u])
					}
				}
			}
		}
	}
}

// counted returns how many links of crawled pages lead to crawled ones, and to others.
func counted(t *testing.T, g graph.Graph, crawled view.Bits) (arcs, lost int64) {
	t.Helper()
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		for _, v := range succ {
			switch {
			case crawled.Has(int(u)) && crawled.Has(int(v)):
				arcs++
			case crawled.Has(int(u)):
				lost++
			}
		}
	}
	return arcs, lost
}

// With a PageRank that has converged, Im needs no arcs.
func TestClosedForm(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 8))
		full := graphtest.Random(seed)
		if full.NumNodes() == 0 {
			continue
		}
		g, crawled := partly(full, r)
		in, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		links, err := hak.Scan(ctx, g, crawled, hak.ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		pr, err := rank.PageRank(ctx, in, links.Degrees, rank.PageRankOptions{Tolerance: 1e-14, MaxIterations: 3000})
		if err != nil {
			t.Fatal(err)
		}
		impacts, err := hak.GetImpacts(ctx, in, crawled, hak.Ranked{Scores: pr.Scores, Degrees: links.Degrees}, hak.ImpactOptions{})
		if err != nil {
			t.Fatal(err)
		}
		closed := hak.ClosedIm(pr.Scores, links.Degrees, crawled, g.NumNodes(), 0.85)
		if math.Abs(closed-impacts.Im()) > 1e-9 {
			t.Errorf("seed %d: %v by the closed form, %v by arcs", seed, closed, impacts.Im())
		}
		if most := 1 / 0.85; impacts.Im() > most+1e-9 {
			t.Errorf("seed %d: Im is %v, more than %v", seed, impacts.Im(), most)
		}
	}
}

func TestFormula(t *testing.T) {
	for _, c := range []struct {
		n, ghosts int
		gamma, im float64
		x, hak    float64
		doubts    []hak.Doubt
	}{
		{2000, 500, 1, 0.9, 0, 1, nil},
		{2000, 500, 0.5, 1, 0.5, 1 - 2000.0/1999, nil},
		{2000, 500, 0.8, 0.5, 0.1, 1 - 0.36*2000/1999, nil},
		{2000, 500, 0, 1, 1, 1, []hak.Doubt{hak.Folded, hak.Thin}},
		{2000, 500, 0, 0, 0, 1, []hak.Doubt{hak.Thin}},
		{2000, 500, 0.3, 0.3, 0.21, 1 - 4*0.21*0.79*2000/1999, []hak.Doubt{hak.Thin}},
		{2000, 0, 1, 0.9, 0, 1, []hak.Doubt{hak.FewGhosts}},
		{10, 500, 1, 0.9, 0, 1, []hak.Doubt{hak.Small}},
		{1, 1, 0.5, 0.9, 0.45, 1, []hak.Doubt{hak.Small}},
		{0, 7, 1, 0, 0, 1, []hak.Doubt{hak.Nothing}},
	} {
		e := hak.Of(c.n, c.ghosts, c.gamma, c.im)
		if math.Abs(e.X-c.x) > 1e-12 || math.Abs(e.HAK-c.hak) > 1e-12 {
			t.Errorf("%+v: got %+v", c, e)
		}
		if got := e.Doubts(); !slices.Equal(got, c.doubts) {
			t.Errorf("%+v: doubts %v", c, got)
		}
		if c.gamma > 0 && math.Abs(e.GhostImpact*c.gamma-e.Impacted) > 1e-9 {
			t.Errorf("%+v: ghosts exert %v, of which %v falls on crawled pages", c, e.GhostImpact, e.Impacted)
		}
	}
}

// Of 10 pages with 45 pairs, by hand. Past x = ½ HAK rises, and the pairs out of order stay half of them.
func TestDiscordant(t *testing.T) {
	for _, c := range []struct{ gamma, im, want float64 }{
		{1, 0.9, 0}, {0.8, 0.5, 45 * 0.18 * 2000 / 1999}, {0, 0.7, 22.5}, {0, 1, 22.5},
	} {
		if e := hak.Of(2000, 500, c.gamma, c.im); math.Abs(e.Discordant(10)-c.want) > 1e-9 {
			t.Errorf("γ %v, Im %v: got %v pairs, want %v", c.gamma, c.im, e.Discordant(10), c.want)
		}
	}
}

// What differs by rounding alone is tied, also where a rounded number of digits would change between the two; and by as
// much as a rule allows, if one is given.
func TestTiesAgree(t *testing.T) {
	a, b := []float64{3, 2, 1, 1 + 1e-14, 0.5 + 3e-13, 0.5}, []float64{3, 2, 1 + 1e-14, 1, 0.5, 0.5 + 4e-13}
	if g, err := hak.Compare(a, b, []float64{1}); err != nil || g[0].TauB != 1 || g[0].Discordant != 0 {
		t.Errorf("got %+v and error %v, want 1", g, err)
	}
	b[1], b[0] = 3, 2.9999
	if g, err := hak.CompareTied(a, b, stats.Rounding, 1e-4, []float64{1}); err != nil || g[0].Discordant != 0 {
		t.Errorf("tied by a rule: got %+v and error %v", g, err)
	}
	if g, err := hak.CompareTopTied(a, b, stats.Rounding, 1e-5, 6); err != nil || g.Discordant != 1 {
		t.Errorf("apart by a rule: got %+v and error %v", g, err)
	}
}
