package view_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// arcs returns the arcs of g.
func arcs(g *graph.Memory) []graph.Arc {
	var all []graph.Arc
	for u := range g.NumNodes() {
		for _, v := range g.Succ(graph.Node(u)) {
			all = append(all, graph.Arc{From: graph.Node(u), To: v})
		}
	}
	return all
}

func must[T any](t testing.TB) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// eachGraph calls f with random graphs and a generator.
func eachGraph(t *testing.T, f func(g *graph.Memory, r *rand.Rand)) {
	t.Helper()
	for seed := range uint64(150) {
		f(graphtest.Random(seed), rand.New(rand.NewPCG(seed, 1)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestSymmetrised(t *testing.T) {
	eachGraph(t, func(g *graph.Memory, _ *rand.Rand) {
		all := arcs(g)
		for _, a := range arcs(g) {
			all = append(all, graph.Arc{From: a.To, To: a.From})
		}
		in := must[*graph.Memory](t)(graph.Transpose(g))
		graphtest.Run(t, must[*view.Graph](t)(view.Symmetrised(g, in)), graph.FromArcs(g.NumNodes(), all))
	})
}

func TestInduced(t *testing.T) {
	eachGraph(t, func(g *graph.Memory, r *rand.Rand) {
		n := g.NumNodes()
		for _, k := range []int{0, n / 20, n / 2, n} {
			s := choose(r, n, k)
			var kept []graph.Arc
			for _, a := range arcs(g) {
				if s.Has(int(a.From)) && s.Has(int(a.To)) {
					kept = append(kept, graph.Arc{From: graph.Node(s.Rank(int(a.From))), To: graph.Node(s.Rank(int(a.To)))})
				}
			}
			graphtest.Run(t, must[*view.Graph](t)(view.Induced(g, s)), graph.FromArcs(k, kept))
		}
	})
}

// Arcs between groups, that are given by an array, by runs, and by runs of which several are one group.
func TestBetween(t *testing.T) {
	eachGraph(t, func(g *graph.Memory, r *rand.Rand) {
		n := g.NumNodes()
		starts, ids := []uint32{0}, []uint32(nil)
		for at := 0; at < n; {
			at = min(n, at+r.IntN(12)) // some runs are empty
			starts, ids = append(starts, uint32(at)), append(ids, uint32(r.IntN(len(ids)+1)))
		}
		for _, groups := range [][]uint32{nil, ids} {
			runs := must[*view.Runs](t)(view.NewRuns(starts, groups))
			labels := make(view.Labels, n)
			for run := range len(starts) - 1 {
				for u := starts[run]; u < starts[run+1]; u++ {
					if labels[u] = uint32(run); groups != nil {
						labels[u] = groups[run]
					}
				}
			}
			want := graph.FromArcs(n, slices.DeleteFunc(arcs(g), func(a graph.Arc) bool { return labels[a.From] == labels[a.To] }))
			graphtest.Run(t, must[*view.Graph](t)(view.Between(g, runs)), want)
			graphtest.Run(t, must[*view.Graph](t)(view.Between(g, labels)), want)
		}
	})
}

func TestSubset(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := r.IntN(20_000)
		s := choose(r, n, r.IntN(n+1))
		rank := 0
		for x := range n + 1 {
			if got := s.Rank(x); got != rank {
				t.Fatalf("seed %d: rank of %d: got %d, want %d", seed, x, got, rank)
			}
			if x < n && s.Has(x) {
				if got := s.Select(rank); got != x {
					t.Fatalf("seed %d: member %d: got %d, want %d", seed, rank, got, x)
				}
				rank++
			}
		}
		if s.Len() != rank || s.Universe() != n {
			t.Fatalf("seed %d: %d members of %d, want %d of %d", seed, s.Len(), s.Universe(), rank, n)
		}
	}
}

// What does not fit together is refused.
func TestMismatch(t *testing.T) {
	a, b := graph.FromArcs(3, nil), graph.FromArcs(4, nil)
	s, err := view.NewSubset(view.NewBits(4), 4)
	if err != nil {
		t.Fatal(err)
	}
	_, err1 := view.Symmetrised(a, b)
	_, err2 := view.Induced(a, s)
	_, err4 := view.Between(a, view.Labels{1})
	_, err5 := view.NewSubset(view.Bits{1 << 5}, 5)
	_, err6 := view.NewRuns([]uint32{0, 3, 2}, nil)
	_, err7 := view.NewRuns([]uint32{0, 3}, []uint32{9})
	for i, err := range []error{err1, err2, err4, err5, err6, err7} {
		if err == nil {
			t.Errorf("case %d is not refused", i+1)
		}
	}
}

var errBroken = errors.New("broken")

// broken is a graph whose lists from a node on cannot be read.
type broken struct {
	*graph.Memory
	from int
}

func (b broken) Scan(r graph.Range) graph.Cursor {
	return &brokenCursor{Cursor: b.Memory.Scan(r), from: b.from}
}

func (b broken) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	if int(u) >= b.from {
		return dst, errBroken
	}
	return b.Memory.AppendSucc(dst, u)
}

type brokenCursor struct {
	graph.Cursor
	from int
	err  error
}

func (c *brokenCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	if int(c.Node()) >= c.from {
		c.err = errBroken
	}
	return c.err == nil
}

func (c *brokenCursor) Err() error { return c.err }

// Damage beneath comes out of every view, and no count fails on it.
func TestErrors(t *testing.T) {
	g := graph.FromArcs(4, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}, {From: 3, To: 0}})
	bad := broken{g, 2}
	all, err := view.NewSubset(view.Bits{0b1111}, 4)
	if err != nil {
		t.Fatal(err)
	}
	views := map[string]graph.Random{
		"symmetrised": must[*view.Graph](t)(view.Symmetrised(bad, g)),
		"between":     must[*view.Graph](t)(view.Between(bad, view.Labels{0, 1, 2, 3})),
		"induced":     must[*view.Graph](t)(view.Induced(bad, all)),
	}
	for name, v := range views {
		c := v.Scan(graph.Everything(v))
		read := 0
		for c.Next() {
			read++
		}
		if read != 2 || !errors.Is(c.Err(), errBroken) {
			t.Errorf("%s: %d lists, then %v", name, read, c.Err())
		}
		if _, err := v.AppendSucc(nil, 3); !errors.Is(err, errBroken) {
			t.Errorf("%s: a single list: %v", name, err)
		}
		if n := v.ArcsBefore(4); n < 0 || n > 8 {
			t.Errorf("%s: %d arcs", name, n)
		}
		if g, ok := v.(*view.Graph); ok {
			if _, err := g.Count(nil); !errors.Is(err, errBroken) {
				t.Errorf("%s: the count: %v", name, err)
			}
		}
	}
}

