package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/algo/hak"
	"weft/fidelity"
	"weft/store"
)

// against compares a crawl with its target.
func (a *app) against(cmd *cobra.Command, c *store.Crawl, fl *fidelityFlags) error {
	return a.open(fl.target, func(target *store.Crawl) error {
		t, err := fidelity.Against(cmd.Context(), c, target, fl.rankings, fl.o)
		if err != nil {
			return err
		}
		if err := a.writeWanted(c, fl, t.Report); err != nil {
			return err
		}
		return a.print(t, func(w io.Writer) { printTruth(w, t) })
	})
}

func printTruth(w io.Writer, t *fidelity.Truth) {
	row(w, "compared", "%s crawled pages; %s others are not in the target, of %s pages", grouped(t.Matched), grouped(t.Absent), grouped(t.TargetPages))
	row(w, "γ", "%.4f%s", t.Gamma, interval(t.GammaInterval))
	row(w, "HAK", "%.4f%s: what the crawl alone says", t.HAK, interval(t.Interval))
	for _, d := range t.Doubts {
		row(w, "mind", "%s", d.Text)
	}
	fmt.Fprintf(w, "\n%-15s  %8s  %8s  %8s  %8s  %12s\n", "ranking", "best", "pages", "tau-b", "tau-a", "displacement") //nolint:errcheck // a strings.Builder does not fail
	for _, c := range t.Compared {
		name := c.Ranking
		for _, s := range c.Shares {
			printAgreement(w, name, fmt.Sprintf("%.0f %%", 100*s.Share), s)
			name = ""
		}
		printAgreement(w, "", "top", c.Top)
		fmt.Fprintf(w, "%-15s  %8s  %8s  %8.4f\n", "", "weighted", grouped(t.Matched), c.Weighted) //nolint:errcheck // likewise
	}
}

func printAgreement(w io.Writer, name, best string, g hak.Agreement) {
	if g.Undefined {
		fmt.Fprintf(w, "%-15s  %8s  %8s  all tied\n", name, best, grouped(g.Pages)) //nolint:errcheck // a strings.Builder does not fail
		return
	}
	fmt.Fprintf(w, "%-15s  %8s  %8s  %8.4f  %8.4f  %12.1f\n", name, best, grouped(g.Pages), g.TauB, g.TauA, g.Displacement) //nolint:errcheck // likewise
}
