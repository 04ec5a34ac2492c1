package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/store"
)

const fidelityHelp = `Say how far the order of the pages of a crawl by PageRank can be trusted, though other pages were not crawled: by HAK, an estimate
of Kendall's tau between that order and the one of the whole, made of the crawl alone (Holzmann, Anand and Khosla 2019).

γ is the mean share of links that lead to crawled pages, Im the mean impact of a page on the pages that it links to; x = (1 − γ)·Im is the
share of pages taken to be out of place. HAK is 1 − 4x(1 − x)n/(n − 1): over x = 1/2 it rises again and means nothing, and where γ is under 1/2 it is
too high, of which it warns. Crawled are pages that were fetched or redirected; excluded ones (robots.txt, scope) are left out, unless --with-excluded
counts them as missing, too. HAK is that of PageRank after --iterations; its value once PageRank has converged stands beside.

A list of links, or a bare graph, does not tell which pages were fetched: they are unknown, and nothing is said of them, unless --fetched
names them: all (then nothing is missing), linking (pages with links were fetched, others only linked to), or a file of them.

Besides it says who is missing at the top, which pages hang on a single link, and which pages and hosts the next crawl should take:
--next writes the most wanted pages to a file of seeds, without those that failed: they were asked for. γ of every page is kept in the results as fidelity.npy.

--target GRAPH says how far HAK is right: the crawl is compared with a larger one, of which it is a part, by Kendall's tau on the best pages
of either. The crawl is ranked with its ghosts as sinks, the target by a PageRank that starts from the pages of the crawl, each after
--iterations; other rankings of --rankings are those of crawl and target as they are, such as pagerank-plain, the usual PageRank of
both. HAK is for pagerank. Below the shares stands the union of both tops, and Vigna's weighted tau of all.`

// fidelityFlags are what the command line says.
type fidelityFlags struct {
	resultFlags
	o            fidelity.Options
	zero         string
	target, next string
	fetched      string // of the unknown pages: a rule or a file
	rankings     []string
	wanted       int
}

func (a *app) fidelityCmd() *cobra.Command {
	var fl fidelityFlags
	c := &cobra.Command{
		Use:     "fidelity CRAWL",
		Short:   "Say how far the ranking of a crawl can be trusted",
		Long:    fidelityHelp,
		Example: madePart + "  weft fidelity part\n  weft fidelity part --next seeds.txt\n  weft fidelity part --target whole",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.set(a); err != nil {
				return err
			}
			if fl.o.List < 1 {
				return usagef("--list %d: want 1 or more", fl.o.List)
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.fidelity(cmd, c, &fl) })
		},
	}
	fl.common(c)
	f := c.Flags()
	f.IntVar(&fl.o.List, "list", 20, "list `N` pages and hosts")
	f.IntVar(&fl.o.Samples, "samples", 1000, "`N` draws of hosts for the intervals; -1 for none")
	f.StringVar(&fl.target, "target", "", "compare with a larger `GRAPH`, of which this is a part")
	f.StringSliceVar(&fl.rankings, "rankings", []string{fidelity.Personalised, fidelity.Plain, fidelity.InDegree}, "compare these `RANKINGS` with the target: "+strings.Join(fidelity.Rankings, ", "))
	f.StringVar(&fl.next, "next", "", "write the pages that the next crawl should take to `FILE`, a URL a line")
	f.IntVar(&fl.wanted, "wanted", 100, "`N` pages in that file")
	c.AddCommand(a.fidelityComponentsCmd(), a.fidelityCalibrateCmd())
	f.StringVar(&fl.zero, "zero", "one", "`VALUE` of γ for pages without links: one, zero, or undefined to leave them out")
	f.StringVarP(&fl.output, "output", "o", "", "`DIR` for the result vector; CRAWL/results by default; that of a bare graph is kept only if it is given")
	return c
}

