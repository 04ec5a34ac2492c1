package fidelity

import (
	"context"
	"fmt"
	"slices"

	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/store"
)

// CalibrateOptions of Calibrate.
type CalibrateOptions struct {
	Options
	Blocks []float64 // shares of the crawl that are not crawled again; nil stands for 0.1 to 0.5
	Sets   int       // of blocked pages; 0 stands for 5
	Draws  int       // of Recrawl; 0 stands for 8
	// Report, if not nil, is the result of Measure on the crawl with the same options. Otherwise Calibrate calls
	// Measure.
	Report *Report
}

// Calibration is the result of crawling the crawl.
//
//json:object fidelity calibrate
type Calibration struct {
	*Report
	Pages int   `json:"pages"` // crawled pages of the crawl
	Arcs  int64 `json:"arcs"`  // arcs between crawled pages
	Sets  int   `json:"sets"`  // crawls for each share
	// Cells hold tau and HAK for each block: breadth first from the best 1 % of the pages by PageRank.
	Cells []simulate.Cell `json:"blocks"` // tau and HAK for each share of pages left unfetched
	// mean absolute difference of HAK and tau-b of the best 30 %, over the blocks that have one
	Error   float64  `json:"hak_error"`
	Recrawl *Recrawl `json:"recrawl" absent:"null: unknown"` // estimate of tau by simulated crawls of the crawl
}

// Calibrate measures a crawl, and crawls it again. The crawled pages and the links between them are a known
// target, so HAK of a part can be compared with the truth. The ranking uses the same number of iterations, or 30
// if the crawl is ranked until it converges.
//
// Time: the time of Measure. For each set and block add about a quarter of a PageRank of 30 iterations for four
// crawls together, and three times this for the interval of Recrawl.
//
// Memory: the decoded links between crawled pages, and of a part, in both directions, and twice
// simulate.Experiment.BytesFor. A budget that is too small is an error of type *mem.ShortError.
// Papers: fidelity, "Evaluation strategy".
func Calibrate(ctx context.Context, c *store.Crawl, o CalibrateOptions) (*Calibration, error) {
	r := o.Report
	if r == nil {
		var err error
		if r, err = Measure(ctx, c, o.Options, false); err != nil {
			return nil, err
		}
	}
	o.setDefaults()
	if o.Blocks == nil {
		o.Blocks = []float64{0.1, 0.2, 0.3, 0.4, 0.5}
	}
	if o.Sets == 0 {
		o.Sets = 5
	}
	if o.Draws == 0 {
		o.Draws = 8
	}
	out, in, err := Within(ctx, c, o.Options)
	if err != nil {
		return nil, err
	}
	if err := mem.Check("crawling the crawl", calibrateNeed(out.NumNodes(), out.NumArcs(), o.Workers).Total(), o.Memory); err != nil {
		return nil, err
	}
	o.calibrated = c
	k := &Calibration{Report: r, Pages: out.NumNodes(), Arcs: out.NumArcs(), Sets: o.Sets}
	if k.Pages < 2 {
		return nil, fmt.Errorf("%s: only %s %s crawled: too few to calibrate", c.Path, digits.Plural(k.Pages, "page"), digits.Verb(k.Pages, "was", "were"))
	}
	e := &simulate.Experiment{
		Graph: out, In: in, Orders: []simulate.Order{simulate.Blocked}, Blocks: o.Blocks, Sets: o.Sets, TopSeeds: true,
		Alpha: o.Alpha, Iterations: max(o.Iterations, 0), Seed: o.Seed, Workers: o.Workers,
	}
	if k.Cells, err = runCells(ctx, e, &o.Options, "crawling the crawl"); err != nil {
		return nil, err
	}
	k.Error = meanError(k.Cells)
	if k.Recrawl, err = GetRecrawl(ctx, *e, r.Gamma, o.Draws, &o.Options); err != nil {
		return k, err
	}
	return k, k.Recrawl.calibrate(ctx, *e, &o.Options)
}

// Measured says whether tau was measured at all: not where too few pages are crawled for an order.
func (k *Calibration) Measured() bool {
	return slices.ContainsFunc(k.Cells, func(c simulate.Cell) bool { return len(c.Shares) > 0 && c.Shares[0].Sets > 0 })
}

// meanError is the mean error of the cells that have one.
func meanError(cells []simulate.Cell) float64 {
	sum, n := 0.0, 0
	for i := range cells {
		if cells[i].Shares[0].Sets > 0 {
			sum, n = sum+max(cells[i].Error, -cells[i].Error), n+1
		}
	}
	return sum / float64(max(1, n))
}

// runCells runs an experiment. It continues where one of the same name was broken off.
func runCells(ctx context.Context, e *simulate.Experiment, o *Options, what string) ([]simulate.Cell, error) {
	all, err := goOn(ctx, e, o.unfinished(what, e), func(done, total int64) { o.Tell(what, done, total) })
	return simulate.Summarise(e, all), err
}

// goOn runs an experiment from where unfinished work stands.
func goOn(ctx context.Context, e *simulate.Experiment, u *answer.Unfinished, tell func(done, total int64)) ([]simulate.Outcome, error) {
	var outcomes []simulate.Outcome
	at := func() string { return "after " + digits.Plural(len(outcomes), "crawl") }
	if u.Load(&outcomes) {
		u.GoesOn(at())
	}
	r := simulate.ResultsOf(outcomes)
	e.Emitted = func() {
		if u.Due() {
			outcomes = r.Outcomes(e)
			u.Save(at(), outcomes)
		}
	}
	all, err := r.Run(ctx, e, tell)
	e.Emitted = nil
	return all, u.Ended(err)
}

