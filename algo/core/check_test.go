package core_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// checked gives Check a list.
func checked(t *testing.T, out, in graph.Random, s core.Shape, list []core.Clique) *core.Violation {
	t.Helper()
	c, err := core.Peel(t.Context(), out, in, s, core.Options{Work: graph.Work{Workers: 1}, MaxDegree: 100})
	if err != nil {
		t.Fatal(err)
	}
	v, unsure, err := c.Check(t.Context(), func() (q core.Clique, more bool, err error) {
		if len(list) == 0 {
			return q, false, nil
		}
		q, list = list[0], list[1:]
		return q, true, nil
	})
	if err != nil || unsure != 0 {
		t.Fatal(err, unsure)
	}
	return v
}

// What was found passes, in any order, of fans and cliques. With anything changed it does not, and the clique is named.
func TestCheckFindsEveryFault(t *testing.T) {
	r := drawn.Rand(t)
	tried := map[string]int{}
	for range 150 {
		g := draw(r)
		in := graphtest.Transpose(t, g)
		s := core.Shape{Fans: 1 + r.IntN(3), Centers: 1 + r.IntN(3)}
		list := newNaive(g, 100).disjoint(s)
		r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		for _, q := range list {
			r.Shuffle(s.Fans, func(i, k int) { q.Fans[i], q.Fans[k] = q.Fans[k], q.Fans[i] })
		}
		if v := checked(t, g, in, s, list); v != nil {
			t.Fatalf("%v of %v: %v: got %+v, want nothing wrong", s, arcsOf(g), list, v)
		}
		if len(list) == 0 {
			continue
		}
		at := r.IntN(len(list))
		for name, spoil := range spoils {
			bad := slices.Clone(list)
			bad[at] = core.Clique{Fans: slices.Clone(list[at].Fans), Centers: slices.Clone(list[at].Centers)}
			where, why := spoil(r, g, &bad, at)
			if why == "" {
				continue
			}
			tried[name]++
			v := checked(t, g, in, s, bad)
			if v == nil || v.Clique != int64(where) || !strings.Contains(v.Why, why) {
				t.Fatalf("%s, %v of %v: %v: got %+v, want at %d: %s", name, s, arcsOf(g), bad, v, where, why)
			}
		}
	}
	for name := range spoils {
		if tried[name] < 3 {
			t.Errorf("%s: tried %d times", name, tried[name])
		}
	}
}

// spoils make a list wrong, and say where and why; why is empty where that cannot be.
var spoils = map[string]func(r *rand.Rand, g *graph.Memory, list *[]core.Clique, at int) (int, string){
	"lost": func(_ *rand.Rand, _ *graph.Memory, list *[]core.Clique, at int) (int, string) {
		*list = slices.Delete(*list, at, at+1)
		return len(*list), "one more clique is left"
	},
	"twice": func(_ *rand.Rand, _ *graph.Memory, list *[]core.Clique, at int) (int, string) {
		*list = append(*list, (*list)[at])
		return len(*list) - 1, "it is a fan twice"
	},
	"a fan too few": func(_ *rand.Rand, _ *graph.Memory, list *[]core.Clique, at int) (int, string) {
		(*list)[at].Fans = (*list)[at].Fans[1:]
		return at, "fans and"
	},
	"the same fan": func(_ *rand.Rand, _ *graph.Memory, list *[]core.Clique, at int) (int, string) {
		fans := (*list)[at].Fans
		if len(fans) == 1 {
			return 0, ""
		}
		fans[1] = fans[0]
		return at, "it is a fan twice"
	},
	"the center of another": func(_ *rand.Rand, _ *graph.Memory, list *[]core.Clique, at int) (int, string) {
		if at == 0 {
			return 0, ""
		}
		(*list)[at].Centers[0] = (*list)[0].Centers[0]
		return at, "it is a center twice"
	},
	"no such page": func(_ *rand.Rand, g *graph.Memory, list *[]core.Clique, at int) (int, string) {
		(*list)[at].Centers[0] = graph.Node(g.NumNodes())
		return at, "there is no such page"
	},
	"no fan": func(_ *rand.Rand, g *graph.Memory, list *[]core.Clique, at int) (int, string) {
		for u := range g.NumNodes() {
			if len(g.Succ(graph.Node(u))) == 0 {
				(*list)[at].Fans[0] = graph.Node(u)
				return at, "it is no fan of the core"
			}
		}
		return 0, ""
	},
	"no link": func(_ *rand.Rand, g *graph.Memory, list *[]core.Clique, at int) (int, string) {
		q := (*list)[at]
		for i, other := range *list {
			for _, v := range other.Centers {
				if i > at && (v == q.Fans[0] || !g.Has(q.Fans[0], v)) && !slices.Contains(q.Centers, v) {
					(*list)[at].Centers[0] = v
					return at, "there is no link"
				}
			}
		}
		return 0, ""
	},
}

// Counting and checking stop, and tell what cannot be read, too.
func TestCountsStopAndBreak(t *testing.T) {
	out, in := graphtest.Pair(t)
	o := core.Options{Work: graph.Work{Workers: 1}}
	peeled := func(s core.Shape, f func(ctx context.Context, c *core.Core) error) graphtest.Task {
		return func(ctx context.Context, out, in graph.Random) error {
			c, err := core.Peel(ctx, out, in, s, o)
			if err != nil {
				return err
			}
			return f(ctx, c)
		}
	}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
		"sets": peeled(core.Shape{Fans: 1, Centers: 1}, func(ctx context.Context, c *core.Core) error {
			_, err := c.Sets(ctx, 3, core.Keep[core.CountState]{})
			return err
		}),
		"maximal": peeled(core.Shape{Fans: 1, Centers: 1}, func(ctx context.Context, c *core.Core) error {
			_, err := c.Maximal(ctx, 0, nil, core.Keep[core.CountState]{})
			return err
		}),
		"check": peeled(core.Shape{Fans: 1, Centers: 30}, func(ctx context.Context, c *core.Core) error {
			_, _, err := c.Check(ctx, func() (q core.Clique, more bool, err error) { return q, false, nil })
			return err
		}),
	})
}
