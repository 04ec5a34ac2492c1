package distance_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// longest searches from every node.
func longest(t *testing.T, g graph.Random) (diameter uint32) {
	t.Helper()
	for u := range g.NumNodes() {
		l, err := distance.BFS(context.Background(), g, []graph.Node{graph.Node(u)}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		diameter = max(diameter, uint32(len(l.Counts)-1))
	}
	return diameter
}

func diameterOf(t *testing.T, out *graph.Memory) *distance.Longest {
	t.Helper()
	return diameterOfBoth(t, out, graphtest.Transpose(t, out))
}

func diameterOfBoth(t *testing.T, out, in graph.Random) *distance.Longest {
	t.Helper()
	c, err := component.SCC(context.Background(), out, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := distance.Diameter(context.Background(), out, in, distance.DiameterOptions{Labels: c.Labels, Components: c.Count()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// long draws a graph of long paths and cycles with some more arcs.
func long(rng *rand.Rand) *graph.Memory {
	n := 1 + rng.IntN(60)
	var arcs []graph.Arc
	number := rng.Perm(n)
	add := func(u, v int) {
		arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[v])})
	}
	for u := 1; u < n; u++ {
		if rng.IntN(10) > 0 {
			add(u-1, u)
		}
	}
	for range rng.IntN(1 + n/4) {
		u := rng.IntN(n)
		add(u, max(0, u-rng.IntN(12)))
	}
	for range rng.IntN(1 + n/3) {
		if rng.IntN(3) == 0 {
			add(rng.IntN(n), rng.IntN(n))
		}
	}
	return graph.FromArcs(n, arcs)
}

// The diameter is that of searches from all nodes, and the pair that is told lies that far apart.
func TestDiameter(t *testing.T) {
	rng := drawn.Rand(t)
	for i := range 300 {
		g := long(rng)
		if i%3 == 0 {
			g = graphtest.Random(rng.Uint64())
		}
		d := diameterOf(t, g)
		if want := longest(t, g); d.Diameter != want {
			t.Fatalf("diameter %d, want %d", d.Diameter, want)
		}
		if g.NumNodes() == 0 {
			continue
		}
		l, err := distance.BFS(context.Background(), g, []graph.Node{d.From}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		distances, err := l.Distances(nil)
		if err != nil {
			t.Fatal(err)
		}
		if distances[d.To] != d.Diameter {
			t.Fatalf("%d and %d are %d apart, want %d", d.From, d.To, distances[d.To], d.Diameter)
		}
	}
}

// On real graphs it takes few searches.
func TestDiameterOfRealGraphs(t *testing.T) {
	for name, g := range map[string]graph.Random{"hollins": bvtest.Hollins(t), "wb-cs-stanford": bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph")} {
		m, err := graph.Load(g)
		if err != nil {
			t.Fatal(err)
		}
		want, d := longest(t, m), diameterOfBoth(t, g, graphtest.Transpose(t, m))
		if d.Diameter != want || d.Searches > 120 {
			t.Errorf("%s: %d after %d searches, want %d after 120 at most", name, d.Diameter, d.Searches, want)
		}
	}
}

// Of many components each is searched by itself, but not each in a pass of its own.
func TestDiameterOfManyComponents(t *testing.T) {
	rng := drawn.Rand(t)
	for _, size := range []int{2, 5, 20} {
		var arcs []graph.Arc
		n := 4000 / size * size
		for range 2 * n {
			u := rng.IntN(n)
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u/size*size + rng.IntN(size))})
		}
		g := graph.FromArcs(n, arcs)
		if d, want := diameterOf(t, g), longest(t, g); d.Diameter != want || d.Searches > 60 {
			t.Errorf("components of %d: %d after %d searches, want %d after 60 at most", size, d.Diameter, d.Searches, want)
		}
	}
}

func TestDiameterStops(t *testing.T) {
	g := graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := distance.Diameter(ctx, g, graphtest.Transpose(t, g), distance.DiameterOptions{Labels: []uint32{0, 1}, Components: 2})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	g = graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 0}})
	if _, err := distance.Diameter(context.Background(), g, g, distance.DiameterOptions{Labels: []uint32{0, 1}, Components: 2}); err == nil {
		t.Error("labels that are not strong components: no error")
	}
	none := graph.FromArcs(0, nil)
	if d, err := distance.Diameter(context.Background(), none, none, distance.DiameterOptions{}); err != nil || d.Diameter != 0 {
		t.Errorf("no nodes: %+v, %v", d, err)
	}
}

// The shares of path lengths are those of searches from all nodes, within what the registers and their spread leave open.
func TestPathLengths(t *testing.T) {
	g := graphtest.Transpose(t, bvtest.Hollins(t)) // HyperBall reads the transpose
	b, err := distance.HyperBall(context.Background(), g, distance.HyperBallOptions{Runs: 8, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]float64, 100)
	joined := 0.0
	for u := range g.NumNodes() {
		l, err := distance.BFS(context.Background(), g, []graph.Node{graph.Node(u)}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		for d, n := range l.Counts[1:] {
			counts[d+1] += float64(n)
			joined += float64(n)
		}
	}
	missed, sum := 0, 0.0
	for d, e := range b.Lengths {
		if d == 0 {
			continue
		}
		sum += e.Value
		if want := counts[d] / joined; want < e.Low-0.002 || want > e.High+0.002 {
			missed++
		}
	}
	if missed > 4 || sum < 0.99 || sum > 1.01 {
		t.Errorf("%d of %d intervals miss the truth; shares add up to %.4f", missed, len(b.Lengths)-1, sum)
	}
}
