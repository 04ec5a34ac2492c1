package measure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/making/ingest/ingesttest"
)

// A law is stated of a tail of 50 values or more that span a decade, and of no other; what was there is said.
func TestLawsNeedValues(t *testing.T) {
	for name, c := range map[string]struct {
		indegrees []int
		want      string
	}{
		"all equal":      {[]int{3, 3, 3, 3}, "all positive values are equal"},
		"two":            {[]int{3, 3, 4, 4}, "there are only 2 different ones"},
		"three of many":  {append(append(many(4000, 1), many(900, 2)...), many(300, 3)...), "and a law needs 50 that span a factor of 10"},
		"few, but far":   {[]int{1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 5, 8, 13, 40, 100}, "and a law needs 50"},
		"less than ten":  {geometric(3000, 9), "that span a factor of 10"},
		"a decade of it": {geometric(3000, 4000), ""},
	} {
		var list strings.Builder
		source := 0
		for target, n := range c.indegrees {
			for range n {
				fmt.Fprintf(&list, "http://s.example/%d http://t.example/%d\n", source%5000, target)
				source++
			}
		}
		d, err := measure.GetDegrees(context.Background(), ingesttest.Text(t, list.String()), measure.DegreeOptions{Options: answer.Options{Memory: plenty}, Samples: -1})
		if err != nil {
			t.Fatal(err)
		}
		switch l := d.In; {
		case c.want == "":
			if l.Fit == nil || l.Fit.Tail < 50 || l.Max < 10*l.Fit.XMin {
				t.Errorf("%s: %+v, %s", name, l.Fit, l.FitError)
			}
		case l.Fit != nil || !strings.Contains(l.FitError, c.want) || !strings.HasPrefix(l.FitError, "too few values"):
			t.Errorf("%s: fit %+v, error %q, want %q", name, l.Fit, l.FitError, c.want)
		}
	}
}

func many(n, value int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = value
	}
	return list
}

// geometric draws values that fall like x^-2 from 1 to most.
func geometric(n, most int) []int {
	random := rand.New(rand.NewPCG(1, 1))
	list := make([]int, n)
	for i := range list {
		list[i] = min(most, int(1/(1-random.Float64())))
	}
	return list
}
