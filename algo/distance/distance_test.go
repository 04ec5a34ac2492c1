package distance

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// matrix returns all distances by the method of Floyd and Warshall; Unreached where there is no path.
func matrix(g *graph.Memory) [][]uint32 {
	n := g.NumNodes()
	d := make([][]uint32, n)
	for u := range d {
		d[u] = slices.Repeat([]uint32{Unreached}, n)
		for _, v := range g.Succ(graph.Node(u)) {
			d[u][v] = 1
		}
		d[u][u] = 0
	}
	for k := range n {
		for u := range n {
			for v := range n {
				if a, b := d[u][k], d[k][v]; a != Unreached && b != Unreached {
					d[u][v] = min(d[u][v], a+b)
				}
			}
		}
	}
	return d
}

func TestBFSAgainstAllPairs(t *testing.T) {
	for seed := range uint64(60) {
		g := graphtest.Random(seed)
		n := g.NumNodes()
		if n == 0 {
			continue
		}
		want := matrix(g)
		packed := bvtest.Compress(t, g)
		from := []graph.Node{graph.Node(seed) % graph.Node(n), graph.Node(seed*7) % graph.Node(n), 0}
		for _, view := range []graph.Random{g, packed} {
			got, err := BFS(context.Background(), view, from, graph.Work{})
			if err != nil {
				t.Fatal(err)
			}
			counts := make([]int64, len(got.Counts))
			for v, d := range distancesOf(t, got) {
				least := Unreached
				for _, u := range from {
					least = min(least, want[u][v])
				}
				if d != least {
					t.Fatalf("seed %d: node %d is at distance %d, want %d", seed, v, d, least)
				}
				if d != Unreached {
					counts[d]++
				}
			}
			if !slices.Equal(counts, got.Counts) {
				t.Errorf("seed %d: got counts %v, want %v", seed, got.Counts, counts)
			}
		}
	}
}

func TestBFSIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := BFS(ctx, graphtest.Random(1), []graph.Node{0}, graph.Work{}); err == nil {
		t.Error("no error")
	}
}

// The kernel and its twin make the same union, which is the maximum of each register.
func TestUnion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 100
	c := make(counters, n*counterBytes)
	for i := range c {
		c[i] = byte(r.IntN(60))
	}
	for length := range 40 {
		list := make([]graph.Node, length)
		for i := range list {
			list[i] = graph.Node(r.IntN(n))
		}
		var got, twin, want [counterBytes]byte
		for i := range want {
			want[i] = byte(r.IntN(60))
		}
		got, twin = want, want
		for _, v := range list {
			for i, x := range c.of(v) {
				want[i] = max(want[i], x)
			}
		}
		c.union(&got, list)
		c.unionPlain(&twin, list)
		if got != want || twin != want {
			t.Fatalf("a list of %d: the kernel, or its twin, is wrong", length)
		}
	}
}

// estimate is within seven standard errors, for any number of items, and its mean over many counters is not biased.
func TestEstimate(t *testing.T) {
	for _, items := range []int{1, 2, 5, 20, 64, 150, 400, 3000, 50_000} {
		const trials = 1000
		sum := 0.0
		for trial := range uint64(trials) {
			c := make(counters, counterBytes)
			for i := range items {
				c.add(0, hash(graph.Node(i), trial))
			}
			e := estimate(c.of(0))
			if math.Abs(e-float64(items)) > 7*0.13*float64(items)+0.5 {
				t.Errorf("%d items: estimated as %.1f", items, e)
			}
			sum += e
		}
		if mean := sum / trials; math.Abs(mean-float64(items)) > 4*0.13*float64(items)/math.Sqrt(trials)+0.004*float64(items) {
			t.Errorf("%d items: estimated as %.2f on average", items, mean)
		}
	}
	var empty [counterBytes]byte
	if e := estimate(&empty); e != 0 {
		t.Errorf("no items: estimated as %v", e)
	}
}

