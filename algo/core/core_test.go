package core_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// draw returns a small graph of one of three kinds: like the Web, uniform and dense, or of planted cliques that share pages.
func draw(r *rand.Rand) *graph.Memory {
	if r.IntN(3) == 0 {
		return graphtest.Random(r.Uint64())
	}
	n := 2 + r.IntN(40)
	var arcs []graph.Arc
	add := func(u, v int) { arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)}) }
	for range r.IntN(4 * n) {
		add(r.IntN(n), r.IntN(n))
	}
	for range r.IntN(5) {
		fans, heads := r.Perm(n)[:r.IntN(min(n, 9))], r.Perm(n)[:r.IntN(min(n, 9))]
		for _, u := range fans {
			for _, v := range heads {
				if r.IntN(12) > 0 {
					add(u, v)
				}
			}
		}
	}
	return graph.FromArcs(n, arcs)
}

// forms are ways to read a graph: in memory, and compressed.
func forms(t *testing.T, g *graph.Memory) [][2]graph.Random {
	in := graphtest.Transpose(t, g)
	return [][2]graph.Random{{g, in}, {bvtest.Compress(t, g), bvtest.Compress(t, in)}}
}

func collect(all *[]core.Clique) func(core.Clique) error {
	return func(q core.Clique) error {
		*all = append(*all, core.Clique{Fans: slices.Clone(q.Fans), Centers: slices.Clone(q.Centers)})
		return nil
	}
}

// draws is how many of n cases are drawn: a quarter with -short, as under the detector of races.
func draws(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}

func drawOptions(r *rand.Rand) core.Options {
	o := core.Options{Work: graph.Work{Workers: 1 + r.IntN(3)}, MaxDegree: []int{0, 3, 6, 10, -1}[r.IntN(5)]}
	o.Held = []int64{0, r.Int64N(160), r.Int64N(4000), 1 << 20}[r.IntN(4)] // nothing, small cores, copies of what is live, all
	o = core.WithChunk(o, r.IntN(2))
	return core.WithRoom(core.WithBlock(o, []int{0, 1, 2, 7, 64}[r.IntN(5)]), []int{0, 1, 2, 5, 20}[r.IntN(5)])
}

func maxDegree(o core.Options) int {
	if o.MaxDegree == 0 {
		return 50
	}
	return o.MaxDegree
}

// What peeling leaves is what taking one page after the other away leaves, and its figures are those of that.
func TestPeelIsTheFixpoint(t *testing.T) {
	r := drawn.Rand(t)
	for range draws(150) {
		checkPeeled(t, draw(r), core.Shape{Fans: 1 + r.IntN(5), Centers: 1 + r.IntN(5)}, drawOptions(r))
	}
}

// Counts end at 255: of more links nothing is lost.
func TestHubsAreCounted(t *testing.T) {
	r := drawn.Rand(t)
	for range draws(4) {
		const n = 560
		var arcs []graph.Arc
		for v := range n {
			for hub := range 3 {
				if r.IntN(3) > 0 {
					arcs = append(arcs, graph.Arc{From: graph.Node(hub), To: graph.Node(v)})
				}
				if r.IntN(3) > 0 {
					arcs = append(arcs, graph.Arc{From: graph.Node(v), To: graph.Node(n - 1 - hub)})
				}
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(v), To: graph.Node((v + 1 + r.IntN(2)) % n)})
		}
		g := graph.FromArcs(n, arcs)
		o := core.WithRoom(core.Options{MaxDegree: -1}, []int{0, 30}[r.IntN(2)])
		for _, s := range []core.Shape{{Fans: 3, Centers: 3}, {Fans: 150 + r.IntN(100), Centers: 1}, {Fans: 1, Centers: 200 + r.IntN(54)}, {Fans: 3, Centers: 4}} {
			checkPeeled(t, g, s, o)
		}
	}
}

