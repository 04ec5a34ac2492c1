package random

import (
	"math"
	"slices"
	"testing"

	"weft/graph"
)

// addForestFire adds to l the probabilities of the graphs that come of one of fewer pages, with probability p, by the
// definition: each ambassador, each fire.
func (l law) addForestFire(o ForestFireOptions, lists [][]int, p float64) {
	v := len(lists)
	if v == o.Pages {
		arcs := [][2]int{}
		for u, list := range lists {
			for _, w := range list {
				arcs = append(arcs, [2]int{u, w})
			}
		}
		l[written(v, arcs)] += p
		return
	}
	done := func(burned []int, p float64) { l.addForestFire(o, append(slices.Clip(lists), burned), p) }
	for w := range v {
		burnFrom(o, lists, []int{w}, 0, p/float64(v), done)
	}
}

// burnFrom goes through all ways in which a fire goes on that has come to burned[next], and hands on what burned.
func burnFrom(o ForestFireOptions, lists [][]int, burned []int, next int, p float64, done func([]int, float64)) {
	if next == len(burned) {
		done(burned, p)
		return
	}
	w := burned[next]
	var from []int
	for u, list := range lists {
		if slices.Contains(list, w) {
			from = append(from, u)
		}
	}
	catches(lists[w], burned, o.Forward, p, func(burned []int, p float64) {
		catches(from, burned, o.Backward, p, func(burned []int, p float64) {
			burnFrom(o, lists, burned, next+1, p, done)
		})
	})
}

// catches goes through all sequences of pages that catch fire: each time, with probability more there is one more, any
// of those that do not burn.
func catches(pages, burned []int, more, p float64, done func([]int, float64)) {
	left := slices.DeleteFunc(slices.Clone(pages), func(w int) bool { return slices.Contains(burned, w) })
	if len(left) == 0 {
		done(burned, p)
		return
	}
	done(burned, p*(1-more))
	for _, w := range left {
		catches(pages, append(slices.Clip(burned), w), more, p*more/float64(len(left)), done)
	}
}

func TestForestFireLaw(t *testing.T) {
	for _, o := range []ForestFireOptions{
		{Pages: 3, Forward: 0.37, Backward: 0.32},
		{Pages: 5, Forward: 0.37, Backward: 0.32},
		{Pages: 5, Forward: 0.8, Backward: 0.5},
		{Pages: 5, Forward: 0.6},
		{Pages: 5, Backward: 0.7},
	} {
		l := law{}
		l.addForestFire(o, [][]int{nil}, 1)
		l.check(t, 30_000, func(seed uint64) string {
			o.Seed = seed
			return writtenLists(must(NewForestFire(o)))
		})
	}
}

// Figures of 4000 draws of igraph 1.0.0 (Python), and the standard deviation of one:
//
//	g = igraph.Graph.Forest_Fire(1000, .37, .32/.37, 1, directed=True); o, i = g.outdegree(), g.indegree()
//	g.ecount(), o.count(1), i.count(0), max(i), max(o)
//
// It takes the backward probability as a ratio to the forward one.
func TestForestFireFigures(t *testing.T) {
	want := []figure{
		{"arcs", 4174.203, 639.375},
		{"pages with out-degree 1", 495.757, 17.483},
		{"pages with in-degree 0", 317.833, 17.184},
		{"largest in-degree", 108.499, 19.895},
		{"largest out-degree", 103.207, 30.445},
	}
	compare(t, want, 4000, 500, func(seed uint64) []float64 {
		return figures(must(NewForestFire(ForestFireOptions{Pages: 1000, Seed: seed})).fires)
	})
}

// Figures of 2000 draws of NetworkX 3.6.1:
//
//	g = nx.scale_free_graph(1000, seed=s); h = nx.DiGraph(g); i, o = [d for _, d in h.in_degree()], …
//	g.number_of_edges(), h.number_of_edges(), i.count(0), o.count(0), max(i), max(o)
func TestScaleFreeFigures(t *testing.T) {
	want := []figure{
		{"arcs of the multigraph", 2171.042, 50.712},
		{"arcs", 1718.297, 66.594},
		{"pages with in-degree 0", 756.833, 12.743},
		{"pages with out-degree 0", 108.841, 10.133},
		{"largest in-degree", 362.903, 80.577},
		{"largest out-degree", 36.266, 10.085},
	}
	compare(t, want, 2000, 1000, func(seed uint64) []float64 {
		g := must(NewScaleFree(ScaleFreeOptions{Pages: 1000, Seed: seed}))
		out, in := degrees(g)
		return []float64{
			float64(g.Drawn()), float64(g.NumArcs()), count(in, 0), count(out, 0), float64(slices.Max(in)), float64(slices.Max(out)),
		}
	})
}

