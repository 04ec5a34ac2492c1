package reciprocity_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/reciprocity"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/internal/option"
)

// Each arc is looked for among all, whatever the order.
func TestCount(t *testing.T) {
	rng := drawn.Rand(t)
	for range 300 {
		n := 1 + rng.IntN(12)
		has := map[graph.Arc]bool{}
		for range rng.IntN(3 * n) {
			has[graph.Arc{From: graph.Node(rng.IntN(n)), To: graph.Node(rng.IntN(n))}] = true
		}
		var arcs []graph.Arc
		all, returned := 0, 0
		for a := range has {
			arcs = append(arcs, a)
			if a.From != a.To {
				all++
				if has[graph.Arc{From: a.To, To: a.From}] {
					returned++
				}
			}
		}
		g := graph.FromArcs(n, arcs)
		r, err := reciprocity.Count(t.Context(), g, graphtest.Transpose(t, g), 1+rng.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		if r.Pages != n || r.Arcs != int64(all) || r.Returned != int64(returned) {
			t.Fatalf("%v: got %+v, want %d of %d", arcs, r, returned, all)
		}
		checkShares(t, r, n, all, returned)
	}
}

func checkShares(t *testing.T, r *reciprocity.Reciprocity, n, all, returned int) {
	t.Helper()
	if all == 0 {
		if r.Share != nil || r.Density != nil || r.Rho != nil {
			t.Errorf("shares of nothing: %+v", r)
		}
		return
	}
	if *r.Share != float64(returned)/float64(all) || math.Abs(*r.Density*float64(n*n-n)-float64(all)) > 1e-9 {
		t.Errorf("got %v, %v; want %d of %d, and %d of %d", *r.Share, *r.Density, returned, all, all, n*n-n)
	}
	if full := all == n*n-n; full != (r.Rho == nil) {
		t.Errorf("of %d arcs of %d pages rho is %v", all, n, r.Rho)
	}
}

// A random graph has none but by chance; a cycle avoids returning, a symmetric graph returns all.
func TestRho(t *testing.T) {
	rng := drawn.Rand(t)
	const n = 400
	var random, ring, both []graph.Arc
	for u := range graph.Node(n) {
		v := (u + 1) % n
		ring, both = append(ring, graph.Arc{From: u, To: v}), append(both, graph.Arc{From: u, To: v}, graph.Arc{From: v, To: u})
		for range 40 {
			random = append(random, graph.Arc{From: u, To: graph.Node(rng.IntN(n))})
		}
	}
	for name, c := range map[string]struct {
		arcs      []graph.Arc
		least, to float64
	}{"random": {random, -0.05, 0.05}, "ring": {ring, -0.003, -0.002}, "both ways": {both, 1, 1}} {
		g := graph.FromArcs(n, c.arcs)
		r, err := reciprocity.Count(t.Context(), g, graphtest.Transpose(t, g), 2)
		if err != nil || *r.Rho < c.least || *r.Rho > c.to {
			t.Errorf("%s: rho is %v, want %v to %v: %v", name, *r.Rho, c.least, c.to, err)
		}
	}
}

func TestBlocks(t *testing.T) {
	say := func(r *reciprocity.Reciprocity) string {
		var b strings.Builder
		answer.Print(&b, r.Blocks(), option.Quoted)
		return b.String()
	}
	half := 0.5
	for want, r := range map[string]*reciprocity.Reciprocity{
		"No link leads": {Pages: 3}, "links            4 between different pages\nreturned         2\nshare            50.0 %\nbeyond chance    0.5000 (0 is chance, 1 is all)\n": {Arcs: 4, Returned: 2, Share: &half, Rho: &half}, "every page links to every other": {Arcs: 2, Returned: 2, Share: &half},
	} {
		if got := say(r); !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
}

func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{"reciprocity": func(ctx context.Context, out, in graph.Random) error {
		_, err := reciprocity.Count(ctx, out, in, 1)
		return err
	}})
}
