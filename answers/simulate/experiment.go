package simulate

import (
	"context"
	"fmt"
	"slices"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/par"
	"weft/internal/splitmix"
	"weft/stats"
)

// Experiment crawls parts of a graph. It compares HAK with the agreement of PageRank on the part and on the whole,
// which HAK estimates.
type Experiment struct {
	Graph, In *graph.Memory // the graph and its transpose
	Orders    []Order
	Blocks    []float64 // shares that are not fetched
	Sets      int       // of seeds
	// SeedShare is the share of the pages that are seeds; 0 stands for 0.01. They are drawn at random for each set, or
	// are, with TopSeeds, the best by PageRank, the same in each.
	SeedShare  float64
	TopSeeds   bool
	Alpha      float64 // 0 stands for 0.85
	Iterations int     // of PageRank; 0 stands for 30
	Seed       uint64
	Workers    int
	// Emitted, if not nil, is called when outcomes of all trials that were ranked together were handed out.
	Emitted func()
}

// A Trial is a crawl of an experiment.
type Trial struct {
	Order Order   `json:"order"`
	Block float64 `json:"block"`
	Set   int     `json:"set"`
}

// An Outcome is the result of a trial.
type Outcome struct {
	Trial
	Seeds  int `json:"seeds"`
	Target int `json:"target"` // pages that the seeds reach
	hak.Estimate
	Shares []hak.Agreement `json:"shares"` // of crawl and target, on the crawled pages: the best 30, 50, 70 and 100 %
}

// BytesFor is the memory of an experiment on a graph of n pages, besides the graph and its transpose. For each
// worker it counts the ranks of a batch, the crawl and the comparison.
func (e *Experiment) BytesFor(n int) int64 {
	return int64(n) * (wide*8*2 + 8 + 2 + 100) * int64(par.Workers(e.Workers))
}

func (e *Experiment) setDefaults() error {
	if e.SeedShare == 0 {
		e.SeedShare = 0.01
	}
	if e.Alpha == 0 {
		e.Alpha = 0.85
	}
	if e.Iterations == 0 {
		e.Iterations = 30
	}
	if e.Graph.NumNodes() == 0 || e.Sets < 1 || !(e.SeedShare > 0 && e.SeedShare <= 1) {
		return fmt.Errorf("an experiment on %s, with %s and %g of the pages as seeds: expected more", digits.Plural(e.Graph.NumNodes(), "page"), digits.Plural(e.Sets, "set"), e.SeedShare)
	}
	for i, b := range e.Blocks {
		if !(b >= 0 && b < 1) {
			return fmt.Errorf("%g of the pages unfetched: expected 0 to less than 1", b)
		}
		if slices.Contains(e.Blocks[:i], b) {
			return fmt.Errorf("%g of the pages unfetched is given twice", b)
		}
	}
	for i, o := range e.Orders {
		if slices.Contains(e.Orders[:i], o) {
			return fmt.Errorf("order %s is given twice", o)
		}
	}
	return nil
}

// Trials returns how many trials an experiment has.
func (e *Experiment) Trials() int { return len(e.Orders) * len(e.Blocks) * e.Sets }

// Run makes the trials that are not done yet, and hands their outcomes out in a fixed order: by set, then order, then
// block. They do not depend on the workers, nor on what was done before.
// Papers: fidelity, "Crawling strategies".
func (e *Experiment) Run(ctx context.Context, done func(Trial) bool, emit func(*Outcome) error) error {
	if err := e.setDefaults(); err != nil {
		return err
	}
	top, err := e.best(ctx)
	if err != nil {
		return err
	}
	produce := func(put func(*bunch) error) error { return e.bunches(done, put) }
	work := func() func(*bunch) {
		w := &worker{e: e, ctx: ctx, top: top, b: newBatch(e.Graph, e.In, e.Alpha)}
		return func(b *bunch) { b.err = w.do(b) }
	}
	return par.Ordered(ctx, e.Workers, produce, work, func(b *bunch) error {
		if b.err != nil {
			return b.err
		}
		for i := range b.outcomes {
			if err := emit(&b.outcomes[i]); err != nil {
				return err
			}
		}
		if e.Emitted != nil {
			e.Emitted()
		}
		return nil
	})
}

