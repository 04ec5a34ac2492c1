package chance

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"weft/internal/digits"
)

// errorRate is the share of comparisons of a graph of the null model in which at least one figure may be called
// different.
const errorRate = 0.05

// judge computes p of each figure, corrected for their number (Bonferroni), and the verdicts. samples are the values of
// the random graphs, of each figure.
func (r *Chance) judge(samples [][]float64) {
	compared := 0
	for i := range r.Figures {
		f := &r.Figures[i]
		if f.Value != nil && len(samples[i]) > 0 {
			p := probability(*f.Value, samples[i])
			f.P = &p
			compared++
		}
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		if f.P != nil {
			*f.P = min(1, *f.P*float64(compared))
			f.Differs = *f.P <= errorRate && min(f.Below, f.Above) == 0 && max(f.Below, f.Above) == len(samples[i])
		}
		f.Verdict = r.kindOf(f).verdict(f, len(samples[i]))
	}
}

// undecided reports whether a figure lies beyond all random graphs, and may still be chance.
func (r *Chance) undecided() bool {
	return slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Verdict == maybe })
}

// maybe is the verdict of an undecided figure.
const maybe = "may be chance"

// decisive is the least number of random graphs with which ranks name a difference. Beyond all of n random graphs, p of
// a figure is 2/(n+1). It is multiplied by the number of figures.
func (r *Chance) decisive() int {
	compared := 0
	for _, f := range r.Figures {
		if f.P != nil {
			compared++
		}
	}
	return int(math.Ceil(2*float64(compared)/errorRate)) - 1
}

// kindOf returns the kind of a figure.
func (*Chance) kindOf(f *Figure) kind {
	return figures[slices.IndexFunc(figures, func(k kind) bool { return k.key == f.Key })]
}

// probability returns how likely one more random graph is at least as far from the mean as a value is, on either side.
//
// If the values of the random graphs spread, it uses Student's t for the prediction of one more value. This assumes a
// normal distribution, as figures are sums over many links. If they take few values, such as 0 and one link in a million,
// it uses ranks. If b of n values are at least as far out, it returns 2(b+1)/(n+1).
func probability(own float64, drawn []float64) float64 {
	n := float64(len(drawn))
	mean, sd := spread(drawn)
	atMost, atLeast := 0, 0
	for _, x := range drawn {
		if x <= own+rounding {
			atMost++
		}
		if x >= own-rounding {
			atLeast++
		}
	}
	ranks := min(1, 2*float64(min(atMost, atLeast)+1)/(n+1))
	if sd <= rounding || distinct(drawn) < leastDistinct(len(drawn)) {
		return ranks
	}
	t := math.Abs(own-mean) / (sd * math.Sqrt(1+1/n))
	return 2 * distuv.StudentsT{Sigma: 1, Nu: n - 1}.Survival(t)
}

// leastDistinct is how many values must differ for a normal distribution: half of them, and 3 at least.
func leastDistinct(n int) int { return max(3, (n+1)/2) }

// distinct counts the values that differ.
func distinct(values []float64) int {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	n := 0
	for i, x := range sorted {
		if i == 0 || x-sorted[i-1] > rounding {
			n++
		}
	}
	return n
}

// verdict compares as text.
func (k kind) verdict(f *Figure, draws int) string {
	switch {
	case f.Value == nil:
		return "not defined"
	case f.Mean == nil:
		return "nothing to compare with"
	case f.Below == 0 && f.Above == 0:
		return "the same in all random graphs"
	case !f.Differs && f.Below < draws && f.Above < draws:
		return "as by chance"
	case !f.Differs:
		return maybe
	}
	more := f.Above == 0
	switch {
	case !k.isShare:
		return digits.Small(math.Abs(*f.Value-*f.Mean), 2) + map[bool]string{true: " above chance", false: " below chance"}[more]
	case f.Ratio == nil:
		return "never by chance"
	case *f.Ratio >= 1.1:
		return digits.Small(*f.Ratio, 1) + " times as many as by chance"
	case *f.Value == 0:
		return "none, unlike by chance"
	}
	return fmt.Sprintf("%s %s than by chance", digits.Percent(math.Abs(*f.Ratio-1)), map[bool]string{true: "more", false: "fewer"}[more])
}
