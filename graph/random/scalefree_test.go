package random

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"weft/graph"
)

// A law gives graphs, written out, their probability.
type law map[string]float64

// written writes a graph of n pages out, parallel arcs as one.
func written(n int, arcs [][2]int) string {
	list := make([]graph.Arc, len(arcs))
	for i, a := range arcs {
		list[i] = graph.Arc{From: graph.Node(a[0]), To: graph.Node(a[1])}
	}
	return writtenLists(graph.FromArcs(n, list))
}

func writtenLists(g graph.Graph) string {
	text := ""
	for _, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		text += fmt.Sprint(succ)
	}
	return text
}

// check compares a law with the graphs that so many seeds gave, by chi-square; outcomes that are rare are one.
func (l law) check(t *testing.T, trials int, draw func(seed uint64) string) {
	t.Helper()
	seen := map[string]int{}
	for seed := range trials {
		seen[draw(uint64(seed))]++
	}
	chi, df, rest, restSeen := 0.0, 0, 1.0, trials
	for g, p := range l {
		if want := p * float64(trials); want >= 10 {
			d := float64(seen[g]) - want
			chi += d * d / want
			df++
			rest -= p
			restSeen -= seen[g]
		}
	}
	if want := max(rest, 0) * float64(trials); math.Abs(float64(restSeen)-want) > 4.5*math.Sqrt(want)+1 {
		t.Errorf("rare graphs: got %d, want %.1f", restSeen, want)
	}
	if limit := float64(df) + 4.5*math.Sqrt(2*float64(df)); df < 3 || chi > limit {
		t.Errorf("chi-square %.1f over %d graphs, the limit is %.1f", chi, df, limit)
	}
}

// addScaleFree adds to l the probabilities of the graphs of n pages that come of the given one, which has probability p,
// by the definition: each step, each choice. It leaves out what has a probability below 1e-9.
func (l law) addScaleFree(o ScaleFreeOptions, pages int, arcs [][2]int, p float64) {
	if p < 1e-9 {
		return
	}
	if pages == o.Pages {
		l[written(pages, arcs)] += p
		return
	}
	grow := func(pages, v, w int, p float64) { l.addScaleFree(o, pages, append(slices.Clip(arcs), [2]int{v, w}), p) }
	in, out := shares(pages, arcs, 1, o.DeltaIn), shares(pages, arcs, 0, o.DeltaOut)
	for v := range pages {
		grow(pages+1, pages, v, p*o.Alpha*in[v])
		grow(pages+1, v, pages, p*o.Gamma*out[v])
		for w := range pages {
			grow(pages, v, w, p*o.Beta*out[v]*in[w])
		}
	}
}

// shares returns the probability of each page to be chosen by its degree, as the end-th end of arcs, plus delta.
func shares(pages int, arcs [][2]int, end int, delta float64) []float64 {
	s := make([]float64, pages)
	for u := range s {
		s[u] = delta
	}
	for _, a := range arcs {
		s[a[end]]++
	}
	for u := range s {
		s[u] /= float64(len(arcs)) + delta*float64(pages)
	}
	return s
}

func TestScaleFreeLaw(t *testing.T) {
	for _, o := range []ScaleFreeOptions{
		{Pages: 4, Alpha: 0.5, Beta: 0.1, Gamma: 0.4, DeltaIn: 0.2, DeltaOut: 0},
		{Pages: 4, Alpha: 0.4, Beta: 0.1, Gamma: 0.5, DeltaIn: 0, DeltaOut: 1.5},
		{Pages: 6, Alpha: 0.7, Gamma: 0.3, DeltaIn: 0.5, DeltaOut: 3},
		{Pages: 5, Alpha: 1},
	} {
		l := law{}
		l.addScaleFree(o, 3, [][2]int{{0, 1}, {1, 2}, {2, 0}}, 1)
		l.check(t, 30_000, func(seed uint64) string {
			o.Seed = seed
			return writtenLists(must(NewScaleFree(o)))
		})
	}
}

