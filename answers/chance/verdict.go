package chance

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
			p, _ := probability(*f.Value, samples[i])
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
		if f.Verdict = r.kindOf(f).verdict(f, len(samples[i])); f.Verdict == maybe {
			f.Decide = decisive(*f.Value, samples[i], compared)
			f.Verdict = f.maybe()
		}
	}
}

// undecided reports whether a figure lies beyond all random graphs, and may still be chance.
func (r *Chance) undecided() bool {
	return slices.ContainsFunc(r.Figures, func(f Figure) bool { return strings.HasPrefix(f.Verdict, maybe) })
}

// maybe begins the verdict of an undecided figure.
const maybe = "may be chance"

// maybe is the verdict of an undecided figure, with the reason.
func (f *Figure) maybe() string {
	if f.Decide == 0 {
		return maybe + ": p is above " + digits.Percent(errorRate)
	}
	return fmt.Sprintf("%s: %s graphs may decide", maybe, digits.Grouped(f.Decide))
}

// ranked returns the number of random graphs that decide by ranks, for a number of compared figures.
func ranked(compared int) int { return int(math.Ceil(2*float64(compared)/errorRate)) - 1 }

// decisive returns the least number of random graphs that would name a difference, for a figure beyond all drawn ones. It
// returns 0 if the figure is too near for any number. Beyond all of n random graphs, p by ranks is 2/(n+1). p is multiplied by
// the number of compared figures.
func decisive(own float64, drawn []float64, compared int) int {
	most := ranked(compared)
	if _, byRanks := probability(own, drawn); byRanks {
		return max(most, len(drawn)+1)
	}
	mean, sd := spread(drawn)
	for n := len(drawn) + 1; n <= most; n++ {
		if student(own, mean, sd, n)*float64(compared) <= errorRate {
			return n
		}
	}
	return 0
}

// decisive is the number of random graphs that decides most undecided figures; 0 if none would.
func (r *Chance) decisive() (n int) {
	for _, f := range r.Figures {
		n = max(n, f.Decide)
	}
	return n
}

// unmixed explains that more steps would change the random graphs.
func (r *Chance) unmixed() string {
	return fmt.Sprintf("The random graphs were still changing: %s of the links were left halfway, %s at the end.", digits.Percent(r.Halfway), digits.Percent(r.AtEnd))
}

// few explains undecided figures.
func (r *Chance) few() string {
	text := "Some figures lie beyond all random graphs, and may still be chance"
	if r.decisive() == 0 {
		return text + ": they are too near to the random graphs."
	}
	return text + fmt.Sprintf(": %s %s too few for %s.", digits.Plural(r.Draws, "random graph"), digits.Verb(r.Draws, "is", "are"), digits.Plural(len(r.Figures), "figure"))
}

// kindOf returns the kind of a figure.
func (*Chance) kindOf(f *Figure) kind {
	return figures[slices.IndexFunc(figures, func(k kind) bool { return k.key == f.Key })]
}

// probability returns how likely one more random graph is at least as far from the mean as a value is, on either side.
//
// If the values of the random graphs spread, it uses Student's t for the prediction of one more value. This assumes a
// normal distribution, as figures are sums over many links. If they take few values, such as 0 and one link in a million,
// it uses ranks, and says so. If b of n values are at least as far out, it returns 2(b+1)/(n+1).
func probability(own float64, drawn []float64) (p float64, ranked bool) {
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
		return ranks, true
	}
	return student(own, mean, sd, len(drawn)), false
}

// student is p of a value beside n random graphs by Student's t.
func student(own, mean, sd float64, n int) float64 {
	t := math.Abs(own-mean) / (sd * math.Sqrt(1+1/float64(n)))
	return 2 * distuv.StudentsT{Sigma: 1, Nu: float64(n) - 1}.Survival(t)
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
		return digits.Small(*f.Ratio, 1) + " times as high as by chance"
	case *f.Value == 0:
		return "none, unlike by chance"
	}
	return fmt.Sprintf("%s %s than by chance", digits.Percent(math.Abs(*f.Ratio-1)), map[bool]string{true: "higher", false: "lower"}[more])
}
