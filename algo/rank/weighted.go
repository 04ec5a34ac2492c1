package rank

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// WeightedPageRank returns the PageRank of each page of a graph whose arcs have weights. It reads the graph and its
// transpose. A surfer follows an arc with a probability that is proportional to its weight: from u to v with
// w(u, v) / Σ w(u, ·). The other terms of the equations are as in [PageRank]. A page whose arcs weigh 0 in sum is dangling.
// Parallel arcs were joined before, and self-loops are arcs like others.
//
// It uses the power method. α/(1−α) times the L1 distance of two vectors bounds the error. It stops when the bound is at
// most the tolerance, or after MaxIterations passes. Of the options it ignores Method, Push, Start, Room and Spare.
//
// One pass over the graph adds up the weights of each page, and each iteration is one pass over the transpose. Memory:
// [WeightedPageRankBytes]. The result does not depend on the workers. Errors: bad options, weights below 0, reading
// the graph, allocating memory, and ctx.
func WeightedPageRank(ctx context.Context, out, in graph.Weighted, o PageRankOptions) (*PageRankResult, error) {
	s, err := newWeighted(ctx, out, in, o)
	if err == nil {
		err = s.begin()
	}
	if err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	res, err := s.run(ctx)
	if err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	return res, nil
}

// WeightedPageRankBytes returns the memory of [WeightedPageRank] for n pages, with its result: three vectors.
func WeightedPageRankBytes(n int) int64 { return 24 * int64(n) }

// leastStrength bounds the weight of the arcs of a page, so that scores can be divided by it.
const leastStrength = 1e-290

// A weightedSolver iterates the equations. It stores the share of each page: its score divided by the weight of its
// arcs. For a dangling page it stores the score.
type weightedSolver struct {
	o          PageRankOptions
	in         graph.Weighted
	pref       preference
	strengths  []float64 // weight of the arcs of each page
	shares     []float64
	next       []float64
	parts      []graph.Range
	sums       tally // of the present shares
	iterations int
}

func newWeighted(ctx context.Context, out, in graph.Weighted, o PageRankOptions) (*weightedSolver, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	n := in.NumNodes()
	if out.NumNodes() != n {
		return nil, fmt.Errorf("%d pages, and %d in the transpose", out.NumNodes(), n)
	}
	pref, err := newPreference(n, &o)
	if err != nil {
		return nil, err
	}
	m := alloc.Maker{Space: o.Space}
	s := &weightedSolver{o: o, in: in, pref: pref, parts: graph.Parts(in)}
	s.strengths, s.shares, s.next = alloc.From[float64](&m, n), alloc.From[float64](&m, n), alloc.From[float64](&m, n)
	if m.Err != nil {
		return nil, m.Err
	}
	return s, s.addUp(ctx, out)
}

// addUp adds up the weights of the arcs of each page.
func (s *weightedSolver) addUp(ctx context.Context, out graph.Weighted) error {
	parts := graph.Parts(out)
	return par.Do(ctx, len(parts), s.o.Workers, func(i int) error {
		c := out.ScanWeights(parts[i])
		for c.Next() {
			sum := 0.0
			for k, w := range c.Weights() {
				if !(w >= 0) {
					return fmt.Errorf("the arc from page %d to page %d has the weight %v: a surfer needs weights of 0 or more", c.Node(), c.Succ()[k], w)
				}
				sum += w
			}
			if math.IsInf(sum, 1) || sum > 0 && sum < leastStrength {
				return fmt.Errorf("the weights of the arcs of page %d add up to %g: want 0, or from %g to the largest number", c.Node(), sum, leastStrength)
			}
			s.strengths[c.Node()] = sum
		}
		return c.Err()
	})
}

// begin sets the scores to the preference, or to a saved state.
func (s *weightedSolver) begin() error {
	if from := s.o.Resume; from != nil {
		if len(from.Contributions) != len(s.shares) {
			return fmt.Errorf("a saved state of %d pages, for a graph of %d pages", len(from.Contributions), len(s.shares))
		}
		copy(s.shares, from.Contributions)
		s.sums, s.iterations = tally{sum: from.Sum, dangling: from.Dangling}, from.Iterations
		return nil
	}
	w := s.pref.from(0)
	for u := range s.shares {
		s.put(&s.sums, s.shares, u, w.weight(graph.Node(u))) //nolint:gosec // a node
	}
	return nil
}

// put notes the score x of u.
func (s *weightedSolver) put(t *tally, to []float64, u int, x float64) {
	t.sum += x
	if s.strengths[u] == 0 {
		t.dangling += x
		to[u] = x
		return
	}
	to[u] = x / s.strengths[u]
}

// score returns the score of u.
func (s *weightedSolver) score(u int) float64 {
	if s.strengths[u] == 0 {
		return s.shares[u]
	}
	return s.shares[u] * s.strengths[u]
}

func (s *weightedSolver) run(ctx context.Context) (*PageRankResult, error) {
	res := &PageRankResult{Norm: "l1", Iterations: s.iterations, Bound: math.Inf(1), Converged: len(s.parts) == 0}
	for res.Iterations < s.o.MaxIterations && !res.Converged {
		change, err := s.pass(ctx)
		if err != nil {
			return nil, err
		}
		res.Iterations++
		if res.Residual = change; s.o.Dangling != Pseudo {
			res.Residual /= s.sums.sum
		}
		res.Bound = s.o.Alpha / (1 - s.o.Alpha) * res.Residual
		res.Converged = res.Bound <= s.o.Tolerance
		if s.o.Progress != nil {
			s.o.Progress(res.Iterations, res.Bound)
		}
		if s.o.Save != nil && !res.Converged && res.Iterations < s.o.MaxIterations {
			if err := s.o.Save(State{Iterations: res.Iterations, Contributions: s.shares, Sum: s.sums.sum, Dangling: s.sums.dangling}); err != nil {
				return nil, err
			}
		}
	}
	scale := s.o.scale(s.sums.sum)
	for u := range s.shares {
		s.shares[u] = s.score(u) * scale
	}
	s.next, s.strengths = nil, nil
	res.Scores = s.shares
	return res, nil
}

// pass computes the next scores, and returns their L1 distance from the present ones. Parts are added up in their
// order. The mass that rounding takes away is given back with the preference.
func (s *weightedSolver) pass(ctx context.Context) (change float64, err error) {
	a, b := s.o.base(s.sums, s.pref, len(s.shares))
	tallies := make([]tally, len(s.parts))
	err = par.Do(ctx, len(s.parts), s.o.Workers, func(i int) error {
		t := &tallies[i]
		w := s.pref.from(s.parts[i].Lo)
		c := s.in.ScanWeights(s.parts[i])
		for c.Next() {
			sum := 0.0
			weights := c.Weights()
			for k, u := range c.Succ() {
				sum += float64(weights[k] * s.shares[u])
			}
			v := int(c.Node())
			x := float64(s.o.Alpha*sum) + float64(a*w.weight(c.Node())) + b
			t.change += math.Abs(x - s.score(v))
			s.put(t, s.next, v, x)
		}
		return c.Err()
	})
	if err != nil {
		return 0, err
	}
	s.sums = tally{}
	for _, t := range tallies {
		s.sums.sum += t.sum
		s.sums.dangling += t.dangling
		s.sums.change += t.change
	}
	s.shares, s.next = s.next, s.shares
	return s.sums.change, nil
}
