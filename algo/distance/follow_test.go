package distance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// longShapes are graphs of about so many nodes with long paths, along which few nodes change at a time, in a drawn order.
func longShapes(n int, rng *rand.Rand) map[string]*graph.Memory {
	order := rng.Perm(n)
	shape := func(each func(u int, arc func(to int))) *graph.Memory {
		var arcs []graph.Arc
		for u := range n {
			each(u, func(to int) {
				if to >= 0 && to < n {
					arcs = append(arcs, graph.Arc{From: graph.Node(order[u]), To: graph.Node(order[to])})
				}
			})
		}
		return graph.FromArcs(n, arcs)
	}
	side, foot, hub := max(1, int(math.Sqrt(float64(n)))/2), 1+rng.IntN(4), rng.IntN(max(1, n))
	return map[string]*graph.Memory{
		"chain": shape(func(u int, arc func(int)) { arc(u + 1) }),
		"cycle": shape(func(u int, arc func(int)) { arc((u + 1) % n) }),
		"both ways": shape(func(u int, arc func(int)) {
			arc(u - 1)
			arc(u + 1)
		}),
		"chain to a hub": shape(func(u int, arc func(int)) {
			arc(u + 1)
			arc(hub)
		}),
		"hub to a chain": shape(func(u int, arc func(int)) {
			if arc(u + 1); u == hub {
				for v := range n {
					arc(v)
				}
			}
		}),
		"caterpillar": shape(func(u int, arc func(int)) {
			if u%(foot+1) == 0 {
				for v := range foot + 1 {
					arc(u + v + 1)
				}
			}
		}),
		"grid": shape(func(u int, arc func(int)) {
			if (u+1)%side > 0 {
				arc(u + 1)
			}
			arc(u + side)
		}),
		"chains of a core": shape(func(u int, arc func(int)) {
			if u < n/2 {
				arc(rng.IntN(n/2 + 1))
				arc(rng.IntN(n/2 + 1))
			}
			if u >= n/2 || u%50 == 0 {
				arc(u - 1)
				arc(u + n/100 + 1)
				arc(u - n/100 - 1)
			}
		}),
		"calendar": shape(func(u int, arc func(int)) {
			arc(u - 1)
			arc(u + 1)
			for v := range 20 {
				arc(v)
			}
		}),
	}
}

