package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/internal/digits"
	"weft/measure"
	"weft/stats"
	"weft/store"
)

// resultFlags are the flags of commands whose results are kept.
type resultFlags struct {
	output, kinds string
	top           int
	view, sites   string
}

// addTop adds the flag of commands that list the best pages.
func (r *resultFlags) addTop(c *cobra.Command) {
	c.Flags().IntVar(&r.top, "top", 10, "list the `K` best pages")
}

func (r *resultFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&r.output, "output", "o", "", "`DIR` for the result vectors and tables; CRAWL/results by default; those of a bare graph are kept only if it is given")
	f.StringVar(&r.kinds, "kinds", "", "the `KINDS` of arcs that count, such as link,embed or all (default: link,embed,redirect,refresh)")
	f.StringVar(&r.view, "view", "", "see the crawl as a `VIEW`: symmetrised (arcs go both ways), between-hosts, between-domains or between-sites (arcs inside one are left out), in-scope (without those to excluded pages) or answered (between pages that were fetched or redirected); results get the name of the view after an @")
	f.StringVar(&r.sites, "sites", "", "`FILE` of the sites for --view between-sites: URL or page, tab, site")
}

func (a *app) degreesCmd() *cobra.Command {
	var rf resultFlags
	var samples int
	c := &cobra.Command{
		Use:   "degrees CRAWL",
		Short: "Measure the laws of degrees",
		Long: `Measure the laws of in-degree, out-degree and their sum, of pages and of hosts: a discrete power law is fitted by maximum
likelihood, with x_min by the Kolmogorov-Smirnov distance, p by a semi-parametric bootstrap, and other laws compared by
likelihood ratio (Clauset, Shalizi and Newman 2009). A law is stated if its tail has 50 values or more that span a factor of 10. Degrees and PageRank are correlated. Degrees go to
results/indegree.npy and outdegree.npy, histograms to results/degrees.parquet.`,
		Example: madeCrawl + "  weft degrees crawl",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(args[0], func(c *store.Crawl) error {
				o, err := a.measureOptions(c, rf)
				if err != nil {
					return err
				}
				if a.plan {
					return a.printPlan(c, o, "degrees", true, false, measure.DegreesNeedOf(c), "2 over the arcs, and PageRank")
				}
				var d *measure.Degrees
				err = a.keep(c, rf, func(k *measure.Keeper) error {
					ranking, err := measure.GetRanking(cmd.Context(), c, measure.PageRank, measure.RankOptions{Options: o})
					if err != nil {
						return err
					}
					d, err = measure.GetDegrees(cmd.Context(), c, measure.DegreeOptions{Options: o, Samples: samples, PageRank: ranking.Scores, Ties: ranking.Ties()})
					if err != nil {
						return err
					}
					return k.Degrees(d)
				})
				if err != nil {
					return err
				}
				return a.print(d, func(w io.Writer) { printDegrees(w, d) })
			})
		},
	}
	rf.add(c)
	c.Flags().IntVar(&samples, "samples", measure.FitSamples, "`N` synthetic samples for the p of a fit; -1 for none")
	return c
}

func printDegrees(w io.Writer, d *measure.Degrees) {
	laws := []measure.Law{d.In, d.Out, d.Total}
	if d.Hosts != nil {
		laws = append(laws, d.Hosts.In, d.Hosts.Out, d.Hosts.Pages)
	}
	printLaws(w, laws)
	for _, c := range d.Correlations {
		label := c.A + ", " + c.B
		if c.Undefined != "" {
			fmt.Fprintf(w, "%-24s no correlation: %s\n", label, c.Undefined) //nolint:errcheck // a strings.Builder does not fail
			continue
		}
		fmt.Fprintf(w, "%-24s Pearson %.3f, Kendall tau-b %.3f (%s)\n", label, c.Pearson, c.KendallB, c.Population) //nolint:errcheck // a strings.Builder does not fail
	}
}

// printLaws writes a table of laws.
func printLaws(w io.Writer, laws []measure.Law) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format, args...) } //nolint:errcheck // a strings.Builder does not fail
	p("%-24s %-17s %10s %10s   %s\n", "law of", "population", "mean", "max", "power law")
	for _, l := range laws {
		p("%-24s %-17s %10s %10s   ", l.Name, l.Population, digits.Fixed(l.Mean, 2), grouped(l.Max))
		if l.Fit == nil {
			p("no fit: %s\n", l.FitError)
			continue
		}
		p("x_min %s, exponent %s, tail %s (%s), %s%s\n", grouped(l.Fit.XMin), digits.WithError(l.Fit.Exponent, l.Fit.StdErr), grouped(l.Fit.Tail),
			digits.Share(l.Fit.Tail, l.Count), formatP(l.Fit), rejected(l.Fit))
	}
}

func formatP(f *stats.Fit) string {
	if f.P == nil {
		return "p not computed"
	}
	return digits.P(*f.P, f.Samples)
}

// rejected says that even the best law does not hold.
func rejected(f *stats.Fit) string {
	if f.P != nil && *f.P < stats.Rejected {
		return ": no power law"
	}
	return ""
}
