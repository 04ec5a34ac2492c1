package distance

import (
	"context"
	"math"

	"weft/graph"
	"weft/internal/splitmix"
)

// LengthOptions of SampleLengths.
type LengthOptions struct {
	graph.Work
	// Sources is the number of nodes to search from; with as many as there are, or more, each is searched from once.
	Sources int
	Seed    uint64
	// Progress, if not nil, receives the number of finished searches and of all searches.
	Progress func(done, total int)
}

// Lengths describes the shortest paths between ordered pairs of different nodes that are joined by a path.
type Lengths struct {
	Sources int  // searches that were made
	Exact   bool // from every node: there is nothing to be estimated
	Mean    Estimate
	// Effective is the distance within which nine tenths of the pairs lie, interpolated between whole numbers as
	// in [Ball].
	Effective Estimate
	Reachable Estimate // the share of all ordered pairs of different nodes that are joined
	Longest   uint32   // path that was seen; the diameter is that or more
	Bins      []LengthBin
}

// A LengthBin is the share of joined pairs at distances From to To. Up to 64 each distance has its own bin;
// beyond, each bin ends a tenth farther than the one before.
//
//json:object bin of distances
type LengthBin struct {
	From  uint32   `json:"from"`  // least distance of the bin
	To    uint32   `json:"to"`    // greatest distance of the bin
	Share Estimate `json:"share"` // share of the connected pairs at these distances
}

// SampleLengths searches breadth first from nodes that are drawn with replacement. Unlike [HyperBall], it takes no
// longer on long paths than on short ones. Its intervals are by the jackknife over the searches, and describe the
// graph itself. Except for the share of joined pairs, they do not allow for parts of the graph that no search met.
// With few searches they are too narrow: of eight searches, the intervals of the mean and of the effective
// diameter were right in 7 to 9 of 10 draws; of 256, in 9.
//
// out is the graph and in its transpose. Time and memory: sources searches by [BFSBoth], and 8 bytes for each
// distance and search. The result depends on the graph, the number of sources and the seed.
// Papers: random crawls, §5.2.
func SampleLengths(ctx context.Context, out, in graph.Random, o LengthOptions) (*Lengths, error) {
	n := out.NumNodes()
	l := &Lengths{Sources: min(o.Sources, n), Exact: o.Sources >= n}
	if n == 0 || o.Sources < 1 {
		return l, nil
	}
	r := splitmix.Rand(o.Seed)
	runs := make([][]int64, l.Sources)
	for i := range runs {
		from := graph.Node(i)
		if !l.Exact {
			from = graph.Node(r.IntN(n))
		}
		levels, err := BFSBoth(ctx, out, in, []graph.Node{from}, o.Work)
		if err != nil {
			return nil, err
		}
		runs[i] = levels.Counts
		if o.Progress != nil {
			o.Progress(i+1, len(runs))
		}
	}
	l.summarise(runs, n)
	return l, nil
}

func (l *Lengths) summarise(runs [][]int64, n int) {
	joined, sums, shares, pairs := make([]float64, len(runs)), make([]float64, len(runs)), make([]float64, len(runs)), 0.0
	for i, counts := range runs {
		l.Longest = max(l.Longest, uint32(len(counts)-1))
		for d, count := range counts[1:] {
			joined[i] += float64(count)
			sums[i] += float64(d+1) * float64(count)
		}
		shares[i] = joined[i] / float64(max(n-1, 1))
		pairs += joined[i]
	}
	l.Mean = l.known(ratioOf(sums, joined).Within(0, float64(n)))
	reached := EstimateMean(shares)
	reached.Value = pairs / (float64(len(runs)) * float64(max(n-1, 1))) // of whole numbers, so that it is the same in any order of the nodes
	l.Reachable = l.known(unseen(reached, len(runs)).Within(0, 1))
	l.Effective = l.known(effectiveOf(runs, l.Longest).Within(0, float64(n)))
	part := make([]float64, len(runs))
	for from := uint32(1); from <= l.Longest; {
		to := min(from+from/10, l.Longest)
		if from <= 64 {
			to = from
		}
		for i, counts := range runs {
			part[i] = float64(within(counts, int(from), int(to)))
		}
		l.Bins = append(l.Bins, LengthBin{from, to, l.known(ratioOf(part, joined).Within(0, 1))})
		from = to + 1
	}
}

// unseen widens the interval of a mean of shares for values that were not drawn. With 97.5 % probability these are
// at most 1 − 0.025^(1/draws) of all, and each is between 0 and 1. If nearly all shares are equal, the draws say
// nothing about the others.
func unseen(e Estimate, draws int) Estimate {
	most := 1 - math.Pow(0.025, 1/float64(draws))
	seen := (1 - most) * e.Value
	return Estimate{Value: e.Value, Low: min(e.Low, seen), High: max(e.High, seen+most)}
}

// known is an estimate without an interval where nothing was drawn.
func (l *Lengths) known(e Estimate) Estimate {
	if l.Exact {
		return Estimate{e.Value, e.Value, e.Value}
	}
	return e
}

func within(counts []int64, from, to int) (sum int64) {
	for d := from; d <= min(to, len(counts)-1); d++ {
		sum += counts[d]
	}
	return sum
}

// ratioOf estimates Σa/Σb of independent pairs by the jackknife; the value itself is the ratio, as its bias is small
// beside the interval. It is 0 where nothing is in b.
func ratioOf(a, b []float64) Estimate {
	sumA, sumB := 0.0, 0.0
	for i := range a {
		sumA, sumB = sumA+a[i], sumB+b[i]
	}
	ratio := func(x, y float64) float64 {
		if y == 0 {
			return 0
		}
		return x / y
	}
	return around(ratio(sumA, sumB), len(a), func(i int) float64 { return ratio(sumA-a[i], sumB-b[i]) })
}

// around is a value of k runs, with the interval that the values without each of them make.
func around(whole float64, k int, without func(i int) float64) Estimate {
	if k < 2 { // it may be anything
		return Estimate{whole, math.Inf(-1), math.Inf(1)}
	}
	values := make([]float64, k)
	for i := range values {
		values[i] = float64(k)*whole - float64(k-1)*without(i)
	}
	e := EstimateMean(values)
	half := (e.High - e.Low) / 2
	return Estimate{Value: whole, Low: whole - half, High: whole + half}
}

// effectiveOf is the effective diameter of the pairs of all runs, with the interval of the jackknife.
func effectiveOf(runs [][]int64, longest uint32) Estimate {
	all := make([]int64, longest+1)
	for _, counts := range runs {
		for d, count := range counts {
			all[d] += count
		}
	}
	pairs := make([]float64, longest+1)
	less := func(run []int64) float64 {
		sum := 0.0
		for d := range pairs {
			if d > 0 {
				sum += float64(all[d])
				if d < len(run) {
					sum -= float64(run[d])
				}
			}
			pairs[d] = sum
		}
		return effectiveDiameter(pairs, 0.9)
	}
	return around(less(nil), len(runs), func(i int) float64 { return less(runs[i]) })
}
