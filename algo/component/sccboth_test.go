package component_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/bitset"
	"weft/internal/drawn"
)

// near is a ring with arcs, so many of each page at most, that lead to some of the next pages: one component, in page
// order. Renumbered, it is the same out of order.
func near(r *rand.Rand, n, links int, renumbered bool) *graph.Memory {
	number := r.Perm(n)
	if !renumbered {
		slices.Sort(number)
	}
	var arcs []graph.Arc
	for u := range n {
		for i := range links {
			d := 1 + min(i, 1)*r.IntN(n/100)
			arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[(u+d)%n])})
		}
	}
	return graph.FromArcs(n, arcs)
}

// The searches are made where pages are in no order and there are many arcs, or where somebody goes on from them; and
// the component is the same.
func TestSearchesWhereTheyHelp(t *testing.T) {
	r := drawn.Rand(t)
	for range 80 {
		n, few, renumbered, asked := 5000+r.IntN(5000), r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
		g := near(r, n, 20, renumbered)
		if few {
			g = near(r, n, 3, renumbered)
		}
		c, err := component.SCCBothFrom(t.Context(), g, graphtest.Transpose(t, g), component.BothOptions{Searches: asked})
		if err != nil {
			t.Fatal(err)
		}
		if searched := c.Marks() != nil; searched != (asked || renumbered && !few) || c.Count() != 1 {
			t.Fatalf("%d pages, %d arcs, renumbered %v, asked for %v: searched %v; %d components", n, g.NumArcs(), renumbered, asked, searched, c.Count())
		}
	}
}

// What the searches mark is the same whether they know that the graph is in memory or not.
func TestMarksInAnyForm(t *testing.T) {
	r := drawn.Rand(t)
	marked := 0
	for range 200 {
		g := graphtest.Random(r.Uint64())
		in := graphtest.Transpose(t, g)
		var marks [2][]uint8
		for i, of := range []graph.Random{g, plain{g}} {
			c, err := component.SCCBothFrom(t.Context(), of, in, component.BothOptions{Searches: true})
			if err != nil {
				t.Fatal(err)
			}
			marks[i] = slices.Clone(c.Marks())
		}
		if !slices.Equal(marks[0], marks[1]) {
			t.Fatalf("%d pages: other marks", g.NumNodes())
		}
		if len(marks[0]) > 0 {
			marked++
		}
	}
	if marked < 5 {
		t.Errorf("%d graphs were searched", marked)
	}
}

// plain is a graph that does not tell that it is in memory.
type plain struct{ graph.Random }

// Where the pages with the most links lead to each other alone, as the oldest of a graph that grew do, another one is the
// pivot of the searches; where no component is large, they are not made.
func TestAnotherPivot(t *testing.T) {
	r := drawn.Rand(t)
	for range 40 {
		n := 3000 + r.IntN(3000)
		old := n / 20
		var arcs []graph.Arc
		for u := range n {
			for range 8 {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(old))})
			}
		}
		closed := graph.FromArcs(n, arcs)
		for u := old; u < n; u++ {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))}, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))})
		}
		for _, x := range []struct {
			g        *graph.Memory
			searched bool
		}{{closed, false}, {graph.FromArcs(n, arcs), true}} {
			c, err := component.SCCBothFrom(t.Context(), x.g, graphtest.Transpose(t, x.g), component.BothOptions{Searches: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Marks() != nil; got != x.searched {
				t.Fatalf("%d pages, %d arcs, the largest component of %d: searched %v", n, x.g.NumArcs(), c.Largest(), got)
			}
			want, err := component.SCC(t.Context(), x.g, graph.Work{})
			if err != nil || !slices.Equal(c.Labels, want.Labels) {
				t.Fatalf("%d pages, %d arcs: other components than those of a visit; error %v", n, x.g.NumArcs(), err)
			}
		}
	}
}

// The bow tie is the same in memory, where many pages that wait are followed from their successors, as it is where they are
// followed list by list; whether its components come with the marks of the searches or not.
func TestBowTieInAnyForm(t *testing.T) {
	r := drawn.Rand(t)
	led, leading := 0, 0 // how often more were led to, or lead to the core, than are followed one by one
	for i := 0; i < 60 || i < 1000 && min(led, leading) == 0; i++ {
		g := sparse(r)
		in := graphtest.Transpose(t, g)
		if i%2 == 1 {
			g, in = in, g // few drawn graphs have many pages in In
		}
		want, err := component.BowTie(t.Context(), plain{g}, plain{in}, component.Known{}, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		unmarked, err := component.SCC(t.Context(), g, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		for _, known := range []component.Known{{}, {SCC: unmarked}} {
			got, err := component.BowTie(t.Context(), g, in, known, graph.Work{Workers: 1 + r.IntN(2)})
			if err != nil || got.Counts != want.Counts || !slices.Equal(got.Classes, want.Classes) {
				t.Fatalf("%d pages, %d arcs, components known %v: %+v, want %+v; error %v", g.NumNodes(), g.NumArcs(), known.SCC != nil, got.Counts, want.Counts, err)
			}
		}
		many := int64(g.NumNodes()/4 + 64)
		led += bitset.One(want.Counts.Out > many)
		leading += bitset.One(want.Counts.In > many)
	}
	if led == 0 || leading == 0 {
		t.Errorf("%d bow ties have many pages in Out, %d in In: none to tell", led, leading)
	}
}
