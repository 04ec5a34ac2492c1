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

func drawOptions(r *rand.Rand) core.Options {
	o := core.Options{Work: graph.Work{Workers: 1 + r.IntN(3)}, MaxDegree: []int{0, 3, 6, 10, -1}[r.IntN(5)]}
	if r.IntN(2) == 0 {
		o.Held = 1 << 20
	}
	return core.WithBlock(o, []int{0, 1, 2, 7, 64}[r.IntN(5)])
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
	for range 150 {
		g, s, o := draw(r), core.Shape{Fans: 1 + r.IntN(5), Centers: 1 + r.IntN(5)}, drawOptions(r)
		x := newNaive(g, maxDegree(o))
		border := 0
		for u := range x.n {
			if len(g.Succ(graph.Node(u))) == 0 && len(graphtest.Transpose(t, g).Succ(graph.Node(u))) == 1 {
				border++
			}
		}
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
				if len(g.Succ(graph.Node(u))) == 0 && len(graphtest.Transpose(t, g).Succ(graph.Node(u))) == 1 {
					border--
				}
			}
		}
		if want.Border = border; want.Pages > 0 {
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
	}
}

// Cliques are those of the greedy choice as it is defined, for each cell of a table, in any form, with any number of workers and any block.
func TestDisjointIsTheCanonicalChoice(t *testing.T) {
	r := drawn.Rand(t)
	for range 60 {
		g, o := draw(r), drawOptions(r)
		most := core.Shape{Fans: 1 + r.IntN(4), Centers: 1 + r.IntN(4)}
		for _, f := range forms(t, g) {
			cells := 0
			err := core.Each(t.Context(), f[0], f[1], core.Span{From: 1, To: most.Fans}, core.Span{From: 1, To: most.Centers}, o, func(c *core.Core) error {
				cells++
				want := newNaive(g, maxDegree(o)).disjoint(c.Shape)
				var got []core.Clique
				all, err := c.Disjoint(t.Context(), collect(&got))
				if err == nil && (!reflect.DeepEqual(got, want) || all.Cliques != int64(len(want)) || all.Cut != 0) {
					err = fmt.Errorf("%v of %v, degrees below %d: got %v, want %v", c.Shape, arcsOf(g), maxDegree(o), got, want)
				}
				return err
			})
			if err != nil || cells != most.Fans*most.Centers {
				t.Fatalf("%d cells of %v: %v", cells, most, err)
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
