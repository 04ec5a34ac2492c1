package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/graph"
	"weft/internal/mem"
	"weft/store"
)

// Beyond is the verdict on questions that the paper asks or leaves open, so there is nothing to agree with.
const Beyond Verdict = "beyond the paper"

// FidelityOptions of RunFidelity. The zero value is the default, with a Memory.
type FidelityOptions struct {
	Pages     int  // of each model; 0 stands for the paper's 10,000
	Sets      int  // of seeds on each model; 0 stands for 20; the paper has 100
	CrawlSets int  // of blocked pages on the crawl; 0 stands for 5
	Few       int  // sets where each takes long: other rankings, Recrawl; 0 stands for 2
	Draws     int  // of Recrawl; 0 stands for 8
	NoModels  bool // leave the models out
	// Dir, if not empty, is a folder that stores the outcomes, so that interrupted experiments can resume.
	Dir string
	answer.Options
}

func (o *FidelityOptions) setDefaults() error {
	o.Pages, o.Sets, o.CrawlSets = cmp.Or(o.Pages, 10_000), cmp.Or(o.Sets, 20), cmp.Or(o.CrawlSets, 5)
	o.Few, o.Draws = cmp.Or(o.Few, 2), cmp.Or(o.Draws, 8)
	err := o.Check()
	o.Few = min(o.Few, o.Sets)
	return err
}

// Check refuses options that cannot be, 0 being none that stands for another.
func (o *FidelityOptions) Check() error {
	return answer.CheckAll(
		answer.Rule{
			Holds:  o.Pages >= 100 && o.Pages <= 50_000,
			Option: "pages",
			Value:  o.Pages,
			Want:   "100 to 50000, as fires of more pages have very many arcs",
		},
		answer.AtLeast(
			"sets",
			o.Sets,
			1,
		),
		answer.AtLeast("crawl-sets", o.CrawlSets, 1),
		answer.AtLeast("few", o.Few, 1),
		answer.AtLeast("draws", o.Draws, 1),
	)
}

func (o *FidelityOptions) work() graph.Work { return graph.Work{Workers: o.Workers} }

// FidelityResult is the result of RunFidelity: the rows, and their sources.
//
//json:object reproduce fidelity
type FidelityResult struct {
	Rows       []Row            `json:"rows"`                 // values of the paper beside the values found
	Settings   Settings         `json:"settings"`             // comparison with crawls ranked under the settings of the paper
	Drawings   []Drawing        `json:"drawings"`             // graphs that the paper draws
	Models     []*Subject       `json:"models"`               // results on random graphs
	OtherGNP   *OtherGraphs     `json:"other_gnp,omitempty"`  // further draws of the random graph
	Crawl      *Subject         `json:"crawl,omitempty"`      // results on the crawl
	Reduced    *Reduced         `json:"reduced,omitempty"`    // the crawl without its ghosts
	Top        *TopFetched      `json:"top,omitempty"`        // share of the top pages that was fetched
	Components *PartsTable      `json:"components,omitempty"` // components of high fidelity
	Rankings   []RankingFate    `json:"rankings"`             // results of other rankings
	Estimators []EstimatorError `json:"estimators"`           // errors of the estimates
}

// A Subject is a graph on which crawls were simulated: Fig. 4 and Fig. 3 of the paper.
//
//json:object subject
type Subject struct {
	Name   string          `json:"name"`            // name of the graph
	Pages  int             `json:"pages"`           // pages
	Arcs   int64           `json:"arcs"`            // arcs of the graph
	Sets   int             `json:"sets"`            // sets of seeds that were drawn
	Seeds  string          `json:"seeds"`           // kind of seeds: random or top
	Drawn  *DrawnArcs      `json:"drawn,omitempty"` // number of arcs in other draws of the model
	Cells  []simulate.Cell `json:"cells"`           // results for each order and share of pages left unfetched
	file   string
	id     string
	exp    *simulate.Experiment
	result []simulate.Outcome
}

// fidelityBlocks are the paper's shares of pages that are not crawled.
var fidelityBlocks = []float64{0.1, 0.2, 0.3, 0.4, 0.5}

