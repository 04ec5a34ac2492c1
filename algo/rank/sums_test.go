package rank

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// lists draws a graph whose lists have less than most arcs, and some long ones nearly all.
func lists(r *rand.Rand, n, most, long int) *graph.Memory {
	starts, succ := []uint32{0}, []graph.Node{}
	for u := range n {
		length := r.IntN(most)
		if r.IntN(n-u) < long {
			length, long = max(n-r.IntN(5), 0), long-1
		}
		succ = append(succ, list(r, n, min(length, n))...)
		starts = append(starts, uint32(len(succ)))
	}
	g, err := graph.NewMemory(starts, succ)
	if err != nil {
		panic(err)
	}
	return g
}

// list draws a list of so many of n nodes.
func list(r *rand.Rand, n, length int) (nodes []graph.Node) {
	for v := 0; len(nodes) < length; v++ {
		if r.IntN(n-v) < length-len(nodes) {
			nodes = append(nodes, graph.Node(v))
		}
	}
	return nodes
}

// Sums are those of a loop over each list to the last bit, whether lists are short or long, values near or far, blocks
// full or not, and whether what they copy fits or does not.
func TestSumsByLength(t *testing.T) {
	r := drawn.Rand(t)
	copies := 0
	for range 30 {
		checkSums(t, r, lists(r, 1+r.IntN(3*blockPages), 2+r.IntN(4*longList), r.IntN(3)), &copies)
	}
	checkSums(t, r, lists(r, copied+200, 40, 4), &copies)
	checkSums(t, r, lists(r, 3*copied, 2, 4), &copies)    // some lists are of more than one copy
	for _, first := range []int{longList, longList + 1} { // a block of so many arcs as are copied, and of one more
		starts, succ := []uint32{0}, []graph.Node{}
		for u := range 8 * blockPages {
			for v := range first {
				if u < blockPages && (u == 0 || v < copied/blockPages) {
					succ = append(succ, graph.Node(v))
				}
			}
			starts = append(starts, uint32(len(succ)))
		}
		g, err := graph.NewMemory(starts, succ)
		if err != nil {
			t.Fatal(err)
		}
		checkSums(t, r, g, &copies)
	}
	if copies == 0 {
		t.Error("no block had more arcs than are copied at a time")
	}
}

func checkSums(t *testing.T, r *rand.Rand, g *graph.Memory, copies *int) {
	n := g.NumNodes()
	values, want := make([]float64, n), make([]float64, n)
	for u := range values {
		values[u] = r.Float64()
	}
	for u := range want {
		want[u] = gather(values, g.Succ(graph.Node(u)))
	}
	cut := r.IntN(n + 1)
	parts := []graph.Range{{Lo: 0, Hi: cut}, {Lo: cut, Hi: n}}
	l, err := newLengths(context.Background(), g, parts, 1, graph.Work{Workers: 2})
	if err != nil || l.far {
		t.Fatalf("%d nodes, %d arcs: far %v, error %v", n, g.NumArcs(), l.far, err)
	}
	for _, l.far = range []bool{false, true} {
		got := make([]float64, n)
		for part, r := range parts {
			l.eachBlock(part, r, func(block int, pages graph.Range, room *[copied]float64) {
				if l.starts[pages.Hi]-l.starts[pages.Lo] > copied {
					*copies++
				}
				l.sum(got[pages.Lo:pages.Hi], values, block, pages.Lo, room)
			})
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d nodes, %d arcs, far %v: other sums than those of the lists", n, g.NumArcs(), l.far)
		}
	}
}

// Where lists are long, vectors that are summed are far only if the lists lead anywhere.
func TestFarWhereLongListsLead(t *testing.T) {
	const n, length = farBytes / 8, meanShort
	for _, local := range []bool{false, true} {
		starts, succ := make([]uint32, n+1), make([]graph.Node, 0, n*length)
		for u := range n {
			for i := range length {
				v := i * (n / length)
				if local {
					v = min(u, n-length) + i
				}
				succ = append(succ, graph.Node(v))
			}
			starts[u+1] = uint32(len(succ))
		}
		g, err := graph.NewMemory(starts, succ)
		if err != nil {
			t.Fatal(err)
		}
		l, err := newLengths(context.Background(), g, nil, 1, graph.Work{})
		if err != nil || l.far == local {
			t.Errorf("local %v: far %v, error %v", local, l.far, err)
		}
	}
}

// Vectors that are summed in turn are far together; short lists that lead near by make them so only if they are large.
func TestFarVectors(t *testing.T) {
	const n, large = farBytes / 8, alwaysFar / 8
	row := func(nodes int) *graph.Memory {
		arcs := make([]graph.Arc, nodes-1)
		for u := range arcs {
			arcs[u] = graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)}
		}
		return graph.FromArcs(nodes, arcs)
	}
	for i, x := range []struct {
		g       *graph.Memory
		vectors int
		far     bool
	}{
		{graph.FromArcs(n-1, nil), 1, false},
		{graph.FromArcs(n, nil), 1, true},
		{graph.FromArcs(n/2-1, nil), 2, false},
		{graph.FromArcs(n/2, nil), 2, true},
		{row(n), 1, false},
		{row(large - 1), 1, false},
		{row(large), 1, true},
		{row(large / 2), 2, true},
	} {
		l, err := newLengths(context.Background(), x.g, nil, x.vectors, graph.Work{})
		if err != nil || l.far != x.far {
			t.Errorf("%d: %d vectors of %d: far %v, error %v", i, x.vectors, x.g.NumNodes(), l.far, err)
		}
	}
}

// The kernel copies what its twin does, writes nothing else, and panics where a list leads out of the values.
func TestGatherInto(t *testing.T) {
	r := drawn.Rand(t)
	for range 2000 {
		values := make([]float64, 1+r.IntN(100))
		for i := range values {
			values[i] = r.Float64()
		}
		arcs := make([]graph.Node, r.IntN(400))
		for i := range arcs {
			arcs[i] = graph.Node(r.IntN(len(values)))
		}
		n := r.IntN(min(len(arcs), 20) + 1)
		list, next := arcs[:n:n], arcs[n:]
		to, twin := make([]float64, n+5), make([]float64, n+5)
		to[n], twin[n] = -1, -1
		gatherInto(to, values, list, next)
		gatherIntoPlain(twin, values, list)
		if !slices.Equal(to, twin) {
			t.Fatalf("%d of %d arcs: other values than the twin copies", n, len(arcs))
		}
		if n > 0 {
			list[r.IntN(n)] = []graph.Node{graph.Node(len(values)), 1 << 31, ^graph.Node(0)}[r.IntN(3)]
			for name, copies := range map[string]func(){"kernel": func() { gatherInto(to, values, list, next) }, "twin": func() { gatherIntoPlain(twin, values, list) }} {
				if !panics(copies) {
					t.Fatalf("%s: no panic, for a list of %d that leads out of %d values", name, n, len(values))
				}
			}
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
