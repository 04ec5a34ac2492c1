package rank

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/internal/drawn"
)

// drawDangling draws a graph of n pages. 25 to 95 % of the pages have no links.
func drawDangling(rng *rand.Rand, n int) *graph.Memory {
	share := 0.25 + 0.7*rng.Float64()
	degree := 1 + rng.IntN(8)
	var arcs []graph.Arc
	for u := range n {
		if rng.Float64() < share {
			continue
		}
		for range 1 + rng.IntN(2*degree) {
			v := rng.IntN(n)
			if rng.IntN(3) > 0 {
				v = (u + rng.IntN(20)) % n
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	return graph.FromArcs(n, arcs)
}

// Where few arcs lead to dangling pages, and all others anywhere, few passes are enough.
func TestLeadingMixes(t *testing.T) {
	rng := drawn.Rand(t)
	const n, some = 4000, 3000 // the first pages have successors
	for _, part := range []float64{0.3, 0.03, 0.003} {
		var arcs []graph.Arc
		for u := range some {
			for range 10 {
				v := rng.IntN(some)
				if rng.Float64() < part {
					v = some + rng.IntN(n-some)
				}
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
			}
		}
		r, err := PageRank(t.Context(), graphtest.Transpose(t, graph.FromArcs(n, arcs)), nil, PageRankOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Converged || r.Iterations > 45 {
			t.Errorf("%g of the arcs lead to dangling pages: %d passes", part, r.Iterations)
		}
	}
}

// A counted space counts its bytes.
type counted int64

func (c *counted) Bytes(n int64) ([]byte, error) {
	*c += counted(n)
	return make([]byte, n), nil
}

// The copy of a set of preferred pages takes at most 4 bytes for each.
func TestPagesAmong(t *testing.T) {
	rng := drawn.Rand(t)
	for range 20 {
		n := 1 + rng.IntN(20_000)
		bits, all := view.NewBits(n), preference{each: 1}
		for u := range n {
			if rng.IntN(100) > 0 {
				bits.Add(u)
			}
			if rng.IntN(3) > 0 {
				all.pages = append(all.pages, graph.Node(u))
			}
		}
		pages, err := view.NewSubset(bits, n)
		if err != nil {
			t.Fatal(err)
		}
		of := all.among(pages, &alloc.Maker{})
		if cap(of.pages) > len(all.pages) {
			t.Errorf("room for %d pages, of %d", cap(of.pages), len(all.pages))
		}
	}
}

// newLeading has the same lists as view.Induced.
func TestLeadingView(t *testing.T) {
	rng := drawn.Rand(t)
	for range 60 {
		in := graphtest.Transpose(t, drawDangling(rng, 1+rng.IntN(400)))
		degrees, err := InDegrees(t.Context(), in, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		l, err := newLeading(in, degrees)
		if err != nil {
			t.Fatal(err)
		}
		if l == nil { // few pages dangle
			continue
		}
		same, err := view.Induced(in, l.rows.Subset)
		if err != nil {
			t.Fatal(err)
		}
		want := graphtest.Load(t, same)
		graphtest.Run(t, l, want)
		for _, room := range []int64{0, 1} {
			lists, err := l.lists(t.Context(), &PageRankOptions{Room: room, Work: graph.Work{Workers: 2}})
			if err != nil {
				t.Fatal(err)
			}
			graphtest.Run(t, lists, want)
			if _, is := lists.(*graph.Memory); is != (room == 0) {
				t.Errorf("room for %d bytes: %T", room, lists)
			}
		}
		var space, spare counted
		lists, err := l.lists(t.Context(), &PageRankOptions{Room: 1, Spare: &spare, Work: graph.Work{Workers: 2, Space: &space}})
		if err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, lists, want)
		if _, is := lists.(*graph.Memory); !is || spare == 0 || space != 0 {
			t.Errorf("%d bytes of the spare space and %d of the other: %T", spare, space, lists)
		}
	}
}

// PageRank of drawn options has the scores of the definition. Lists of any form and any number of workers give the same
// bits.
func TestLeadingPages(t *testing.T) {
	rng := drawn.Rand(t)
	for i := range 150 {
		n := 1 + rng.IntN(60)
		if i%10 == 0 {
			n = 5000 + rng.IntN(5000) // many blocks
		}
		g := drawDangling(rng, n)
		in := graphtest.Transpose(t, g)
		degrees, err := InDegrees(t.Context(), in, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		o := PageRankOptions{Alpha: []float64{0.3, 0.85, 0.95}[rng.IntN(3)], Dangling: Dangling(rng.IntN(3)), Method: Method(rng.IntN(2)), MaxIterations: 3000}
		o.Tolerance = []float64{1e-4, 1e-9, 1e-12}[rng.IntN(3)]
		if rng.IntN(3) == 0 {
			o.MaxIterations, o.Tolerance = rng.IntN(6)+1, -1
		}
		drawPreference(rng, &o, n)
		t.Run(fmt.Sprintf("%d: %d pages, alpha %g, %v, method %d", i, n, o.Alpha, o.Dangling, o.Method), func(t *testing.T) {
			checkLeading(t, rng, g, in, degrees, o)
		})
	}
}

func drawPreference(rng *rand.Rand, o *PageRankOptions, n int) {
	switch rng.IntN(3) {
	case 1:
		o.Preference = make([]float64, n)
		for u := range o.Preference {
			o.Preference[u] = float64(rng.IntN(3))
		}
		o.Preference[rng.IntN(n)] = 1
	case 2:
		o.Pages = []graph.Node{graph.Node(rng.IntN(n)), graph.Node(rng.IntN(n))}
	}
}

// checkLeading compares PageRank with the definition, and ways to it with each other.
func checkLeading(t *testing.T, rng *rand.Rand, g, in *graph.Memory, degrees []uint32, o PageRankOptions) {
	var start []float64
	if rng.IntN(2) == 0 {
		start = make([]float64, len(degrees))
		for u := range start {
			start[u] = 0.1 + rng.Float64()
		}
	}
	var first *PageRankResult
	given := slices.Clone(degrees)
	for way := range 5 {
		o, lists, outdegrees := o, graph.Random(in), degrees
		o.Start, o.Workers = slices.Clone(start), 1+rng.IntN(3)
		switch way {
		case 1:
			o.Room = 1
		case 2:
			outdegrees = nil
		case 3:
			lists, o.Room = bvtest.Compress(t, in), int64(rng.IntN(2))<<40
		case 4:
			o.Push = g
		}
		r, err := PageRank(context.Background(), lists, outdegrees, o)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r
		}
		if !slices.Equal(r.Scores, first.Scores) || r.Bound != first.Bound || r.Iterations != first.Iterations {
			t.Fatalf("way %d: other scores, %d passes with bound %g, want %d with %g", way, r.Iterations, r.Bound, first.Iterations, first.Bound)
		}
		if !slices.Equal(degrees, given) {
			t.Fatal("the given outdegrees were changed")
		}
	}
	if o.Method == Power && o.Tolerance < 0 {
		if off := apart(first.Scores, definition(g, o, start, o.MaxIterations)); off > 1e-12 {
			t.Errorf("%g off after %d steps", off, o.MaxIterations)
		}
	}
	off := apart(first.Scores, definition(g, o, start, 1500))
	if o.Tolerance > 0 && (!first.Converged || first.Bound > o.Tolerance) {
		t.Errorf("bound %g after %d passes", first.Bound, first.Iterations)
	}
	if off > first.Bound+1e-12+float64(len(degrees))*1e-15 { // sums are rounded
		t.Errorf("%g off, bound %g, after %d passes", off, first.Bound, first.Iterations)
	}
}

func apart(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}

// definition makes steps of the surfer.
func definition(g *graph.Memory, o PageRankOptions, start []float64, steps int) []float64 {
	n := g.NumNodes()
	v, sum := make([]float64, n), 0.0
	for u := range v {
		switch {
		case o.Preference != nil:
			v[u] = o.Preference[u]
		case o.Pages != nil:
			v[u] = 0
			if slices.Contains(o.Pages, graph.Node(u)) {
				v[u] = 1
			}
		default:
			v[u] = 1
		}
		sum += v[u]
	}
	for u := range v {
		v[u] /= sum
	}
	x, mass := slices.Clone(v), 1.0
	if start != nil {
		x, mass = slices.Clone(start), 0
		for _, s := range start {
			mass += s
		}
	}
	for range steps {
		next, dangling := make([]float64, n), 0.0
		for u, s := range x {
			succ := g.Succ(graph.Node(u))
			if len(succ) == 0 {
				dangling += s
			}
			for _, w := range succ {
				next[w] += o.Alpha * s / float64(len(succ))
			}
		}
		for u := range next {
			switch o.Dangling {
			case Strong:
				next[u] += (o.Alpha*dangling + (1-o.Alpha)*mass) * v[u]
			case Weak:
				next[u] += o.Alpha*dangling/float64(n) + (1-o.Alpha)*mass*v[u]
			case Pseudo:
				next[u] += (1 - o.Alpha) * v[u]
			}
		}
		x = next
	}
	if o.Dangling != Pseudo {
		for u := range x {
			x[u] /= mass
		}
	}
	return x
}

// Outdegrees of another graph are an error where they deny an arc of the transpose, and never a panic.
func TestLeadingOfAnother(t *testing.T) {
	rng := drawn.Rand(t)
	refused := 0
	for range 400 {
		n := 2 + rng.IntN(200)
		in := graphtest.Transpose(t, drawDangling(rng, n))
		degrees, err := InDegrees(t.Context(), in, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		u := rng.IntN(n)
		wrong := slices.Clone(degrees)
		wrong[u] = 0
		l, err := newLeading(in, wrong)
		if err != nil {
			t.Fatal(err)
		}
		want := l != nil && degrees[u] != 0
		for room := range int64(2) {
			for _, m := range []Method{GaussSeidel, Power} {
				_, err := PageRank(t.Context(), in, wrong, PageRankOptions{Method: m, Room: room})
				if errors.Is(err, errStray) != want || (err == nil) == want {
					t.Fatalf("%d pages, outdegree of page %d is %d, given 0; method %d, room %d: %v", n, u, degrees[u], m, room, err)
				}
			}
		}
		if want {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no arc was denied")
	}
}
