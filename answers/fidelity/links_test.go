package fidelity_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/fidelity"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
	"weft/making/generate"
	"weft/store"
)

// numbered makes a crawl of a graph whose pages have no names.
func numbered(t *testing.T, g *graph.Memory) *store.Crawl {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "crawl")
	if _, err := generate.Run(t.Context(), generate.Options{Model: g, Degree: 8, DraftOptions: store.DraftOptions{Output: dir, Memory: 1 << 30}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Assume(func(graph.Node) bool { return true }); err != nil { // the model says nothing of states
		t.Fatal(err)
	}
	return c
}

// drawn returns a graph of a model.
func drawn(t *testing.T, name string, seed uint64) *graph.Memory {
	t.Helper()
	const pages = 700
	var g graph.Graph
	var err error
	switch name {
	case "gnp":
		g, err = random.NewGNP(random.GNPOptions{Pages: pages, Degree: 9, Seed: seed})
	case "scale-free":
		g, err = random.NewScaleFree(random.ScaleFreeOptions{Pages: pages, Seed: seed})
	case "fire":
		g, err = random.NewForestFire(random.ForestFireOptions{Pages: pages, Back: 0.01, Seed: seed})
	case "web":
		g, err = random.NewWeb(random.WebOptions{Pages: pages, Degree: 9, Seed: seed})
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rewired returns a graph in which a share of the links leads elsewhere.
func rewired(g *graph.Memory, share float64, seed uint64) *graph.Memory {
	r := rand.New(rand.NewPCG(seed, 8))
	var arcs []graph.Arc
	for u := range graph.Node(g.NumNodes()) {
		for _, v := range g.Succ(u) {
			if r.Float64() < share {
				v = graph.Node(r.IntN(g.NumNodes()))
			}
			arcs = append(arcs, graph.Arc{From: u, To: v})
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs)
}

// Two lists of numbers may have nothing in common but the numbers, which is said; parts of a graph, and what it became,
// are no cause for doubt.
func TestUnrelatedTargets(t *testing.T) {
	half := func(g *graph.Memory) *graph.Memory { // every other page has no links
		var arcs []graph.Arc
		for u := graph.Node(0); int(u) < g.NumNodes(); u += 2 {
			for _, v := range g.Succ(u) {
				arcs = append(arcs, graph.Arc{From: u, To: v})
			}
		}
		return graph.FromArcs(g.NumNodes(), arcs)
	}
	fire := drawn(t, "fire", 1)
	other, err := graphtest.Permute(fire, graphtest.Permutation(fire.NumNodes(), 5))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what          string
		crawl, target *graph.Memory
		doubt         bool
	}{
		{"itself", fire, fire, false},
		{"a part", half(fire), fire, false},
		{"a third of the links changed", rewired(fire, 0.33, 1), fire, false},
		{"a part of a web", half(drawn(t, "web", 3)), drawn(t, "web", 3), false},
		{"another draw of a fire", fire, drawn(t, "fire", 2), true},
		{"another draw of G(n,p)", drawn(t, "gnp", 1), drawn(t, "gnp", 2), true},
		{"another web", drawn(t, "web", 1), drawn(t, "web", 2), true},
		{"another model", drawn(t, "scale-free", 1), drawn(t, "web", 1), true},
		{"another numbering", fire, other, true},
		{"most links changed", rewired(fire, 0.8, 2), fire, true},
		{"loops in common", looped(drawn(t, "gnp", 1), 40), looped(drawn(t, "gnp", 2), 40), true},
		{"all link to a few", toFew(1), toFew(2), true},
		{"no links", graph.FromArcs(700, nil), fire, true},
		{"complete", half(rewired(drawn(t, "gnp", 1), 0, 0)), complete(700), false},
	} {
		o := fidelity.Options{Samples: -1}
		o.Memory = 1 << 30
		r, err := fidelity.Against(t.Context(), numbered(t, c.crawl), numbered(t, c.target), []string{fidelity.InDegree}, o)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		i := slices.IndexFunc(r.Doubts, func(d fidelity.Doubt) bool { return d.Name == fidelity.Unrelated })
		if (i >= 0) != c.doubt {
			t.Errorf("%s: %+v, doubts %v, want one: %v", c.what, r.Links, r.Doubts, c.doubt)
		}
		p, err := fidelity.GetComponents(t.Context(), numbered(t, c.crawl), fidelity.ComponentOptions{Options: o, Tau: 0.5, Quantile: 0.5, Target: numbered(t, c.target)})
		if err != nil {
			t.Fatalf("%s: components: %v", c.what, err)
		}
		if (len(p.Doubts) > 0) != c.doubt || *p.Links != r.Links {
			t.Errorf("%s: components: %+v, doubts %v, want one: %v", c.what, p.Links, p.Doubts, c.doubt)
		}
		if i >= 0 && !strings.Contains(r.Doubts[i].Text, "numbers") {
			t.Errorf("%s: %q does not say that it is about numbers", c.what, r.Doubts[i].Text)
		}
	}
}

// looped adds links of pages to themselves, and takes others away, so that each has at most so many percent of its links left.
func looped(g *graph.Memory, percent int) *graph.Memory {
	var arcs []graph.Arc
	for u := range graph.Node(g.NumNodes()) {
		arcs = append(arcs, graph.Arc{From: u, To: u})
		list := g.Succ(u)
		for _, v := range list[:min(1, len(list)*percent/100)] {
			arcs = append(arcs, graph.Arc{From: u, To: v})
		}
	}
	return graph.FromArcs(g.NumNodes(), arcs)
}

// toFew returns a graph in which each page links to five of the first eight.
func toFew(seed uint64) *graph.Memory {
	r := rand.New(rand.NewPCG(seed, 9))
	var arcs []graph.Arc
	for u := range graph.Node(700) {
		for _, v := range r.Perm(8)[:5] {
			arcs = append(arcs, graph.Arc{From: u, To: graph.Node(v)})
		}
	}
	return graph.FromArcs(700, arcs)
}

// complete returns the graph in which each page links to all others.
func complete(n int) *graph.Memory {
	var arcs []graph.Arc
	for u := range graph.Node(n) {
		for v := range graph.Node(n) {
			if u != v {
				arcs = append(arcs, graph.Arc{From: u, To: v})
			}
		}
	}
	return graph.FromArcs(n, arcs)
}
