package core_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/internal/drawn"
)

// again are the same options, but for workers and what is held.
func again(r *rand.Rand, o core.Options) core.Options {
	o.Workers, o.Held = 1+r.IntN(3), int64(r.IntN(2)<<20)
	return o
}

// Who goes on with the disjoint cliques of a shape after any block, with other workers and links that are held or not,
// in a core that comes of another first shape, finds those that were left, and as many in all.
func TestDisjointGoesOn(t *testing.T) {
	r := drawn.Rand(t)
	kept := 0
	for range draws(120) {
		g := draw(r)
		in := forms(t, g)[0][1]
		o := core.WithBlock(again(r, drawOptions(r)), 1+r.IntN(5))
		s := core.Shape{Fans: 1 + r.IntN(3), Centers: 1 + r.IntN(3)}
		type stand struct {
			core.DisjointState
			given int
		}
		var stands []stand
		var whole []core.Clique
		search := func(first core.Shape, o core.Options, to *[]core.Clique, k core.Keep[core.DisjointState]) (got core.Family) {
			err := each(t, [2]graph.Random{g, in}, [2]core.Shape{first, s}, o, nil, func(c *core.Core) (err error) {
				if c.Shape == s {
					got, err = c.Disjoint(t.Context(), collect(to), k)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		want := search(s, o, &whole, core.Keep[core.DisjointState]{Due: func() bool { return r.IntN(2) == 0 }, Save: func(s core.DisjointState) error {
			s.Fans, s.Centers = slices.Clone(s.Fans), slices.Clone(s.Centers)
			stands = append(stands, stand{s, len(whole)})
			return nil
		}})
		for _, at := range stands {
			kept++
			var rest []core.Clique
			got := search(core.Shape{Fans: 1 + r.IntN(s.Fans), Centers: 1 + r.IntN(s.Centers)}, again(r, o), &rest, core.Keep[core.DisjointState]{From: &at.DisjointState})
			got.Lists = want.Lists // which depend on what other shapes there are
			if got != want || !slices.EqualFunc(rest, whole[at.given:], func(a, b core.Clique) bool { return reflect.DeepEqual(a, b) }) {
				t.Fatalf("%v of %v from %d on: %+v with %v, want %+v with %v", s, arcsOf(g), at.Next, got, rest, want, whole[at.given:])
			}
		}
	}
	if kept < draws(150)/5 {
		t.Errorf("only %d states were kept", kept)
	}
}

// counter makes a count of a core: of maximal cliques, lent or not and up to a limit, or of sets.
func counter(r *rand.Rand, lent *[]core.Clique) func(*testing.T, *core.Core, core.Keep[core.CountState]) string {
	how, limit := r.IntN(3), r.Int64N(200)
	return func(t *testing.T, c *core.Core, k core.Keep[core.CountState]) string {
		t.Helper()
		if how == 0 {
			sets, err := c.Sets(t.Context(), 6, k)
			if err != nil {
				t.Fatal(err)
			}
			all := fmt.Sprint("sets", sets.Cut)
			for i := range 8 {
				for j := c.Centers; j <= 6; j++ {
					all += fmt.Sprint(" ", sets.Common(core.Shape{Fans: i, Centers: j}))
				}
			}
			return all
		}
		yield := collect(lent)
		if how == 1 {
			yield = nil
		}
		closed, err := c.Maximal(t.Context(), limit, yield, k)
		if err != nil {
			t.Fatal(err)
		}
		all := fmt.Sprint("maximal", closed.Cut, closed.More)
		for i := range 12 {
			for j := range 12 {
				all += fmt.Sprint(" ", closed.Exactly(core.Shape{Fans: i, Centers: j}))
			}
		}
		return all
	}
}

// Who goes on with a count after any center comes to the same counts, with other workers and links that are held or
// not, and is lent what is left of the cliques, up to the same limit.
func TestCountsGoOn(t *testing.T) {
	r := drawn.Rand(t)
	kept := 0
	for range draws(150) {
		g := draw(r)
		in := forms(t, g)[0][1]
		s := core.Shape{Fans: 1 + r.IntN(2), Centers: 1 + r.IntN(2)}
		o := core.Options{MaxDegree: 30, Steps: []int64{0, 5}[r.IntN(2)]}
		var lent []core.Clique
		count := counter(r, &lent)
		in1 := func(k core.Keep[core.CountState]) (got string) {
			err := each(t, [2]graph.Random{g, in}, [2]core.Shape{s, s}, again(r, o), nil, func(c *core.Core) error {
				got = count(t, c, k)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		type stand struct {
			core.CountState
			lent int
		}
		var stands []stand
		want := in1(core.Keep[core.CountState]{Due: func() bool { return r.IntN(2) == 0 }, Save: func(s core.CountState) error {
			stands = append(stands, stand{s, len(lent)})
			return nil
		}})
		whole := slices.Clone(lent)
		for _, at := range stands {
			kept++
			lent = nil
			if got := in1(core.Keep[core.CountState]{From: &at.CountState}); got != want || !slices.EqualFunc(lent, whole[at.lent:], func(a, b core.Clique) bool { return reflect.DeepEqual(a, b) }) {
				t.Fatalf("%v of %v from %d on: %s with %v, want %s with %v", s, arcsOf(g), at.Next, got, lent, want, whole[at.lent:])
			}
		}
	}
	if kept < draws(150)/5 {
		t.Errorf("only %d states were kept", kept)
	}
}

// A state that cannot be of a core is refused.
func TestStatesOfOthers(t *testing.T) {
	g := graph.FromArcs(70, []graph.Arc{{From: 1, To: 2}})
	c, err := core.Peel(t.Context(), g, forms(t, g)[0][1], core.Shape{Fans: 1, Centers: 1}, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Disjoint(t.Context(), collect(new([]core.Clique)), core.Keep[core.DisjointState]{From: &core.DisjointState{Fans: []uint64{1}, Centers: []uint64{1, 2}}}); err == nil {
		t.Error("disjoint cliques go on from a smaller graph")
	}
	for _, s := range []core.Shape{{Fans: -1, Centers: 1}, {Fans: core.MostMasked, Centers: 1}, {Fans: 1, Centers: core.MostMasked}, {Fans: 1, Centers: -1}} {
		from := core.Keep[core.CountState]{From: &core.CountState{Of: []core.Counted{{Shape: s}}}}
		if _, err := c.Sets(t.Context(), 3, from); err == nil {
			t.Errorf("sets go on from %v", s)
		}
		if _, err := c.Maximal(t.Context(), 0, nil, from); err == nil {
			t.Errorf("maximal cliques go on from %v", s)
		}
	}
}