// unfinished is an experiment on the crawl that is calibrated; nil on others.
func (o *Options) unfinished(what string, e *simulate.Experiment) *answer.Unfinished {
	if o.calibrated == nil {
		return nil
	}
	return o.UnfinishedOf(o.calibrated, what, "", o.keyOf(e))
}

// keyOf says all that the outcomes of an experiment on the links within a crawl depend on.
func (o *Options) keyOf(e *simulate.Experiment) string {
	key := fmt.Sprintf("kinds %s with excluded %v fetched %q of %d pages and %d arcs", o.Kinds, o.WithExcluded, o.Fetched, e.Graph.NumNodes(), e.Graph.NumArcs())
	return key + fmt.Sprintf(" orders %v blocks %v sets %d seeds %v %g alpha %g iterations %d seed %d", e.Orders, e.Blocks, e.Sets, e.TopSeeds, e.SeedShare, e.Alpha, e.Iterations, e.Seed)
}

// Within returns the links between the crawled pages in both directions, for a simulate.Experiment. The pages are
// renumbered in their order. Ghosts and links to them are left out, as in the targets of the paper. If the budget
// cannot hold the links and the experiment, the error is of type *mem.ShortError.
func Within(ctx context.Context, c *store.Crawl, o Options) (out, in *graph.Memory, err error) {
	w, err := WithinFor(ctx, c, o, experiments(1, c.NumPages(), o.Workers))
	if err != nil {
		return nil, nil, err
	}
	return w.Out, w.In, nil
}

// An Inner is the crawled pages of a crawl, and the links between them.
type Inner struct {
	Out, In *graph.Memory
	Pages   *view.Subset // of the crawl, which are numbered in their order
	Left    int          // pages that are left out
	Links   int64        // to them
}

// WithinFor is Within for a consumer with a need of its own, as if all pages were crawled.
func WithinFor(ctx context.Context, c *store.Crawl, o Options, need store.Need) (*Inner, error) {
	v, err := withinView(ctx, c, &o, need)
	if err != nil {
		return nil, err
	}
	s, err := o.open(c, v)
	if err != nil {
		return nil, err
	}
	defer s.View.Close() //nolint:errcheck // nothing was written
	part, err := view.NewSubset(s.Crawled, c.NumPages())
	if err != nil {
		return nil, err
	}
	links, err := view.Induced(s.View.Out, part)
	if err != nil {
		return nil, err
	}
	arcs, err := links.Count(nil)
	if err != nil {
		return nil, err
	}
	w := &Inner{Pages: part, Left: c.NumPages() - part.Len(), Links: s.View.Out.NumArcs() - arcs}
	if w.Out, err = graph.Load(links); err != nil {
		return nil, err
	}
	w.In, err = graph.Transpose(w.Out)
	return w, err
}

// withinView returns how WithinFor sees a crawl. It reserves the most memory of the links and of the consumer.
func withinView(ctx context.Context, c *store.Crawl, o *Options, need store.Need) (store.ViewOptions, error) {
	o.whole = true // it is crawled as if it were all there is
	n, arcs := c.NumPages(), c.Graph().NumArcs()
	links := store.Heap("the links between crawled pages, in both directions", 2*graph.LoadBytes(n, arcs)).And(store.Heap("which of them count", view.SubsetBytes(n)+view.IndexBytes(n, arcs)))
	v, err := viewOptions(ctx, c, "crawling the crawl", links.And(need), o)
	v.Often = false // two passes
	return v, err
}

// WithinStage returns the stage of WithinFor and its consumer, who adds its passes. what names the work.
func WithinStage(ctx context.Context, c *store.Crawl, o Options, what string, need store.Need) (answer.Stage, error) {
	v, err := withinView(ctx, c, &o, need)
	v.What = what
	return answer.Stage{View: v, Passes: "2 to load the links in both directions, then "}, err
}

// experiments is the memory of count experiments.
func experiments(count int64, pages, workers int) store.Need {
	return store.Heap("crawls of it and their scores", count*(&simulate.Experiment{Workers: workers}).BytesFor(pages))
}

// calibrateNeed is the memory of the links between a number of pages in both directions, of the links of a part,
// and of experiments on both.
func calibrateNeed(pages int, arcs int64, workers int) store.Need {
	return store.Heap("the links between crawled pages, and of a part, in both directions", 4*graph.LoadBytes(pages, arcs)).And(experiments(2, pages, workers))
}

// CalibrateStages returns the stages of Calibrate after Measure.
func CalibrateStages(ctx context.Context, c *store.Crawl, o Options) ([]answer.Stage, error) {
	within, err := WithinStage(ctx, c, o, "calibrating", experiments(1, c.NumPages(), o.Workers))
	within.Passes += "32 for each four crawls"
	return []answer.Stage{within, {
		View: store.ViewOptions{What: "calibrating on parts"}, Need: calibrateNeed(c.NumPages(), c.Graph().NumArcs(), o.Workers),
		Form:   "the links between crawled pages are decoded and kept in memory, in both directions",
		Passes: "some 24 times as many over parts",
	}}, err
}

// CalibrateFits says whether a crawl can be calibrated within the budget, without measuring anything.
func CalibrateFits(ctx context.Context, c *store.Crawl, o Options) bool {
	stages, err := CalibrateStages(ctx, c, o)
	if err == nil {
		_, err = answer.MakePlan(c, "", o.Memory, stages)
	}
	return err == nil
}
