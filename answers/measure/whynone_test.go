package measure_test

import (
	"errors"
	"strings"
	"testing"

	"weft/answers/measure"
	"weft/stats"
)

// The reason for a missing correlation is one line that speaks of pages, and names no function.
func TestWhyNone(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want string
	}{
		{nil, nil, "there are fewer than two pages"},
		{[]float64{3}, []float64{4}, "there are fewer than two pages"},
		{[]float64{1, 2}, []float64{5, 5}, "all values of one of the two are equal"},
		{[]float64{5, 5}, []float64{5, 5}, "all values of one of the two are equal"},
	} {
		_, err1 := stats.Pearson(c.x, c.y)
		_, err2 := stats.KendallTauB(c.x, c.y)
		if got := measure.WhyNone(errors.Join(err1, err2), len(c.x)); got != c.want || strings.Contains(got, "\n") {
			t.Errorf("%v and %v: got %q, want %q", c.x, c.y, got, c.want)
		}
	}
}