// Each ball is the counter of the nodes within its radius, register by register.
func TestBallsAreExactCounters(t *testing.T) {
	for seed := range uint64(25) {
		g := graphtest.Random(seed)
		d := matrix(g)
		for _, in := range []graph.Random{graphtest.Transpose(t, g), bvtest.Compress(t, graphtest.Transpose(t, g))} {
			h, err := newBalls(in, HyperBallOptions{Work: graph.Work{Workers: 2}})
			if err != nil {
				t.Fatal(err)
			}
			if err := h.start(context.Background(), seed); err != nil {
				t.Fatal(err)
			}
			for radius := uint32(1); radius < 8; radius++ {
				h.iteration = int(radius)
				h.mostlyGrowing = radius%2 == 0
				if _, err := h.grow(context.Background()); err != nil {
					t.Fatal(err)
				}
				for u := range g.NumNodes() {
					want := make(counters, counterBytes)
					for v := range g.NumNodes() {
						if d[v][u] <= radius {
							want.add(0, hash(graph.Node(v), seed))
						}
					}
					if *h.now.of(graph.Node(u)) != *want.of(0) {
						t.Fatalf("seed %d: the ball of radius %d of node %d is not the counter of its nodes", seed, radius, u)
					}
				}
			}
		}
	}
}