// best returns the seeds of all sets if they are the best pages, else nil.
func (e *Experiment) best(ctx context.Context) ([]graph.Node, error) {
	if !e.TopSeeds {
		return nil, nil
	}
	pr, err := rank.PageRank(ctx, e.In, nil, rank.PageRankOptions{Alpha: e.Alpha, Work: graph.Work{Workers: e.Workers}})
	if err != nil {
		return nil, err
	}
	return rank.TopK(pr.Scores, e.numSeeds(), stats.TiesOf(pr.Bound)), nil
}

func (e *Experiment) numSeeds() int {
	return max(1, int(hak.Top(e.SeedShare, e.Graph.NumNodes())))
}

// A bunch is trials of one set of seeds that are ranked together.
type bunch struct {
	trials   []Trial
	outcomes []Outcome
	err      error
}

// bunches puts the trials that are not done into bunches.
func (e *Experiment) bunches(done func(Trial) bool, put func(*bunch) error) error {
	for set := range e.Sets {
		b := &bunch{}
		for _, o := range e.Orders {
			for _, block := range e.Blocks {
				t := Trial{o, block, set}
				if done != nil && done(t) {
					continue
				}
				if b.trials = append(b.trials, t); len(b.trials) == lanes {
					if err := put(b); err != nil {
						return err
					}
					b = &bunch{}
				}
			}
		}
		if len(b.trials) > 0 {
			if err := put(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// A worker does bunches one after the other, in the same memory.
type worker struct {
	e      *Experiment
	ctx    context.Context //nolint:containedctx // a worker lives as long as one call of Run
	b      *batch
	top    []graph.Node
	target *Target // of the last set
	pages  []graph.Node
	set    int
}

func (w *worker) do(b *bunch) error {
	if err := w.seed(b.trials[0].Set); err != nil {
		return err
	}
	parts := make([]*Part, len(b.trials))
	for i, t := range b.trials {
		var err error
		if parts[i], err = w.target.Crawl(w.ctx, t.Order, t.Block, w.e.seedOf(t)); err != nil {
			return err
		}
	}
	w.b.load(parts, w.pages)
	if err := w.b.rank(w.ctx, w.e.Iterations); err != nil {
		return err
	}
	gammas, ims := w.b.gammas(), w.b.impacts()
	for i, t := range b.trials {
		p := parts[i]
		o := Outcome{Trial: t, Seeds: len(w.target.Seeds), Target: len(w.target.Pages), Estimate: hak.Of(p.Pages, p.Ghosts, gammas[i], ims[i])}
		crawl, target := w.b.scores(i)
		var err error
		if o.Shares, err = hak.Compare(crawl, target, hak.Shares); err != nil {
			return err
		}
		b.outcomes = append(b.outcomes, o)
	}
	return nil
}

// seed finds the target of a set of seeds.
func (w *worker) seed(set int) error {
	if w.target != nil && (w.set == set || w.top != nil) {
		return nil
	}
	seeds := w.top
	if seeds == nil {
		r := ofSeeds.Rand(w.e.Seed, uint64(set)) //nolint:gosec // not negative
		for _, i := range choose(r, w.e.Graph.NumNodes(), w.e.numSeeds()) {
			seeds = append(seeds, graph.Node(i))
		}
	}
	var err error
	w.set = set
	if w.target, err = NewTarget(w.ctx, w.e.Graph, seeds); err != nil {
		return err
	}
	w.pages = slices.Sorted(slices.Values(w.target.Pages))
	return nil
}

// The uses of random draws: the seeds of a set, and the pages that a trial leaves out.
const (
	ofSeeds  splitmix.Domain = 0x7365656473657473
	ofTrials splitmix.Domain = 0x747269616c73
)

// drawing is the version of the method that draws seeds. Outcomes of other versions belong to other experiments.
const drawing = 2

// seedOf returns the random seed of a trial.
func (e *Experiment) seedOf(t Trial) uint64 {
	h := ofTrials.Seed(e.Seed, uint64(t.Set), uint64(t.Block*1e9)) //nolint:gosec // not negative
	for _, c := range []byte(t.Order) {
		h = splitmix.Seed(h, uint64(c))
	}
	return h
}
