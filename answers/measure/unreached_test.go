package measure_test

import (
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/option"
)

// A ranking that ends before its tolerance says which options help; a ranking without a tolerance does not.
func TestUnreachedTolerance(t *testing.T) {
	for _, c := range []struct {
		tolerance any
		converged bool
		want      bool
	}{{1e-12, false, true}, {1e-12, true, false}, {0.0, false, false}} {
		r := measure.Ranking{Name: measure.PageRank, Iterations: 200, Norm: "l1", Converged: c.converged, Params: map[string]any{"tolerance": c.tolerance}}
		var b strings.Builder
		answer.Print(&b, r.Blocks(), option.Quoted)
		for _, name := range []string{"iterations", "tolerance"} {
			if got := strings.Contains(b.String(), option.Quoted(name)); got != c.want {
				t.Errorf("tolerance %v, converged %v: names %s %v:\n%s", c.tolerance, c.converged, name, got, b.String())
			}
		}
	}
}
