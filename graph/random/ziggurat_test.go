package random

import (
	"math"
	"testing"
)

// The layers have the same area, cover the curve, and end at its top.
func TestLayers(t *testing.T) {
	z := exponential()
	if tail := math.Exp(-tailStart) * (1 + tailStart); math.Abs(tail-layerArea) > 1e-15 {
		t.Errorf("the layer with the tail has the area %g, want %g", tail, layerArea)
	}
	for i := 1; i < layers; i++ {
		wide := z.width[i] * layerUnits
		if area := wide * (z.top[i+1] - z.top[i]); math.Abs(area-layerArea) > 1e-12 {
			t.Errorf("layer %d has the area %g, want %g", i, area, layerArea)
		}
		if low := math.Exp(-wide); math.Abs(low-z.top[i]) > 1e-12 {
			t.Errorf("layer %d begins at %g, and the curve is at %g there", i, z.top[i], low)
		}
		if in := float64(z.under[i]) * z.width[i]; math.Exp(-in) < z.top[i+1]-1e-12 {
			t.Errorf("layer %d: %g is said to be under the curve", i, in)
		}
	}
}

// Draws follow the law: chi-square over 200 intervals of the same probability, and over the tail beyond the last,
// halved again and again.
func TestExponential(t *testing.T) {
	const draws, cells, tails = 2_000_000, 200, 8
	z, r := exponential(), newStream(5, forRow, 1)
	var body [cells]int
	var tail [tails]int
	sum := 0.0
	for range draws {
		x := z.draw(&r)
		sum += x
		cell := int(-math.Expm1(-x) * cells)
		body[cell]++
		if cell == cells-1 {
			tail[min(int((x-math.Log(cells))/math.Ln2), tails-1)]++
		}
	}
	if off := (sum/draws - 1) * math.Sqrt(draws); math.Abs(off) > 4.5 {
		t.Errorf("the mean is %g, %.1f standard deviations from 1", sum/draws, off)
	}
	chi := 0.0
	for _, n := range body {
		chi += math.Pow(float64(n)-draws/cells, 2) / (draws / cells)
	}
	if limit := cells - 1 + 4*math.Sqrt(2*(cells-1)); chi > limit {
		t.Errorf("chi-square %.1f over %d intervals, the limit is %.1f", chi, cells, limit)
	}
	for i, n := range tail {
		want := draws / cells * math.Pow(0.5, float64(min(i+1, tails-1)))
		if math.Abs(float64(n)-want) > 4.5*math.Sqrt(want) {
			t.Errorf("part %d of the tail: %d draws, want %.0f", i, n, want)
		}
	}
}