// A fidelityRun is a reproduction under way.
type fidelityRun struct {
	FidelityOptions
	ctx context.Context //nolint:containedctx // a run is one call of RunFidelity
	c   *store.Crawl
	r   *FidelityResult
}

// RunFidelity runs the experiments of the paper on the fidelity of crawls (docs/papers.md). It runs those on
// models, unless they are left out. If c is not nil, it also runs those on its crawled pages and the links between
// them. simulate.Experiment simulates each crawl with the paper's settings: damping 0.85, 30 iterations, seeds of
// 1 % of the pages. Memory: the present graph in both directions, decoded, and an experiment. Results are a
// function of the options and the crawl, and do not depend on Workers and Dir.
// Papers: fidelity, "Real-world graphs", "Seed selection", "Synthetic graphs", "Effectiveness of HAK".
func RunFidelity(ctx context.Context, c *store.Crawl, o FidelityOptions) (*FidelityResult, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	if o.Dir != "" {
		if err := os.MkdirAll(o.Dir, 0o755); err != nil {
			return nil, err
		}
	}
	f := &fidelityRun{FidelityOptions: o, ctx: ctx, c: c, r: &FidelityResult{Models: []*Subject{}}}
	for _, step := range []func() error{f.draw, f.models, f.others, f.crawl} {
		mem.Release()
		if err := step(); err != nil {
			return nil, fmt.Errorf("reproduce: %w", err)
		}
	}
	f.r.Rows = rows("fidelity", fidelityChecks, f)
	return f.r, nil
}

// study does with a graph what is done with each: the crawls, how other rankings fare in them, and estimates.
func (f *fidelityRun) study(s *Subject) error {
	s.Pages, s.Arcs, s.Sets = s.exp.Graph.NumNodes(), s.exp.Graph.NumArcs(), s.exp.Sets
	s.Seeds = "random"
	if s.exp.TopSeeds {
		s.Seeds = "top"
	}
	for _, step := range []func(*Subject) error{f.experiment, f.fates, f.estimate} {
		if err := step(s); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return nil
}

// experiment makes the crawls of a graph that are not done yet.
func (f *fidelityRun) experiment(s *Subject) (err error) {
	kept := new(simulate.Results)
	if f.Dir != "" {
		if kept, err = simulate.OpenResults(filepath.Join(f.Dir, s.file+".jsonl"), s.id, s.exp); err != nil {
			return err
		}
	}
	s.result, err = kept.Run(f.ctx, s.exp, func(done, total int64) { f.Tell("crawls of "+s.Name, done, total) })
	s.Cells = simulate.Summarise(s.exp, s.result)
	return errors.Join(err, kept.Close())
}

// crawl makes a subject of the crawl, and does with it what the paper does with crawls of the Web.
func (f *fidelityRun) crawl() error {
	if f.c == nil {
		return nil
	}
	if m := f.c.Manifest; m != nil && m.Counts.Ghosts+m.Counts.Failed > 0 && f.c.Unknown() == 0 {
		if err := f.measured(); err != nil {
			return err
		}
	}
	out, in, err := fidelity.Within(f.ctx, f.c, fidelity.Options{Options: f.Options})
	if err != nil {
		return err
	}
	id, err := f.c.GraphID()
	if err != nil {
		return err
	}
	s := &Subject{Name: "the crawl", file: "crawl", id: id, exp: &simulate.Experiment{
		Graph:    out,
		In:       in,
		Orders:   simulate.Orders,
		Blocks:   fidelityBlocks,
		Sets:     f.CrawlSets,
		TopSeeds: true,
		Seed:     f.Seed,
		Workers:  f.Workers,
	}}
	f.r.Crawl = s
	if err := f.study(s); err != nil {
		return err
	}
	return f.half(s)
}

// outcome returns what came of a trial.
func (s *Subject) outcome(t simulate.Trial) *simulate.Outcome {
	for i := range s.result {
		if s.result[i].Trial == t {
			return &s.result[i]
		}
	}
	return nil
}

// cell returns a cell; nil if there is none.
func (s *Subject) cell(o simulate.Order, block float64) *simulate.Cell {
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Order == o && c.Block == block {
			return c
		}
	}
	return nil
}
