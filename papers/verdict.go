package papers

import (
	"fmt"
	"math"

	"weft/algo/distance"
	"weft/answers/measure"
	"weft/stats"
)

// A Verdict says whether a figure of ours is like the figure of a paper.
type Verdict string

// The verdicts. One rule gives the first three: each row has a range in which the figure must lie to agree.
//
//   - Agrees: the whole 95 % interval of the figure lies in the range.
//   - Differs: the whole interval lies outside the range.
//   - CannotTell: all other cases. The interval crosses the end of the range, or there is no interval, because the
//     figure was drawn once, was not found, or no law could be fitted.
//
// A figure without chance, such as a count of one graph, is its own interval. If a row has a second, weaker bound,
// a figure between the two bounds is CannotTell. OtherData is for figures that describe a crawl, which another
// crawl cannot confirm. NotRun is for experiments whose input was not given.
const (
	Agrees     Verdict = "agrees"
	Differs    Verdict = "differs"
	CannotTell Verdict = "cannot tell"
	OtherData  Verdict = "other data"
	NotRun     Verdict = "not run"
)

// verdict judges a figure without chance: it agrees, or it lies between two bounds, or it differs.
func verdict(agrees, between bool) Verdict {
	switch {
	case agrees:
		return Agrees
	case between:
		return CannotTell
	}
	return Differs
}

// held judges a figure by its interval: see [Verdict].
func held(e distance.Estimate, known bool, low, high float64) Verdict {
	switch {
	case !known || math.IsNaN(e.Low) || math.IsNaN(e.High):
		return CannotTell
	case low <= e.Low && e.High <= high:
		return Agrees
	case e.High < low || high < e.Low:
		return Differs
	}
	return CannotTell
}

// heldP judges the p-value of a fit by the interval of the counted draws: the law agrees if p is 0.1 or more.
func heldP(l measure.Law) Verdict {
	if l.Fit == nil || l.Fit.P == nil || l.Fit.Samples < 1 {
		return CannotTell
	}
	low, high := stats.Binomial(int(math.Round(*l.Fit.P*float64(l.Fit.Samples))), l.Fit.Samples)
	return held(distance.Estimate{Value: *l.Fit.P, Low: low, High: high}, true, 0.1, 1)
}

// together judges findings that must all agree.
func together(all ...Verdict) Verdict { return atLeastOf(len(all), all) }

// either judges findings when one must agree.
func either(all ...Verdict) Verdict { return atLeastOf(1, all) }

// atLeastOf judges findings when k must agree: it differs if more findings differ than k allows.
func atLeastOf(k int, all []Verdict) Verdict {
	agree, differ := 0, 0
	for _, v := range all {
		switch v {
		case Agrees:
			agree++
		case Differs:
			differ++
		}
	}
	switch {
	case len(all) == 0:
		return CannotTell
	case agree >= k:
		return Agrees
	case len(all)-differ < k:
		return Differs
	}
	return CannotTell
}

// opposite judges the contrary of a finding.
func opposite(v Verdict) Verdict {
	switch v {
	case Agrees:
		return Differs
	case Differs:
		return Agrees
	}
	return v
}

// tally counts findings by verdict.
func tally(all []Verdict) string {
	counts := map[Verdict]int{}
	for _, v := range all {
		counts[v]++
	}
	return fmt.Sprintf("%d agree, %d differ, %d cannot be told", counts[Agrees], counts[Differs], counts[CannotTell])
}
