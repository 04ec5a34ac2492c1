package extsort_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/internal/extsort"
)

type weighted struct {
	from, to uint32
	weight   float64
	count    int64
}

// naiveSums adds up weights after a stable sort in memory.
func naiveSums(arcs []weighted) []weighted {
	arcs = slices.Clone(arcs)
	slices.SortStableFunc(arcs, func(a, b weighted) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var out []weighted
	for _, a := range arcs {
		if last := len(out) - 1; last >= 0 && out[last].from == a.from && out[last].to == a.to {
			out[last].weight += a.weight
			out[last].count++
			continue
		}
		a.count = 1
		out = append(out, a)
	}
	return out
}

// Sums are the same to the last bit in any memory, as equal arcs are added up in their order.
func TestWeightsSortLikeMemory(t *testing.T) {
	for seed, n := range []int{0, 1, 100, 5_000, 60_000, 400_000} {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		arcs := make([]weighted, n)
		for i := range arcs {
			arcs[i] = weighted{from: r.Uint32N(300), to: r.Uint32N(300), weight: r.NormFloat64() * float64(r.IntN(1000))}
		}
		want := naiveSums(arcs)
		s := extsort.NewWeights(extsort.Options{Dir: t.TempDir()})
		for _, a := range arcs {
			if err := s.Add(a.from, a.to, a.weight); err != nil {
				t.Fatal(err)
			}
		}
		if s.Len() != int64(n) {
			t.Errorf("Len is %d, want %d", s.Len(), n)
		}
		it, err := s.Sort()
		if err != nil {
			t.Fatal(err)
		}
		var got []weighted
		for it.Next() {
			got = append(got, weighted{it.From(), it.To(), it.Weight(), it.Count()})
		}
		if it.Err() != nil || !slices.Equal(got, want) {
			t.Errorf("%d arcs: %v; got %d sums, want %d, or they differ", n, it.Err(), len(got), len(want))
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Many runs are merged more than once.
func TestWeightsMergeOften(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	arcs := make([]weighted, 32_000*20)
	s := extsort.NewWeights(extsort.Options{Dir: t.TempDir()})
	for i := range arcs {
		arcs[i] = weighted{from: r.Uint32N(1000), to: r.Uint32N(100), weight: r.NormFloat64()}
		if err := s.Add(arcs[i].from, arcs[i].to, arcs[i].weight); err != nil {
			t.Fatal(err)
		}
	}
	it, err := s.Sort()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range naiveSums(arcs) {
		if got, ok := it.Find(want.from, want.to); !ok || got != want.weight {
			t.Fatalf("%d → %d: got %v, %v, want %v", want.from, want.to, got, ok, want.weight)
		}
	}
	if _, ok := it.Find(5000, 0); ok {
		t.Error("an arc that was not added is found")
	}
}
