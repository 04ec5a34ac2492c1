package measure_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph/random"
	"weft/making/generate/generatetest"
)

// The method that is asked for is the one that is planned; where none is, a small graph decides for Gauss–Seidel.
func TestMethodIsTheOneAskedFor(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 100, Degree: 4, Seed: 3})
	for asked, want := range map[string]string{"": measure.GaussSeidel, measure.AutoMethod: measure.GaussSeidel, measure.Power: measure.Power, measure.GaussSeidel: measure.GaussSeidel} {
		p, err := measure.PlanRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: 1 << 30}, Method: asked})
		if err != nil || p.Method != want {
			t.Errorf("asked for %q: got %+v, want %s: %v", asked, p, want, err)
		}
	}
}
