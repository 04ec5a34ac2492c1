package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/seeds"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/papers"
	"weft/store"
)

// verdictsHelp explains the verdicts of all reproductions.
const verdictsHelp = `For each figure and claim of the paper, weft prints its own value and a verdict:
  agrees            our value, or its 95 % interval, meets the claim
  differs           our value, or its 95 % interval, contradicts the claim
  cannot tell       the 95 % interval is too wide, or no law can be fitted
  other data        the figure describes a crawl of the authors
  beyond the paper  the paper leaves the question open
  not run           an input was not given`

func (a *app) reproduceCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "reproduce PAPER",
		Short: "Repeat the experiments of a paper, and compare the results",
		Args: func(cmd *cobra.Command, args []string) error {
			names := commandNames(cmd)
			if len(args) > 0 {
				return usagef("there is no paper %q: expected %s", args[0], choice.Of(args[0], names))
			}
			return usagef("no paper given: expected one of %s", strings.Join(names, ", "))
		},
		RunE:        func(*cobra.Command, []string) error { return nil },
		Annotations: map[string]string{groupMark: "paper"},
	}
	c.AddCommand(a.reproduceSeedsCmd(), a.reproduceFidelityCmd(), a.reproduceSiteCmd(), a.reproduceExternalCmd(), a.reproduceRandomCmd())
	return c
}

// reproduceFlags holds the flags of the command line.
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
		Short: "Repeat the experiments on seed sets by HITS",
		Long: `Run the experiments of the paper on seed sets by HITS, with its settings: each ranking starts from ones and takes 60
iterations; cores are complete, of any size, with at most 999 hubs; a seed is a random hub of its core.

` + verdictsHelp + `

Without CRAWL, weft makes a Web of --pages pages. --newer names a later crawl, to find the seeds again. -o writes plots of
the walks to a folder.`,
		Example: made["older newer"] + "  weft reproduce seeds --pages 20000 --quick\n  weft reproduce seeds older --newer newer --quick",
		Args:    between(0, 1, "a crawl, or none"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cmp.Or(answer.CheckAll(answer.AtLeast("pages", fl.pages, 100)), fl.o.Check()); err != nil {
				return err
			}
			return a.reproduceSeeds(args, &fl)
		},
	}
	f := c.Flags()
	f.StringVar(&fl.prune, "prune", "host", "ignore links inside a `GROUP`: host (as in the paper), domain, site, none")
	offered.Set(f, "prune", seeds.Prunes)
	f.StringVar(&fl.sites, "sites", "", "count sites instead of hosts, read from `FILE`: lines of URL or page number, tab, site")
	f.StringVar(&fl.newer, "newer", "", "compare the seeds with `CRAWL`, a later crawl of the same Web")
	f.IntVar(&fl.pages, "pages", 100_000, "make a Web of `N` pages, also the largest on which seeds are timed")
	f.IntVar(&fl.o.Cores, "cores", 56, "measure distances between `N` cores")
	f.IntVar(&fl.o.Seeds, "count", 10, "start a walk from `N` seeds")
	f.IntVar(&fl.o.Draws, "draws", 10, "draw `N` sets of random seeds")
	f.BoolVar(&fl.quick, "quick", false, "measure no times, and test the laws of degrees with 100 samples instead of 1,000")
	f.StringVarP(&fl.output, "output", "o", "", "write the plots to the folder `DIR`")
	ending.Set(f, "output", ending.Folder)
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
