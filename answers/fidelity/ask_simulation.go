package fidelity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/store"
)

// SimulateLong is the help text of AskSimulation.
const SimulateLong = `Crawl parts of a stored graph many times, and compare HAK (weft fidelity --help) with the true Kendall's tau, which
HAK estimates. Tau compares PageRank on a part with PageRank on the whole graph, personalised to the part. The same loop
crawls the Web.

Each set of seeds reaches a part of the graph, the target. The shares --blocks of the target are left out, in each of
--orders:

  bfs      breadth first to the end; random pages can never be fetched
  bfs-rnd  breadth first along a random number of the links of each page, until the rest of the target is fetched
  bfs-geo  like bfs-rnd, with a geometric number of links (p = 0.3)
  sec      the page with the most links from fetched pages next (Sample Edge Count)

A crawl along few links may run out of pages, and then holds fewer pages than --blocks allows.

Ghosts of the graph, and links to them, are left out. Outcomes are written to --results. The same command resumes from
that file after an interruption; further sets, orders and blocks can be added later.`

// AskSimulation asks how crawls of parts of a stored graph turn out. Its options are the options of E, a list of
// orders, a list of shares, the pages to use as seeds, and a file of outcomes.
type AskSimulation struct {
	E                              simulate.Experiment
	Orders, Blocks, Start, Results string
}

// Flags implements answer.Asker.
func (q *AskSimulation) Flags(f answer.Flags) {
	f.IntVar(&q.E.Sets, "sets", 20, "crawl from `N` sets of seeds (default 20, or 10 with --strategy)")
	f.StringVar(&q.Orders, "orders", "bfs,bfs-rnd,bfs-geo,sec", "crawl in these `ORDERS`")
	offered.List(f, "orders", simulate.Orders)
	f.StringVar(&q.Blocks, "blocks", defaultBlocks, "leave these `SHARES` of the target unfetched")
	f.StringVar(&q.Start, "start", "random", "take `WHICH` pages as seeds: random, top (the best by PageRank), or with --strategy a file of pages")
	offered.Set(f, "start", []string{"random", "top"})
	f.Float64Var(&q.E.SeedShare, "seed-share", 0.01, "take `SHARE` of the pages as seeds")
	f.Float64Var(&q.E.Alpha, "alpha", 0.85, "use damping `A` for PageRank, between 0 and 1")
	f.IntVar(&q.E.Iterations, "iterations", 30, "run `N` iterations of PageRank")
	f.StringVar(&q.Results, "results", "", "keep the outcomes in `FILE`, as lines of JSON; a later run resumes from it")
	ending.Set(f, "results", "jsonl")
}

// Check implements answer.Asker.
func (q *AskSimulation) Check() (err error) {
	e := &q.E
	e.Orders = nil
	for o := range strings.SplitSeq(q.Orders, ",") {
		order, err := simulate.ParseOrder(strings.TrimSpace(o))
		if err != nil {
			return answer.Refused("{orders}: %w", err)
		}
		if slices.Contains(e.Orders, order) {
			return answer.Refused("{orders} %s: %s is given twice", q.Orders, order)
		}
		e.Orders = append(e.Orders, order)
	}
	if e.Blocks, err = parseBlocks(q.Blocks); err != nil {
		return err
	}
	e.TopSeeds = q.Start == "top"
	return answer.CheckAll(
		answer.Rule{Holds: e.TopSeeds || q.Start == "random", Option: "start", Value: q.Start, Want: "random or top"},
		answer.AtLeast("sets", e.Sets, 1), answer.AtLeast("iterations", e.Iterations, 1),
		answer.Rule{Holds: e.SeedShare > 0 && e.SeedShare <= 1, Option: "seed-share", Value: e.SeedShare, Want: "more than 0, at most 1"}, isAlpha(e.Alpha),
	)
}

// Plan implements answer.Asker.
func (q *AskSimulation) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	q.E.Seed, q.E.Workers = o.Seed, o.Workers
	passes := fmt.Sprintf("up to 34 for each four of %s", digits.Plural(q.E.Trials(), "crawl"))
	stage, err := WithinStage(ctx, c, Options{Options: o}, "simulate", experiments(1, c.NumPages(), o.Workers))
	stage.Passes += passes
	w := answer.Work{Stages: []answer.Stage{stage}}
	w.Do = func() (answer.Answer, error) { return answer.Got(q.simulate(ctx, c, o)) }
	return w, err
}

// A Simulation holds the results of crawling parts of a stored graph.
//
//json:object simulate
type Simulation struct {
	Pages  int             `json:"pages"`  // pages of the graph, without ghosts
	Arcs   int64           `json:"arcs"`   // arcs of the graph
	Seeds  string          `json:"seeds"`  // kind of seeds: random or top
	Sets   int             `json:"sets"`   // sets of seeds that were drawn
	Trials int             `json:"trials"` // number of crawls
	Cells  []simulate.Cell `json:"cells"`  // results for each order and share of pages left unfetched

	share float64 // of the pages that are seeds
}

func (q *AskSimulation) simulate(ctx context.Context, c *store.Crawl, o answer.Options) (*Simulation, error) {
	e := &q.E
	var err error
	if e.Graph, e.In, err = Within(ctx, c, Options{Options: o}); err != nil {
		return nil, err
	}
	outcomes, err := q.trials(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return &Simulation{
		Pages: e.Graph.NumNodes(), Arcs: e.Graph.NumArcs(), Seeds: q.Start, Sets: e.Sets, Trials: e.Trials(),
		Cells: simulate.Summarise(e, outcomes), share: e.SeedShare,
	}, nil
}

// trials makes the trials that are not in the file of results yet.
func (q *AskSimulation) trials(ctx context.Context, c *store.Crawl, o answer.Options) (all []simulate.Outcome, err error) {
	e := &q.E
	tell := func(done, total int64) { o.Tell("crawls", done, total) }
	if q.Results == "" {
		u := o.UnfinishedOf(c, "simulate", "", (&Options{Options: o}).keyOf(e))
		return goOn(ctx, e, u, tell)
	}
	id, err := c.GraphID()
	if err != nil {
		return nil, err
	}
	r, err := simulate.OpenResults(q.Results, id, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	there := func(done int, more string) {
		o.Say("%s of %s crawls are in %s%s", digits.Grouped(done), digits.Grouped(e.Trials()), q.Results, more)
	}
	if done := len(r.Outcomes(e)); done > 0 {
		there(done, "")
	}
	all, err = r.Run(ctx, e, tell)
	if err != nil {
		there(len(all), ", and the same command continues from there")
	}
	return all, err
}

// Kept is nothing: outcomes have a file of their own.
func (s *Simulation) Kept() answer.Kept { return answer.Kept{} }

// Blocks are the graph, and the cells.
func (s *Simulation) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("graph", "%s, %s", digits.Plural(s.Pages, "page"), digits.Plural(s.Arcs, "arc")),
		answer.Row("crawls", "%s: %s of seeds, %g %% of the pages, %s; mean ± its 95 %%", digits.Grouped(s.Trials), digits.Plural(s.Sets, "set"), 100*s.share, s.Seeds),
		answer.Text(""),
	}
	return append(all, simulate.CellBlocks(s.Cells, true)...)
}