// On a real graph, the estimates lie near the truth by breadth-first search from every node.
func TestHyperBallOnRealGraph(t *testing.T) {
	g := bvtest.Open(t, "harvard500", "harvard500.graph")
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	in := graphtest.Transpose(t, m)
	n := m.NumNodes()
	pairs := make([]float64, n)
	harmonic := make([]float64, n)
	longest := 0
	for u := range n {
		l, err := BFS(context.Background(), m, []graph.Node{graph.Node(u)}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		for v, d := range distancesOf(t, l) {
			if d == Unreached {
				continue
			}
			if longest = max(longest, int(d)); d > 0 {
				harmonic[v] += 1 / float64(d)
			}
			for r := int(d); r < n; r++ {
				pairs[r]++
			}
		}
	}
	pairs = pairs[:longest+1]
	b, err := HyperBall(context.Background(), in, HyperBallOptions{Runs: 24, Centrality: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		got  Estimate
		want float64
	}{
		"average distance":   {b.Mean, averageDistance(pairs)},
		"effective diameter": {b.Effective, effectiveDiameter(pairs, 0.9)},
		"reachable pairs":    {b.Reachable, reachable(pairs, n)},
	} {
		wide := 2 * (c.got.High - c.got.Low) // of a 95 % interval that is doubled on both sides
		if c.want < c.got.Value-wide || c.want > c.got.Value+wide || wide > 0.5*c.want {
			t.Errorf("%s: got %+v, want %.4f", name, c.got, c.want)
		}
	}
	if b.Iterations != longest+1 {
		t.Errorf("got %d iterations, want %d", b.Iterations, longest+1)
	}
	off := 0.0
	for u, want := range harmonic {
		off += math.Abs(b.Harmonic[u] - want)
	}
	total := 0.0
	for _, h := range harmonic {
		total += h
	}
	if off > 0.05*total {
		t.Errorf("harmonic centralities are off by %.3f of their sum", off/total)
	}
}

// What is known is not estimated: arcs are the pairs at distance 1, and there are no more pairs than n².
func TestHyperBallBounds(t *testing.T) {
	for seed := range uint64(60) {
		g := graphtest.Random(seed)
		if seed%3 == 0 {
			g = complete(2 + int(seed)*3)
		}
		n, others := g.NumNodes(), 0
		for u := range n {
			for _, v := range g.Succ(graph.Node(u)) {
				if int(v) != u {
					others++
				}
			}
		}
		b, err := HyperBall(context.Background(), graphtest.Transpose(t, g), HyperBallOptions{Runs: 3, Seed: seed, Centrality: true})
		if err != nil {
			t.Fatal(err)
		}
		if others > 0 && b.Pairs[1] != float64(n+others) {
			t.Errorf("seed %d: %v pairs within distance 1, want %d nodes and %d arcs", seed, b.Pairs[1], n, others)
		}
		if last := b.Pairs[len(b.Pairs)-1]; last > float64(n)*float64(n) {
			t.Errorf("seed %d: %v pairs of %d nodes", seed, last, n)
		}
		if e := b.Reachable; e.Low < 0 || e.High > 1 || b.Mean.Low < 0 {
			t.Errorf("seed %d: the share of joined pairs is %+v, the mean distance %+v", seed, e, b.Mean)
		}
	}
}

func complete(n int) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		for v := range n {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	return graph.FromArcs(n, arcs)
}

// The errors that are stated are those that are made, taken together.
func TestHarmonicErrors(t *testing.T) {
	g := bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph")
	in := graphtest.Transpose(t, g)
	long, err := HyperBall(context.Background(), in, HyperBallOptions{Runs: 160, Seed: 555, Centrality: true})
	if err != nil {
		t.Fatal(err)
	}
	made, stated, within, pages := 0.0, 0.0, 0, 0
	for seed := range uint64(20) { // pages see the same large balls, so that their errors go together
		b, err := HyperBall(context.Background(), in, HyperBallOptions{Seed: seed, Centrality: true})
		if err != nil {
			t.Fatal(err)
		}
		for u, want := range long.Harmonic {
			if want == 0 {
				continue
			}
			off, e := b.Harmonic[u]-want, float64(b.HarmonicError[u])
			made += off * off / want / want
			stated += e * e / want / want
			pages++
			if math.Abs(off) <= 3.2*e+1e-6*want { // Student's t of four runs, 95 %
				within++
			}
		}
	}
	if q := math.Sqrt(made / stated); q < 0.8 || q > 1.25 {
		t.Errorf("errors are %.2f times what is stated", q)
	}
	if share := float64(within) / float64(pages); share < 0.8 {
		t.Errorf("%.1f %% of the centralities lie within three stated errors", 100*share)
	}
	if short, err := HyperBall(context.Background(), in, HyperBallOptions{Runs: 1, Centrality: true}); err != nil || short.HarmonicError != nil {
		t.Errorf("one run states errors, or %v", err)
	}
}

// A run over a chain ends, and says that it was cut.
func TestHyperBallIsCut(t *testing.T) {
	for n, cut := range map[int]bool{900: false, 3000: true} {
		arcs := make([]graph.Arc, n-1)
		for i := range arcs {
			arcs[i] = graph.Arc{From: graph.Node(i), To: graph.Node(i + 1)}
		}
		b, err := HyperBall(context.Background(), graphtest.Transpose(t, graph.FromArcs(n, arcs)), HyperBallOptions{Runs: 1})
		if err != nil || b.Cut != cut || cut && len(b.Pairs) != 1001 {
			t.Errorf("a chain of %d: cut %t at distance %d, %v", n, b.Cut, len(b.Pairs)-1, err)
		}
	}
}

// The greatest distance that HyperBall sees is never more than there is, and mostly that; where it is cut no distance
// beyond is looked at.
func TestHyperBallSeesNoFurther(t *testing.T) {
	r := drawn.Rand(t)
	short := 0
	const graphs = 60
	for range graphs {
		n := 1 + r.IntN(60)
		arcs := make([]graph.Arc, r.IntN(3*n))
		for i := range arcs {
			arcs[i] = graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
		}
		g := graph.FromArcs(n, arcs)
		diameter := 0
		for _, row := range matrix(g) {
			for _, d := range row {
				if d != Unreached {
					diameter = max(diameter, int(d))
				}
			}
		}
		most := 1 + r.IntN(12)
		b, err := HyperBall(context.Background(), graphtest.Transpose(t, g), HyperBallOptions{Runs: 1 + r.IntN(4), MaxIterations: most, Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		seen, looked := len(b.Pairs)-1, len(b.Pairs)
		if b.Cut {
			looked = most
		}
		if seen > min(diameter, most) || b.Cut && seen != most || b.Iterations != looked {
			t.Errorf("%v: up to %d it saw %d and looked as far as %d, cut %v; the diameter is %d", arcs, most, seen, b.Iterations, b.Cut, diameter)
		}
		if seen < min(diameter, most) {
			short++
		}
	}
	if short > graphs/4 {
		t.Errorf("in %d of %d graphs it saw less than there is", short, graphs)
	}
}

// The interval of the mean holds the truth of random graphs nine times in ten or more, and of a cycle exactly.
func TestSampledMean(t *testing.T) {
	ctx, held, all := context.Background(), 0, 0
	for seed := range uint64(120) {
		g := graphtest.Random(seed)
		sum, joined := 0.0, 0.0
		for u := range g.NumNodes() {
			l, err := BFS(ctx, g, []graph.Node{graph.Node(u)}, graph.Work{})
			if err != nil {
				t.Fatal(err)
			}
			for d, n := range l.Counts {
				sum += float64(d) * float64(n)
				joined += float64(n)
			}
		}
		if joined -= float64(g.NumNodes()); joined < 200 {
			continue
		}
		e, err := SampledMean(ctx, g, 40, seed, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		all++
		if truth := sum / joined; e.Low <= truth && truth <= e.High {
			held++
		}
	}
	if all < 30 || float64(held) < 0.85*float64(all) {
		t.Errorf("%d of %d intervals hold the mean", held, all)
	}
	var arcs []graph.Arc
	for u := range 500 {
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) % 500)})
	}
	if e, err := SampledMean(ctx, graph.FromArcs(500, arcs), 5, 1, graph.Work{}); err != nil || math.Abs(e.Value-250) > 1e-9 || e.High-e.Low > 1e-9 {
		t.Errorf("a cycle of 500: %+v, %v; want 250", e, err)
	}
}

// Neither workers nor the encoding change a bit.
func TestHyperBallWorkersAndEncodings(t *testing.T) {
	g := bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph")
	in := graphtest.Transpose(t, g)
	var want *Ball
	for i, view := range []graph.Random{in, bvtest.Compress(t, in)} {
		b, err := HyperBall(context.Background(), view, HyperBallOptions{Runs: 2, Centrality: true, Work: graph.Work{Workers: 1 + 3*i}})
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = b
		}
		if !slices.Equal(b.Pairs, want.Pairs) || !slices.Equal(b.Harmonic, want.Harmonic) || b.Mean != want.Mean {
			t.Errorf("view %d differs", i)
		}
	}
}

