package plots

import (
	"math"
	"testing"

	"weft/internal/drawn"
)

// The parts fill the rectangle, in proportion to their areas, and do not overlap.
func TestSquarify(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		areas := make([]float64, 1+rng.IntN(40))
		total := 0.0
		for i := range areas {
			areas[i] = math.Pow(rng.Float64(), 4)
			total += areas[i]
		}
		box := Rect{Max: Point{X: 10 + 500*rng.Float64(), Y: 10 + 500*rng.Float64()}}
		parts := Squarify(areas, box)
		all := box.Max.X * box.Max.Y
		for i, p := range parts {
			if got, want := (p.Max.X-p.Min.X)*(p.Max.Y-p.Min.Y), all*areas[i]/total; math.Abs(got-want) > 1e-6*all {
				t.Fatalf("part %d of %d has an area of %g, want %g", i, len(areas), got, want)
			}
			if p.Min.X < -1e-6 || p.Min.Y < -1e-6 || p.Max.X > box.Max.X+1e-6 || p.Max.Y > box.Max.Y+1e-6 {
				t.Fatalf("part %v leaves %v", p, box)
			}
			for _, q := range parts[:i] {
				if w, h := min(p.Max.X, q.Max.X)-max(p.Min.X, q.Min.X), min(p.Max.Y, q.Max.Y)-max(p.Min.Y, q.Min.Y); w > 1e-6 && h > 1e-6 {
					t.Fatalf("%v and %v overlap", p, q)
				}
			}
		}
	}
	if parts := Squarify([]float64{0, 0}, Rect{Max: Point{X: 1, Y: 1}}); len(parts) != 2 {
		t.Errorf("without area: %v", parts)
	}
}
