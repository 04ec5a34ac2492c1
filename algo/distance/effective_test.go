package distance

import (
	"math"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
)

// The interval of the effective diameter holds in 95 % of the searches from 64 nodes. In this graph few nodes reach the
// others, and the intervals of the jackknife alone held in 62 of 80.
func TestEffectiveDiameterCovers(t *testing.T) {
	model, err := random.NewScaleFree(random.ScaleFreeOptions{Pages: 10_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Load(model)
	if err != nil {
		t.Fatal(err)
	}
	in := graphtest.Transpose(t, g)
	whole, err := Count(t.Context(), in, CountOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const draws, least = 80, 76 // 95 %
	held := 0
	for seed := range uint64(draws) {
		b, err := Sample(t.Context(), in, 64, seed, CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if b.Effective.Low <= whole.Effective.Value && whole.Effective.Value <= b.Effective.High {
			held++
		}
	}
	if held < least {
		t.Errorf("%d of %d intervals contain %g, want %d or more", held, draws, whole.Effective.Value, least)
	}
}

func TestCrossing(t *testing.T) {
	for _, c := range []struct {
		shares []float64
		want   float64
	}{
		{[]float64{0, 0.8, 1}, 1.5},
		{[]float64{0, 0.9, 0.9, 1}, 1},
		{[]float64{0, 0.5, 0.8}, 2}, // never reached: the longest
		{[]float64{0.95, 0.95, 1}, 0},
		{nil, -1},
	} {
		if got := crossing(c.shares, 0.9); !(math.Abs(got-c.want) < 1e-9) {
			t.Errorf("%v: %g, want %g", c.shares, got, c.want)
		}
	}
}
