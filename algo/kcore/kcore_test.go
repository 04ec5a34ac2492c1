package kcore_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"weft/algo/kcore"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/internal/mmap"
)

// degreesWithin returns the degree of each kept node among the kept nodes, by the definitions.
func degreesWithin(g *graph.Memory, d kcore.Degree, kept []bool) []int {
	n := g.NumNodes()
	degrees := make([]int, n)
	for u := range n {
		for v := range n {
			if u == v || !kept[u] || !kept[v] {
				continue
			}
			to, from := g.Has(graph.Node(u), graph.Node(v)), g.Has(graph.Node(v), graph.Node(u))
			switch {
			case d == kcore.Neighbours && (to || from):
				degrees[u]++
			case d == kcore.Arcs && to && from:
				degrees[u] += 2
			case d == kcore.Arcs && (to || from), d == kcore.Out && to, d == kcore.In && from:
				degrees[u]++
			}
		}
	}
	return degrees
}

// slow removes, for each k, all nodes of a degree below k at once, until none is left to remove.
func slow(g *graph.Memory, d kcore.Degree) []uint32 {
	n := g.NumNodes()
	numbers, kept := make([]uint32, n), make([]bool, n)
	for u := range kept {
		kept[u] = true
	}
	for k := 1; slices.Contains(kept, true); k++ {
		for removed := true; removed; {
			removed = false
			for u, degree := range degreesWithin(g, d, kept) {
				if kept[u] && degree < k {
					kept[u], removed = false, true
				}
			}
		}
		for u := range kept {
			if kept[u] {
				numbers[u] = uint32(k)
			}
		}
	}
	return numbers
}

// shellsOf counts the shells by their definition.
func shellsOf(g *graph.Memory, d kcore.Degree, numbers []uint32) (all []kcore.Shell) {
	for k := range uint32(g.NumNodes()*2 + 1) {
		s := kcore.Shell{K: k}
		for u, of := range numbers {
			if of == k {
				s.Nodes++
			}
			for v := range numbers {
				to, from := g.Has(graph.Node(u), graph.Node(v)), g.Has(graph.Node(v), graph.Node(u))
				if u != v && min(of, numbers[v]) == k && (d != kcore.Neighbours && to || d == kcore.Neighbours && u < v && (to || from)) {
					s.Edges++
				}
			}
		}
		if s.Nodes > 0 {
			all = append(all, s)
		}
	}
	return all
}

func draw(rng *rand.Rand) *graph.Memory {
	if rng.IntN(3) == 0 {
		g := graphtest.Random(rng.Uint64())
		if g.NumNodes() <= 60 {
			return g
		}
	}
	n := 1 + rng.IntN(25)
	return graph.FromArcs(n, graphtest.Arcs(rng, n))
}

// Peeling and passes, which read all lists or single ones, in any memory and on any workers, find what the definition
// says.
func TestDefinition(t *testing.T) {
	rng := drawn.Rand(t)
	scratch := mmap.NewScratch(t.TempDir())
	defer scratch.Close()
	highest := uint32(0)
	for range 150 {
		g := draw(rng)
		in := graphtest.Transpose(t, g)
		for d := range kcore.Degree(len(kcore.DegreeNames())) {
			want := slow(g, d)
			o := kcore.Options{Degree: d, Work: graph.Work{Workers: 1 + rng.IntN(3)}}
			if rng.IntN(2) == 0 {
				o.Space = scratch
			}
			if o.Stream = rng.IntN(3) > 0; o.Stream && rng.IntN(2) == 0 {
				o.Dense()
			}
			got, err := kcore.Find(t.Context(), g, in, o)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Numbers, want) {
				t.Fatalf("%v, stream %v: got %v, want %v of %v", d, o.Stream, got.Numbers, want, g)
			}
			if shells := shellsOf(g, d, want); !slices.Equal(got.Shells, shells) {
				t.Fatalf("%v: got shells %v, want %v", d, got.Shells, shells)
			}
			highest = max(highest, slices.Max(append(want, 0)))
		}
	}
	if highest < 8 {
		t.Errorf("no core above the %d-core: the test tests little", highest)
	}
}

// Passes find in graphs of many parts what peeling finds, and a path whose numbers are mixed, along which bounds fall one
// by one, takes no pass over all lists for each of its nodes.
func TestLarge(t *testing.T) {
	rng := drawn.Rand(t)
	n := 3 << 18
	perm := rng.Perm(n)
	arcs := make([]graph.Arc, 0, 2*n)
	for i := range n/2 - 1 {
		arcs = append(arcs, graph.Arc{From: graph.Node(perm[i]), To: graph.Node(perm[i+1])})
	}
	for range n {
		u, v := perm[n/2+rng.IntN(n/2)], perm[n/2+rng.IntN(1+rng.IntN(n/2))]
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
	}
	g := graph.FromArcs(n, arcs)
	in := graphtest.Transpose(t, g)
	want, err := kcore.Find(t.Context(), g, in, kcore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	passes := 0
	o := kcore.Options{Stream: true, Save: func(s kcore.State) error {
		passes = s.Passes
		return nil
	}}
	got, err := kcore.Find(t.Context(), g, in, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) || passes > 100 {
		t.Errorf("other core numbers, or %d passes", passes)
	}
	if want.Shells[len(want.Shells)-1].K < 3 {
		t.Errorf("shells %v: the test tests little", want.Shells)
	}
}

// Work that continues from any saved state finds the same, and a state of another graph is refused.
func TestResume(t *testing.T) {
	rng := drawn.Rand(t)
	continued := 0
	for range 60 {
		g := draw(rng)
		in := graphtest.Transpose(t, g)
		var states []kcore.State
		o := kcore.Options{Stream: true, Degree: kcore.Degree(rng.IntN(4)), Save: func(s kcore.State) error {
			s.Bounds, s.Above = slices.Clone(s.Bounds), slices.Clone(s.Above)
			states = append(states, s)
			return nil
		}}
		want, err := kcore.Find(t.Context(), g, in, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range states {
			continued++
			again := o
			again.Resume = &s
			got, err := kcore.Find(t.Context(), g, in, again)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("after pass %d: got %v, %v, want %v", s.Passes, got, err, want)
			}
		}
		if len(states) > 0 {
			killed := errors.New("killed")
			o.Save = func(kcore.State) error { return killed }
			if _, err := kcore.Find(t.Context(), g, in, o); !errors.Is(err, killed) {
				t.Errorf("the error of Save is not returned: %v", err)
			}
		}
		o.Resume = &kcore.State{Bounds: make([]uint32, g.NumNodes()+1), Above: make([]uint32, g.NumNodes())}
		if _, err := kcore.Find(t.Context(), g, in, o); err == nil {
			t.Error("a state of one node too many: no error")
		}
	}
	if continued < 20 {
		t.Errorf("%d states", continued)
	}
}

func TestTransposeOfAnotherGraph(t *testing.T) {
	if _, err := kcore.Find(t.Context(), graph.FromArcs(3, nil), graph.FromArcs(2, nil), kcore.Options{}); err == nil {
		t.Error("no error")
	}
	if _, err := kcore.ParseDegree("total"); err == nil {
		t.Error("total: no error")
	}
	for _, name := range kcore.DegreeNames() {
		if d, err := kcore.ParseDegree(name); err != nil || d.String() != name {
			t.Errorf("%s: got %v, %v", name, d, err)
		}
	}
}
