package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/algo/distance"
	"weft/graph"
	"weft/internal/digits"
	"weft/measure"
	"weft/store"
)

func (a *app) distancesCmd() *cobra.Command {
	var rf resultFlags
	var o measure.DistanceOptions
	var from []string
	var back bool
	c := &cobra.Command{
		Use:   "distances CRAWL",
		Short: "Estimate how far pages are from each other",
		Long: `Estimate, by HyperBall (Boldi and Vigna 2013), how many pairs of pages are within each distance along links: the average
distance, the effective diameter, within which 90 % of the joined
pairs lie (interpolated between whole numbers), the share of pairs that are joined, each with a 95 %
interval from several runs; a lower bound of the longest distance; and the harmonic centrality of each page, Σ 1/distance over the
pages that lead to it.
They go to results/harmonic.npy and distances.parquet.

With --from, search breadth first from one or more pages instead, which is exact: how many pages are at each distance.
Distances go to results/distance.npy.`,
		Example: madeCrawl + "  weft distances crawl\n  weft distances crawl --from 0",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Runs < 0 || o.MaxIterations < 0 {
				return usagef("--runs %d, --iterations %d: want 0 or more", o.Runs, o.MaxIterations)
			}
			if o.MaxIterations == 0 {
				o.MaxIterations = -1
			}
			if back && len(from) == 0 {
				return usagef("--back goes with --from")
			}
			return a.open(args[0], func(c *store.Crawl) (err error) {
				if o.Options, err = a.measureOptions(c, rf); err != nil {
					return err
				}
				if o.Top = rf.top; len(from) > 0 {
					return a.search(cmd, c, from, back, o.Options, rf)
				}
				return a.distances(cmd, c, o, rf)
			})
		},
	}
	rf.add(c)
	rf.addTop(c)
	f := c.Flags()
	f.IntVar(&o.Runs, "runs", 4, "`N` runs, the more the narrower the intervals")
	f.IntVar(&o.MaxIterations, "iterations", 1000, "look at distances up to `N`; 0 for all, however long it takes")
	f.StringArrayVar(&from, "from", nil, "search from `PAGE`, a URL or a number; may be repeated")
	f.BoolVar(&back, "back", false, "search backwards along links: what leads to the pages")
	return c
}

func (a *app) distances(cmd *cobra.Command, c *store.Crawl, o measure.DistanceOptions, rf resultFlags) error {
	if a.plan {
		return a.printPlan(c, o.Options, "distances", false, true, measure.DistancesNeed(c.NumPages()), "as many as the longest distance, for each run, over the transpose")
	}
	var d *measure.Distances
	err := a.keep(c, rf, func(k *measure.Keeper) (err error) {
		if d, err = measure.GetDistances(cmd.Context(), c, o); err != nil {
			return err
		}
		return k.Distances(d)
	})
	if err != nil {
		return err
	}
	return a.print(d, func(w io.Writer) { printDistances(w, d) })
}

func printDistances(w io.Writer, d *measure.Distances) {
	links := func(v float64) string { return digits.Fixed(v, 3) }
	estimate := func(label string, e distance.Estimate, write func(float64) string) {
		row(w, label, "%s (95 %%: %s to %s)", write(e.Value), write(e.Low), write(e.High))
	}
	if d.Reachable.Value > 0 {
		estimate("average", d.Average, links)
		estimate("effective diam.", d.Effective, links)
	} else {
		row(w, "average", "none: no page leads to another")
	}
	estimate("joined pairs", d.Reachable, digits.Percent)
	if row(w, "longest", "at least %s, the greatest distance that %s saw", grouped(d.LongestSeen()), digits.Plural(d.Runs, "run")); d.Cut {
		row(w, "cut", "pairs farther apart than that are left out of all this; --iterations 0 takes them in")
	}
	fmt.Fprintf(w, "\n%8s  %14s  share of the joined pairs\n", "distance", "pairs") //nolint:errcheck // a strings.Builder does not fail
	last := len(d.Pairs) - 1
	for t := 1; t <= last; t++ {
		share := 0.0
		if joined := d.Pairs[last] - d.Pairs[0]; joined > 0 {
			share = (d.Pairs[t] - d.Pairs[t-1]) / joined
		}
		if share >= 0.0005 {
			fmt.Fprintf(w, "%8d  %14s  %7s %s\n", t, digits.About(d.Pairs[t]-d.Pairs[t-1]), digits.Percent(share), bar(share)) //nolint:errcheck // a strings.Builder does not fail
		}
	}
	printTop(w, "pages by harmonic centrality", d.Top)
	if e := d.HarmonicError; e != nil {
		row(w, "error", "%s (rms), of the worst page %s: standard errors, from the spread of the runs", digits.Percent(e.RMS), digits.Percent(e.Worst))
	}
}

// bar draws a share, a half being 30 characters wide.
func bar(share float64) string {
	b := make([]rune, min(60, int(60*share+0.5)))
	for i := range b {
		b[i] = '▇'
	}
	return string(b)
}

func (a *app) search(cmd *cobra.Command, c *store.Crawl, from []string, back bool, o measure.Options, rf resultFlags) error {
	pages := make([]graph.Node, 0, len(from))
	for _, text := range from {
		u, err := findPage(c, text)
		if err != nil {
			return fmt.Errorf("--from %s: %w", text, err)
		}
		pages = append(pages, u)
	}
	if a.plan {
		return a.printPlan(c, o, "a search", !back, back, measure.SearchNeed(c.NumPages()), "at most 1 over the graph")
	}
	var s *measure.Search
	err := a.keep(c, rf, func(k *measure.Keeper) (err error) {
		if s, err = measure.GetSearch(cmd.Context(), c, pages, back, o); err != nil {
			return err
		}
		return k.Search(s)
	})
	if err != nil {
		return err
	}
	return a.print(s, func(w io.Writer) {
		row(w, "reached", "%s of %s", grouped(s.Reached), digits.Plural(c.NumPages(), "page"))
		for d, n := range s.Levels {
			fmt.Fprintf(w, "%8d  %14s  %s\n", d, digits.Plural(n, "page"), bar(float64(n)/float64(max(1, s.Reached)))) //nolint:errcheck // a strings.Builder does not fail
		}
	})
}
