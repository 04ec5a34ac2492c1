package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"weft/algo/rank"
	"weft/graph"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/measure"
	"weft/store"
)

func (a *app) rankCmd() *cobra.Command {
	c := &cobra.Command{
		Use:     "rank pagerank|hits|salsa|indegree CRAWL",
		Short:   "Score the pages by their links",
		Example: madeCrawl + "  weft rank pagerank crawl --top 20",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("which ranking? weft rank takes pagerank, hits, salsa or indegree")
			}
			return usagef("there is no ranking %q: want %s", args[0], choice.Of(args[0], measure.Rankings))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.AddCommand(
		a.pageRankCmd(), a.hitsCmd(),
		a.rankingCmd(measure.SALSA, "Score pages by SALSA, in closed form", `Score pages by SALSA (Lempel and Moran 2001) in closed form: in a weak component of the bipartite graph of hubs and
authorities, an authority's score is its share of the arcs times the component's share of the authorities; hubs
likewise. Scores sum to 1.`, new(rankFlags)),
		a.rankingCmd(measure.InDegree, "Score pages by their in-degree", "Score pages by the number of pages that link to them; a page that links to itself counts.", new(rankFlags)),
	)
	return c
}

// rankFlags are the flags of rankings.
type rankFlags struct {
	resultFlags
	measure.RankOptions
	dangling, method, preference, norm string
}

func (a *app) pageRankCmd() *cobra.Command {
	rf := &rankFlags{dangling: "strong", method: measure.AutoMethod}
	c := a.rankingCmd(measure.PageRank, "Score pages by PageRank", `Score pages by PageRank, which sums to 1 over all pages, ghosts included. It stops when a bound of the error in the L1
norm is at most the tolerance, or after so many iterations. --preference personalises: a file of pages, one URL or
number a line, perhaps with a weight. From a dangling page a surfer goes by the preference (strong), anywhere (weak), or
is lost (pseudo). Without one no surfer comes to pages that --view in-scope or answered hides: theirs is 0, and the others have the
PageRank of the graph without them.`, rf)
	f := c.Flags()
	f.Float64Var(&rf.Alpha, "alpha", 0.85, "damping `A`, between 0 and 1")
	f.StringVar(&rf.dangling, "dangling", rf.dangling, "`HOW` surfers leave dangling pages: strong, weak or pseudo")
	f.StringVar(&rf.method, "method", rf.method, "`METHOD`: gauss-seidel, power, of which k iterations are k steps of the surfer, or auto, which is power where most arcs lead far")
	f.StringVar(&rf.preference, "preference", "", "`FILE` of the pages where surfers start anew")
	f.Float64Var(&rf.Tolerance, "tolerance", 1e-9, "stop when the bound of the L1 error is at most `E`")
	f.IntVar(&rf.Iterations, "iterations", 200, "stop after `N` iterations")
	return c
}

func (a *app) hitsCmd() *cobra.Command {
	rf := &rankFlags{norm: "l2"}
	c := a.rankingCmd(measure.HITS, "Score pages as hubs and authorities", `Score pages as hubs and authorities (Kleinberg 1999) of the whole graph: all start at 1, authorities come first, and
vectors are normalised after each half step. A page's arc to itself does not count, but with --loops. It stops after so many iterations, or when the authorities change by at
most the tolerance.`, rf)
	f := c.Flags()
	f.BoolVar(&rf.Loops, "loops", false, "count arcs from a page to itself")
	f.StringVar(&rf.norm, "norm", rf.norm, "`NORM` that is 1 after each half step: l2 or l1")
	f.Float64Var(&rf.Tolerance, "tolerance", 0, "stop when an iteration changes authorities by at most `E`; 0 for never")
	f.IntVar(&rf.Iterations, "iterations", 60, "stop after `N` iterations")
	return c
}

// rankingCmd returns the command of one ranking.
func (a *app) rankingCmd(name, short, long string, rf *rankFlags) *cobra.Command {
	c := &cobra.Command{
		Use:     name + " CRAWL",
		Short:   short,
		Long:    long + "\n\nScores go to the results of the crawl, as .npy and with URLs as .parquet.",
		Example: madeCrawl + "  weft rank " + name + " crawl --top 20",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(args[0], func(c *store.Crawl) error { return a.rank(cmd, c, name, rf) })
		},
	}
	rf.add(c)
	rf.addTop(c)
	return c
}

func (a *app) rank(cmd *cobra.Command, c *store.Crawl, name string, rf *rankFlags) error {
	err := a.rankOptions(c, rf)
	if err != nil {
		return err
	}
	if rf.Options, err = a.measureOptions(c, rf.resultFlags); err != nil {
		return err
	}
	rf.Top = rf.top
	if a.plan {
		return a.printRankPlan(c, name, rf)
	}
	var r *measure.Ranking
	err = a.keep(c, rf.resultFlags, func(k *measure.Keeper) (err error) {
		if r, err = measure.GetRanking(cmd.Context(), c, name, rf.RankOptions); err != nil {
			return err
		}
		return k.Ranking(r)
	})
	if err != nil {
		return err
	}
	return a.print(r, func(w io.Writer) { printRanking(w, r) })
}