func must[G any](g G, err error) G {
	if err != nil {
		panic(err)
	}
	return g
}

// Degrees of the multigraph: in the mean n·p(i) pages have degree i, where a step changes n·p(i) by 0 (Bollobás et al. 2003,
// section 3). The step that makes a page gives the degree 0 or 1.
func TestScaleFreeDegrees(t *testing.T) {
	o := ScaleFreeOptions{Pages: 400_000, Seed: 1}
	o.setDefaults()
	for _, deltas := range [][2]float64{{0.2, 0}, {1, 2}} {
		o.DeltaIn, o.DeltaOut = deltas[0], deltas[1]
		g := newGrowth(o)
		if err := g.grow(); err != nil {
			t.Fatal(err)
		}
		checkDegrees(t, "in", g.to, o, o.Alpha, o.Gamma, o.DeltaIn)
		checkDegrees(t, "out", g.from, o, o.Gamma, o.Alpha, o.DeltaOut)
	}
}

// checkDegrees checks the degrees 0 to 9. New pages have degree 0 with probability zero in each step, 1 with one.
func checkDegrees(t *testing.T, name string, ends []graph.Node, o ScaleFreeOptions, zero, one, delta float64) {
	t.Helper()
	degree, pages := make([]int, o.Pages), map[int]int{}
	for _, v := range ends {
		degree[v]++
	}
	for _, d := range degree {
		pages[d]++
	}
	c := (zero + o.Beta) / (1 + delta*(o.Alpha+o.Gamma))
	p := zero / (1 + c*delta)
	for i := range 10 {
		want := p / (zero + one) * float64(o.Pages)
		if got := float64(pages[i]); math.Abs(got-want) > 5*math.Sqrt(want)+5 {
			t.Errorf("deltas %g and %g: %s-degree %d: got %.0f pages, want %.0f", o.DeltaIn, o.DeltaOut, name, i, got, want)
		}
		p = c * (float64(i) + delta) * p
		if i == 0 {
			p += one
		}
		p /= 1 + c*(float64(i+1)+delta)
	}
}

// The arcs that are drawn are 3 and, for each further page, a geometric number with mean 1/(Alpha+Gamma).
func TestScaleFreeDrawn(t *testing.T) {
	const trials, pages = 400, 10_000
	sum := 0.0
	for seed := range uint64(trials) {
		sum += float64(must(NewScaleFree(ScaleFreeOptions{Pages: pages, Seed: seed})).Drawn())
	}
	want, sd := 3+9997/0.46, math.Sqrt(9997*0.54)/0.46
	if z := (sum/trials - want) / sd * math.Sqrt(trials); math.Abs(z) > 4 {
		t.Errorf("mean of %.1f arcs, %.1f standard errors from %.1f", sum/trials, z, want)
	}
	if z := math.Abs(21_732-want) / sd; z > 2 {
		t.Errorf("the paper's 21,732 arcs are %.1f standard deviations from %.1f", z, want)
	}
}

func TestWatchEndsTheMaking(t *testing.T) {
	stop := errors.New("stop")
	pages := []int{}
	tell := func(n int, _ int64) error {
		pages = append(pages, n)
		if len(pages) == 3 {
			return stop
		}
		return nil
	}
	_, err := NewScaleFree(ScaleFreeOptions{Pages: 1_000_000, Seed: 1, Watch: tell})
	if !errors.Is(err, stop) || len(pages) != 3 || pages[2] > 60_000 {
		t.Errorf("scale-free: told at %v pages, got %v", pages, err)
	}
	pages = nil
	if _, err = NewForestFire(ForestFireOptions{Pages: 1_000_000, Seed: 1, Watch: tell}); !errors.Is(err, stop) || len(pages) != 3 {
		t.Errorf("forest fire: told at %v pages, got %v", pages, err)
	}
}
