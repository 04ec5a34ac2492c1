// Package strategies compares strategies on a stored graph: which of them would have found the good pages first.
package strategies

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/crawl/strategy"
	"weft/internal/offered"
	"weft/store"
)

const long = fidelity.SimulateLong + `

With --strategy, weft compares strategies instead: the strategies of "weft crawl", and best. Each crawls the graph from
the same sets of --count seeds, to the end or to --pages. Along the way weft records the share of PageRank (of the whole
stored graph), of links, and of hosts, domains or sites (--by) that the crawl has reached. At --fidelity-points it records
γ and HAK of the crawled part, and the tau that HAK estimates.

Means are over --sets, with 95 % intervals. The intervals are wide where sets differ much, as after the
first pages. Strategies are compared set by set. --start is random (pages that link to others), top (the best by PageRank)
or a file of pages; top and a file give only one set, and no interval.

  bfs, dfs, indegree, …   the strategies of weft crawl; score:FILE has lines of page and number, flow has the defaults of
                          weft crawl
  dfs-repush              depth first; a page that is found again moves to the top
  crawlers:K              K crawlers at once, each breadth first through its own hosts, or pages if they have no names
  best                    the known page with the highest PageRank in the whole graph; an upper bound, as no crawler
                          knows it
  all                     all except flow, flow-lowered and score, with crawlers:16

Every page costs the same: politeness, time, failures and traps are not simulated. --plots DIR draws the curves.`

// Question is the question about crawls of a stored graph.
var Question = answer.Question{
	Name: "simulate", Short: "Compare crawl strategies on a stored graph", Long: long,
	More: " --strategy bfs,indegree,opic,best --plots plots\nweft simulate crawl --sets 20 --orders bfs,sec --blocks 0.1,0.5", Own: []string{"view", "output"},
	Gives: []answer.Answer{(*fidelity.Simulation)(nil), (*Comparison)(nil)},
	New:   func() answer.Asker { return new(ask) },
}

// All is the word for all strategies that need nothing else to be said.
const All = "all"

// manyCrawlers is how many crawlers All has.
const manyCrawlers = 16

// mostSets is how many sets of seeds there can be.
const mostSets = 1_000_000

// By are the words for groups of pages.
var By = []string{"host", "domain", "site"}

// ask is the question. Without strategies it asks how far ranks can be trusted.
type ask struct {
	fidelity.AskSimulation
	strategies, by, sites, plots string
	count, pages, points         int

	given answer.Flags
	names []string // of strategies, as they were typed
	whole bool     // All was among them
}

// own lists the options for use with strategies, others the options for use without.
var (
	own    = []string{"count", "pages", "by", "sites", "plots", "fidelity-points"}
	others = []string{"orders", "blocks", "seed-share"}
)

// Flags implements answer.Asker.
func (q *ask) Flags(f answer.Flags) {
	q.given = f
	q.AskSimulation.Flags(f)
	f.StringVar(&q.strategies, "strategy", "", "compare these `STRATEGIES`; several with commas")
	offered.List(f, "strategy", append(strategy.Forms(simulate.Entrants), All))
	f.IntVar(&q.count, "count", 10, "with --strategy, use `N` seeds per set")
	f.IntVar(&q.pages, "pages", 0, "with --strategy, crawl `N` pages; 0 for all reachable pages")
	f.StringVar(&q.by, "by", "", "with --strategy, count `GROUPS` of pages: host, domain or site; the default is host, or site with --sites")
	offered.Set(f, "by", By)
	f.StringVar(&q.sites, "sites", "", "read the sites for --by site from `FILE`: lines of URL or page number, tab, site; the default is the result of weft site all")
	f.IntVar(&q.points, "fidelity-points", 4, "with --strategy, measure fidelity at `N` points of each crawl")
	answer.PlotsFlag(f, &q.plots, "the plots of --strategy")
}

// Check implements answer.Asker.
func (q *ask) Check() error {
	if q.strategies == "" && !q.given.Changed("strategy") {
		for _, name := range own {
			if q.given.Changed(name) {
				return answer.Refused("{"+name+"} %s {strategy}", "requires")
			}
		}
		return q.AskSimulation.Check()
	}
	for _, name := range others {
		if q.given.Changed(name) {
			return answer.Refused("{"+name+"} %s {strategy}", "cannot be combined with")
		}
	}
	if err := q.choose(); err != nil {
		return err
	}
	if q.by == "" && q.sites != "" {
		q.by = "site"
	}
	if err := answer.SitesGo("by", q.by, "site", q.sites); err != nil {
		return err
	}
	return q.checkNumbers()
}

