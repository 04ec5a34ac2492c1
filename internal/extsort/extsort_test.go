package extsort_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"weft/internal/extsort"
)

type arc struct{ from, to, label uint32 }

// naive is what a Sorter does, by sorting everything in memory.
func naive(arcs []arc, how extsort.Labels) []arc {
	arcs = slices.Clone(arcs)
	if how == extsort.None {
		for i := range arcs {
			arcs[i].label = 0
		}
	}
	slices.SortFunc(arcs, func(a, b arc) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.label, b.label))
	})
	var out []arc
	for _, a := range arcs {
		last := len(out) - 1
		switch {
		case last < 0 || out[last].from != a.from || out[last].to != a.to:
			out = append(out, a)
		case how == extsort.Union:
			out[last].label |= a.label
		case how == extsort.Distinct && out[last].label != a.label:
			out = append(out, a)
		case how == extsort.Sum:
			out[last].label += a.label
		}
	}
	return out
}

func sorted(t testing.TB, arcs []arc, o extsort.Options) ([]arc, bool) {
	t.Helper()
	s := extsort.New(o)
	defer s.Close()
	for i, a := range arcs {
		var err error
		if o.Labels == extsort.None && i%3 > 0 {
			err = s.AddKeys([]uint64{uint64(a.from)<<32 | uint64(a.to)})
		} else {
			err = s.Add(a.from, a.to, a.label)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	it, err := s.Sort()
	if err != nil {
		t.Fatal(err)
	}
	var out []arc
	for it.Next() {
		a := arc{it.From(), it.To(), it.Label()}
		if o.Labels == extsort.None {
			a.label = 0
		}
		out = append(out, a)
	}
	if err := it.Err(); err != nil {
		t.Fatal(err)
	}
	return out, s.Spilled()
}

func TestSortsLikeMemory(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		how := extsort.Labels(seed % 5 % 4)
		n := []int{0, 1, 100, 50_000, 400_000}[r.IntN(5)]
		nodes := uint32(1) << r.UintN(32)
		arcs := make([]arc, n)
		for i := range arcs {
			arcs[i] = arc{r.Uint32N(nodes), r.Uint32N(nodes), r.Uint32N(4)}
		}
		switch seed % 4 { // lists, and lists turned round, come in order
		case 0:
			slices.SortFunc(arcs, func(a, b arc) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		case 1:
			slices.SortStableFunc(arcs, func(a, b arc) int { return cmp.Compare(a.to, b.to) })
		}
		want := naive(arcs, how)
		got, _ := sorted(t, arcs, extsort.Options{Labels: how, Dir: t.TempDir()})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d arcs of %d nodes, labels %d: the result differs (%d against %d arcs)", seed, n, nodes, how, len(got), len(want))
		}
	}
}

func TestBudgetDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	arcs := make([]arc, 3_000_000)
	for i := range arcs {
		arcs[i] = arc{r.Uint32N(1 << 20), r.Uint32N(1 << 20), 0}
	}
	dir := t.TempDir()
	small, spilled := sorted(t, arcs, extsort.Options{Memory: extsort.MinMemory, Dir: dir})
	if !spilled {
		t.Fatal("the least memory held everything: the test shows nothing")
	}
	large, spilled := sorted(t, arcs, extsort.Options{Memory: 1 << 30, Dir: dir})
	if spilled {
		t.Fatal("a gigabyte did not hold everything")
	}
	if !slices.Equal(small, large) {
		t.Fatal("the budget changes the result")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("scratch files are left: %v", left)
	}
}

// Sums that do not fit into a label come out in parts, in memory and from disk.
func TestLargeSums(t *testing.T) {
	for _, n := range []uint32{1, 200_000} {
		var arcs []arc
		for range 3 {
			for u := range n {
				arcs = append(arcs, arc{u, u * 7, 1<<31 + u})
			}
		}
		got, spilled := sorted(t, arcs, extsort.Options{Labels: extsort.Sum, Dir: t.TempDir()})
		if spilled != (n > 1) {
			t.Errorf("%d arcs: spilled is %v", len(arcs), spilled)
		}
		sums := map[arc]uint64{}
		for _, a := range got {
			sums[arc{a.from, a.to, 0}] += uint64(a.label)
		}
		for u := range n {
			if got, want := sums[arc{u, u * 7, 0}], 3*(1<<31+uint64(u)); got != want {
				t.Fatalf("arc of %d: labels add up to %d, want %d", u, got, want)
			}
		}
	}
}

func TestNoScratchFolder(t *testing.T) {
	s := extsort.New(extsort.Options{Dir: "/no/such/folder"})
	defer s.Close()
	var err error
	for i := uint32(0); err == nil && i < 1<<20; i++ {
		err = s.Add(i*2654435761, i, 0)
	}
	if err == nil {
		t.Fatal("no error although nothing can be spilled")
	}
}

func ExampleSorter() {
	s := extsort.New(extsort.Options{Labels: extsort.Union})
	defer s.Close()
	for _, a := range [][3]uint32{{2, 1, 1}, {0, 3, 1}, {2, 1, 4}} {
		if err := s.Add(a[0], a[1], a[2]); err != nil {
			fmt.Println(err)
		}
	}
	it, err := s.Sort()
	if err != nil {
		fmt.Println(err)
		return
	}
	for it.Next() {
		fmt.Println(it.From(), it.To(), it.Label())
	}
	// Output:
	// 0 3 1
	// 2 1 5
}

func BenchmarkSort(b *testing.B) {
	for _, memory := range []int64{8 << 20, 1 << 30} {
		b.Run(fmt.Sprintf("%dMiB", memory>>20), func(b *testing.B) {
			const n = 4_000_000
			for b.Loop() {
				s := extsort.New(extsort.Options{Memory: memory, Dir: b.TempDir()})
				x := uint32(1)
				for range n {
					x = x*1664525 + 1013904223
					y := x * 2654435761
					if err := s.Add(x>>10, y>>10, 0); err != nil {
						b.Fatal(err)
					}
				}
				it, err := s.Sort()
				if err != nil {
					b.Fatal(err)
				}
				for it.Next() {
				}
				s.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/arc")
		})
	}
}
