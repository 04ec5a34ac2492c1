package core_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/internal/drawn"
)

// small draws a graph whose sets can be listed.
func small(t *testing.T) func() *graph.Memory {
	r := drawn.Rand(t)
	return func() *graph.Memory {
		n := 2 + r.IntN(12)
		var arcs []graph.Arc
		for range r.IntN(n * n) {
			arcs = append(arcs, graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))})
		}
		return graph.FromArcs(n, arcs)
	}
}

// Sets of centers, cliques and maximal cliques are as many as there are, one by one, in every core.
func TestCountsAgainstListing(t *testing.T) {
	next, r := small(t), drawn.Rand(t)
	for range draws(60) {
		g := next()
		most := core.Shape{Fans: 1 + r.IntN(4), Centers: 1 + r.IntN(5)}
		least := core.Shape{Fans: 1 + r.IntN(most.Fans), Centers: 1 + r.IntN(most.Centers)}
		o := core.Options{Work: graph.Work{Workers: 1 + r.IntN(2)}, MaxDegree: []int{5, 9, 200}[r.IntN(3)]}
		x := newNaive(g, o.MaxDegree)
		for _, f := range forms(t, g) {
			c, err := core.Peel(t.Context(), f[0], f[1], least, o)
			if err != nil {
				t.Fatal(err)
			}
			sets, err := c.Sets(t.Context(), most.Centers, core.Keep[core.CountState]{})
			if err != nil {
				t.Fatal(err)
			}
			var listed []core.Clique
			closed, err := c.Maximal(t.Context(), 0, collect(&listed), core.Keep[core.CountState]{})
			if err != nil {
				t.Fatal(err)
			}
			counted, err := c.Maximal(t.Context(), 0, nil, core.Keep[core.CountState]{})
			if err != nil || sets.Cut+closed.Cut+counted.Cut != 0 || closed.More {
				t.Fatal(err, sets.Cut, closed.Cut)
			}
			for i := least.Fans; i <= most.Fans; i++ {
				for j := least.Centers; j <= most.Centers; j++ {
					s := core.Shape{Fans: i, Centers: j}
					got := fmt.Sprint(sets.Common(s), sets.Cliques(s), closed.Exactly(s), closed.AtLeast(s), counted.Exactly(s), counted.AtLeast(s))
					if want := x.counts(s); got != want {
						t.Fatalf("%v in the core of %v of %v, degrees below %d: got %s, want %s", s, least, arcsOf(g), o.MaxDegree, got, want)
					}
				}
			}
			checkListed(t, x, least, listed)
		}
	}
}

// Where each center is linked by one fan less than the one before, each has a maximal clique of its own, one step below
// that of the one before: as deep as fans that masks have room for.
func TestMaximalCliquesInOneAnother(t *testing.T) {
	const most = core.MostMasked - 1
	var arcs []graph.Arc
	for v := range most {
		for u := range most - v {
			arcs = append(arcs, graph.Arc{From: graph.Node(most + u), To: graph.Node(v)})
		}
	}
	f := forms(t, graph.FromArcs(2*most, arcs))[0]
	c, err := core.Peel(t.Context(), f[0], f[1], core.Shape{Fans: 1, Centers: 1}, core.Options{MaxDegree: core.MostMasked})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Maximal(t.Context(), 0, nil, core.Keep[core.CountState]{})
	if err != nil || m.Cut != 0 {
		t.Fatal(err, m)
	}
	for fans := 1; fans <= most; fans++ {
		if s := (core.Shape{Fans: fans, Centers: most + 1 - fans}); m.Exactly(s) != 1 {
			t.Errorf("%d maximal cliques of %v, want 1", m.Exactly(s), s)
		}
	}
	if n := m.AtLeast(core.Shape{Fans: 1, Centers: 1}); n != most {
		t.Errorf("%d maximal cliques, want %d", n, most)
	}
}

// counts lists all sets of centers.
func (x *naive) counts(s core.Shape) string {
	common, cliques := 0, new(big.Int)
	var heads []int
	for v := range x.n {
		if x.heads[v] {
			heads = append(heads, v)
		}
	}
	for set := range subsets(heads, s.Centers) {
		if n := len(x.common(set)); n >= s.Fans {
			common++
			cliques.Add(cliques, new(big.Int).Binomial(int64(n), int64(s.Fans)))
		}
	}
	exactly, atLeast := 0, 0
	for _, q := range x.maximal() {
		if len(q.Fans) == s.Fans && len(q.Centers) == s.Centers {
			exactly++
		}
		if len(q.Fans) >= s.Fans && len(q.Centers) >= s.Centers {
			atLeast++
		}
	}
	return fmt.Sprint(common, cliques, exactly, atLeast, exactly, atLeast)
}

// maximal lists the maximal cliques: all centers that the common fans of some centers link.
func (x *naive) maximal() (all []core.Clique) {
	seen := map[string]bool{}
	for bits := 1; bits < 1<<x.n; bits++ {
		var heads, closed []int
		for v := range x.n {
			if bits>>v&1 != 0 {
				heads = append(heads, v)
			}
		}
		if slices.ContainsFunc(heads, func(v int) bool { return !x.heads[v] }) {
			continue
		}
		fans := x.common(heads)
		if len(fans) == 0 {
			continue
		}
		for v := range x.n {
			if x.heads[v] && !slices.ContainsFunc(fans, func(u int) bool { return !x.arc[[2]int{u, v}] }) {
				closed = append(closed, v)
			}
		}
		if q := clique(fans, closed); !seen[fmt.Sprint(q)] {
			seen[fmt.Sprint(q)] = true
			all = append(all, q)
		}
	}
	return all
}

// checkListed says that the listed cliques are just those of the definition.
func checkListed(t *testing.T, x *naive, least core.Shape, listed []core.Clique) {
	t.Helper()
	var got, want []string
	for _, q := range listed {
		got = append(got, fmt.Sprint(q))
	}
	for _, q := range x.maximal() {
		if len(q.Fans) >= least.Fans && len(q.Centers) >= least.Centers {
			want = append(want, fmt.Sprint(q))
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Fatalf("maximal cliques: got %v, want %v", got, want)
	}
}
