package main

import (
	"fmt"
	"io"
	"math"

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
		if err := a.writeWanted(fl, t.Report); err != nil {
			return err
		}
		return a.print(t, func(w io.Writer) { printTruth(w, t) })
	})
}

func printTruth(w io.Writer, t *fidelity.Truth) {
	row(w, "compared", "%s crawled pages, in a target of %s%s", grouped(t.Matched), grouped(t.TargetPages), absent(t))
	row(w, "links", "%s of %s of the crawl that were looked at are in the target; by chance %s", grouped(t.Links.Found), grouped(t.Links.Looked), grouped(t.Links.Chance))
	row(w, "γ", "%.4f%s", t.Gamma, interval(t.GammaInterval))
	row(w, "HAK", "%.4f%s: the estimate of Kendall's tau that the crawl alone gives", t.HAK, interval(t.Interval))
	for _, d := range t.Doubts {
		row(w, "mind", "%s", d.Text)
	}
	printVerdict(w, t)
	fmt.Fprintf(w, "\n%-15s  %8s  %8s  %8s  %8s  %12s\n", "ranking", "best", "pages", "tau-b", "tau-a", "displacement") //nolint:errcheck // a strings.Builder does not fail
	for _, c := range t.Compared {
		name := c.Ranking
		for _, s := range c.Shares {
			printAgreement(w, name, fmt.Sprintf("%.0f %%", 100*s.Share), s)
			name = ""
		}
		printAgreement(w, "", "top", c.Top)
		weighted := fmt.Sprintf("%8.4f", c.Weighted)
		if all := c.Shares[len(c.Shares)-1]; all.Undefined {
			weighted = "all tied"
		}
		fmt.Fprintf(w, "%-15s  %8s  %8s  %s\n", "", "weighted", grouped(t.Matched), weighted) //nolint:errcheck // likewise
	}
}

// absent says how many pages cannot be compared.
func absent(t *fidelity.Truth) string {
	if t.Absent == 0 {
		return ""
	}
	return fmt.Sprintf("; %s more are not in it", grouped(t.Absent))
}

// printVerdict says how far HAK is from the tau that it estimates, if that was measured.
func printVerdict(w io.Writer, t *fidelity.Truth) {
	for _, c := range t.Compared {
		if c.Ranking != fidelity.Personalised || c.Shares[0].Undefined {
			continue
		}
		how := "too high"
		if t.Error < 0 {
			how = "too low"
		}
		row(w, "tau-b", "%.4f: of the pages that PageRank of either puts into its best 30 %%; HAK is %s by %.4f", t.Tau.Top30, how, math.Abs(t.Error))
	}
}

func printAgreement(w io.Writer, name, best string, g hak.Agreement) {
	if g.Undefined {
		fmt.Fprintf(w, "%-15s  %8s  %8s  all tied\n", name, best, grouped(g.Pages)) //nolint:errcheck // a strings.Builder does not fail
		return
	}
	fmt.Fprintf(w, "%-15s  %8s  %8s  %8.4f  %8.4f  %12.1f\n", name, best, grouped(g.Pages), g.TauB, g.TauA, g.Displacement) //nolint:errcheck // likewise
}
