package main

import (
	"github.com/spf13/cobra"

	"weft/internal/ending"
	"weft/papers"
	"weft/store"
)

const reproduceFidelityHelp = `Run the experiments of the paper on the fidelity of crawls (Holzmann, Anand and Khosla 2019): on its four models and, if
given, on CRAWL in place of its real graphs.

` + verdictsHelp + `

Then come the panels of Fig. 4 as tables (and of Fig. 3, for the crawl), other rankings than PageRank on the same crawls,
and the errors of two estimates: HAK, the paper's estimate of Kendall's tau from a crawl alone, and Recrawl.

-o writes plots, and the outcomes of crawls as lines of JSON, to a folder. The same command resumes from there after an
interruption. 20 sets of seeds on models of 10,000 pages take about a minute on two cores; the paper uses 100.`

// reproduceFidelityFlags holds the flags of the command line.
type reproduceFidelityFlags struct{ o papers.FidelityOptions }

func (a *app) reproduceFidelityCmd() *cobra.Command {
	var fl reproduceFidelityFlags
	c := &cobra.Command{
		Use:     "fidelity [CRAWL]",
		Short:   "Repeat the experiments on the fidelity of crawls",
		Long:    reproduceFidelityHelp,
		Example: made["crawl"] + "  weft reproduce fidelity --sets 5 --pages 2000\n  weft reproduce fidelity crawl --sets 10 -o fidelity",
		Args:    between(0, 1, "a crawl, or none"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := fl.o.Check(); err != nil {
				return err
			}
			if fl.o.NoModels && len(args) == 0 {
				return usagef("--no-models without a crawl leaves nothing to run: name a crawl")
			}
			if len(args) == 0 {
				return a.reproduceFidelity(nil, &fl)
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.reproduceFidelity(c, &fl) })
		},
	}
	f := c.Flags()
	f.IntVar(&fl.o.Sets, "sets", 20, "use `N` sets of seeds per model")
	f.IntVar(&fl.o.CrawlSets, "crawl-sets", 5, "leave out `N` different sets of pages of the crawl")
	f.IntVar(&fl.o.Few, "few", 2, "use only `N` of the sets for other rankings and for Recrawl, which take longer")
	f.IntVar(&fl.o.Draws, "draws", 8, "draw `N` samples for Recrawl")
	f.IntVar(&fl.o.Pages, "pages", 10_000, "make models of `N` pages")
	f.BoolVar(&fl.o.NoModels, "no-models", false, "run only the experiments on the crawl, without models")
	f.StringVarP(&fl.o.Dir, "output", "o", "", "write outcomes and plots to the folder `DIR`; a later run resumes from the outcomes")
	ending.Set(f, "output", ending.Folder)
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
