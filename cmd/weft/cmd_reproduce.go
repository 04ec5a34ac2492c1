package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/seeds"
	"weft/internal/atomicfile"
	"weft/internal/offered"
	"weft/papers"
	"weft/store"
)

func (a *app) reproduceCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "reproduce PAPER",
		Short: "Run the experiments of a paper on a crawl, and put ours beside what it prints",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, _ []string) error {
			return usagef("say which paper: seeds, fidelity, site, external-memory or random-crawls")
		},
	}
	c.AddCommand(a.reproduceSeedsCmd(), a.reproduceFidelityCmd(), a.reproduceSiteCmd(), a.reproduceExternalCmd(), a.reproduceRandomCmd())
	return c
}

// reproduceFlags are what the command line says.
type reproduceFlags struct {
	o                           papers.Options
	prune, sites, newer, output string
	pages                       int
	quick                       bool
}

func (a *app) reproduceSeedsCmd() *cobra.Command {
	var fl reproduceFlags
	c := &cobra.Command{
		Use:   "seeds [CRAWL]",
		Short: "Run the experiments of the paper on seed sets by HITS",
		Long: `Run the experiments of the paper on seed sets by HITS, as it did: each ranking begins anew and takes 60 iterations, cores are
complete, of any size, with 999 hubs at most, and any hub is a seed. For each figure and claim of the paper there is ours, and a word:
agrees, differs, or "cannot tell" (by its 95 % interval, where chance takes part; also where no law can be fitted); "other data" where a figure describes a crawl; "not run" where something was not given.

Without CRAWL a Web is made, of --pages pages. --newer names a later crawl, for what becomes of seeds. With -o the plots of the walks go
to a folder.`,
		Example: made["older newer"] + "  weft reproduce seeds --pages 20000 --quick\n  weft reproduce seeds older --newer newer --quick",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cmp.Or(answer.CheckAll(answer.AtLeast("pages", fl.pages, 100)), fl.o.Check()); err != nil {
				return err
			}
			return a.reproduceSeeds(args, &fl)
		},
	}
	f := c.Flags()
	f.StringVar(&fl.prune, "prune", "host", "leave out links inside a `GROUP`: host, as the paper, domain, site, none")
	offered.Set(f, "prune", seeds.Prunes)
	f.StringVar(&fl.sites, "sites", "", "`FILE` of lines: URL or page, tab, site; walks count them, not hosts")
	f.StringVar(&fl.newer, "newer", "", "`CRAWL` of the same Web at a later time")
	f.IntVar(&fl.pages, "pages", 100_000, "`N` pages of the made Web, and the largest on which seeds are timed")
	f.IntVar(&fl.o.Cores, "cores", 56, "`N` cores between which distances are measured")
	f.IntVar(&fl.o.Seeds, "count", 10, "`N` seeds of a walk")
	f.IntVar(&fl.o.Draws, "draws", 10, "draw random seeds `N` times")
	f.BoolVar(&fl.quick, "quick", false, "time nothing, and test the laws of degrees on 100 samples, not 1,000")
	f.StringVarP(&fl.output, "output", "o", "", "`DIR` for plots")
	return c
}

// reproduceSeeds makes ready what the experiments want, and runs them.
func (a *app) reproduceSeeds(args []string, fl *reproduceFlags) (err error) {
	folder, err := atomicfile.NewFolder("", "weft-reproduce-*", 0o700)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	scratch := folder.Path
	o := &fl.o
	o.Options, o.Scratch = a.options(""), scratch
	if fl.quick {
		o.Samples = 100
	} else {
		o.Sizes = []int{fl.pages / 4, fl.pages / 2, fl.pages}
	}
	path := filepath.Join(scratch, "web")
	if len(args) > 0 {
		path = args[0]
	} else if err := papers.Make(a.ctx, path, fl.pages, *o); err != nil {
		return err
	}
	return a.open(path, func(c *store.Crawl) error {
		if fl.newer == "" {
			return a.reproduceOn(c, fl)
		}
		return a.open(fl.newer, func(newer *store.Crawl) error {
			o.Newer = newer
			return a.reproduceOn(c, fl)
		})
	})
}

func (a *app) reproduceOn(c *store.Crawl, fl *reproduceFlags) error {
	o := &fl.o
	var err error
	if fl.sites != "" {
		if o.Sites, err = o.Options.Sites(c, fl.sites); err != nil {
			return err
		}
	}
	listed := ""
	if fl.prune == "site" {
		listed = fl.sites
	}
	o.Prune, o.NoNewer = fl.prune, "there is no second crawl: --newer names one"
	if o.Filter, err = seeds.Pruned(a.ctx, c, fl.prune, listed, &o.Options); err != nil {
		return err
	}
	if o.Newer != nil {
		if o.NewerFilter, err = seeds.Pruned(a.ctx, o.Newer, fl.prune, listed, &o.Options); err != nil {
			return fmt.Errorf("%s: %w", fl.newer, err)
		}
	}
	r, err := papers.Run(a.ctx, c, *o)
	if err != nil {
		return err
	}
	return a.drawAndTell(r, r.Walks, fl.output)
}
