package random_test

import (
	"math"
	"testing"

	"weft/graph"
	"weft/graph/random"
)

// All pairs come alike: chi-square. Of another seed they are others.
func TestSequence(t *testing.T) {
	const pages, draws = 12, 200_000
	s, other := random.NewSequence(pages, 7), random.NewSequence(pages, 8)
	var counts [pages][pages]int
	same := 0
	for i := range int64(draws) {
		a := s.At(i)
		counts[a.From][a.To]++
		if a == other.At(i) {
			same++
		}
	}
	chi, even := 0.0, float64(draws)/pages/pages
	for _, row := range counts {
		for _, n := range row {
			chi += math.Pow(float64(n)-even, 2) / even
		}
	}
	if df := float64(pages*pages - 1); chi > df+4.5*math.Sqrt(2*df) {
		t.Errorf("chi-square %.1f with %.0f degrees of freedom", chi, df)
	}
	if off := (float64(same) - even) / math.Sqrt(even); math.Abs(off) > 4.5 {
		t.Errorf("%d arcs of two seeds are the same, want about %.0f", same, even)
	}
	if a := random.NewSequence(1, 3).At(1 << 40); a != (graph.Arc{}) {
		t.Errorf("of one page: %v", a)
	}
}
