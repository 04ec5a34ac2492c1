package main

import (
	"github.com/spf13/cobra"

	"weft/internal/ending"
	"weft/papers"
	"weft/store"
)

const reproduceSiteHelp = `Run the experiments of the paper on logical websites (Senellart 2005) on a crawl whose sites are known. --truth is a list
of lines: URL or page number, tab, site.

` + verdictsHelp + `

The seven methods of Table 1 of the paper run on all sites of --least-pages pages or more, with means, or on one --site:
flow from the front page; the cluster of MCL (inflation 1.2 and 2.0) in which most URLs contain a word, alone and with flow
from it; the folder of the front page, and a folder on a second host. A flow is an exact minimum cut with capacities by the
similarity of URLs: σ measured and 7.24, ε from the paper and from a sweep. For comparison weft prints the result of "weft
site" from the front page and from three pages. Then MCL divides its largest cluster again, and sites are built from random
clusters.

Most of the time goes to MCL with inflation 1.2: a few minutes for 30,000 pages and 470,000 arcs, and less with a smaller
--keep. -o writes the plot of the cluster sizes to a folder.`

// reproduceSiteFlags holds the flags of the command line.
type reproduceSiteFlags struct {
	o             papers.SiteOptions
	truth, output string
}

func (a *app) reproduceSiteCmd() *cobra.Command {
	var fl reproduceSiteFlags
	c := &cobra.Command{
		Use:     "site CRAWL --truth FILE",
		Short:   "Repeat the experiments on logical websites",
		Long:    reproduceSiteHelp,
		Example: made["crawl"] + reproduceSiteExample,
		Args:    exactly(1, "a crawl"),
		RunE: func(_ *cobra.Command, args []string) error {
			if fl.truth == "" {
				return usagef("--truth is missing: name a file with the site of each page")
			}
			if err := fl.o.Check(); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.reproduceSite(c, &fl) })
		},
	}
	f := c.Flags()
	f.StringVar(&fl.truth, "truth", "", "read the sites of the pages from `FILE`: lines of URL or page number, tab, site")
	f.StringVar(&fl.o.Site, "site", "", "test only `SITE`: its name in --truth, or the URL of its front page")
	f.StringVar(&fl.o.Keyword, "keyword", "", "choose the cluster by `WORD`, which most of its URLs contain; the default is the most distinctive token of the URL of the front page")
	f.IntVar(&fl.o.Least, "least-pages", 50, "test sites of `N` pages or more")
	f.IntVar(&fl.o.Most, "most", 0, "test the `N` sites with the most pages; 0 for all")
	f.IntVar(&fl.o.Draws, "draws", 3, "draw three pages of each site `N` times")
	f.IntVar(&fl.o.Keep, "keep", 1100, "keep at most `L` entries of a column of MCL")
	f.IntSliceVar(&fl.o.Kept, "kept", []int{50, 100, 200, 400}, "also run MCL with at most `L,…` entries per column")
	f.IntVar(&fl.o.Random, "random", 5, "draw `N` random clusters")
	f.IntVar(&fl.o.Over, "over", 50, "draw clusters of more than `N` pages")
	f.BoolVar(&fl.o.Quick, "quick", false, "measure no times, skip --kept, and test the law of sizes with 100 samples instead of 1,000")
	f.StringVarP(&fl.output, "output", "o", "", "write the plot to the folder `DIR`")
	ending.Set(f, "output", ending.Folder)
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