func TestSmallGraphs(t *testing.T) {
	for name, c := range map[string]struct {
		g    *graph.Memory
		mean float64
	}{
		"no nodes":  {graph.FromArcs(0, nil), 0},
		"one node":  {graph.FromArcs(1, []graph.Arc{{From: 0, To: 0}}), 0},
		"no arcs":   {graph.FromArcs(5, nil), 0},
		"two nodes": {graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}}), 1},
	} {
		b, err := HyperBall(context.Background(), c.g, HyperBallOptions{Centrality: true})
		if err != nil || math.Abs(b.Mean.Value-c.mean) > 1e-6 || math.IsNaN(b.Reachable.Low) {
			t.Errorf("%s: got %+v, %v", name, b, err)
		}
	}
	if _, err := HyperBall(context.Background(), graph.FromArcs(1, nil), HyperBallOptions{Runs: -1}); err == nil {
		t.Error("minus one run: no error")
	}
}

func BenchmarkHyperBall(b *testing.B) {
	packed := bvtest.Open(b, "cnr-2000", "cnr-2000-t.graph")
	in, err := graph.Load(packed)
	if err != nil {
		b.Fatal(err)
	}
	passes := 0
	for b.Loop() {
		r, err := HyperBall(context.Background(), in, HyperBallOptions{Runs: 1, Work: graph.Work{Workers: 1}})
		if err != nil {
			b.Fatal(err)
		}
		passes += r.Iterations
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(passes)/float64(in.NumArcs()), "ns/arc")
	b.ReportMetric(float64(passes)/float64(b.N), "passes")
}

