package main

import (
	"github.com/spf13/cobra"

	"weft/papers"
	"weft/store"
)

const reproduceFidelityHelp = `Run the experiments of the paper on the fidelity of crawls (Holzmann, Anand and Khosla 2019): on its four models, and, if one is named, on
a crawl in place of its real graphs. For each figure, table and claim of the paper there is ours, and a word: agrees, differs, or "cannot tell" (by its 95 % interval, where chance takes part; also where no law can be fitted);
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
			if err := fl.o.Check(); err != nil {
				return err
			}
			if fl.o.NoModels && len(args) == 0 {
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
	o.Options = a.options("")
	r, err := papers.RunFidelity(a.ctx, c, *o)
	if err != nil {
		return err
	}
	return a.drawAndTell(r, r, o.Dir)
}