// Many goroutines read one view at the same time.
func TestConcurrentReaders(t *testing.T) {
	g := graphtest.Random(7)
	v := must[*view.Graph](t)(view.Symmetrised(g, must[*graph.Memory](t)(graph.Transpose(g))))
	want := must[*graph.Memory](t)(graph.Load(v))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { graphtest.Run(t, v, want) })
	}
	wg.Wait()
}

// choose returns a set of k random numbers below n.
func choose(r *rand.Rand, n, k int) *view.Subset {
	b := view.NewBits(n)
	for _, x := range r.Perm(n)[:k] {
		b.Add(x)
	}
	s, err := view.NewSubset(b, n)
	if err != nil {
		panic(err)
	}
	return s
}

// Nodes in another order have their lists, renamed; numbers that are no order are refused.
func TestPermuted(t *testing.T) {
	eachGraph(t, func(g *graph.Memory, r *rand.Rand) {
		n := g.NumNodes()
		nodes, numbers := make([]graph.Node, n), make([]uint32, n)
		for i, u := range r.Perm(n) {
			nodes[i], numbers[u] = graph.Node(u), uint32(i)
		}
		var moved []graph.Arc
		for _, a := range arcs(g) {
			moved = append(moved, graph.Arc{From: graph.Node(numbers[a.From]), To: graph.Node(numbers[a.To])})
		}
		graphtest.Run(t, must[*view.Graph](t)(view.Permuted(g, nodes, numbers)), graph.FromArcs(n, moved))
		if n < 2 {
			return
		}
		nodes[0] = nodes[1]
		if _, err := view.Permuted(g, nodes, numbers); err == nil {
			t.Error("a node that stands twice is taken")
		}
		if _, err := view.Permuted(g, nodes[1:], numbers[1:]); err == nil {
			t.Error("an order of fewer nodes is taken")
		}
	})
}

