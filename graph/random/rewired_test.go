package random_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
	"weft/internal/drawn"
)

// degrees returns in-degrees and out-degrees.
func degrees(g graph.Graph) (in, out []int) {
	in, out = make([]int, g.NumNodes()), make([]int, g.NumNodes())
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		out[u] = len(succ)
		for _, v := range succ {
			in[v]++
		}
	}
	return in, out
}

func hasLoop(g graph.Graph) bool {
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		if slices.Contains(succ, u) {
			return true
		}
	}
	return false
}

// Degrees stay what they are, to the last, whatever the graph; loops come only where some are; and what is rewired is a graph.
func TestRewiredKeepsDegrees(t *testing.T) {
	r := drawn.Rand(t)
	all := map[string]graph.Graph{
		"web":   must(random.NewWeb(random.WebOptions{Pages: 4000, Degree: 15, Seed: r.Uint64()})),
		"hubs":  must(random.NewKronecker(random.KroneckerOptions{Scale: 9, Degree: 30, Initiator: [4]float64{0.6, 0.15, 0.2, 0.05}, Seed: r.Uint64()})),
		"dense": must(random.NewGNP(random.GNPOptions{Pages: 60, Degree: 40, Loops: true, Seed: r.Uint64()})),
		"none":  must(random.NewGNP(random.GNPOptions{Pages: 60})),
		"one":   must(random.NewUniform(random.UniformOptions{Pages: 1, Draws: 1})),
	}
	for i := range 30 {
		pages := 2 + r.IntN(100)
		all[fmt.Sprint(i)] = must(random.NewGNP(random.GNPOptions{Pages: pages, Degree: r.Float64() * min(20, float64(pages-1)/2), Loops: r.IntN(2) > 0, Seed: r.Uint64()}))
	}
	for name, g := range all {
		t.Run(name, func(t *testing.T) {
			got := must(random.NewRewired(g, random.RewiredOptions{Seed: r.Uint64()}))
			graphtest.Run(t, got, must(graph.Load(got)))
			in, out := degrees(g)
			gotIn, gotOut := degrees(got)
			if !slices.Equal(gotIn, in) || !slices.Equal(gotOut, out) {
				t.Errorf("in-degrees are the same: %t, out-degrees: %t", slices.Equal(gotIn, in), slices.Equal(gotOut, out))
			}
			if hasLoop(got) && !hasLoop(g) {
				t.Error("there are loops")
			}
		})
	}
}

// What cannot be rewired stays what it is.
func TestRewiredOfCompleteGraphs(t *testing.T) {
	for _, loops := range []bool{false, true} {
		for _, pages := range []int{2, 3, 20, 150} {
			most := pages
			if !loops {
				most--
			}
			g := must(random.NewGNP(random.GNPOptions{Pages: pages, Degree: float64(most), Loops: loops, Seed: 1}))
			got := must(random.NewRewired(g, random.RewiredOptions{Seed: 5}))
			if got.NumArcs() != g.NumArcs() || hasLoop(got) != loops {
				t.Errorf("%d of %d arcs, loops: %t", got.NumArcs(), g.NumArcs(), hasLoop(got))
			}
		}
	}
}

// Each graph of the same degrees comes out as often as another, but for chance, and no other does.
func TestRewiredReachesAll(t *testing.T) {
	for name, arcs := range map[string][]graph.Arc{
		"six arcs":   {{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}, {From: 2, To: 3}, {From: 3, To: 0}, {From: 3, To: 2}},
		"a hub":      {{From: 0, To: 1}, {From: 0, To: 2}, {From: 0, To: 3}, {From: 1, To: 0}, {From: 2, To: 1}, {From: 3, To: 2}},
		"a cycle":    {{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}, {From: 3, To: 0}},
		"with loops": {{From: 0, To: 0}, {From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 0}, {From: 2, To: 2}, {From: 3, To: 0}},
	} {
		t.Run(name, func(t *testing.T) {
			g := graph.FromArcs(4, arcs)
			want := sameDegrees(g)
			const trials = 20_000
			got := map[string]int{}
			for seed := range uint64(trials) {
				got[arcsOf(must(random.NewRewired(g, random.RewiredOptions{Seed: seed})))]++
			}
			even, chi := float64(trials)/float64(len(want)), 0.0
			for text := range want {
				chi += math.Pow(float64(got[text])-even, 2) / even
			}
			for text, n := range got {
				if !want[text] {
					t.Errorf("%s: %d times of %d, which has other degrees", text, n, trials)
				}
			}
			if free := float64(len(want) - 1); free < 2 || chi > free+6*math.Sqrt(2*free) {
				t.Errorf("%d of %d graphs came, χ² is %.1f: %v", len(got), len(want), chi, got)
			}
		})
	}
}

