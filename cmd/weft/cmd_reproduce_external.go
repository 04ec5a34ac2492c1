package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"weft/answers/measure"
	"weft/internal/atomicfile"
	"weft/internal/ending"
	"weft/papers"
	"weft/store"
)

const reproduceExternalHelp = `Run the experiments of the paper on the Webgraph in external memory (Laura, Leonardi, Donato, Millozzi and others, 2006):
  - on CRAWL, if given: the laws of degrees and PageRank, their correlations, and disjoint bipartite cliques
  - on the two models of the paper, Evolving Network and Copying, with 7 links per page and random links of 50 % and 200 %
    of the number of pages: the time to generate them, to find cliques (4,4) and PageRank within 256 MiB, and strong
    components within 1 GiB
  - the growth of strong components as random links are added, compared with a random graph

` + verdictsHelp + `

--pages sets the sizes to time. The largest of the paper, 50,000,000, takes an hour and 10 GB in --scratch. --grown sets
the size of the growing graphs; the paper uses 10,000,000. -o writes plots to a folder.`

// reproduceExternalFlags holds the flags of the command line.
type reproduceExternalFlags struct {
	o               papers.ExternalOptions
	quick           bool
	output, scratch string
	grow            string
}

func (a *app) reproduceExternalCmd() *cobra.Command {
	var fl reproduceExternalFlags
	c := &cobra.Command{
		Use: "external-memory [CRAWL]", Short: "Repeat the experiments on the Webgraph in external memory", Long: reproduceExternalHelp,
		Example: made["crawl"] + "  weft reproduce external-memory crawl --quick --pages 1000,4000 --grown 5000 --cliques 4",
		Args:    between(0, 1, "a crawl, or none"),
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
	f.IntSliceVar(&fl.o.Sizes, "pages", []int{100_000, 400_000, 1_600_000}, "time graphs with `N,…` pages; 0 for none")
	f.IntVar(&fl.o.Grown, "grown", 1_000_000, "grow graphs of `N` pages; 0 for none")
	f.StringVar(&fl.grow, "grow", "", "add random links: `SHARES` of the number of pages, such as 10,50,200%; the default is 13 shares from 1 to 300%")
	f.IntVar(&fl.o.Cliques, "cliques", 10, "count cliques of up to `K` fans and K centers in the crawl")
	f.BoolVar(&fl.quick, "quick", false, "test the laws with 100 samples instead of 1,000")
	f.StringVar(&fl.scratch, "scratch", "", "keep the generated graphs in the folder `DIR`; the default is the temporary folder of the system")
	f.StringVarP(&fl.output, "output", "o", "", "write the plots to the folder `DIR`")
	ending.Set(f, "output", ending.Folder)
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
