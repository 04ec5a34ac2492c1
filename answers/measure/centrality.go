package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"weft/algo/betweenness"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/internal/option"
	"weft/store"
)

// hiddenBy returns the filter's test of hidden pages; nil if it hides none.
func (o *RankOptions) hiddenBy() func(u graph.Node) bool {
	if o.Filter.Hidden() == 0 {
		return nil
	}
	return o.Filter.Hides
}

// shown is the number of pages that the filter does not hide, at least one.
func (o *RankOptions) shown(n int) int { return max(n-o.Filter.Hidden(), 1) }

// Parameters of Katz if alpha was not given: the bound of the eigenvalue, and the share of its inverse that alpha is.
const (
	shareKey = "share"
	boundKey = "eigenvalue_bound"
)

func katz(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	ko := rank.KatzOptions{
		Alpha: o.Alpha, Tolerance: o.Tolerance, MaxIterations: o.Iterations, Hidden: o.hiddenBy(), Work: v.Work(o.Workers),
		Progress: func(i int, _ float64) { o.Tell(Katz, int64(i), 0) },
	}
	if r.Direction == Push {
		ko.Push = v.Out
	}
	u := o.Unfinished(v, Katz, fmt.Sprintf("alpha %g tolerance %g iterations %d", ko.Alpha, ko.Tolerance, ko.MaxIterations))
	arrays := func(s *rank.KatzState) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Scores)} }
	ko.Resume, ko.Save = answer.Resume(u, rank.KatzState{}, arrays, func(s *rank.KatzState) string { return fmt.Sprintf("after pass %d", s.Pass) })
	res, err := rank.Katz(ctx, v.In, ko)
	if err = u.Ended(err); err != nil {
		return katzError(err)
	}
	r.Scores, r.Iterations, r.Residual, r.Norm, r.Converged = res.Scores, res.Iterations, res.Residual, "maximum", res.Converged
	r.Params = map[string]any{"alpha": res.Alpha, "tolerance": orValue(o.Tolerance, usualTolerance)}
	if o.Alpha == 0 {
		r.Params[shareKey], r.Params[boundKey] = rank.KatzShare, res.Bound
	}
	return nil
}

// katzError names the options that help if alpha is too large.
func katzError(err error) error {
	var large *rank.KatzError
	if !errors.As(err, &large) {
		return err
	}
	if large.Growth < 1 {
		return option.Errorf("katz: {alpha} %.4g is too large for %s: scores may still change by more than themselves; use a smaller {alpha}, or more {iterations}",
			large.Alpha, digits.Plural(large.Iterations, "iteration"))
	}
	return option.Errorf("katz: the scores diverge with {alpha} %.4g; use a value below %.3g, about the inverse of the largest eigenvalue, or 0 for a value that converges",
		large.Alpha, 1/large.Eigenvalue())
}

// closenessCounts says whether closeness is counted, which depends on the size of the whole graph alone.
func (o *RankOptions) closenessCounts(c *store.Crawl) bool {
	d := DistanceOptions{Exact: o.Exact, Sources: o.Sources}
	return d.Counts(c)
}

// standard is the number of standard errors from a score to an end of its 95 % interval.
const standard = 1.96

func closeness(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	n := v.In.NumNodes()
	sources := 0
	if !o.closenessCounts(v.Crawl()) {
		sources = min(cmp.Or(o.Sources, defaultSources), n)
	}
	co := distance.CountOptions{MaxIterations: o.Iterations, Work: v.Work(o.Workers), Progress: func(done, at int) {
		o.Tell(fmt.Sprintf("searches: distance %d", at), int64(done), int64(cmp.Or(sources, n)))
	}}
	u := o.Unfinished(v, Closeness, fmt.Sprintf("seed %d sources %d iterations %d", o.Seed, sources, o.Iterations))
	arrays := func(s *distance.CountState) []npy.Piece {
		return []npy.Piece{npy.PieceOf(&s.Harmonic), npy.PieceOf(&s.Reach), npy.PieceOf(&s.Squares)}
	}
	co.Resume, co.Save = answer.Resume(u, distance.CountState{}, arrays, func(s *distance.CountState) string { return "after " + digits.Plural(s.Done, "page") })
	res, err := distance.Closeness(ctx, v.In, sources, o.Seed, co)
	if err = u.Ended(err); err != nil {
		return err
	}
	r.Scores, r.Norm, r.Converged = res.Scores, "none", !res.Cut
	if shown := o.shown(n); shown < n { // hidden pages reach no other
		for u := range r.Scores {
			r.Scores[u] *= float64(n-1) / float64(max(shown-1, 1))
		}
		for u := range res.Errors {
			res.Errors[u] *= float64(n-1) / float64(max(shown-1, 1))
		}
	}
	r.Params = map[string]any{"exact": res.Errors == nil, "sources": res.Sources, "cut": res.Cut}
	if res.Cut {
		r.Params["iterations"] = cmp.Or(o.Iterations, farthest)
	}
	if res.Errors != nil {
		r.Params["seed"] = o.Seed
		r.interval = func(u graph.Node) (low, high float64) {
			x, half := r.Scores[u], standard*res.Errors[u]
			if x == 0 {
				return 0, math.Min(1, 3/float64(res.Sources)) // fewer than 3n/k pages lead to it
			}
			return math.Max(x-half, 0), math.Min(x+half, 1)
		}
	}
	return nil
}

