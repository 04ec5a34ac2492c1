package main

import (
	"github.com/spf13/cobra"

	"weft/papers"
	"weft/store"
)

const reproduceSiteHelp = `Run the experiments of the paper on logical websites (Senellart 2005) on a crawl whose sites are known: --truth is a list of lines, URL or page,
tab, site. For each figure, table and claim of the paper there is ours, and a word: agrees, differs, or "cannot tell" (by its 95 % interval, where chance takes part; also where no law can be fitted); "other data" where a figure
describes a crawl; "beyond the paper" where it leaves a question open; "not run" where something was not given.

The seven methods of its Table 1 are tried on all sites of --least-pages pages or more, with the means, or on one --site: flow from the front page; the cluster
of MCL with inflation 1.2 and 2.0 with most URLs that contain a word, alone and with flow from it; the folder of the front page, and on a second host
another. A flow is an exact minimum cut, with capacities by the similarity of URLs: σ as measured and 7.24, ε by the paper and by a
sweep. Beside them stands what weft site finds, from the front page and from three pages. Then MCL divides its largest cluster again, and
sites are made of random clusters.

Most of the time goes to MCL with inflation 1.2: a few minutes for 30,000 pages and 470,000 arcs, and less with fewer entries kept of a column, --keep. With -o the plot
of the sizes of clusters goes to a folder.`

// reproduceSiteFlags are what the command line says.
type reproduceSiteFlags struct {
	o             papers.SiteOptions
	truth, output string
}

func (a *app) reproduceSiteCmd() *cobra.Command {
	var fl reproduceSiteFlags
	c := &cobra.Command{
		Use:     "site CRAWL --truth FILE",
		Short:   "Run the experiments of the paper on logical websites",
		Long:    reproduceSiteHelp,
		Example: made["crawl"] + reproduceSiteExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if fl.truth == "" {
				return usagef("say with --truth which page is of which site")
			}
			if err := fl.o.Check(); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.reproduceSite(c, &fl) })
		},
	}
	f := c.Flags()
	f.StringVar(&fl.truth, "truth", "", "`FILE` of lines: URL or page, tab, site")
	f.StringVar(&fl.o.Site, "site", "", "look for one `SITE` alone, by its name in the truth or the URL of its front page")
	f.StringVar(&fl.o.Keyword, "keyword", "", "pick its cluster by the `WORD` that most URLs of it contain, not by that token of the URL of its front page which tells it best")
	f.IntVar(&fl.o.Least, "least-pages", 50, "sites of `N` pages or more")
	f.IntVar(&fl.o.Most, "most", 0, "the `N` sites with most pages; 0 for all")
	f.IntVar(&fl.o.Draws, "draws", 3, "draw three pages of a site `N` times")
	f.IntVar(&fl.o.Keep, "keep", 1100, "`L` entries of a column of MCL are kept at most")
	f.IntSliceVar(&fl.o.Kept, "kept", []int{50, 100, 200, 400}, "compare MCL with other numbers `L,…` of entries")
	f.IntVar(&fl.o.Random, "random", 5, "draw `N` clusters")
	f.IntVar(&fl.o.Over, "over", 50, "of more than `N` pages")
	f.BoolVar(&fl.o.Quick, "quick", false, "time nothing, try no other numbers of entries, and test the law of sizes on 100 samples, not 1,000")
	f.StringVarP(&fl.output, "output", "o", "", "`DIR` for the plot")
	return c
}

func (a *app) reproduceSite(c *store.Crawl, fl *reproduceSiteFlags) (err error) {
	o := &fl.o
	o.Options = a.options("")
	if o.Quick {
		o.Samples = 100
	}
	if o.Truth, err = o.Sites(c, fl.truth); err != nil {
		return err
	}
	r, err := papers.RunSite(a.ctx, c, *o)
	if err != nil {
		return err
	}
	return a.drawAndTell(r, r, fl.output)
}

// reproduceSiteExample takes the hosts of a made Web for its sites.
const reproduceSiteExample = `  weft export crawl --format pages | awk '{split($3, p, "/"); print $3 "\t" p[3]}' > truth.tsv
  weft reproduce site crawl --truth truth.tsv --quick --most 5 --keep 100`
