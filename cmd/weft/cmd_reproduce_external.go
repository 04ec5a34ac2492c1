package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"weft/answers/measure"
	"weft/internal/atomicfile"
	"weft/papers"
	"weft/store"
)

const reproduceExternalHelp = `Run the experiments of the paper on the Webgraph in external memory (Laura, Leonardi, Donato, Millozzi and others, 2006): of a crawl, if one is named, the laws of degrees and PageRank, their
correlations, and its disjoint bipartite cliques; on graphs of the paper's two models, Evolving Network and Copying with 7 links a page and 50 % and 200 %
of the number of pages as random links, the times of generating, of cliques (4,4) and PageRank within 256 MiB, and of strong components within 1 GiB; and how strong components grow when random
links come, beside a random graph. For each figure and claim there is ours, and a word: agrees, differs, or "cannot tell" (by its 95 % interval, where chance takes part; also where no law can be fitted); "other data" where a figure describes
a crawl; "not run" where something was not given.

--pages are the sizes that are timed; the paper's end at 50,000,000, which takes an hour and 10 GB in --scratch. --grown is the size of the graphs that grow; the paper's is 10,000,000. With -o
the plots go to a folder.`

// reproduceExternalFlags are what the command line says.
type reproduceExternalFlags struct {
	o               papers.ExternalOptions
	quick           bool
	output, scratch string
	grow            string
}

func (a *app) reproduceExternalCmd() *cobra.Command {
	var fl reproduceExternalFlags
	c := &cobra.Command{
		Use: "external-memory [CRAWL]", Short: "Run the experiments of the paper on the Webgraph in external memory", Long: reproduceExternalHelp,
		Example: made["crawl"] + "  weft reproduce external-memory crawl --quick --pages 1000,4000 --grown 5000 --cliques 4",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := fl.check(); err != nil {
				return err
			}
			if len(args) == 0 {
				return a.reproduceExternal(nil, &fl)
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.reproduceExternal(c, &fl) })
		},
	}
	f := c.Flags()
	f.IntSliceVar(&fl.o.Sizes, "pages", []int{100_000, 400_000, 1_600_000}, "time graphs of so many pages, `N,…`; 0 for none")
	f.IntVar(&fl.o.Grown, "grown", 1_000_000, "let graphs of `N` pages grow; 0 for none")
	f.StringVar(&fl.grow, "grow", "", "by random links: `SHARES` of the number of pages, such as 10,50,200%; 13 from 1 to 300% if not said")
	f.IntVar(&fl.o.Cliques, "cliques", 10, "cliques of the crawl of up to `K` fans and centers")
	f.BoolVar(&fl.quick, "quick", false, "test the laws on 100 samples, not 1,000")
	f.StringVar(&fl.scratch, "scratch", "", "`DIR` for graphs; that of the system by default")
	f.StringVarP(&fl.output, "output", "o", "", "`DIR` for plots")
	return c
}

// check refuses what cannot be run.
func (fl *reproduceExternalFlags) check() (err error) {
	if fl.grow != "" {
		if fl.o.Percents, err = measure.ParseGrowth(fl.grow); err != nil {
			return err
		}
	}
	return fl.o.Check()
}

func (a *app) reproduceExternal(c *store.Crawl, fl *reproduceExternalFlags) (err error) {
	folder, err := atomicfile.NewFolder(fl.scratch, "weft-reproduce-*", 0o700)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	o := &fl.o
	o.Options, o.Scratch = a.options(""), folder.Path
	if fl.quick {
		o.Samples = 100
	}
	if slices.Equal(o.Sizes, []int{0}) {
		o.Sizes = nil
	}
	r, err := papers.RunExternal(a.ctx, c, *o)
	if err != nil {
		return err
	}
	return a.drawAndTell(r, r, fl.output)
}