// byPasses is the count by passes alone.
func byPasses(t *testing.T, in graph.Random, o CountOptions) *counting {
	t.Helper()
	if o.MaxIterations == 0 {
		o.MaxIterations = mostIterations
	}
	c, err := newCounting(in, o, 0)
	if err != nil {
		t.Fatal(err)
	}
	for c.done < c.groups {
		if err := c.batch(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.done = min(c.done+batchWords, c.groups)
	}
	return c
}

// What is counted by going on from the few that change is what passes count, to the last bit.
func TestFollowIsPasses(t *testing.T) {
	rng := drawn.Rand(t)
	n, most := 1+rng.IntN(700), -1
	if !testing.Short() && rng.IntN(2) == 0 { // all 512 that change are few of these
		n, most = n+4000, 1+rng.IntN(100)
	}
	for name, g := range longShapes(n, rng) {
		in := graphtest.Transpose(t, g)
		for _, o := range []CountOptions{{MaxIterations: most}, {MaxIterations: 1 + rng.IntN(50), Work: graph.Work{Workers: 2}}, {MaxIterations: most, Sources: drawNodes(n, 1+rng.IntN(min(n, 20)), rng.Uint64())}} {
			got, err := count(t.Context(), in, o, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := byPasses(t, in, o)
			if !reflect.DeepEqual(got.pairs, want.pairs) || !slices.Equal(got.harmonic, want.harmonic) || got.cut != want.cut {
				t.Fatalf("%s of %d, up to %d, from %d: not what passes count", name, n, o.MaxIterations, len(o.Sources))
			}
		}
	}
}

// Searches find the same.
func TestFollowAgainstSearches(t *testing.T) {
	rng := drawn.Rand(t)
	n := 1 + rng.IntN(700)
	for name, g := range longShapes(n, rng) {
		sources := drawNodes(n, 1+rng.IntN(min(n, 20)), rng.Uint64())
		b, err := Count(t.Context(), graphtest.Transpose(t, g), CountOptions{Sources: sources, MaxIterations: -1})
		if err != nil {
			t.Fatal(err)
		}
		pairs, harmonic, _ := searched(t, g, sources, math.MaxInt)
		if !slices.Equal(b.Pairs, pairs) {
			t.Fatalf("%s of %d, from %d: not the pairs that searches find", name, n, len(sources))
		}
		for u, h := range harmonic {
			if math.Abs(b.Harmonic[u]-h) > 1e-9 {
				t.Fatalf("%s of %d: page %d has %g, want %g", name, n, u, b.Harmonic[u], h)
			}
		}
	}
}

// looked counts the lists that are read.
type looked struct {
	graph.Random
	lists *atomic.Int64
}

func (l looked) Scan(r graph.Range) graph.Cursor {
	l.lists.Add(int64(r.Hi - r.Lo))
	return l.Random.Scan(r)
}

// Few passes are taken over graphs along which 512 searches change few nodes at a time, and the pairs of a chain are right.
func TestFollowTakesFewPasses(t *testing.T) {
	const n = 1 << 13
	rng := drawn.Rand(t)
	for name, g := range longShapes(n, rng) {
		if name == "grid" || name == "chains of a core" { // of which many nodes change at a time
			continue
		}
		lists := new(atomic.Int64)
		if _, err := Count(t.Context(), looked{graphtest.Transpose(t, g), lists}, CountOptions{MaxIterations: 300, Sources: drawNodes(n, batchBits, rng.Uint64())}); err != nil {
			t.Fatal(err)
		}
		if passes := lists.Load() / n; passes < 2 || passes > 100 { // 14 to 32 from a hub to a chain, 2 else; 300 without following
			t.Errorf("%s: %d passes", name, passes)
		}
	}
	if testing.Short() {
		return
	}
	chain, err := Count(t.Context(), graphtest.Transpose(t, longShapes(n, rng)["chain"]), CountOptions{MaxIterations: 1500})
	if err != nil {
		t.Fatal(err)
	}
	within := 0.0
	for d, pairs := range chain.Pairs {
		if within += float64(n - d); pairs != within {
			t.Fatalf("%g pairs within %d, want %g", pairs, d, within)
		}
	}
	if len(chain.Pairs) != 1501 || !chain.Cut {
		t.Errorf("up to %d", len(chain.Pairs)-1)
	}
}

// A follower takes no more than is said, and where it would take much there is none.
func TestFollowerBytes(t *testing.T) {
	rng := drawn.Rand(t)
	for range 40 {
		n := 65 + rng.IntN(300)
		arcs := make([]graph.Arc, rng.IntN(70*n))
		for i := range arcs {
			arcs[i] = graph.Arc{From: graph.Node(rng.IntN(n)), To: graph.Node(rng.IntN(n))}
		}
		if rng.IntN(2) == 0 { // as many arcs as may be, or one more
			arcs = arcs[:0]
			for i := range 64*n + rng.IntN(2) {
				arcs = append(arcs, graph.Arc{From: graph.Node(i % n), To: graph.Node(i / n)})
			}
		}
		in := graph.FromArcs(n, arcs)
		space := new(measured)
		f, err := newFollower(in, space)
		if err != nil {
			t.Fatal(err)
		}
		if followed := in.NumArcs() <= 64*int64(n); space.bytes > followerBytes(n) || (f.starts != nil) != followed {
			t.Fatalf("%d nodes, %d arcs: %d bytes, said to be %d at most; followed %v", n, in.NumArcs(), space.bytes, followerBytes(n), f.starts != nil)
		}
	}
}

// Large graphs have no follower, and none takes more than a few megabytes.
func TestFollowerOfLargeGraphs(t *testing.T) {
	for _, n := range []int{1 << 16, 1<<16 + 1} {
		f, err := newFollower(graph.FromArcs(n, []graph.Arc{{From: 1, To: 2}}), nil)
		if followed := n == 1<<16; err != nil || (f.starts != nil) != followed || (followerBytes(n) > 0) != followed {
			t.Errorf("%d nodes: %v, followed %v, %d bytes", n, err, f.starts != nil, followerBytes(n))
		}
	}
	for n := range 1 << 17 {
		if b := followerBytes(n); b < 0 || b > 5<<20 {
			t.Fatalf("%d nodes: %d bytes", n, b)
		}
	}
}

// measured counts the bytes that are asked for.
type measured struct{ bytes int64 }

func (m *measured) Bytes(n int64) ([]byte, error) {
	m.bytes += n
	return make([]byte, n), nil
}

// Chains of pages are the worst for passes.
func BenchmarkCountChain(b *testing.B) {
	for _, n := range []int{1 << 12, 1 << 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			arcs := make([]graph.Arc, n-1)
			for i := range arcs {
				arcs[i] = graph.Arc{From: graph.Node(i + 1), To: graph.Node(i)}
			}
			in := graph.FromArcs(n, arcs)
			for b.Loop() {
				if _, err := Count(b.Context(), in, CountOptions{Work: graph.Work{Workers: 1}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
