package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/internal/digits"
	"weft/measure"
	"weft/store"
)

func (a *app) componentsCmd() *cobra.Command {
	var rf resultFlags
	var samples int
	c := &cobra.Command{
		Use:   "components CRAWL",
		Short: "Find components and the bow tie",
		Long: `Find the weak and the strong components, the laws of their sizes, and the bow tie around the largest strong component
(Broder et al. 2000): what leads to it (IN), what it leads to (OUT), what hangs on IN (tendrils) or on OUT, what joins IN
and OUT without it (tubes), the rest of its weak component, and what is disconnected. Labels go to results/wcc.npy and
scc.npy, from the largest component down; the class of each page to results/bowtie.npy.`,
		Example: madeCrawl + "  weft components crawl",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(args[0], func(c *store.Crawl) error {
				o, err := a.measureOptions(c, rf)
				if err != nil {
					return err
				}
				if a.plan {
					return a.printPlan(c, o, "components", true, true, measure.ComponentsNeed(c.NumPages()), "2 over the graph, 1 in depth-first order, and 4 searches")
				}
				var r *measure.Components
				err = a.keep(c, rf, func(k *measure.Keeper) (err error) {
					r, err = measure.GetComponents(cmd.Context(), c, measure.DegreeOptions{Options: o, Samples: samples})
					if err != nil {
						return err
					}
					return k.Components(r)
				})
				if err != nil {
					return err
				}
				return a.print(r, func(w io.Writer) { printComponents(w, r, c.NumPages()) })
			})
		},
	}
	rf.add(c)
	c.Flags().IntVar(&samples, "samples", measure.FitSamples, "`N` synthetic samples for the p of a fit; -1 for none")
	return c
}

func printComponents(w io.Writer, r *measure.Components, pages int) {
	row(w, "weak", "%s, the largest of %s", digits.Plural(r.WCC.Count, "component"), digits.Plural(r.WCC.Largest, "page"))
	row(w, "strong", "%s, the largest of %s", digits.Plural(r.SCC.Count, "component"), digits.Plural(r.SCC.Largest, "page"))
	printBowTie(w, r.BowTie, pages)
	fmt.Fprintln(w) //nolint:errcheck // a strings.Builder does not fail
	printLaws(w, []measure.Law{r.WCC.Sizes, r.SCC.Sizes})
}

// printBowTie writes the classes around the core. A page alone is none: which one it is would be an accident.
func printBowTie(w io.Writer, b measure.BowTie, pages int) {
	if b.SCC <= 1 {
		row(w, "bow tie", "none: no two pages reach each other")
		return
	}
	for _, c := range []struct {
		name string
		n    int
	}{
		{"SCC", b.SCC},
		{"IN", b.In},
		{"OUT", b.Out},
		{"tendrils of IN", b.TendrilsIn},
		{"tendrils of OUT", b.TendrilsOut},
		{"tubes", b.Tubes},
		{"other", b.Other},
		{"disconnected", b.Disconnected},
	} {
		row(w, c.name, "%12s  %8s", grouped(c.n), digits.Share(c.n, pages))
	}
}