// checkNumbers refuses numbers that cannot be, and several sets of the same seeds.
func (q *ask) checkNumbers() error {
	e := &q.E
	if !q.given.Changed("sets") {
		e.Sets = 10
	}
	if q.Start != random {
		if q.given.Changed("sets") && e.Sets != 1 {
			return answer.Refused("{sets} %d: {start} %s gives only one set of seeds", e.Sets, q.Start)
		}
		e.Sets = 1
	}
	return answer.CheckAll(
		answer.Rule{Holds: e.Sets >= 1 && e.Sets <= mostSets, Option: "sets", Value: e.Sets, Want: "1 to 1,000,000"}, answer.AtLeast("count", q.count, 1), answer.AtLeast("pages", q.pages, 0), answer.AtLeast("fidelity-points", q.points, 0),
		answer.AtLeast("iterations", e.Iterations, 1),
		answer.Rule{Holds: e.Alpha > 0 && e.Alpha < 1, Option: "alpha", Value: e.Alpha, Want: "a number between 0 and 1"},
		answer.Rule{Holds: q.by == "" || slices.Contains(By, q.by), Option: "by", Value: q.by, Want: "host, domain or site"},
		answer.PlotsRule(q.plots),
	)
}

// choose reads the names of strategies.
func (q *ask) choose() error {
	q.names = nil
	for name := range strings.SplitSeq(q.strategies, ",") {
		names := []string{strings.TrimSpace(name)}
		if names[0] == All {
			names, q.whole = everything(), true
		}
		for _, name := range names {
			if _, err := strategy.Parse(name, simulate.Entrants); err != nil {
				return answer.Refused("{strategy}: %w", err)
			}
			if slices.Contains(q.names, name) {
				return answer.Refused("{strategy} %s: %s is given twice", q.strategies, name)
			}
			q.names = append(q.names, name)
		}
	}
	return nil
}

// everything returns the strategies that All stands for.
func everything() (names []string) {
	for _, n := range simulate.Entrants {
		switch {
		case n.Takes == strategy.Count:
			names = append(names, fmt.Sprintf("%s:%d", n.Name, manyCrawlers))
		case n.Takes == "" && n.Wants != strategy.Capacities:
			names = append(names, n.Name)
		}
	}
	return names
}

// Plan implements answer.Asker.
func (q *ask) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	if q.names == nil {
		return q.AskSimulation.Plan(ctx, c, o)
	}
	if q.by != "" && q.by != "site" && !c.HasNames() {
		return answer.Work{}, answer.Refused("{by} %s: %w", q.by, store.ErrNoNames)
	}
	if err := q.needNames(c, &o); err != nil {
		return answer.Work{}, err
	}
	w := &work{ask: q, ctx: ctx, c: c, o: o}
	if q.by == "site" {
		var err error
		if w.groups, err = o.SitesFor(c, "by", q.by, q.sites); err != nil {
			return answer.Work{}, err
		}
	}
	stage, err := w.stage()
	return answer.Work{Stages: []answer.Stage{stage}, Do: func() (answer.Answer, error) { return answer.Got(w.do()) }}, err
}

// needNames refuses strategies that go by names where pages have none; what All brought is left out, and told.
func (q *ask) needNames(c *store.Crawl, o *answer.Options) error {
	if c.HasNames() {
		return nil
	}
	var left []string
	for _, name := range q.names {
		if s, err := strategy.Parse(name, simulate.Entrants); err == nil && s.Wants == strategy.Hosts {
			left = append(left, name)
		}
	}
	switch {
	case len(left) == 0:
		return nil
	case !q.whole:
		return answer.Refused("{strategy} %s: %w", left[0], store.ErrNoNames)
	}
	q.names = slices.DeleteFunc(slices.Clone(q.names), func(name string) bool { return slices.Contains(left, name) })
	o.Say("%s is left out: %v", strings.Join(left, ", "), store.ErrNoNames)
	return nil
}