// A figure is a mean that another program gave, and the standard deviation of a draw.
type figure struct {
	name     string
	mean, sd float64
}

// compare compares the means of other's draws with those of so many seeds.
func compare(t *testing.T, want []figure, theirs, seeds int, draw func(seed uint64) []float64) {
	t.Helper()
	sums := make([]float64, len(want))
	for seed := range seeds {
		for i, x := range draw(uint64(seed)) {
			sums[i] += x
		}
	}
	for i, f := range want {
		got, e := sums[i]/float64(seeds), f.sd*math.Sqrt(1/float64(seeds)+1/float64(theirs))
		if z := (got - f.mean) / e; math.Abs(z) > 4 {
			t.Errorf("%s: got %.2f, %.1f standard errors from %.2f", f.name, got, z, f.mean)
		}
	}
}

func figures(g graph.Graph) []float64 {
	out, in := degrees(g)
	return []float64{float64(g.NumArcs()), count(out, 1), count(in, 0), float64(slices.Max(in)), float64(slices.Max(out))}
}

func degrees(g graph.Graph) (out, in []int) {
	out, in = make([]int, g.NumNodes()), make([]int, g.NumNodes())
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		out[u] = len(succ)
		for _, v := range succ {
			in[v]++
		}
	}
	return out, in
}

func count(degrees []int, d int) (n float64) {
	for _, x := range degrees {
		if x == d {
			n++
		}
	}
	return n
}

// Back links lead forward, the fires are the same without them, and each pair has one with its probability.
func TestBackLinks(t *testing.T) {
	const n, p, trials = 4, 0.3, 40_000
	var single [n][n]int
	both := 0 // 0 → 1 and 1 → 2
	for seed := range uint64(trials) {
		o := ForestFireOptions{Pages: n, Seed: seed}
		fires := must(NewForestFire(o))
		o.Back = p
		g := must(NewForestFire(o))
		for u := range graph.Node(n) {
			list := g.appendSucc(nil, u)
			i, _ := slices.BinarySearch(list, u)
			if !slices.Equal(list[:i], fires.appendSucc(nil, u)) {
				t.Fatalf("seed %d: list of %d: got %v, want the fires' %v first", seed, u, list, fires.appendSucc(nil, u))
			}
			for _, v := range list[i:] {
				single[u][v]++
			}
		}
		if slices.Contains(g.appendSucc(nil, 0), 1) && slices.Contains(g.appendSucc(nil, 1), 2) {
			both++
		}
	}
	off := func(count int, p float64) float64 { return (float64(count) - trials*p) / math.Sqrt(trials*p*(1-p)) }
	for u := range n {
		for v := u + 1; v < n; v++ {
			if z := off(single[u][v], p); math.Abs(z) > 4.5 {
				t.Errorf("%d → %d: %d of %d, %.1f standard deviations off", u, v, single[u][v], trials, z)
			}
		}
	}
	if z := off(both, p*p); math.Abs(z) > 4.5 {
		t.Errorf("0 → 1 and 1 → 2: %d of %d, %.1f standard deviations off", both, trials, z)
	}
}

// With probability 1 all pairs are linked: the fires' arcs lead back, the others forward.
func TestAllBackLinks(t *testing.T) {
	g := must(NewForestFire(ForestFireOptions{Pages: 50, Back: 1, Seed: 3}))
	if got, want := g.NumArcs(), g.fires.NumArcs()+50*49/2; got != want {
		t.Errorf("%d arcs, want %d", got, want)
	}
}

// What the paper on the fidelity of crawls counted is within what chance gives (its Table 2).
func TestForestFireIsThatOfThePaper(t *testing.T) {
	const draws, pages, back = 60, 10_000, 0.0005
	var arcs, squares float64
	for seed := range uint64(draws) {
		x := float64(must(NewForestFire(ForestFireOptions{Pages: pages, Seed: seed})).NumArcs())
		arcs += x / draws
		squares += x * x / draws
	}
	sd := math.Sqrt(squares - arcs*arcs)
	t.Logf("mean %.0f, standard deviation %.0f", arcs, sd)
	if z := (arcs - 75_600) / 9_600 * math.Sqrt(draws); math.Abs(z) > 4 {
		t.Errorf("mean of %.0f arcs, %.1f standard errors from what the documentation says", arcs, z)
	}
	for name, z := range map[string]float64{
		"forest fire": (87_060 - arcs) / sd, "back links": (96_262 - back*pages*(pages-1)/2 - arcs) / sd,
	} {
		if math.Abs(z) > 2 {
			t.Errorf("%s: the paper's number of arcs is %.1f standard deviations off", name, z)
		}
	}
}
