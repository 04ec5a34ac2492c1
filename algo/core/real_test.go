package core_test

import (
	"math/rand/v2"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// The cores of cnr-2000, and how many cliques the canonical choice has there, are those of bench/cores/greedy.py.
func TestCNR(t *testing.T) {
	out := graphtest.Load(t, bvtest.Open(t, "cnr-2000", "cnr-2000.graph"))
	in := graphtest.Load(t, bvtest.Open(t, "cnr-2000", "cnr-2000-t.graph"))
	for s, want := range map[core.Shape]struct {
		pages, fans, centers int
		arcs, cliques        int64
	}{
		{Fans: 1, Centers: 5}:   {177969, 53742, 169431, 671477, 18448},
		{Fans: 4, Centers: 4}:   {49509, 39395, 32932, 484374, 4887},
		{Fans: 10, Centers: 10}: {15920, 14060, 10951, 289216, 661},
	} {
		err := each(t, [2]graph.Random{out, in}, [2]core.Shape{s, s}, core.Options{Held: 1 << 30}, nil, func(c *core.Core) error {
			l, err := c.Left(t.Context(), out.NumNodes())
			if err != nil {
				return err
			}
			all, err := c.Disjoint(t.Context(), func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{})
			if l.Pages != want.pages || l.Fans != want.fans || l.Centers != want.centers || l.Arcs != want.arcs || all.Cliques != want.cliques || all.Cut != 0 {
				t.Errorf("%v: got %+v, %+v; want %+v", s, l, all, want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Where every fan links most centers and no clique may be there, the search ends after some thousand steps a fan: 49
// fans of 49 centers, dense or complete.
func TestDensePagesEndSoon(t *testing.T) {
	r := drawn.Rand(t)
	for _, share := range []float64{0.5, 0.65, 0.7, 1} {
		g := dense(r, 49, share)
		for _, s := range []core.Shape{{Fans: 4, Centers: 4}, {Fans: 10, Centers: 10}, {Fans: 3, Centers: 10}, {Fans: 10, Centers: 3}} {
			c, err := core.Peel(t.Context(), g, graphtest.Transpose(t, g), s, core.Options{Steps: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			if all, err := c.Disjoint(t.Context(), func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{}); err != nil || all.Cut > 0 || share == 1 && all.Cliques != int64(49/max(s.Fans, s.Centers)) {
				t.Errorf("%v of %g: got %+v, %v", s, share, all, err)
			}
		}
	}
}

// dense are n fans that link a share of n centers.
func dense(r *rand.Rand, n int, share float64) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		for v := range n {
			if r.Float64() < share {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(n + v)})
			}
		}
	}
	return graph.FromArcs(2*n, arcs)
}

// A search that is given up is counted, the same whatever the workers, the blocks and the form; what is found is
// complete and disjoint all the same.
func TestWhatIsCutIsCounted(t *testing.T) {
	r := drawn.Rand(t)
	cut := int64(0)
	for range 10 {
		g := dense(r, 30, 0.6)
		in := graphtest.Transpose(t, g)
		var want core.Family
		for k, o := range []core.Options{{Steps: 40}, {Steps: 40, Held: 1 << 20}, core.WithBlock(core.Options{Steps: 40}, 3)} {
			o.Workers = 1 + k
			var got core.Family
			used := map[[2]graph.Node]bool{}
			err := each(t, [2]graph.Random{g, in}, [2]core.Shape{{Fans: 6, Centers: 6}, {Fans: 6, Centers: 6}}, o, nil, func(c *core.Core) (err error) {
				got, err = c.Disjoint(t.Context(), func(q core.Clique) error {
					for _, u := range q.Fans {
						for _, v := range q.Centers {
							if !g.Has(u, v) || used[[2]graph.Node{u, 0}] || used[[2]graph.Node{v, 1}] {
								t.Errorf("%v is no clique, or not disjoint", q)
							}
						}
					}
					for k := range q.Fans {
						used[[2]graph.Node{q.Fans[k], 0}], used[[2]graph.Node{q.Centers[k], 1}] = true, true
					}
					return nil
				}, core.Keep[core.DisjointState]{})
				return err
			})
			if got.Lists = 0; k == 0 {
				want = got
			}
			if err != nil || got != want {
				t.Errorf("%+v: got %+v, %v; want %+v", o, got, err, want)
			}
		}
		cut += want.Cut
	}
	if cut == 0 {
		t.Error("nothing was cut")
	}
}

// Long chains leave one page at a time, which costs some passes and a list for each page.
func TestChainsTakeFewPasses(t *testing.T) {
	const n = 20_000
	var arcs []graph.Arc
	for u := range n - 1 { // u links u+1 and u+2, but the last have too few
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)})
		if u+2 < n {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 2)})
		}
	}
	g := graph.FromArcs(n, arcs)
	c, err := core.Peel(t.Context(), g, graphtest.Transpose(t, g), core.Shape{Fans: 2, Centers: 2}, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := c.Left(t.Context(), n)
	if cost := c.Cost(); err != nil || l.Pages != 0 || cost.Passes > 20 || cost.Lists > 2*n {
		t.Errorf("got %+v after %+v, %v; want nothing, after 20 passes at most", l, cost, err)
	}
}
