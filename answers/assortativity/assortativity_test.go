package assortativity_test

import (
	"context"
	"math"
	"testing"

	"weft/answers/assortativity"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/stats"
)

// The degrees at both ends of each arc, written out, correlate as Pearson has it.
func TestMeasure(t *testing.T) {
	rng := drawn.Rand(t)
	none, some := 0, 0
	for range 300 {
		n := 1 + rng.IntN(14)
		var arcs []graph.Arc
		seen := map[graph.Arc]bool{}
		for range rng.IntN(4 * n) {
			a := graph.Arc{From: graph.Node(rng.IntN(n)), To: graph.Node(rng.IntN(1 + rng.IntN(n)))}
			if !seen[a] {
				seen[a], arcs = true, append(arcs, a)
			}
		}
		in, out := make([]float64, n), make([]float64, n)
		between := 0
		for _, a := range arcs {
			if a.From != a.To {
				out[a.From]++
				in[a.To]++
				between++
			}
		}
		got, err := assortativity.Measure(t.Context(), graph.FromArcs(n, arcs), graph.Work{Workers: 1 + rng.IntN(3)})
		if err != nil || got.Arcs != int64(between) {
			t.Fatalf("%v: %+v, want %d arcs: %v", arcs, got, between, err)
		}
		for _, c := range []struct {
			name string
			got  *float64
			a, b []float64
		}{{"out, in", got.OutIn, out, in}, {"out, out", got.OutOut, out, out}, {"in, in", got.InIn, in, in}, {"in, out", got.InOut, in, out}} {
			var x, y []float64
			for _, a := range arcs {
				if a.From != a.To {
					x, y = append(x, c.a[a.From]), append(y, c.b[a.To])
				}
			}
			want, err := stats.Pearson(x, y)
			if (err != nil) != (c.got == nil) {
				t.Fatalf("%s of %v: got %v, want %v, %v", c.name, arcs, c.got, want, err)
			}
			if c.got == nil {
				none++
				continue
			}
			if some++; math.Abs(*c.got-want) > 1e-9 {
				t.Errorf("%s of %v: got %v, want %v", c.name, arcs, *c.got, want)
			}
		}
	}
	if none < 20 || some < 200 {
		t.Errorf("%d have none, %d have one", none, some)
	}
}

func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{"assortativity": func(ctx context.Context, out, _ graph.Random) error {
		_, err := assortativity.Measure(ctx, out, graph.Work{Workers: 1})
		return err
	}})
}
