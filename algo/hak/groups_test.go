package hak_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"weft/algo/hak"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// modulo puts pages into groups of which no two pages follow each other.
type modulo int

func (m modulo) Len() int            { return int(m) }
func (m modulo) Of(u graph.Node) int { return int(u) % int(m) }

// Groups whose pages are scattered over several parts of the graph have the sums that a map has, by any number of workers.
func TestScatteredGroups(t *testing.T) {
	const n, groups = 2_500_000, 5000
	r := rand.New(rand.NewPCG(1, 1))
	crawled := view.NewBits(n)
	var arcs []graph.Arc
	for range 40_000 {
		u := r.IntN(n)
		crawled.Add(u)
		for range r.IntN(4) {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))}, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n / 50))})
		}
	}
	out := graph.FromArcs(n, arcs)
	in := graphtest.Transpose(t, out)
	if parts := len(graph.Parts(out)); parts < 3 {
		t.Fatalf("the graph has %d parts", parts)
	}
	scores := make([]float64, n)
	for u := range scores {
		scores[u] = 1 + r.Float64()
	}
	want := groupsByDefinition(out, crawled, scores, groups)
	var first []hak.Group
	for _, workers := range []int{1, 3} {
		w := graph.Work{Workers: workers}
		l, err := hak.Scan(t.Context(), out, crawled, hak.ScanOptions{Groups: modulo(groups), Work: w})
		if err != nil {
			t.Fatal(err)
		}
		i, err := hak.GetImpacts(t.Context(), in, crawled, hak.Ranked{Scores: scores, Degrees: l.Degrees}, hak.ImpactOptions{Groups: modulo(groups), Wanted: 10, Work: w})
		if err != nil {
			t.Fatal(err)
		}
		for g := range groups {
			a, b, x := &l.Groups[g], &i.Groups[g], &want[g]
			if a.Crawled != x.Crawled || b.Ghosts != x.Ghosts || math.Abs(a.Gamma-x.Gamma) > 1e-9 || math.Abs(b.Im-x.Im) > 1e-9 || math.Abs(b.Want-x.Want) > 1e-9 || b.BestWant != x.BestWant {
				t.Fatalf("%d workers, group %d: got %+v and %+v, want %+v", workers, g, *a, *b, *x)
			}
		}
		both := append(append([]hak.Group{l.Whole, i.Whole}, l.Groups...), i.Groups...)
		if first == nil {
			first = both
		}
		if !reflect.DeepEqual(both, first) {
			t.Errorf("%d workers add up otherwise than one", workers)
		}
	}
}

// groupsByDefinition goes through all arcs.
func groupsByDefinition(out *graph.Memory, crawled view.Bits, scores []float64, groups int) []hak.Group {
	all := make([]hak.Group, groups)
	wants := map[graph.Node]float64{}
	for u := range out.NumNodes() {
		if !crawled.Has(u) {
			continue
		}
		succ := out.Succ(graph.Node(u))
		gamma, d := 1.0, float64(len(succ))
		if len(succ) > 0 {
			gamma = 0
		}
		for _, v := range succ {
			if !crawled.Has(int(v)) {
				wants[v] += 1 / d
				continue
			}
			gamma += 1 / d
			all[int(v)%groups].Im += scores[u] / d / scores[v]
		}
		g := &all[u%groups]
		g.Crawled++
		g.Gamma += gamma
	}
	for v, want := range wants {
		g := &all[int(v)%groups]
		g.Ghosts++
		g.Want += want
		g.BestWant = max(g.BestWant, want)
	}
	return all
}
