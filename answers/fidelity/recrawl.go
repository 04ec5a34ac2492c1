package fidelity

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/splitmix"
)

// A Recrawl estimates Kendall's tau by another method than HAK. It assumes: a part of the target is to the target
// as a similar part of the crawl is to the crawl. Each crawled page is kept with probability γ, the estimated
// share of the target's pages that were crawled. The tau of this part against the crawl is known, and estimates
// the unknown tau of the crawl against the target.
//
// The method has no fitted constant. It is too low for crawls that took the best linked pages first, and says
// little for crawls of less than some 1,000 pages. bench/README.md compares its errors with the errors of HAK.
//
//json:object recrawl
type Recrawl struct {
	Kept  float64      `json:"kept"`  // γ of the crawl
	Draws int          `json:"draws"` // number of draws
	Tau   []RecrawlTau `json:"tau"`   // estimates for the best 30, 50, 70 and 100 %
}

// RecrawlTau is the estimate for the best of both rankings.
//
//json:object recrawl tau
type RecrawlTau struct {
	Share float64 `json:"share"` // share of the best pages that is compared, 0 to 1
	Draws int     `json:"draws"` // draws in which not all pages are tied; 0: there is no estimate
	// Low and High contain the estimated tau with a confidence of 95 %, if the target links like the crawl and the
	// estimate is calibrated. Otherwise tau may have any value, and they are -1 and 1. They do not measure the
	// spread of the draws.
	distance.Estimate
	// number of simulated crawls behind the 95 % interval. The same estimate was made for each and compared with
	// its known tau. 0 if too few of them have an order; the interval is then −1 to 1
	Crawls    int     `json:"calibrated_on"`
	MeanError float64 `json:"mean_error"` // mean of the estimate minus tau, over these crawls
}

// GetRecrawl keeps a share γ of the pages of an experiment's graph, independently of their links, and repeats this
// draws times. [Calibrate] finds the intervals.
// Papers: fidelity, "Effectiveness of HAK", "Conclusion".
func GetRecrawl(ctx context.Context, e simulate.Experiment, gamma float64, draws int, o *Options) (*Recrawl, error) {
	e.Orders, e.Blocks, e.Sets, e.SeedShare, e.TopSeeds = []simulate.Order{simulate.Blocked}, []float64{min(1-gamma, 0.99)}, draws, 1, false
	cells, err := runCells(ctx, &e, o, "keeping as much of the crawl")
	if err != nil {
		return nil, err
	}
	r := &Recrawl{Kept: gamma, Draws: draws}
	for _, s := range cells[0].Shares {
		r.Tau = append(r.Tau, RecrawlTau{Share: s.Share, Draws: s.Sets, Estimate: distance.Estimate{Value: s.TauB.Value, Low: -1, High: 1}})
	}
	return r, nil
}

// Constants for the intervals of Recrawl: numbers of sets of seeds per order and block.
const (
	recrawlSets  = 2
	recrawlDraws = 4
	leastErrors  = 8  // of fewer there is no interval
	leastPart    = 10 // crawls of less than a tenth of the pages err otherwise
)

// recrawling finds out by how much Recrawl errs on crawls of a graph.
type recrawling struct {
	ctx  context.Context //nolint:containedctx // it lives as long as one call of calibrate
	e    simulate.Experiment
	o    *Options
	done recrawled
}

// recrawled holds the results of some crawls: their settings, and by share the errors of the estimates that are
// defined.
type recrawled struct {
	Trials []simulate.Trial `json:"trials"`
	Errs   [][]float64      `json:"errs"`
}

// ofCalibration draws the crawls that measure the error of an estimate.
const ofCalibration splitmix.Domain = 0x63616c