// arcsOf writes the arcs of a graph, in order.
func arcsOf(g graph.Graph) (text string) {
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		for _, v := range succ {
			text += fmt.Sprint(u, "→", v, " ")
		}
	}
	return text
}

// sameDegrees returns all graphs of the degrees of a graph of four pages; those with loops only if it has some.
func sameDegrees(g graph.Graph) map[string]bool {
	in, out := degrees(g)
	all := map[string]bool{}
	for set := range 1 << 16 {
		ins, outs, loop, text := make([]int, 4), make([]int, 4), false, ""
		for i := range 16 {
			if set>>i&1 != 0 {
				outs[i/4]++
				ins[i%4]++
				loop = loop || i/4 == i%4
				text += fmt.Sprint(i/4, "→", i%4, " ")
			}
		}
		if slices.Equal(ins, in) && slices.Equal(outs, out) && (!loop || hasLoop(g)) {
			all[text] = true
		}
	}
	return all
}

// Nothing is left of who linked to whom: pages of a graph of two halves, which never link to each other, do as the degrees say.
func TestRewiredForgets(t *testing.T) {
	const half = 1000
	a := must(graph.Load(must(random.NewGNP(random.GNPOptions{Pages: half, Degree: 6, Seed: 1}))))
	var arcs []graph.Arc
	for u := range graph.Node(half) {
		for _, v := range a.Succ(u) {
			arcs = append(arcs, graph.Arc{From: u, To: v}, graph.Arc{From: u + half, To: v + half})
		}
	}
	across := 0
	m := must(random.NewRewired(graph.FromArcs(2*half, arcs), random.RewiredOptions{Seed: 2}))
	for u, succ := range graph.Lists(m.Scan(graph.Everything(m))) {
		for _, v := range succ {
			if u < half != (v < half) {
				across++
			}
		}
	}
	n := float64(len(arcs))
	if off := (float64(across) - n/2) / math.Sqrt(n/4); math.Abs(off) > 4.5 {
		t.Errorf("%d of %.0f arcs lead to the other half, %.1f standard deviations off", across, n, off)
	}
}

func TestRewiredStops(t *testing.T) {
	stopped := errors.New("stopped")
	g := must(random.NewGNP(random.GNPOptions{Pages: 200, Degree: 6, Seed: 1}))
	looks := 0
	for stop := 0; stop <= looks; stop++ {
		n := 0
		_, err := random.NewRewired(g, random.RewiredOptions{Watch: func(int, int64) error {
			if n++; stop > 0 && n >= stop {
				return stopped
			}
			return nil
		}})
		if stop == 0 {
			looks = n
		}
		if errors.Is(err, stopped) != (stop > 0) {
			t.Errorf("stopped at look %d of %d: %v", stop, looks, err)
		}
	}
	if looks < 3 { // while reading, shuffling and mending
		t.Errorf("it looks %d times", looks)
	}
}

// Lists too long to be kept sorted meanwhile are as sorted in the end, of pages as they were, and not what they were;
// whether all can be exchanged or pairs alone.
func TestRewiredHub(t *testing.T) {
	r := drawn.Rand(t)
	const n = 6000
	for _, leadsTo := range []int{n / 4 * 3, n - 1} {
		var arcs []graph.Arc
		for v := 1; v <= leadsTo; v++ {
			arcs = append(arcs, graph.Arc{From: 0, To: graph.Node(v)})
		}
		for range 2 * n {
			arcs = append(arcs, graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))})
		}
		g := graph.FromArcs(n, arcs)
		m := must(random.NewRewired(g, random.RewiredOptions{Seed: r.Uint64()}))
		graphtest.Run(t, m, m.Memory)
		in, out := degrees(g)
		gotIn, gotOut := degrees(m)
		if !slices.Equal(in, gotIn) || !slices.Equal(out, gotOut) {
			t.Errorf("a page leads to %d: other degrees", leadsTo)
		}
		if leadsTo < n-1 && slices.Equal(g.Succ(0), m.Succ(0)) {
			t.Errorf("a page leads to %d: to the same ones", leadsTo)
		}
	}
}
