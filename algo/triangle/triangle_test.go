package triangle_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"weft/algo/triangle"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/stats"
)

// draw returns a random graph, sparse or dense, with loops and links that are returned, and its transpose.
func draw(rng *rand.Rand) (out, in *graph.Memory) {
	n := 1 + rng.IntN(30)
	out = graph.FromArcs(n, graphtest.Arcs(rng, n))
	in, err := graph.Transpose(out)
	if err != nil {
		panic(err)
	}
	return out, in
}

// slow is what the definitions say, over all triples of nodes.
func slow(g *graph.Memory) *triangle.Counted {
	n := g.NumNodes()
	c := &triangle.Counted{Nodes: n, Degrees: make([]uint32, n), Of: make([]uint64, n)}
	node := func(u int) graph.Node { return graph.Node(u) }
	arc := func(u, v int) bool { return u != v && g.Has(node(u), node(v)) }
	joined := func(u, v int) bool { return arc(u, v) || arc(v, u) }
	for x := range n {
		for y := range n {
			if joined(x, y) {
				c.Degrees[x]++
				if x < y {
					c.Edges++
				}
			}
			for z := range n {
				if z == x || z == y || x == y {
					continue
				}
				if x < z && joined(x, y) && joined(y, z) {
					c.Wedges++
				}
				if x < y && y < z && joined(x, y) && joined(y, z) && joined(x, z) {
					c.Triangles++
					c.Of[x]++
					c.Of[y]++
					c.Of[z]++
				}
				if arc(x, y) && arc(y, z) {
					c.Paths++
					if arc(x, z) {
						c.Transitive++
					}
					if arc(z, x) {
						c.Cycles++ // each three times
					}
				}
			}
		}
		if c.Degrees[x] > 1 {
			c.Several++
		}
	}
	c.Cycles /= 3
	return c
}

func same(t *testing.T, got, want *triangle.Counted) {
	t.Helper()
	if got.Totals != want.Totals || got.Triangles != want.Triangles || got.Cycles != want.Cycles || got.Transitive != want.Transitive {
		t.Fatalf("got %+v, %d triangles, %d cycles, %d transitive, want %+v, %d, %d, %d", got.Totals, got.Triangles, got.Cycles, got.Transitive,
			want.Totals, want.Triangles, want.Cycles, want.Transitive)
	}
	for u := range want.Of {
		if got.Of[u] != want.Of[u] || got.Degrees[u] != want.Degrees[u] {
			t.Fatalf("node %d: %d triangles and %d neighbours, want %d and %d", u, got.Of[u], got.Degrees[u], want.Of[u], want.Degrees[u])
		}
	}
}

// Whatever the workers and the blocks, the triangles are those of the definition.
func TestCountByDefinition(t *testing.T) {
	rng := drawn.Rand(t)
	for range 400 {
		out, in := draw(rng)
		o := triangle.Options{Lists: []int64{0, 1, 30, 200}[rng.IntN(4)]}
		o.Workers = 1 + rng.IntN(3)
		got, err := triangle.Count(context.Background(), out, in, o)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, slow(out))
		if o.Lists == 1 && got.Triangles > 0 && got.Blocks < 2 {
			t.Fatal("one block, with room for one list")
		}
	}
}

// The shares of many samples lie around those of all wedges and paths: the exact interval of a binomial holds them in
// all but 5 % of the cases.
func TestSampleCovers(t *testing.T) {
	rng := drawn.Rand(t)
	missed, asked := 0, 0
	for range 400 {
		out, in := draw(rng)
		c := slow(out)
		s, err := triangle.Sample(context.Background(), out, in, triangle.SampleOptions{Samples: 500, Seed: rng.Uint64(), Work: graph.Work{Workers: 1 + rng.IntN(2)}})
		if err != nil {
			t.Fatal(err)
		}
		if s.Totals != c.Totals {
			t.Fatalf("got %+v, want %+v", s.Totals, c.Totals)
		}
		local := 0.0
		for u, d := range c.Degrees {
			if d > 1 {
				local += float64(c.Of[u]) / (float64(d) * float64(d-1) / 2) / float64(c.Several)
			}
		}
		for _, v := range []struct {
			got  int
			want float64
			of   int64
		}{
			{s.Joined, 3 * float64(c.Triangles) / float64(c.Wedges), c.Wedges},
			{s.Local, local, int64(c.Several)},
			{s.Transitive, float64(c.Transitive) / float64(c.Paths), c.Paths},
			{s.Cyclic, 3 * float64(c.Cycles) / float64(c.Paths), c.Paths},
		} {
			if v.of == 0 {
				if v.got != 0 {
					t.Fatalf("got %v of nothing", v.got)
				}
				continue
			}
			asked++
			if low, high := stats.Binomial(v.got, 500); v.want < low-1e-12 || v.want > high+1e-12 {
				missed++
			}
		}
	}
	if missed > asked/20+40 || missed == 0 || asked < 400 { // 1300 cases: 65 expected at most, five deviations are 39
		t.Errorf("%d of %d intervals miss the truth", missed, asked)
	}
}

// The same draws come of any number of workers.
func TestSampleWorkers(t *testing.T) {
	rng := drawn.Rand(t)
	out, in := draw(rng)
	var first *triangle.Sampled
	for workers := 1; workers <= 3; workers++ {
		s, err := triangle.Sample(context.Background(), out, in, triangle.SampleOptions{Samples: 200, Seed: 7, Work: graph.Work{Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s
		}
		if *s != *first {
			t.Fatalf("%d workers: %+v, one: %+v", workers, s, first)
		}
	}
}

func TestEndsEarly(t *testing.T) {
	rng := drawn.Rand(t)
	out, in := draw(rng)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := triangle.Count(ctx, out, in, triangle.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("count: %v", err)
	}
	short := graph.FromArcs(out.NumNodes()+1, nil)
	if _, err := triangle.Count(context.Background(), short, &cutGraph{out}, triangle.Options{}); err == nil {
		t.Error("a transpose that is too short: no error")
	}
}

// cutGraph has a node fewer than it is asked for.
type cutGraph struct{ *graph.Memory }

func (g *cutGraph) Scan(r graph.Range) graph.Cursor {
	r.Hi = min(r.Hi, g.NumNodes())
	return g.Memory.Scan(r)
}

// However many draws there are to be, the memory that they take is told, and grows with them.
func TestSampleBytes(t *testing.T) {
	last := int64(0)
	for _, n := range []int{1, 20000, 1 << 40, 1 << 52, math.MaxInt} {
		got := triangle.SampleBytes(n)
		if got <= last || got > math.MaxInt64/2 {
			t.Errorf("%d draws: %d bytes, after %d", n, got, last)
		}
		last = got
	}
}

// TestTransposeOfAnotherGraph expects an error if more lists hold a page than it has neighbours.
func TestTransposeOfAnotherGraph(t *testing.T) {
	arcs := []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 0, To: 3}}
	for u := graph.Node(4); u < 12; u++ {
		arcs = append(arcs, graph.Arc{From: u, To: 0})
	}
	if c, err := triangle.Count(t.Context(), graph.FromArcs(12, arcs), graph.FromArcs(12, nil), triangle.Options{Work: graph.Work{Workers: 1}}); err == nil {
		t.Errorf("%d triangles, want an error", c.Triangles)
	}
}
