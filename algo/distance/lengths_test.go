package distance

import (
	"math"
	"reflect"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// From all nodes lengths are those of all pairs, by Floyd and Warshall.
func TestLengthsOfAllPairs(t *testing.T) {
	seed := drawn.Seed(t)
	for i := range uint64(30) {
		g := graphtest.Random(seed + i)
		n := g.NumNodes()
		l, err := SampleLengths(t.Context(), g, graphtest.Transpose(t, g), LengthOptions{Sources: n})
		if err != nil {
			t.Fatal(err)
		}
		sum, joined, longest, counts := 0, 0, 0, map[int]int{}
		for _, row := range matrix(g) {
			for _, d := range row {
				if d > 0 && d != Unreached {
					sum, joined, longest = sum+int(d), joined+1, max(longest, int(d))
					counts[int(d)]++
				}
			}
		}
		if int(l.Longest) != longest || math.Abs(l.Mean.Value*float64(joined)-float64(sum)) > 1e-6 || l.Mean.Low != l.Mean.High || !l.Exact {
			t.Fatalf("graph %d: mean %v, longest %d; want %d / %d, %d", seed+i, l.Mean, l.Longest, sum, joined, longest)
		}
		if want := float64(joined) / float64(max(n*(n-1), 1)); math.Abs(l.Reachable.Value-want) > 1e-12 {
			t.Fatalf("graph %d: reachable %v, want %g", seed+i, l.Reachable, want)
		}
		for _, b := range l.Bins {
			if b.From == b.To && math.Abs(b.Share.Value*float64(joined)-float64(counts[int(b.From)])) > 1e-6 {
				t.Fatalf("graph %d: %v of %d pairs, want %d", seed+i, b, joined, counts[int(b.From)])
			}
		}
	}
}

// Lengths from all nodes are the same to the bit, however the nodes are numbered.
func TestLengthsWhateverTheNumbers(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		g := graphtest.Random(r.Uint64())
		n := g.NumNodes()
		place := r.Perm(n)
		var arcs []graph.Arc
		for u := range graph.Node(n) {
			for _, v := range g.Succ(u) {
				arcs = append(arcs, graph.Arc{From: graph.Node(place[u]), To: graph.Node(place[v])})
			}
		}
		var got [2]*Lengths
		for i, g := range []*graph.Memory{g, graph.FromArcs(n, arcs)} {
			var err error
			if got[i], err = SampleLengths(t.Context(), g, graphtest.Transpose(t, g), LengthOptions{Sources: n}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(got[0], got[1]) {
			t.Fatalf("%d nodes: %+v, and in another order %+v", n, got[0], got[1])
		}
	}
}

// Intervals of drawn sources hold the truth about as often as they say, whatever the graph: each draw is of another
// one, as there are some of which they hold it less often.
func TestLengthsIntervals(t *testing.T) {
	r := drawn.Rand(t)
	const draws = 200
	mean, reach := 0, 0
	for range draws {
		g := graphtest.Random(r.Uint64())
		for g.NumNodes() < 100 || g.NumArcs() < 300 {
			g = graphtest.Random(r.Uint64())
		}
		in := graphtest.Transpose(t, g)
		exact, err := SampleLengths(t.Context(), g, in, LengthOptions{Sources: g.NumNodes()})
		if err != nil {
			t.Fatal(err)
		}
		l, err := SampleLengths(t.Context(), g, in, LengthOptions{Sources: 40, Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if l.Mean.Low <= exact.Mean.Value+1e-9 && exact.Mean.Value <= l.Mean.High+1e-9 {
			mean++
		}
		if l.Reachable.Low <= exact.Reachable.Value+1e-9 && exact.Reachable.Value <= l.Reachable.High+1e-9 {
			reach++
		}
	}
	if mean < 165 || reach < 165 { // with a probability of 2e-7 each if intervals hold in 93 of 100 cases
		t.Errorf("of %d intervals of the mean %d hold it, of what is reached %d", draws, mean, reach)
	}
}

// Where nearly all nodes reach the same, few searches come by one that does not: the interval of what is reached holds
// the truth nevertheless.
func TestIntervalsOfWhatIsRarelySeen(t *testing.T) {
	r := drawn.Rand(t)
	held := 0
	const draws = 60
	for i := range uint64(draws) {
		n := 60 + r.IntN(60)
		ring := n - 1 - r.IntN(6) // the others are sinks, or lead to nothing but themselves
		if r.IntN(2) == 0 {
			ring = 2 + r.IntN(4)
		}
		var arcs []graph.Arc
		for u := range n {
			if u < ring {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) % ring)}, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))})
			}
		}
		g := graph.FromArcs(n, arcs)
		in := graphtest.Transpose(t, g)
		exact, err := SampleLengths(t.Context(), g, in, LengthOptions{Sources: n})
		if err != nil {
			t.Fatal(err)
		}
		l, err := SampleLengths(t.Context(), g, in, LengthOptions{Sources: 1 + r.IntN(12), Seed: i})
		if err != nil {
			t.Fatal(err)
		}
		if want := exact.Reachable.Value; l.Reachable.Low <= want && want <= l.Reachable.High {
			held++
		}
		if l.Sources == 1 && l.Longest > 0 && l.Mean.Low == l.Mean.High {
			t.Errorf("one search of %d nodes knows the mean: %v", n, l.Mean)
		}
	}
	if held < draws*9/10 {
		t.Errorf("%d of %d intervals hold it", held, draws)
	}
}

// A path longer than the single bins loses no pair in them.
func TestLengthsOfAPath(t *testing.T) {
	var arcs []graph.Arc
	for u := range 499 {
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)})
	}
	g := graph.FromArcs(500, arcs)
	l, err := SampleLengths(t.Context(), g, graphtest.Transpose(t, g), LengthOptions{Sources: 500})
	if err != nil {
		t.Fatal(err)
	}
	sum, next := 0.0, uint32(1)
	for _, b := range l.Bins {
		if b.From != next || b.To < b.From {
			t.Fatalf("bin %v follows on %d", b, next-1)
		}
		sum, next = sum+b.Share.Value, b.To+1
	}
	for i, b := range l.Bins { // single lengths up to 64, then bins of a tenth
		if i < 64 && (b.From != uint32(i+1) || b.To != b.From) || i >= 64 && b.To != min(b.From+b.From/10, l.Longest) {
			t.Errorf("bin %d is %v", i, b)
		}
	}
	if math.Abs(sum-1) > 1e-9 || next != 500 || len(l.Bins) > 120 || l.Longest != 499 || math.Abs(l.Mean.Value-501.0/3) > 1e-9 {
		t.Errorf("%d bins to %d have %g of the pairs; longest %d, mean %v", len(l.Bins), next-1, sum, l.Longest, l.Mean)
	}
}