// checkPeeled compares a core, and what is copied of it, with the definition.
func checkPeeled(t *testing.T, g *graph.Memory, s core.Shape, o core.Options) {
	t.Helper()
	x, in := newNaive(g, maxDegree(o)), graphtest.Transpose(t, g)
	border := func(u int) bool { return len(g.Succ(graph.Node(u))) == 0 && len(in.Succ(graph.Node(u))) == 1 }
	x.peel(s)
	want := core.Left{Removed: x.n}
	for u := range x.n {
		if x.fans[u] {
			want.Fans++
			want.Arcs += int64(len(x.heads1(u)))
		}
		if x.heads[u] {
			want.Centers++
		}
		if x.fans[u] || x.heads[u] {
			want.Pages++
			want.Removed--
		} else if border(u) {
			want.Border++
		}
	}
	if want.Pages > 0 {
		want.Degree = float64(want.Arcs) / float64(want.Pages)
	}
	for _, f := range forms(t, g) {
		c, err := core.Peel(t.Context(), f[0], f[1], s, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Left(t.Context(), x.n)
		if err != nil || got != want {
			t.Fatalf("%v of %v, degrees below %d: got %+v, %v; want %+v", s, arcsOf(g), maxDegree(o), got, err, want)
		}
		for u := range x.n {
			if fan, head := c.Live(graph.Node(u)); fan != x.fans[u] || head != x.heads[u] {
				t.Fatalf("%v of %v: page %d is fan %v, center %v; want %v, %v", s, arcsOf(g), u, fan, head, x.fans[u], x.heads[u])
			}
		}
	}
	err := each(t, [2]graph.Random{g, in}, [2]core.Shape{s, s}, o, nil, func(c *core.Core) error {
		got, err := c.Left(t.Context(), x.n)
		if err == nil && got != want {
			t.Fatalf("%v of %v, held: got %+v, want %+v", s, arcsOf(g), got, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// each calls f with the core of each shape from the first to the last that is wanted, of a graph and its transpose.
func each(t *testing.T, g [2]graph.Random, shapes [2]core.Shape, o core.Options, wanted func(core.Shape) bool, f func(*core.Core) error) error {
	t.Helper()
	c, err := core.Peel(t.Context(), g[0], g[1], shapes[0], o)
	if err != nil {
		return err
	}
	return c.Each(t.Context(), shapes[1], wanted, f)
}

// Cliques are those of the greedy choice as it is defined, for each cell of a table, whichever are wanted, in any form,
// with any number of workers and any block.
func TestDisjointIsTheCanonicalChoice(t *testing.T) {
	r := drawn.Rand(t)
	for range draws(60) {
		g, o := draw(r), drawOptions(r)
		first, most := core.Shape{Fans: 1 + r.IntN(3), Centers: 1 + r.IntN(2)}, core.Shape{Fans: 3 + r.IntN(3), Centers: 2 + r.IntN(4)}
		if r.IntN(3) == 0 {
			o.Held = 4*int64(g.NumNodes()) - 1 // no copies of what is live, but small cores
		}
		for _, f := range forms(t, g) {
			cells, seen := 0, 0
			var wanted func(core.Shape) bool
			if left := r.Uint64(); r.IntN(2) == 0 {
				wanted = func(x core.Shape) bool { return left>>(8*x.Fans+x.Centers)&1 != 0 }
			}
			for i := first.Fans; i <= most.Fans; i++ {
				for j := first.Centers; j <= most.Centers; j++ {
					if wanted == nil || wanted(core.Shape{Fans: i, Centers: j}) {
						cells++
					}
				}
			}
			err := each(t, f, [2]core.Shape{first, most}, o, wanted, func(c *core.Core) error {
				seen++
				if wanted != nil && !wanted(c.Shape) {
					t.Errorf("%v is not wanted", c.Shape)
				}
				want := newNaive(g, maxDegree(o)).disjoint(c.Shape)
				var got []core.Clique
				all, err := c.Disjoint(t.Context(), collect(&got), core.Keep[core.DisjointState]{})
				if err == nil && (!reflect.DeepEqual(got, want) || all.Cliques != int64(len(want)) || all.Cut != 0) {
					err = fmt.Errorf("%v of %v, degrees below %d: got %v, want %v", c.Shape, arcsOf(g), maxDegree(o), got, want)
				}
				if left, _ := c.Left(t.Context(), g.NumNodes()); left.Pages != 0 {
					t.Errorf("%v: %d pages are live afterwards", c.Shape, left.Pages)
				}
				return err
			})
			if err != nil || seen != cells {
				t.Fatalf("%d cells of %v, want %d: %v", seen, most, cells, err)
			}
		}
	}
}

func arcsOf(g *graph.Memory) (all []graph.Arc) {
	for u := range g.NumNodes() {
		for _, v := range g.Succ(graph.Node(u)) {
			all = append(all, graph.Arc{From: graph.Node(u), To: v})
		}
	}
	return all
}

// A page that leaves takes several with it, more than may wait.
func TestWhoHasNoRoomToWaitIsNotForgotten(t *testing.T) {
	r := drawn.Rand(t)
	for range 80 {
		const n = 40
		var arcs []graph.Arc
		for range n * (7 + r.IntN(4)) / 2 {
			arcs = append(arcs, graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))})
		}
		k := 2 + r.IntN(2)
		checkPeeled(t, graph.FromArcs(n, arcs), core.Shape{Fans: k, Centers: k}, core.WithRoom(core.Options{}, 1+r.IntN(3)))
	}
}

// A center of 260 fans, which a byte does not count, loses 253 of them one by one, as another center of those leaves.
func TestACountBeyondAByteIsCountedDown(t *testing.T) {
	const h2, h3, h5, h6, z = 600, 601, 602, 603, 604
	var arcs []graph.Arc
	link := func(u int, heads ...graph.Node) {
		for _, v := range heads {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: v})
		}
	}
	for u := range 253 {
		link(u, h2, h3)
	}
	link(253, h3, z) // leaves, as it is alone with z; then h3 has one fan too few
	for u := 254; u < 261; u++ {
		link(u, h2, h5)
	}
	for u := 261; u < 261+254; u++ {
		link(u, h5, h6)
	}
	checkPeeled(t, graph.FromArcs(610, arcs), core.Shape{Fans: 254, Centers: 2}, core.Options{MaxDegree: -1})
}
