package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/store"
)

const simulateHelp = `Crawl a stored graph in part, again and again, and compare HAK (weft fidelity --help) with what it estimates, Kendall's tau: how
far PageRank on such a part agrees with PageRank on the whole, personalised to the part. The loop is the one that crawls the Web.

Each set of seeds reaches a part of the graph, the target. Of that --blocks are left out, in each of --orders:

  bfs      breadth first to the end; pages drawn at random can never be fetched
  bfs-rnd  breadth first along a random number of the links of each page, until the rest of the target was fetched
  bfs-geo  likewise, along a geometric number of them (p = 0.3)
  sec      the page with the most links from fetched pages next (Sample Edge Count)

A crawl may end before: along few links there may be no more pages to come to, so that fewer are crawled than --blocks leaves.

Pages of the graph that are ghosts, and links to them, are left out. Outcomes go to --results, from where the same command goes on if it was interrupted;
more sets, orders and blocks can be added there later.`

// simulateFlags are what the command line says.
type simulateFlags struct {
	e                     simulate.Experiment
	orders, blocks, seeds string
	kinds, results        string
}

func (a *app) simulateCmd() *cobra.Command {
	var fl simulateFlags
	c := &cobra.Command{
		Use:     "simulate CRAWL",
		Short:   "Crawl a stored graph in part, and see how far the ranks hold",
		Long:    simulateHelp,
		Example: madeCrawl + "  weft simulate crawl --sets 20 --orders bfs,sec --blocks 0.1,0.5",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.set(a); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.simulate(cmd, c, &fl) })
		},
	}
	f := c.Flags()
	f.IntVar(&fl.e.Sets, "sets", 20, "`N` sets of seeds")
	f.StringVar(&fl.orders, "orders", "bfs,bfs-rnd,bfs-geo,sec", "`ORDERS` in which to crawl")
	f.StringVar(&fl.blocks, "blocks", "0.1,0.2,0.3,0.4,0.5", "`SHARES` of the target that are not fetched")
	f.StringVar(&fl.seeds, "seeds", "random", "`WHICH` pages are seeds: random, or top for the best by PageRank")
	f.Float64Var(&fl.e.SeedShare, "seed-share", 0.01, "`SHARE` of the pages that are seeds")
	f.Float64Var(&fl.e.Alpha, "alpha", 0.85, "damping `A` of PageRank, between 0 and 1")
	f.IntVar(&fl.e.Iterations, "iterations", 30, "`N` iterations of PageRank")
	f.StringVar(&fl.kinds, "kinds", "", "`KINDS` of arcs that count, as in weft rank; empty for what a reader follows")
	f.StringVar(&fl.results, "results", "", "`FILE` of outcomes, a line of JSON each, to go on with")
	return c
}

// set reads what the flags say.
func (fl *simulateFlags) set(a *app) error {
	e := &fl.e
	e.Seed, e.Workers = a.seed, a.workers
	for o := range strings.SplitSeq(fl.orders, ",") {
		order, err := simulate.ParseOrder(strings.TrimSpace(o))
		if err != nil {
			return usagef("--orders: %w", err)
		}
		if slices.Contains(e.Orders, order) {
			return usagef("--orders %s: %s is there twice", fl.orders, order)
		}
		e.Orders = append(e.Orders, order)
	}
	var err error
	if e.Blocks, err = parseBlocks(fl.blocks); err != nil {
		return err
	}
	switch {
	case fl.seeds != "random" && fl.seeds != "top":
		return usagef("--seeds %s: want random or top", fl.seeds)
	case e.Sets < 1 || e.Iterations < 1:
		return usagef("--sets and --iterations want 1 or more")
	case !(e.SeedShare > 0 && e.SeedShare <= 1) || !(e.Alpha > 0 && e.Alpha < 1):
		return usagef("--seed-share wants more than 0, at most 1, --alpha a number between 0 and 1")
	}
	e.TopSeeds = fl.seeds == "top"
	return nil
}

// A simulated is what weft simulate prints.
type simulated struct {
	Pages  int             `json:"pages"` // of the graph, without ghosts
	Arcs   int64           `json:"arcs"`
	Seeds  string          `json:"seeds"` // random or top
	Sets   int             `json:"sets"`
	Trials int             `json:"trials"`
	Cells  []simulate.Cell `json:"cells"`

	share float64 // of the pages that are seeds
}

func (a *app) simulate(cmd *cobra.Command, c *store.Crawl, fl *simulateFlags) error {
	e := &fl.e
	if a.plan {
		need := fidelity.WithinNeed(c, e.Workers)
		return a.printPlanned(plan{
			Measure: "simulate", Form: "lists are decoded once and kept in memory, in both directions", Need: mem.Base + need,
			Passes: fmt.Sprintf("up to 34 for each four of %s", digits.Plural(e.Trials(), "crawl")),
		})
	}
	var err error
	if e.Graph, e.In, err = fidelity.Within(cmd.Context(), c, fidelity.Options{Options: a.options(fl.kinds)}); err != nil {
		return err
	}
	outcomes, err := a.trials(cmd, c, fl)
	if err != nil {
		return err
	}
	s := &simulated{share: e.SeedShare, Pages: e.Graph.NumNodes(), Arcs: e.Graph.NumArcs(), Seeds: fl.seeds, Sets: e.Sets, Trials: e.Trials(), Cells: simulate.Summarise(e, outcomes)}
	return a.tell(s)
}

// Blocks are the graph, and the cells.
func (s *simulated) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("graph", "%s, %s", digits.Plural(s.Pages, "page"), digits.Plural(s.Arcs, "arc")),
		answer.Row("crawls", "%s: %s of seeds, %g %% of the pages, %s; mean ± its 95 %%", grouped(s.Trials), digits.Plural(s.Sets, "set"), 100*s.share, s.Seeds),
		answer.Text(""),
	}
	return append(all, simulate.CellBlocks(s.Cells, true)...)
}

// trials makes the trials that are not in the file of results yet.
func (a *app) trials(cmd *cobra.Command, c *store.Crawl, fl *simulateFlags) (all []simulate.Outcome, err error) {
	r, e := new(simulate.Results), &fl.e
	if fl.results != "" {
		id, err := c.GraphID()
		if err != nil {
			return nil, err
		}
		if r, err = simulate.OpenResults(fl.results, id, e); err != nil {
			return nil, err
		}
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if done := len(r.Outcomes(e)); done > 0 {
		a.say("%s of %s crawls are in %s", grouped(done), grouped(e.Trials()), fl.results)
	}
	all, err = r.Run(cmd.Context(), e, func(done, total int64) { a.progress.Steps("crawls", done, total) })
	if err != nil && fl.results != "" {
		a.say("%s of %s crawls are in %s, from where the same command goes on", grouped(len(all)), grouped(e.Trials()), fl.results)
	}
	return all, err
}
