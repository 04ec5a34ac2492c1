package reproduce

import (
	"fmt"
	"strings"

	"weft/internal/digits"
)

// componentRows are Table 3 and what is said about it.
func (f *fidelityRun) componentRows() {
	const (
		table, tablePaper = "components of the half crawl, τ = .5", "8,998; the largest: 12,965 pages, 17,559 arcs, γ .9822, tau .9156; 8,836, 134,582, .6177, .7842; 8,365, 32,268, .9941, .9130. Tau of the top 1,000, the target personalised to the component"
		rise, risePaper   = "what is gained", "of a crawl with a tau of .55, components with a high one"
		naive, naivePaper = "naive pruning", "taking out pages below τ one after the other leaves very small components"
		with, withPaper   = "γ and tau", "components of higher γ have a higher tau"
		tau, tauPaper     = "higher τ", "γ is higher, but components are too small to be of use"
	)
	t := f.r.Components
	if t == nil {
		for _, r := range [][2]string{{table, tablePaper}, {rise, risePaper}, {naive, naivePaper}, {with, withPaper}, {tau, tauPaper}} {
			f.notRun("Table 3", r[0], r[1], wantsCrawl)
		}
		return
	}
	var parts []string
	sum := 0.0
	first := t.Largest[:min(3, len(t.Largest))]
	for _, c := range first {
		parts = append(parts, fmt.Sprintf("%s pages, %s arcs, γ %.4f, tau %.4f", digits.Grouped(c.Pages), digits.Grouped(c.Arcs), c.Gamma, c.Kendall.TauB))
		sum += c.Kendall.TauB / float64(len(first))
	}
	f.add("Table 3", table, tablePaper, OtherData, "by Algorithm 1 as it is printed, links to ghosts counted in d(v); of the pages that it begins with some stay below τ", "%s; of %s selected pages %s are below τ; the largest: %s",
		digits.Grouped(t.Count), digits.Grouped(t.Chosen.Pages), digits.Grouped(t.Chosen.BelowTau), strings.Join(parts, "; "))
	if len(first) == 0 || first[0].Pages < judgedLeast {
		const small = "no component has 100 pages: nothing can be told"
		f.add("Table 3", rise, risePaper, OtherData, "", small)
		f.add("Table 3", with, withPaper, OtherData, "", small)
		f.pruningRows(t, naive, naivePaper, tau, tauPaper)
		return
	}
	whole := t.Whole.Kendall.TauB
	f.add("Table 3", rise, risePaper, verdict(sum > whole+0.1, sum > whole), "agrees if the mean of the three largest is higher than that of the whole crawl by .1, partly if it is higher; both of the top 1,000", "%.3f; the whole crawl %.3f", sum, whole)
	var pairs []string
	for _, c := range t.Largest {
		pairs = append(pairs, fmt.Sprintf("%.3f %.3f", c.Gamma, c.Kendall.TauB))
	}
	f.add("Table 3", with, withPaper, verdict(t.GammaTau > 0.3, t.GammaTau > 0), "agrees if Kendall's tau-b of the two is above .3, partly above 0", "tau-b of γ and tau over %d components: %+.3f; γ and tau: %s", len(t.Largest), t.GammaTau, strings.Join(pairs, "; "))
	f.pruningRows(t, naive, naivePaper, tau, tauPaper)
}

// pruningRows are about how much is selected.
func (f *fidelityRun) pruningRows(t *PartsTable, naive, naivePaper, tau, tauPaper string) {
	largest := 0
	if len(t.Largest) > 0 {
		largest = t.Largest[0].Pages
	}
	f.add("Table 3", naive, naivePaper, verdict(2*t.NaiveLargest.Pages < largest, t.NaiveLargest.Pages < largest),
		"agrees if its largest component has less than half of the pages of Algorithm 1's, partly if it has fewer. Whatever the order, what is left in the end is the greatest set of which no page is below τ; only stopping early, or not counting links to ghosts, gives less",
		"%s pages are left, in the largest component %s, no page below τ; Algorithm 1: %s", digits.Grouped(t.Naive.Pages), digits.Grouped(t.NaiveLargest.Pages), digits.Grouped(largest))
	var pairs []string
	smaller := true
	for i, p := range t.ByTau {
		pairs = append(pairs, fmt.Sprintf("τ %.1f: %s, %s", p.Tau, digits.Grouped(p.Selected), digits.Grouped(p.Largest)))
		smaller = smaller && (i == 0 || p.Largest <= t.ByTau[i-1].Largest)
	}
	last := len(t.ByTau) - 1
	f.add("Table 3", tau, tauPaper, verdict(smaller && t.ByTau[last].Largest < largest/2, smaller), "agrees if the largest shrinks with τ, to less than half from .5 to .9; partly if it never grows", "pages selected, and of the largest component: %s", strings.Join(pairs, "; "))
}