// Bounds of the options of betweenness.
const (
	defaultError = 0.01
	leastError   = 1e-4
	mostSamples  = 1 << 31
)

// rescaled is the factor of scores of betweenness where a view hides pages. It turns the number of pairs of all pages into
// the number of pairs of visible pages.
func (o *RankOptions) rescaled(n int) float64 {
	return betweenness.Scale(o.shown(n)) / betweenness.Scale(n)
}

func between(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	n := v.Out.NumNodes()
	r.Norm, r.Converged = "none", true
	if g := v.Crawl().Graph(); o.Exact || o.Samples == 0 && betweenness.Soon(g.NumNodes(), g.NumArcs()) {
		return r.countBetween(ctx, v, o)
	}
	pairs := cmp.Or(o.Samples, betweenness.Pairs(n, cmp.Or(o.Error, defaultError)/o.rescaled(n)))
	so := betweenness.SampleOptions{Pairs: pairs, Seed: o.Seed, Work: v.Work(o.Workers), Progress: func(done int) {
		o.Tell("pairs of pages", int64(done), int64(pairs))
	}}
	u := o.Unfinished(v, Betweenness, fmt.Sprintf("seed %d samples %d", o.Seed, pairs))
	arrays := func(s *betweenness.SampleState) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Hits)} }
	so.Resume, so.Save = answer.Resume(u, betweenness.SampleState{}, arrays, func(s *betweenness.SampleState) string { return "after " + digits.Plural(s.Pairs, "pair") })
	s, err := betweenness.Sample(ctx, v.Out, v.In, so)
	if err = u.Ended(err); err != nil {
		return err
	}
	if r.Scores, err = alloc.Make[float64](v.Space, n); err != nil {
		return err
	}
	type estimate struct{ score, low, high float64 }
	known := map[uint32]estimate{} // few numbers of hits occur
	of := func(u int) estimate {
		e, has := known[s.Hits[u]]
		if !has {
			f := o.rescaled(n)
			score, low, high := s.Interval(s.Hits[u])
			e = estimate{f * score, math.Min(f*low, 1), math.Min(f*high, 1)}
			known[s.Hits[u]] = e
		}
		return e
	}
	for u := range r.Scores {
		r.Scores[u] = of(u).score
	}
	r.interval = func(u graph.Node) (low, high float64) {
		e := of(int(u))
		return e.low, e.high
	}
	r.Params = map[string]any{"exact": false, "samples": pairs, "seed": o.Seed, "error": betweenness.Error(n, pairs) * o.rescaled(n), "joined": s.Joined}
	return nil
}

// countBetween counts betweenness exactly.
func (r *Ranking) countBetween(ctx context.Context, v *store.View, o RankOptions) error {
	n := v.Out.NumNodes()
	eo := betweenness.ExactOptions{Work: v.Work(o.Workers), Progress: func(done int) { o.Tell("searches", int64(done), int64(n)) }}
	u := o.Unfinished(v, Betweenness, "exact")
	arrays := func(s *betweenness.ExactState) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Sums)} }
	eo.Resume, eo.Save = answer.Resume(u, betweenness.ExactState{}, arrays, func(s *betweenness.ExactState) string { return "after " + digits.Plural(s.Blocks, "block") })
	scores, err := betweenness.Exact(ctx, v.Out, eo)
	if err = u.Ended(err); err != nil {
		return err
	}
	if f := o.rescaled(n); f != 1 {
		for u := range scores {
			scores[u] *= f
		}
	}
	r.Scores, r.Params = scores, map[string]any{"exact": true}
	return nil
}

// withIntervals adds the intervals of scores to a list of pages.
func (r *Ranking) withIntervals(top []Top) []Top {
	if r.interval != nil {
		for i := range top {
			low, high := r.interval(graph.Node(top[i].Page))
			top[i].Low, top[i].High = &low, &high
		}
	}
	return top
}

// howScored says how scores were computed, if the figures of iterations do not say it.
func (r *Ranking) howScored() []answer.Block {
	var all []answer.Block
	switch r.Name {
	case Katz:
		alpha, _ := r.Params["alpha"].(float64)
		text := fmt.Sprintf("%.4g", alpha)
		if bound, derived := r.Params[boundKey].(float64); derived {
			text += fmt.Sprintf(", %.4g divided by %.6g, an upper bound of the largest eigenvalue", rank.KatzShare, bound)
		}
		all = append(all, answer.Row("alpha", "%s", text))
	case Betweenness:
		if r.interval == nil {
			return []answer.Block{answer.Row("counted by", "searches from all pages")}
		}
		pairs, _ := r.Params["samples"].(int)
		joined, _ := r.Params["joined"].(int64)
		off, _ := r.Params["error"].(float64)
		all = append(all, answer.Row("estimated by", "a shortest path of each of %s; a path joins %s of them", digits.Plural(pairs, "random pair"), digits.Share(joined, int64(pairs))),
			answer.Row("intervals", "of all pages hold together with 95 %% probability, and no score is off by more than %.3g", off))
	case Closeness:
		sources, _ := r.Params["sources"].(int)
		if r.interval == nil {
			all = append(all, answer.Row("counted by", "searches from all pages"))
		} else {
			all = append(all, answer.Row("estimated by", "searches from %s; intervals hold for pages that 10 of them or more lead to", digits.Plural(sources, "page")))
		}
		if r.Params["cut"] == true {
			all = append(all, answer.Advise("cut", "pages farther apart are left out; {iterations} 0 includes them"))
		}
	}
	return all
}