// A view takes the count of another of the same lists, and does not make one; where there is none it makes its own.
func TestCountedAs(t *testing.T) {
	g, groups := graphtest.Random(7), make(view.Labels, graphtest.Random(7).NumNodes())
	for u := range groups {
		groups[u] = uint32(u % 3)
	}
	views := make([]*view.Graph, 3)
	for i := range views {
		v, err := view.Between(g, groups)
		if err != nil {
			t.Fatal(err)
		}
		views[i] = v
	}
	passes := 0
	look := func(u graph.Node) error {
		if u == 0 {
			passes++
		}
		return nil
	}
	views[1].CountedAs(views[0])
	want, err := views[0].Count(look)
	if err != nil {
		t.Fatal(err)
	}
	views[2].CountedAs(views[0])
	for i, most := range []int{1, 2, 2} {
		if got, err := views[i].Count(look); err != nil || got != want || passes != most {
			t.Errorf("view %d: got %d arcs, %v, after %d passes, want %d after %d", i, got, err, passes, want, most)
		}
	}
}

// What leads to a node that moved leads to where it is, and the transpose says the same.
func TestMoved(t *testing.T) {
	eachGraph(t, func(g *graph.Memory, r *rand.Rand) {
		n := g.NumNodes()
		to := make([]uint32, n)
		for u := range to {
			to[u] = uint32(u)
		}
		for range r.IntN(n + 1) {
			u, v := uint32(r.IntN(n)), uint32(r.IntN(n))
			if slices.Contains(to[:u], u) || slices.Contains(to[u+1:], u) { // others are there
				continue
			}
			to[u] = to[v]
		}
		m := must[*view.Moved](t)(view.NewMoved(to, nil))
		var out, in []graph.Arc
		for _, a := range arcs(g) {
			v := graph.Node(to[a.To])
			out, in = append(out, graph.Arc{From: a.From, To: v}), append(in, graph.Arc{From: v, To: a.From})
		}
		back := must[*graph.Memory](t)(graph.Transpose(g))
		graphtest.Run(t, must[*view.Graph](t)(m.Out(g)), graph.FromArcs(n, out))
		graphtest.Run(t, must[*view.Graph](t)(m.In(back)), graph.FromArcs(n, in))
		for u := range graph.Node(n) {
			for _, x := range m.Of(u) {
				if m.To(graph.Node(x)) != u || graph.Node(x) == u {
					t.Errorf("%d is said to have moved to %d, it is at %d", x, u, m.To(graph.Node(x)))
				}
			}
		}
	})
}

func TestMovedNowhere(t *testing.T) {
	for _, to := range [][]uint32{{1, 2, 2}, {3, 1, 2}, {1, 0}} {
		if m, err := view.NewMoved(to, nil); err == nil {
			t.Errorf("%v: %v", to, m)
		}
	}
	m := must[*view.Moved](t)(view.NewMoved([]uint32{1, 1}, nil))
	for _, f := range []func(graph.Random) (*view.Graph, error){m.Out, m.In} {
		if g, err := f(graph.FromArcs(3, nil)); err == nil {
			t.Errorf("a graph of three nodes, of which two may have moved: %v", g)
		}
	}
}
