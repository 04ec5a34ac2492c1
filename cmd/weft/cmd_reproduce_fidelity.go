package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/internal/digits"
	"weft/papers"
	"weft/store"
)

const reproduceFidelityHelp = `Run the experiments of the paper on the fidelity of crawls (Holzmann, Anand and Khosla 2019): on its four models, and, if one is named, on
a crawl in place of its real graphs. For each figure, table and claim of the paper there is ours, and a word: agrees, partly, differs;
"other data" where a figure describes a crawl; "beyond the paper" where it leaves a question open; "not run" where something was not given.

Then come the panels of Fig. 4 as tables (and of Fig. 3, of the crawl), how other rankings than PageRank fare in the same crawls, and how far
HAK, the estimate of Kendall's tau that the paper makes of a crawl alone, and Recrawl beside it, are from what was measured.

With -o the outcomes of crawls go to a folder, as lines of JSON, from where the same command goes on if it was interrupted, and plots.
20 sets of seeds on models of 10,000 pages take about a minute on two cores; the paper has 100.`

// reproduceFidelityFlags are what the command line says.
type reproduceFidelityFlags struct{ o papers.FidelityOptions }

func (a *app) reproduceFidelityCmd() *cobra.Command {
	var fl reproduceFidelityFlags
	c := &cobra.Command{
		Use:     "fidelity [CRAWL]",
		Short:   "Run the experiments of the paper on the fidelity of crawls",
		Long:    reproduceFidelityHelp,
		Example: made["crawl"] + "  weft reproduce fidelity --sets 5 --pages 2000\n  weft reproduce fidelity crawl --sets 10 -o fidelity",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o := &fl.o
			switch {
			case o.Pages < 100 || o.Pages > 50_000:
				return usagef("--pages %d: want 100 to 50000, as fires of more pages have very many arcs", o.Pages)
			case o.Sets < 1 || o.CrawlSets < 1 || o.Few < 1 || o.Draws < 1:
				return usagef("--sets, --crawl-sets, --few and --draws want 1 or more")
			case o.NoModels && len(args) == 0:
				return usagef("--no-models leaves nothing to do without a crawl")
			}
			if len(args) == 0 {
				return a.reproduceFidelity(nil, &fl)
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.reproduceFidelity(c, &fl) })
		},
	}
	f := c.Flags()
	f.IntVar(&fl.o.Sets, "sets", 20, "`N` sets of seeds on each model")
	f.IntVar(&fl.o.CrawlSets, "crawl-sets", 5, "`N` sets of pages of the crawl that are left out")
	f.IntVar(&fl.o.Few, "few", 2, "`N` of the sets for other rankings and for Recrawl, which take longer")
	f.IntVar(&fl.o.Draws, "draws", 8, "`N` draws of Recrawl")
	f.IntVar(&fl.o.Pages, "pages", 10_000, "`N` pages of each model")
	f.BoolVar(&fl.o.NoModels, "no-models", false, "leave the models out: only the crawl")
	f.StringVarP(&fl.o.Dir, "output", "o", "", "`DIR` for outcomes, to go on with, and plots")
	return c
}

func (a *app) reproduceFidelity(c *store.Crawl, fl *reproduceFidelityFlags) error {
	o := &fl.o
	o.Memory, o.Workers, o.Seed, o.Note = a.budget, a.workers, a.seed, a.progress.Steps
	r, err := papers.RunFidelity(a.ctx, c, *o)
	if err != nil {
		return err
	}
	if o.Dir != "" {
		if err := a.writePlots(r, o.Dir); err != nil {
			return err
		}
	}
	return a.print(r, func(w io.Writer) { printFidelityReproduced(w, r) })
}

func printFidelityReproduced(w io.Writer, r *papers.FidelityResult) {
	printRows(w, r.Rows)
	for _, s := range r.Models {
		printSubject(w, "Fig. 4", s)
	}
	if r.Crawl != nil {
		printSubject(w, "Fig. 3", r.Crawl)
	}
	printFates(w, r.Rankings)
	printEstimators(w, r.Estimators)
}

func printSubject(w io.Writer, where string, s *papers.Subject) {
	fmt.Fprintf(w, "\n%s: %s, %s, %s; mean of %s ± 95 %%\n", where, s.Name, digits.Plural(s.Pages, "page"), digits.Plural(s.Arcs, "arc"), digits.Plural(s.Sets, "set")) //nolint:errcheck // a strings.Builder does not fail
	answer.Print(w, simulate.CellBlocks(s.Cells, true))
}

//nolint:errcheck // a strings.Builder does not fail
func printFates(w io.Writer, all []papers.RankingFate) {
	fmt.Fprintf(w, "\nOther rankings, crawls of half of the target: tau-b of the top 30 %%\n  %-12s %-15s", "graph", "ranking")
	for _, o := range simulate.Orders {
		fmt.Fprintf(w, " %7s", o)
	}
	for i, x := range all {
		if i%len(simulate.Orders) == 0 {
			fmt.Fprintf(w, "\n  %-12s %-15s", x.Graph, x.Ranking)
		}
		if x.Sets == 0 {
			fmt.Fprintf(w, " %7s", "–")
			continue
		}
		fmt.Fprintf(w, " %7.3f", x.Top30.Value)
	}
	fmt.Fprintln(w)
}

//nolint:errcheck // a strings.Builder does not fail
func printEstimators(w io.Writer, all []papers.EstimatorError) {
	fmt.Fprintf(w, "\nEstimates of tau of the top 30 %%: root mean square error (mean error)\n  %-12s %-8s %6s  %-15s %-15s %-15s\n", "graph", "order", "crawls", "HAK", "Recrawl", "γ for tau")
	for _, e := range all {
		order := string(e.Order)
		if order == "" {
			order = "all"
		}
		fmt.Fprintf(w, "  %-12s %-8s %6d ", e.Graph, order, e.Crawls)
		for _, d := range []papers.Deviation{e.HAK, e.Recrawl, e.Gamma} {
			fmt.Fprintf(w, " %-15s", fmt.Sprintf("%.3f (%s)", d.RMS, strings.Replace(fmt.Sprintf("%+.3f", d.Mean), "-", "−", 1)))
		}
		fmt.Fprintln(w)
	}
}
