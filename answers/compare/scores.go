package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/stats"
	"weft/store"
)

// scores are a value for each page of a crawl.
type scores struct {
	floats  []float64
	degrees []uint32 // instead
	from    string
	about   store.Result
	ties    stats.Ties
	close   func() error
}

func (s *scores) at(u uint32) float64 {
	if s.degrees != nil {
		return float64(s.degrees[u])
	}
	return s.floats[u]
}

// savedAs are the vectors of rankings that are kept under another name.
var savedAs = map[string]string{measure.HITS: "hits-authorities", measure.SALSA: "salsa-authorities"}

// errNotSaved says that a crawl has no such result.
var errNotSaved = errors.New("not saved")

// saved maps a vector of the results of a crawl. The name of a ranking stands for its result of the default options and
// the kinds of arcs.
func saved(c *store.Crawl, name string, arcs kinds.Set) (*scores, error) {
	r, err := c.Results("")
	if err != nil {
		return nil, errNotSaved // a bare graph
	}
	if slices.Contains(measure.AllRankings(), name) {
		name = answer.ResultName(cmp.Or(savedAs[name], name), arcs.String(), "")
		if res, err := r.Describe(name); err == nil && measure.CheckUsual(res) != nil {
			return nil, errNotSaved
		}
	}
	f, res, damage := store.LoadVector[float64](r, name)
	if damage == nil {
		return &scores{floats: f.Values, from: Saved, about: res, ties: measure.TiesOf(res.Params), close: f.Close}, nil
	}
	if !errors.Is(damage, store.ErrCorrupt) { // which another type is, too
		return nil, missing(damage)
	}
	v, res, err := store.LoadVector[uint32](r, name)
	if err != nil {
		return nil, damage
	}
	return &scores{degrees: v.Values, from: Saved, about: res, close: v.Close}, nil
}

func missing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return errNotSaved
	}
	return err
}

// bothScores returns the scores of both crawls. It reads them if both crawls have saved them with the same kinds
// of arcs and options, and otherwise computes them.
func (o *Options) bothScores(ctx context.Context, taken int64) (a, b *scores, err error) {
	if o.ScoresA != nil && o.ScoresB != nil {
		return o.ScoresA.lent(), o.ScoresB.lent(), nil
	}
	if a, b, err = o.bothSaved(); err == nil {
		return a, b, nil
	}
	if !errors.Is(err, errNotSaved) || !slices.Contains(measure.AllRankings(), o.Ranking) {
		return nil, nil, fmt.Errorf("ranking %s: %w: one of %v is computed", o.Ranking, err, measure.AllRankings())
	}
	if a, err = o.compute(ctx, o.A, taken); err != nil {
		return nil, nil, err
	}
	b, err = o.compute(ctx, o.B, taken)
	return a, b, err
}

// bothSaved returns the scores that both crawls have saved, with the same kinds of arcs and options.
func (o *Options) bothSaved() (a, b *scores, err error) {
	a, errA := saved(o.A, o.Ranking, o.arcs)
	b, errB := saved(o.B, o.Ranking, o.arcs)
	if err = errA; err == nil {
		err = errB
	}
	if err == nil && !o.alike(a.about, b.about) {
		err = fmt.Errorf("%w with the same options and arcs in both", errNotSaved)
	}
	if err == nil {
		return a, b, nil
	}
	for _, s := range []*scores{a, b} {
		if s != nil {
			s.close() //nolint:errcheck // nothing was written
		}
	}
	return nil, nil, err
}

// computes reports whether the rankings of both crawls are computed.
func (o *Options) computes() bool {
	if o.Ranking == "" || o.ScoresA != nil && o.ScoresB != nil {
		return false
	}
	a, b, err := o.bothSaved()
	if err != nil {
		return errors.Is(err, errNotSaved)
	}
	a.close() //nolint:errcheck // nothing was written
	b.close() //nolint:errcheck // nothing was written
	return false
}

// planScores returns the bytes of scratch files of the rankings that are computed. The comparison itself takes some
// bytes of the budget. If the rest is too small, planScores returns the error of the run.
func (o *Options) planScores(ctx context.Context, taken int64) (scratch int64, err error) {
	for _, c := range []*store.Crawl{o.A, o.B} {
		within := o.within(taken)
		s, err := measure.RankingStage(ctx, c, o.Ranking, measure.RankOptions{Options: within})
		if err != nil {
			return 0, err
		}
		v, err := c.Plan(s.View)
		if err != nil {
			return 0, o.ofAll(err, taken)
		}
		scratch += v.ScratchBytes
	}
	return scratch, nil
}

// within returns the options of a ranking, whose budget is smaller by some bytes.
func (o *Options) within(taken int64) answer.Options {
	within := o.Options
	within.Memory -= taken
	return within
}

// ofAll adds the memory of the comparison to the error of a ranking that is refused.
func (o *Options) ofAll(err error, taken int64) error {
	if short, ok := errors.AsType[*mem.ShortError](err); ok {
		return &mem.ShortError{What: short.What + " in a comparison", Need: short.Need + taken, Budget: o.Memory}
	}
	return err
}

// alike says whether two saved results are of the arcs that count and were made with the same options.
func (o *Options) alike(a, b store.Result) bool {
	if a.Kinds != o.arcs.String() || a.Kinds != b.Kinds || a.View != b.View {
		return false
	}
	for _, p := range []map[string]any{a.Params, b.Params} {
		for _, end := range []string{"iterations", "residual", "bound", "converged", "norm", "method"} {
			delete(p, end)
		}
	}
	return len(a.Params) == 0 && len(b.Params) == 0 || reflect.DeepEqual(a.Params, b.Params)
}

// compute ranks a crawl within what the comparison leaves of the budget.
func (o *Options) compute(ctx context.Context, c *store.Crawl, taken int64) (*scores, error) {
	mem.Release()
	r, err := measure.GetRanking(ctx, c, o.Ranking, measure.RankOptions{Options: o.within(taken)})
	if err != nil {
		return nil, o.ofAll(err, taken)
	}
	return &scores{floats: r.Scores, from: Computed, ties: r.Ties(), close: func() error { return nil }}, nil
}