// calibrate gives Recrawl its intervals. The order of the crawl is unknown, so it simulates crawls of the crawl in
// all orders. They leave out the share that γ implies, and half. Their errors are the errors to expect here.
func (r *Recrawl) calibrate(ctx context.Context, e simulate.Experiment, o *Options) error {
	blocks := []float64{math.Round(1000*min(max(1-r.Kept, 0.02), 0.9)) / 1000, 0.5}
	e.Orders, e.Blocks, e.Sets, e.TopSeeds, e.SeedShare = simulate.Orders, slices.Compact(blocks), recrawlSets, false, 0
	e.Seed = ofCalibration.Seed(e.Seed)
	x := &recrawling{ctx: ctx, e: e, o: o, done: recrawled{Errs: make([][]float64, len(hak.Shares))}}
	if err := x.run(); err != nil {
		return err
	}
	for i := range r.Tau {
		if t := &r.Tau[i]; t.Draws > 0 {
			t.expect(x.done.Errs[i])
		}
	}
	return nil
}

// expect computes the interval of an estimate, assuming that its error is one more draw of the given errors
// (Student's t, for a prediction).
func (t *RecrawlTau) expect(errs []float64) {
	k := float64(len(errs))
	if len(errs) < leastErrors {
		return
	}
	square := 0.0
	for _, e := range errs {
		t.MeanError += e / k
	}
	for _, e := range errs {
		square += (e - t.MeanError) * (e - t.MeanError)
	}
	half := distuv.StudentsT{Sigma: 1, Nu: k - 1}.Quantile(0.975) * math.Sqrt(square/(k-1)*(1+1/k))
	middle := t.Value - t.MeanError
	t.Low, t.High, t.Crawls = max(-1, min(middle-half, t.Value)), min(1, max(middle+half, t.Value)), len(errs)
}

// run makes the crawls, and estimates the tau of each.
func (x *recrawling) run() error {
	parts, err := x.e.Parts(x.ctx)
	if err != nil {
		return err
	}
	const what = "calibrating Recrawl"
	u, d := x.o.unfinished(what, &x.e), &x.done
	at := func() string { return "after " + digits.Plural(len(d.Trials), "crawl") }
	if s := (recrawled{}); u.Load(&s) && len(s.Errs) == len(d.Errs) {
		*d = s
		u.GoesOn(at())
	}
	was := slices.Clone(d.Trials)
	err = x.e.Run(x.ctx, func(t simulate.Trial) bool { return slices.Contains(was, t) }, func(o *simulate.Outcome) error {
		if err := x.one(parts, o); err != nil {
			return err
		}
		d.Trials = append(d.Trials, o.Trial)
		x.o.Tell(what, int64(len(d.Trials)), int64(x.e.Trials()))
		u.Save(at(), d)
		return nil
	})
	return u.Ended(err)
}

// one notes the errors of the estimates of a crawl.
func (x *recrawling) one(parts *simulate.Parts, o *simulate.Outcome) error {
	if o.Crawled*leastPart < x.e.Graph.NumNodes() {
		return nil
	}
	_, _, part, err := parts.Make(o.Trial)
	if err != nil {
		return err
	}
	e := x.e
	if e.Graph, e.In, err = Inside(x.e.Graph, part.Crawled); err != nil {
		return err
	}
	e.Seed = splitmix.Seed(x.e.Seed, uint64(o.Set), uint64(o.Block*1000), uint64(slices.Index(simulate.Orders, o.Order))) //nolint:gosec // not negative
	again, err := GetRecrawl(x.ctx, e, o.Gamma, recrawlDraws, &Options{})
	if err != nil {
		return err
	}
	for i, t := range again.Tau {
		if t.Draws > 0 && !o.Shares[i].Undefined {
			x.done.Errs[i] = append(x.done.Errs[i], t.Value-o.Shares[i].TauB)
		}
	}
	return nil
}

// Inside returns the links between the pages of a set, numbered anew, in both directions.
func Inside(g *graph.Memory, set view.Bits) (out, in *graph.Memory, err error) {
	some, err := view.NewSubset(set, g.NumNodes())
	if err != nil {
		return nil, nil, err
	}
	links, err := view.Induced(g, some)
	if err != nil {
		return nil, nil, err
	}
	if out, err = graph.Load(links); err != nil {
		return nil, nil, err
	}
	in, err = graph.Transpose(out)
	return out, in, err
}
