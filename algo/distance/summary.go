package distance

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate is the mean of several runs, with the ends of an interval that holds the truth with 95 % probability.
//
//json:object value with interval
type Estimate struct {
	Value float64 `json:"value"` // the value
	Low   float64 `json:"low"`   // lower end of the interval
	High  float64 `json:"high"`  // upper end of the interval
}

// Within cuts an estimate to where the truth must lie.
func (e Estimate) Within(low, high float64) Estimate {
	cut := func(x float64) float64 { return max(low, min(x, high)) }
	return Estimate{cut(e.Value), cut(e.Low), cut(e.High)}
}

// Half is half of the interval: of the longer side, if the other was cut.
func (e Estimate) Half() float64 { return max(e.High-e.Value, e.Value-e.Low) }

// summarise joins the neighbourhood functions of several runs on n nodes.
func summarise(runs [][]float64, n int) *Ball {
	j := newJackknife(runs)
	b := &Ball{Runs: len(runs), Pairs: j.whole}
	b.Mean = j.estimate(averageDistance).Within(0, float64(n))
	b.Effective = j.effective(0.95).Within(0, float64(n))
	b.Reachable = j.estimate(func(pairs []float64) float64 { return reachable(pairs, n) }).Within(0, 1)
	b.Lengths = make([]Estimate, len(b.Pairs))
	for t := 1; t < len(b.Pairs); t++ {
		b.Lengths[t] = j.estimate(func(pairs []float64) float64 { return atLength(pairs, t) }).Within(0, 1)
	}
	return b
}

// atLength is the share of the joined pairs of different nodes that are t arcs apart.
func atLength(pairs []float64, t int) float64 {
	last := len(pairs) - 1
	if joined := pairs[last] - pairs[0]; joined > 0 && t <= last {
		return (pairs[t] - pairs[t-1]) / joined
	}
	return 0
}

// meanOf returns the mean of several functions. Beyond its end, a function keeps its last value.
func meanOf(runs [][]float64) []float64 {
	longest := 0
	for _, r := range runs {
		longest = max(longest, len(r))
	}
	mean := make([]float64, longest)
	for t := range mean {
		for _, r := range runs {
			mean[t] += r[min(t, len(r)-1)]
		}
		mean[t] /= float64(len(runs))
	}
	return mean
}

// averageDistance is Σ t·(N(t) − N(t−1)) / (N(∞) − N(0)); 0 if no pair is joined.
func averageDistance(pairs []float64) float64 {
	sum, last := 0.0, len(pairs)-1
	for t := 1; t <= last; t++ {
		sum += float64(t) * (pairs[t] - pairs[t-1])
	}
	if joined := pairs[last] - pairs[0]; joined > 0 {
		return sum / joined
	}
	return 0
}

// effectiveDiameter returns the distance within which a share of the joined pairs of different nodes lies,
// interpolated linearly between whole distances, as is usual (Leskovec, Kleinberg and Faloutsos 2005).
func effectiveDiameter(pairs []float64, share float64) float64 {
	last := len(pairs) - 1
	want := pairs[0] + share*(pairs[last]-pairs[0])
	for t := 1; t <= last; t++ {
		if pairs[t] >= want && pairs[t] > pairs[t-1] {
			return float64(t-1) + (want-pairs[t-1])/(pairs[t]-pairs[t-1])
		}
	}
	return 0
}

// effective estimates the distance within which 90 % of the joined pairs lie, with an interval of a probability. The
// jackknife of this distance is too narrow where few pairs have about this distance. So the interval also has all
// distances for which the interval of the share of nearer pairs contains 90 % (Woodruff, JASA 47, 1952).
func (j *jackknife) effective(probability float64) Estimate {
	const share = 0.9
	e := j.estimateAt(probability, func(pairs []float64) float64 { return effectiveDiameter(pairs, share) })
	if len(j.others) == 0 || e.Value == 0 {
		return e
	}
	low, high := make([]float64, len(j.whole)), make([]float64, len(j.whole))
	for t := range j.whole {
		near := j.estimateAt(probability, func(pairs []float64) float64 { return withinLength(pairs, t) }).Within(0, 1)
		low[t], high[t] = near.Low, near.High
	}
	e.Low = min(e.Low, crossing(high, share))
	e.High = max(e.High, crossing(low, share))
	return e
}

// withinLength is the share of the joined pairs of different nodes that are at most t arcs apart.
func withinLength(pairs []float64, t int) float64 {
	last := len(pairs) - 1
	if joined := pairs[last] - pairs[0]; joined > 0 {
		return (pairs[min(t, last)] - pairs[0]) / joined
	}
	return 0
}

// crossing returns where shares, of distances from 0, first reach a share, interpolated between whole distances.
func crossing(shares []float64, share float64) float64 {
	for t, s := range shares {
		switch {
		case s < share:
		case t == 0:
			return 0
		default:
			return float64(t-1) + (share-shares[t-1])/(s-shares[t-1])
		}
	}
	return float64(len(shares) - 1)
}

func reachable(pairs []float64, n int) float64 {
	all := float64(n) * float64(n-1)
	if all <= 0 {
		return 0
	}
	return min(1, (pairs[len(pairs)-1]-pairs[0])/all)
}

// A jackknife estimates functions of the mean of some runs. It estimates their errors from the change when each
// run is left out. This also removes most of the bias of a function that is not linear (Efron and Stein, Ann.
// Stat. 9, 1981). With one run the interval is the value.
type jackknife struct {
	whole  []float64   // mean of all runs
	others [][]float64 // mean of all but each run; none of one run
}

func newJackknife(runs [][]float64) *jackknife {
	j := &jackknife{whole: meanOf(runs)}
	if len(runs) > 1 {
		for i := range runs {
			j.others = append(j.others, meanOf(append(append([][]float64{}, runs[:i]...), runs[i+1:]...)))
		}
	}
	return j
}

func (j *jackknife) estimate(f func([]float64) float64) Estimate { return j.estimateAt(0.95, f) }

// estimateAt is estimate with another probability that the interval contains the truth.
func (j *jackknife) estimateAt(probability float64, f func([]float64) float64) Estimate {
	whole, k := f(j.whole), len(j.others)
	if k == 0 {
		return Estimate{whole, whole, whole}
	}
	values := make([]float64, k)
	for i, mean := range j.others {
		values[i] = float64(k)*whole - float64(k-1)*f(mean)
	}
	return EstimateMeanAt(values, probability)
}

// EstimateMean estimates the mean of a distribution from independent draws, by Student's t. With one value the
// interval is this value. The interval may contain impossible values: [Estimate.Within] cuts it.
func EstimateMean(values []float64) Estimate { return EstimateMeanAt(values, 0.95) }

// EstimateMeanAt is EstimateMean with another probability that the interval contains the mean. For example,
// several intervals need a higher probability each to be all right with 95 %.
func EstimateMeanAt(values []float64, probability float64) Estimate {
	k, mean, square := len(values), 0.0, 0.0
	for _, v := range values {
		mean += v / float64(k)
	}
	if k < 2 {
		return Estimate{mean, mean, mean}
	}
	for _, v := range values {
		square += (v - mean) * (v - mean)
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(k - 1)}.Quantile(0.5 + probability/2)
	e := t * math.Sqrt(square/float64(k)/float64(k-1))
	return Estimate{Value: mean, Low: mean - e, High: mean + e}
}
