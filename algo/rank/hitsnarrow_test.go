package rank

import (
	"errors"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// With copies of the lists that are not empty and without, from lists of any form and for any workers, HITS has the same
// bits; and either continues what the other began.
func TestHITSNarrow(t *testing.T) {
	rng := drawn.Rand(t)
	for i := range 80 {
		n := 1 + rng.IntN(80)
		if i%10 == 0 {
			n = 20_000 + rng.IntN(20_000) // several parts
		}
		g := drawDangling(rng, n)
		in := graphtest.Transpose(t, g)
		o := HITSOptions{Iterations: 1 + rng.IntN(12), Norm: Norm(rng.IntN(2)), Loops: rng.IntN(2) == 0}
		if rng.IntN(2) == 0 {
			o.Tolerance = 1e-3
		}
		if rng.IntN(3) == 0 {
			o.Start = make([]float64, n)
			for u := range o.Start {
				o.Start[u] = rng.Float64()
			}
		}
		want, err := HITS(t.Context(), g, in, o)
		if err != nil {
			t.Fatal(err)
		}
		stopAt := rng.IntN(o.Iterations)
		var kept *HITSState
		for _, room := range []int64{0, 1 << 40} {
			for _, packed := range []bool{false, true} {
				o := o
				o.Room, o.Workers, o.Resume = room, 1+rng.IntN(3), kept
				if rng.IntN(2) == 0 {
					o.Resume = nil
				}
				o.Save = func(s HITSState) error {
					if s.Iterations == stopAt {
						s.Authorities, s.Hubs = slices.Clone(s.Authorities), slices.Clone(s.Hubs)
						kept = &s
					}
					return nil
				}
				var forth, back graph.Random = g, in
				if packed {
					forth, back = bvtest.Compress(t, g), bvtest.Compress(t, in)
				}
				got, err := HITS(t.Context(), forth, back, o)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Hubs, want.Hubs) || !slices.Equal(got.Authorities, want.Authorities) || got.Residual != want.Residual || got.Iterations != want.Iterations {
					t.Fatalf("graph %d of %d pages, %+v, packed %v: residual %g after %d iterations, want %g after %d", i, n, o, packed, got.Residual, got.Iterations, want.Residual, want.Iterations)
				}
			}
		}
	}
}

// An error of reading or of keeping the state is returned, wherever it occurs.
func TestHITSNarrowFails(t *testing.T) {
	rng := drawn.Rand(t)
	g := drawDangling(rng, 2000)
	in := graphtest.Transpose(t, g)
	if met := graphtest.EachRead(t, func(v []graph.Random) error {
		_, err := HITS(t.Context(), v[0], v[1], HITSOptions{Iterations: 2, Room: 1 << 40})
		return err
	}, g, in); met == 0 {
		t.Error("no read failed")
	}
	if _, err := HITS(t.Context(), g, in, HITSOptions{Iterations: 3, Room: 1 << 40, Save: func(HITSState) error { return errKilled }}); !errors.Is(err, errKilled) {
		t.Errorf("the error of Save is not returned: %v", err)
	}
}