func BenchmarkBFS(b *testing.B) {
	g, err := graph.Load(bvtest.Open(b, "cnr-2000", "cnr-2000.graph"))
	if err != nil {
		b.Fatal(err)
	}
	source := graph.Node(0)
	for u := range g.NumNodes() {
		if len(g.Succ(graph.Node(u))) > len(g.Succ(source)) {
			source = graph.Node(u)
		}
	}
	for b.Loop() {
		if _, err := BFS(context.Background(), g, []graph.Node{source}, graph.Work{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NumArcs()), "ns/arc")
}

// Summaries of neighbourhood functions, worked out by hand. The effective diameter goes linearly between whole distances.
func TestSummariesByHand(t *testing.T) {
	for name, c := range map[string]struct {
		pairs                         []float64
		n                             int
		average, effective, reachable float64
	}{
		"one node":           {[]float64{1}, 1, 0, 0, 0},
		"no arcs":            {[]float64{5}, 5, 0, 0, 0},
		"no arcs, two steps": {[]float64{5, 5}, 5, 0, 0, 0},
		"one arc":            {[]float64{2, 3}, 2, 1, 0.9, 0.5},
		"complete":           {[]float64{3, 9}, 3, 1, 0.9, 1},
		"chain of four":      {[]float64{4, 7, 9, 10}, 4, 10.0 / 6, 2.4, 0.5},
		"a gap":              {[]float64{2, 2, 2, 12}, 20, 3, 2.9, 10.0 / 380},
		"most at once":       {[]float64{10, 105, 110}, 20, 1.05, 90.0 / 95, 100.0 / 380},
	} {
		b := summarise([][]float64{c.pairs, c.pairs, c.pairs}, c.n)
		for what, x := range map[string]struct {
			got  Estimate
			want float64
		}{"average": {b.Mean, c.average}, "effective diameter": {b.Effective, c.effective}, "reachable": {b.Reachable, c.reachable}} {
			for _, v := range []float64{x.got.Value, x.got.Low, x.got.High} {
				if math.Abs(v-x.want) > 1e-12 {
					t.Errorf("%s: %s: got %+v, want %g", name, what, x.got, x.want)
				}
			}
		}
	}
}

func distancesOf(t *testing.T, l *Levels) []uint32 {
	t.Helper()
	distances, err := l.Distances(nil)
	if err != nil {
		t.Fatal(err)
	}
	return distances
}

// plain searches by the definition: a queue, and each arc looked at when its page is taken from it.
func plain(g *graph.Memory, from []graph.Node) (distances []uint32, order []graph.Node) {
	distances = slices.Repeat([]uint32{Unreached}, g.NumNodes())
	for _, u := range from {
		if distances[u] == Unreached {
			distances[u] = 0
			order = append(order, u)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, v := range g.Succ(order[i]) {
			if distances[v] == Unreached {
				distances[v] = distances[order[i]] + 1
				order = append(order, v)
			}
		}
	}
	return distances, order
}

// mixed draws a graph of lists of all lengths, the last ones too: empty, short, and longer than what is looked at together.
func mixed(r *rand.Rand) *graph.Memory {
	n := 1 + r.IntN(3000)
	most := []int{3, 20, 40, 100}[r.IntN(4)]
	dangling := r.Float64() / 2
	var arcs []graph.Arc
	for u := range n {
		length := r.IntN(most)
		switch {
		case r.Float64() < dangling:
			length = 0
		case r.IntN(500) == 0:
			length = r.IntN(n)
		}
		for range length {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))})
		}
	}
	return graph.FromArcs(n, arcs)
}

