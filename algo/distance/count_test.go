package distance

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// drawnPages draws graphs of sizes around whole batches of sources too, which graphtest.Random is too small for.
func drawnPages(t *testing.T) func() *graph.Memory {
	rng := drawn.Rand(t)
	return func() *graph.Memory {
		if rng.IntN(3) > 0 {
			return graphtest.Random(rng.Uint64())
		}
		n := []int{batchBits - 1, batchBits, batchBits + 1, 2 * batchBits, 2*batchBits + 65}[rng.IntN(5)]
		arcs := make([]graph.Arc, rng.IntN(3*n))
		for i := range arcs {
			arcs[i] = graph.Arc{From: graph.Node(rng.IntN(n)), To: graph.Node(rng.IntN(n))}
		}
		return graph.FromArcs(n, arcs)
	}
}

// searched is what a search from each source by itself finds up to a distance: pairs within each distance, harmonic
// centralities, and whether there is more.
func searched(t *testing.T, g *graph.Memory, sources []graph.Node, most int) (pairs, harmonic []float64, more bool) {
	t.Helper()
	n := g.NumNodes()
	at := make([]float64, n+1)
	harmonic = make([]float64, n)
	for _, u := range sources {
		l, err := BFS(context.Background(), g, []graph.Node{u}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		distances := distancesOf(t, l)
		for _, v := range l.Order {
			d := int(distances[v])
			if more = more || d > most; d > most {
				continue
			}
			if at[d]++; d > 0 {
				harmonic[v] += 1 / float64(d)
			}
		}
	}
	for t := range at {
		if at[t] == 0 {
			at = at[:t]
			break
		}
	}
	for t := 1; t < len(at); t++ {
		at[t] += at[t-1]
	}
	return at, harmonic, more
}

// What is counted is what searches from each page find, in any form, by any number of workers, also where it is cut.
func TestCountAgainstSearches(t *testing.T) {
	draw, rng := drawnPages(t), drawn.Rand(t)
	for range 60 {
		g := draw()
		most, o := math.MaxInt, CountOptions{Work: graph.Work{Workers: 1 + rng.IntN(3)}}
		if rng.IntN(3) == 0 {
			most = 1 + rng.IntN(4)
			o.MaxIterations = most
		}
		sources := make([]graph.Node, g.NumNodes())
		for i, u := range rng.Perm(len(sources)) {
			sources[i] = graph.Node(u)
		}
		if rng.IntN(3) == 0 {
			sources = sources[:rng.IntN(len(sources)+1)]
			o.Sources = sources
		}
		pairs, harmonic, more := searched(t, g, sources, most)
		b, err := Count(t.Context(), graphtest.Transpose(t, g), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(pairs) == 0 { // no source
			pairs = []float64{0}
		}
		if !slices.Equal(b.Pairs, pairs) || more && !b.Cut || b.Runs != 0 || b.HarmonicError != nil {
			t.Fatalf("%d pages, up to %d: pairs %v, cut %v, want %v, %v", g.NumNodes(), most, b.Pairs, b.Cut, pairs, more)
		}
		for u, want := range harmonic {
			if math.Abs(b.Harmonic[u]-want) > 1e-9 {
				t.Fatalf("page %d of %d: harmonic centrality %g, want %g", u, g.NumNodes(), b.Harmonic[u], want)
			}
		}
		exactly := func(x float64) Estimate { return Estimate{x, x, x} }
		if want := exactly(averageDistance(pairs)); b.Mean != want {
			t.Fatalf("average %v, want %v", b.Mean, want)
		}
		o.Workers = 2
		compressed := bvtest.Compress(t, graphtest.Transpose(t, g))
		if again, err := Count(t.Context(), compressed, o); err != nil || !reflect.DeepEqual(again, b) {
			t.Fatalf("compressed, by two workers: %v, or another result", err)
		}
	}
}

// Whoever goes on after any batch ends with the same bits, and a state that does not fit is refused.
func TestCountGoesOn(t *testing.T) {
	draw, rng := drawnPages(t), drawn.Rand(t)
	gone := 0
	for k := 0; k < 30 || gone < 3 && k < 300; k++ { // one graph in five has several batches
		in := graphtest.Transpose(t, draw())
		var states []CountState
		o := CountOptions{MaxIterations: 1 + rng.IntN(20), Save: func(s CountState) error {
			s.Pairs, s.Harmonic = slices.Clone(s.Pairs), slices.Clone(s.Harmonic)
			for i := range s.Pairs {
				s.Pairs[i] = slices.Clone(s.Pairs[i])
			}
			states = append(states, s)
			return nil
		}}
		whole, err := Count(t.Context(), in, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Save = nil
		for i := range states {
			o.Resume = &states[i]
			if again, err := Count(t.Context(), in, o); err != nil || !reflect.DeepEqual(again, whole) {
				t.Fatalf("after %d of %d sources: %v, or another result", states[i].Done, in.NumNodes(), err)
			}
			gone++
		}
		if len(states) == 0 {
			continue
		}
		states[0].Harmonic = states[0].Harmonic[1:]
		o.Resume = &states[0]
		if _, err := Count(t.Context(), in, o); err == nil {
			t.Error("a state of another graph is taken")
		}
		o.Resume, o.Save = nil, func(CountState) error { return errKilled }
		if _, err := Count(t.Context(), in, o); !errors.Is(err, errKilled) {
			t.Errorf("what Save says is not told: %v", err)
		}
	}
	if gone == 0 {
		t.Error("there was nothing to go on from")
	}
}

// What is drawn stays what it was: results that were kept are of it.
func TestDrawNodes(t *testing.T) {
	for _, c := range []struct {
		n, number int
		seed      uint64
		want      []graph.Node
	}{{1000, 6, 7, []graph.Node{587, 783, 612, 508, 24, 410}}, {5, 5, 3, []graph.Node{3, 2, 4, 0, 1}}, {3, 0, 1, nil}} {
		if got := drawNodes(c.n, c.number, c.seed); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d, seed %d: %v, want %v", c.number, c.n, c.seed, got, c.want)
		}
	}
}

// A sample of all is a count, and whoever goes on in a sample ends with the same bits.
func TestSampleIsACountOfSome(t *testing.T) {
	draw, rng := drawnPages(t), drawn.Rand(t)
	for range 30 {
		in := graphtest.Transpose(t, draw())
		n := in.NumNodes()
		whole, err := Count(t.Context(), in, CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if all, err := Sample(t.Context(), in, n+rng.IntN(2), rng.Uint64(), CountOptions{}); err != nil || !reflect.DeepEqual(all, whole) {
			t.Fatalf("a sample of all: %v, or no count", err)
		}
		if n < 3 {
			continue
		}
		number, seed := 2+rng.IntN(n-2), rng.Uint64()
		from := drawNodes(n, number, seed)
		if sorted := slices.Sorted(slices.Values(from)); len(slices.Compact(sorted)) != number || int(sorted[number-1]) >= n {
			t.Fatalf("%d of %d nodes: %v", number, n, from)
		}
		some, err := Sample(t.Context(), in, number, seed, CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		of, err := Count(t.Context(), in, CountOptions{Sources: from})
		if err != nil {
			t.Fatal(err)
		}
		for u, h := range of.Harmonic {
			if want := h * float64(n) / float64(number); math.Abs(some.Harmonic[u]-want) > 1e-9*want {
				t.Fatalf("page %d: %g, want %g", u, some.Harmonic[u], want)
			}
		}
		if number <= leastGroups || number%leastGroups == 0 && number <= 64*leastGroups { // all groups weigh alike
			for d, pairs := range of.Pairs {
				if want := pairs * float64(n) / float64(number); math.Abs(some.Pairs[d]-want) > 1e-9*want {
					t.Fatalf("%g pairs within %d, want %g", some.Pairs[d], d, want)
				}
			}
		}
		if some.Cut || some.Reachable.Value < 0 || some.Reachable.High > 1 || some.Mean.Low > some.Mean.Value {
			t.Fatalf("%+v", some)
		}
	}
}

// Of few searches, and of numbers that are no multiple of anything, intervals hold as often, and no group of sources is
// much smaller than another; one alone is refused.
func TestSampleOfFew(t *testing.T) {
	rng := drawn.Rand(t)
	held, all := 0, 0
	for range 100 {
		n := 600 + rng.IntN(600)
		arcs := make([]graph.Arc, n*3/2)
		for i := range arcs {
			arcs[i] = graph.Arc{From: graph.Node(rng.IntN(n)), To: graph.Node(rng.IntN(n))}
		}
		in := graphtest.Transpose(t, graph.FromArcs(n, arcs))
		truth, err := Count(t.Context(), in, CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Sample(t.Context(), in, 1, 0, CountOptions{}); err == nil {
			t.Fatal("one search tells how far it is off")
		}
		number := 20 + rng.IntN(180)
		b, err := Sample(t.Context(), in, number, rng.Uint64(), CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if all++; b.Mean.Low <= truth.Mean.Value && truth.Mean.Value <= b.Mean.High {
			held++
		}
		c, err := newCounting(in, CountOptions{Sources: drawNodes(n, number, 1)}, leastGroups)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.groups {
			if size := c.first(i+1) - c.first(i); size*c.groups < number-c.groups || size*c.groups > number+c.groups || size > 64 {
				t.Fatalf("group %d of %d has %d of %d sources", i, c.groups, size, number)
			}
		}
	}
	if held < all*8/10 { // of 100 intervals that each hold with 93 %, fewer than 80 hold with a probability of 5e-6, and of 95 % with one of 2e-8
		t.Errorf("%d of %d intervals of the mean hold the truth", held, all)
	}
}

// Intervals of samples hold the truth as often as they say, and where counters err alike they are far narrower than
// those of HyperBall.
func TestSampleCovers(t *testing.T) {
	rng := drawn.Rand(t)
	held, all := map[string]int{}, 0
	narrower := 0
	for range 40 {
		n := 1200 + rng.IntN(2000)
		arcs := make([]graph.Arc, 0, 4*n) // a large component, chains that lead to it, pages that it leads to, and others
		for range 3 * n / 2 {
			arcs = append(arcs, graph.Arc{From: graph.Node(rng.IntN(n / 2)), To: graph.Node(rng.IntN(n / 2))})
		}
		for u := n / 2; u < n; u++ {
			switch v := graph.Node(rng.IntN(u)); rng.IntN(3) {
			case 0:
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: v})
			case 1:
				arcs = append(arcs, graph.Arc{From: v, To: graph.Node(u)})
			}
		}
		in := graphtest.Transpose(t, graph.FromArcs(n, arcs))
		truth, err := Count(t.Context(), in, CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		seed := rng.Uint64()
		b, err := Sample(t.Context(), in, batchBits, seed, CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		h, err := HyperBall(t.Context(), in, HyperBallOptions{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range map[string][2]Estimate{
			"mean": {b.Mean, truth.Mean}, "effective": {b.Effective, truth.Effective}, "reachable": {b.Reachable, truth.Reachable}, "length": {b.Lengths[5], truth.Lengths[5]},
		} {
			if e[0].Low <= e[1].Value && e[1].Value <= e[0].High {
				held[name]++
			}
		}
		if all++; b.Reachable.Half() < h.Reachable.Half() && b.Mean.Half() < h.Mean.Half() {
			narrower++
		}
	}
	for name, k := range held {
		if k < all*7/10 { // of 40 intervals that each hold with 95 %, 27 or fewer hold with a probability of 4e-8, and of 93 % with one of 2e-6
			t.Errorf("%s: %d of %d intervals hold the truth", name, k, all)
		}
	}
	if narrower < all/2 {
		t.Errorf("%d of %d intervals are narrower than HyperBall's", narrower, all)
	}
	t.Logf("of %d: %v, %d narrower", all, held, narrower)
}

// Intervals of HyperBall hold what is counted.
func TestHyperBallHoldsWhatIsCounted(t *testing.T) {
	in := graphtest.Transpose(t, graphtest.Load(t, bvtest.Open(t, "harvard500", "harvard500.graph")))
	want, err := Count(t.Context(), in, CountOptions{})
	if err != nil {
		t.Fatal(err)
	}
	held, all := 0, 0
	for seed := range uint64(40) {
		b, err := HyperBall(t.Context(), in, HyperBallOptions{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range [][2]Estimate{{b.Mean, want.Mean}, {b.Effective, want.Effective}, {b.Reachable, want.Reachable}} {
			if all++; e[0].Low <= e[1].Value && e[1].Value <= e[0].High {
				held++
			}
		}
	}
	if held < all*85/100 {
		t.Errorf("%d of %d intervals of 95 %% hold the truth", held, all)
	}
}

// Arcs without order are the worst for it.
func BenchmarkCount(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	arcs := make([]graph.Arc, 1<<17)
	for i := range arcs {
		arcs[i] = graph.Arc{From: graph.Node(rng.IntN(1 << 14)), To: graph.Node(rng.IntN(1 << 14))}
	}
	in := graph.FromArcs(1<<14, arcs)
	for b.Loop() {
		if _, err := Count(b.Context(), in, CountOptions{Work: graph.Work{Workers: 1}}); err != nil {
			b.Fatal(err)
		}
	}
}

// What centralities are said to take is enough for both ways to them, as few nodes with many arcs are not counted.
func TestHarmonicBytes(t *testing.T) {
	rng := drawn.Rand(t)
	for range 100 {
		if n := rng.IntN(1 << 18); HarmonicBytes(n) < max(CountBytes(n), HyperBallBytes(n, true)) {
			t.Fatalf("%d nodes: %d bytes", n, HarmonicBytes(n))
		}
	}
}
