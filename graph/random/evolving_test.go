package random

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// naiveEvolving grows the graph page after page and remembers the target of every link. It finds what a link draws
// by adding up links + 1 over the pages, in the order in which these were linked to: a page first, its links as they came.
func naiveEvolving(g *Evolving) [][]graph.Node {
	lists := make([][]graph.Node, g.pages)
	var targets []graph.Node
	for v := 1; v < g.pages; v++ {
		earlier := targets // links of a page do not count for each other
		for range int(float64(v)*g.opts.Degree) - int(float64(v-1)*g.opts.Degree) {
			h := hash(g.opts.Seed, forLink, uint64(len(targets)))
			to := graph.Node(0)
			if slot := reduce(h, v+len(earlier)); slot < v {
				to = graph.Node(slot)
			} else {
				to = earlier[slot-v]
			}
			targets = append(targets, to)
			lists[v] = append(lists[v], to)
		}
		slices.Sort(lists[v])
		lists[v] = slices.Compact(lists[v])
	}
	return lists
}

func TestEvolvingIsTheNaiveOne(t *testing.T) {
	for i, o := range []EvolvingOptions{
		{Pages: 300, Degree: 0},
		{Pages: 3000, Degree: 0.3},
		{Pages: 3000, Degree: 1},
		{Pages: 3000, Degree: 2.7},
		{Pages: 3000, Degree: 1.0 / 3},
		{Pages: 60_000, Degree: 7},
		{Pages: 50_000, Degree: 8.13},
		{Pages: 800, Degree: 900},
	} {
		o.Seed = uint64(i)
		g, err := NewEvolving(o)
		if err != nil {
			t.Fatal(err)
		}
		all := g.newLister()
		for v, want := range naiveEvolving(g) {
			if got := all.appendSucc(nil, graph.Node(v)); !slices.Equal(got, want) {
				t.Fatalf("%+v: list of %d: got %v, want %v", o, v, got, want)
			}
		}
	}
}

// What page of a link is found is the page that draws it, far out too.
func TestPagesOfLinks(t *testing.T) {
	r := drawn.Rand(t)
	for range 2000 {
		degree := math.Exp(r.Float64()*20 - 9) // 1e-4 to 6e4
		g, err := NewEvolving(EvolvingOptions{Pages: graph.MaxNodes, Degree: min(degree, maxLinks)})
		if err != nil {
			t.Fatal(err)
		}
		u := 1 + r.Uint64N(graph.MaxNodes-1)
		for link := g.before(u); link < min(g.before(u+1), g.before(u)+20); link++ {
			if v, before := g.pageOf(link); v != u || before != g.before(u) {
				t.Fatalf("degree %g: link %d is of page %d, %d before it; want %d, %d", degree, link, v, before, u, g.before(u))
			}
		}
	}
}

// Over many seeds, each way to grow a few pages is as frequent as the definition says: each link goes to an earlier page
// with a probability proportional to its in-degree + 1.
func TestEvolvingLaw(t *testing.T) {
	const pages, degree, trials = 4, 2, 60_000
	want := map[string]float64{}
	var grow func(v int, in [pages]int, lists string, p float64)
	grow = func(v int, in [pages]int, lists string, p float64) {
		if v == pages {
			want[lists] += p
			return
		}
		sum := v
		for _, n := range in {
			sum += n
		}
		for a := range v {
			for b := range v {
				next := in
				next[a]++
				next[b]++
				list := []int{min(a, b), max(a, b)}
				grow(v+1, next, lists+fmt.Sprint(slices.Compact(list)), p*float64((in[a]+1)*(in[b]+1))/float64(sum*sum))
			}
		}
	}
	grow(1, [pages]int{}, "", 1)
	got := map[string]int{}
	for seed := range uint64(trials) {
		g, err := NewEvolving(EvolvingOptions{Pages: pages, Degree: degree, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		lists := ""
		for v, all := 1, g.newLister(); v < pages; v++ {
			lists += fmt.Sprint(all.appendSucc(nil, graph.Node(v)))
		}
		got[lists]++
	}
	for lists, n := range got {
		p := want[lists]
		if off := (float64(n) - trials*p) / math.Sqrt(trials*p*(1-p)); p == 0 || math.Abs(off) > 4.5 {
			t.Errorf("%s: %d times, want %.0f", lists, n, trials*p)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d ways to grow, want %d", len(got), len(want))
	}
}