// The order is that of a queue in any form; with the transpose the distances are the same.
func TestBFSAgainstAQueue(t *testing.T) {
	r := drawn.Rand(t)
	for range 25 {
		g := mixed(r)
		n := g.NumNodes()
		in := graphtest.Transpose(t, g)
		from := []graph.Node{graph.Node(r.IntN(n)), graph.Node(r.IntN(n))}
		distances, order := plain(g, from)
		packed, packedIn := bvtest.Compress(t, g), bvtest.Compress(t, in)
		for _, view := range []graph.Random{g, packed} {
			got, err := BFS(context.Background(), view, from, graph.Work{})
			if err != nil || !slices.Equal(distancesOf(t, got), distances) || !slices.Equal(got.Order, order) {
				t.Fatalf("%d nodes, %d arcs, %T: other distances or another order than a queue has, or error %v", n, g.NumArcs(), view, err)
			}
			for _, back := range []graph.Random{in, packedIn} {
				both, err := BFSBoth(context.Background(), view, back, from, graph.Work{})
				if err != nil || !slices.Equal(distancesOf(t, both), distances) || !slices.Equal(both.Counts, got.Counts) {
					t.Fatalf("%d nodes, %d arcs, %T and %T: with the transpose other distances, or error %v", n, g.NumArcs(), view, back, err)
				}
			}
		}
	}
}

// rationed is a space that refuses more than some bytes.
type rationed struct{ asked, most int64 }

func (c *rationed) Bytes(n int64) ([]byte, error) {
	if c.asked += n; c.asked > c.most {
		return nil, errors.New("no more memory")
	}
	return make([]byte, n), nil
}

// A search takes the memory for searching backwards only if it does this, and returns an error if it gets none.
func TestBFSBothTakesWhatItSaid(t *testing.T) {
	const n = 1000
	arcs := make([]graph.Arc, n-1)
	for u := range arcs {
		arcs[u] = graph.Arc{From: 0, To: graph.Node(u + 1)}
	}
	star := graph.FromArcs(n, arcs)
	in := graphtest.Transpose(t, star)
	for _, c := range []struct {
		name    string
		out, in graph.Random
		most    int64
		fails   bool
	}{
		{"forwards", in, star, 5*n + 4, false},
		{"backwards", star, in, BFSBothBytes(n), false},
		{"backwards, without memory for it", star, in, 5*n + 4, true},
	} {
		s := &rationed{most: c.most}
		from := []graph.Node{n - 1}
		if c.name != "forwards" {
			from = make([]graph.Node, n/backNodes+1)
			for i := range from {
				from[i] = graph.Node(i)
			}
		}
		l, err := BFSBoth(t.Context(), c.out, c.in, from, graph.Work{Space: s})
		if (err != nil) != c.fails {
			t.Errorf("%s: error %v; it asked for %d bytes of %d", c.name, err, s.asked, c.most)
		}
		if err == nil && c.name == "backwards" && (l.Reached() != n || s.asked <= 5*n+4) {
			t.Errorf("%s: it reached %d of %d pages with %d bytes", c.name, l.Reached(), n, s.asked)
		}
	}
}

func TestBFSBothWantsTheTranspose(t *testing.T) {
	g, other := graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}}), graph.FromArcs(2, nil)
	if _, err := BFSBoth(context.Background(), g, other, []graph.Node{0}, graph.Work{}); err == nil {
		t.Error("a transpose without the arc: no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := BFSBoth(ctx, g, graphtest.Transpose(t, g), []graph.Node{0}, graph.Work{}); err == nil {
		t.Error("cancelled: no error")
	}
}