func (a *app) printRankPlan(c *store.Crawl, name string, rf *rankFlags) error {
	p, err := measure.PlanRanking(a.ctx, c, name, rf.RankOptions)
	if err != nil {
		return err
	}
	p.Passes = passesOf(name, rf.Iterations)
	return a.print(p, func(w io.Writer) {
		printForm(w, p.Form)
		if p.Method != "" {
			row(w, "method", "%s", p.Method)
		}
		row(w, "direction", "%s", map[string]string{
			measure.Pull: "each page gathers scores",
			measure.Push: "scores are pushed into bins, as " + fmt.Sprintf("%.0f %% of the arcs lead far", 100*p.Far),
		}[p.Direction])
		printBudget(w, p.Need, p.Memory, p.Passes)
	})
}

func passesOf(name string, iterations int) string {
	switch name {
	case measure.PageRank:
		return fmt.Sprintf("1, and up to %d over the transpose", iterations)
	case measure.HITS:
		return fmt.Sprintf("up to %d over graph and transpose", iterations)
	case measure.SALSA:
		return "2 over the graph"
	}
	return "1 over the graph"
}

// rankOptions reads the flags that are words or files.
func (a *app) rankOptions(c *store.Crawl, rf *rankFlags) error {
	var err error
	var known bool
	if rf.dangling != "" {
		if rf.Dangling, err = rank.ParseDangling(rf.dangling); err != nil {
			return &usageError{err}
		}
	}
	if rf.method != "" {
		if rf.Method = rf.method; !slices.Contains(measure.Methods, rf.method) {
			return usagef("--method %s: want %s", rf.method, choice.Of(rf.method, measure.Methods))
		}
	}
	if rf.norm != "" {
		norms := map[string]rank.Norm{"l2": rank.L2, "l1": rank.L1}
		if rf.Norm, known = norms[rf.norm]; !known {
			return usagef("--norm %s: want %s", rf.norm, choice.Of(rf.norm, normNames))
		}
	}
	if rf.method != "" && !(rf.Alpha > 0 && rf.Alpha < 1) {
		return usagef("--alpha %v: want a number between 0 and 1", rf.Alpha)
	}
	if (rf.method != "" || rf.norm != "") && (rf.Iterations < 1 || !(rf.Tolerance >= 0)) {
		return usagef("--iterations %d, --tolerance %v: want 1 or more, and 0 or more", rf.Iterations, rf.Tolerance)
	}
	if rf.method != "" && rf.Tolerance == 0 {
		rf.Tolerance = -1 // never; 0 would stand for the default
	}
	if rf.preference != "" {
		rf.Preference, err = readPreference(c, rf.preference)
	}
	return err
}

// normNames are what --norm can be.
var normNames = []string{"l2", "l1"}

// readPreference reads pages and weights.
func readPreference(c *store.Crawl, path string) ([]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	weights := make([]float64, c.NumPages())
	some := false
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for line := 1; sc.Scan(); line++ {
		fields := strings.Fields(sc.Text())
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		u, err := findPage(c, fields[0])
		weight := 1.0
		if err == nil && len(fields) > 1 {
			weight, err = strconv.ParseFloat(fields[1], 64)
		}
		if err != nil || !(weight >= 0) {
			return nil, fmt.Errorf("%s, line %d: %q: want a page of the crawl and perhaps a weight: %w", path, line, sc.Text(), err)
		}
		weights[u] += weight
		some = some || weight > 0
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !some {
		return nil, fmt.Errorf("%s: there is no page with a weight in it", path)
	}
	return weights, nil
}

// findPage reads the number or the URL of a page.
func findPage(c *store.Crawl, text string) (graph.Node, error) {
	u, ok, err := c.Page(text)
	if err == nil && !ok {
		err = fmt.Errorf("there is no page %s among the %d", text, c.NumPages())
	}
	return u, err
}

func printRanking(w io.Writer, r *measure.Ranking) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format, args...) } //nolint:errcheck // a strings.Builder does not fail
	if r.Iterations > 0 {
		how := "stopped before the tolerance was reached"
		switch {
		case r.Converged:
			how = "converged"
		case r.Params["tolerance"] == 0.0:
			how = "as many as asked for"
		}
		row(w, r.Name, "%s, residual %.3g in the %s norm, %s", digits.Plural(r.Iterations, "iteration"), r.Residual, strings.ToUpper(r.Norm), how)
	}
	printTop(w, "pages", r.Top)
	printTop(w, "authorities", r.Authorities)
	printTop(w, "hubs", r.Hubs)
	if len(r.TopHosts) > 0 {
		p("\nhosts, by the sum of their pages\n")
	}
	for i, h := range r.TopHosts {
		p("%4d  %-12.6g  %s\n", i+1, h.Score, inert.Text(cmp.Or(h.Host, "(no host)")))
	}
}

// printTop lists the best pages, if there are any.
func printTop(w io.Writer, title string, top []measure.Top) {
	if len(top) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title) //nolint:errcheck // a strings.Builder does not fail
	for i, t := range top {
		fmt.Fprintf(w, "%4d  %-12.6g  %s\n", i+1, t.Score, nameOf(t.URL, t.Page)) //nolint:errcheck // a strings.Builder does not fail
	}
}