// common adds what all commands of fidelity take.
func (fl *fidelityFlags) common(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&fl.kinds, "kinds", "", "`KINDS` of arcs that count, as in weft rank; empty for what a reader follows")
	f.StringVar(&fl.fetched, "fetched", "", "take these unknown pages for fetched: `WHICH` is all, linking (those with links), or a file with a URL or number a line")
	f.BoolVar(&fl.o.WithExcluded, "with-excluded", false, "count pages that were excluded as missing")
	f.Float64Var(&fl.o.Alpha, "alpha", 0.85, "damping `A` of PageRank, between 0 and 1")
	f.IntVar(&fl.o.Iterations, "iterations", 30, "`N` iterations of PageRank; 0 for as many as it takes")
	f.IntVar(&fl.o.Top, "top", 1000, "call the best `K` pages the top")
}

// set reads what the flags say.
func (fl *fidelityFlags) set(a *app) error {
	o := &fl.o
	o.Options = a.options(fl.kinds)
	var err error
	if o.Zero, err = hak.ParseZero(fl.zero); fl.zero != "" && err != nil {
		return usagef("--zero: %w", err)
	}
	for _, r := range fl.rankings {
		if !slices.Contains(fidelity.Rankings, r) {
			return usagef("--rankings %s: want %s", r, choice.Of(r, fidelity.Rankings))
		}
	}
	switch {
	case !(o.Alpha > 0 && o.Alpha < 1):
		return usagef("--alpha %v: want a number between 0 and 1", o.Alpha)
	case o.Iterations < 0 || o.Top < 1 || fl.wanted < 0:
		return usagef("--iterations %d, --wanted %d, --top %d: want 0 or more, 0 or more, and 1 or more", o.Iterations, fl.wanted, o.Top)
	case o.Iterations == 0:
		o.Iterations = -1
	}
	o.Fetched = fl.fetched
	if fl.next != "" {
		o.Wanted = fl.wanted
	}
	return nil
}

func (a *app) fidelity(cmd *cobra.Command, c *store.Crawl, fl *fidelityFlags) error {
	if fl.next != "" && !c.HasNames() {
		return fmt.Errorf("--next %s: %w, which seeds must have", fl.next, store.ErrNoNames)
	}
	if err := a.assume(c, fl.fetched); err != nil {
		return err
	}
	if a.plan {
		return a.planFidelity(cmd, c, fl)
	}
	if fl.target != "" {
		return a.against(cmd, c, fl)
	}
	var r *fidelity.Report
	err := a.keep(c, fl.resultFlags, func(k *answer.Keeper) (err error) {
		if r, err = fidelity.Measure(cmd.Context(), c, fl.o, k != nil); err != nil {
			return err
		}
		return k.Keep(r.Kept())
	})
	if err != nil {
		return err
	}
	if err := a.writeWanted(fl, r); err != nil {
		return err
	}
	return a.tell(r)
}

// planFidelity plans what takes more memory: the crawl, or its target.
func (a *app) planFidelity(cmd *cobra.Command, c *store.Crawl, fl *fidelityFlags) error {
	if fl.target == "" {
		own, err := fidelity.Stage(cmd.Context(), c, fl.o, c.Manifest != nil || fl.output != "")
		if err != nil {
			return err
		}
		return a.printStages(c, "fidelity", []answer.Stage{own})
	}
	return a.open(fl.target, func(target *store.Crawl) error {
		stages, err := fidelity.AgainstStages(cmd.Context(), c, target, fl.rankings, fl.o)
		if err != nil {
			return err
		}
		return a.printStages(c, "fidelity", stages)
	})
}

// writeWanted writes the most wanted pages, as seeds.
func (a *app) writeWanted(fl *fidelityFlags, r *fidelity.Report) error {
	if fl.next == "" {
		return nil
	}
	return atomicfile.Write(fl.next, func(w io.Writer) error {
		for _, g := range r.Wanted[:min(fl.wanted, len(r.Wanted))] {
			if _, err := fmt.Fprintln(w, g.URL); err != nil {
				return err
			}
		}
		return nil
	})
}
