package papers

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
	for _, c := range t.Largest[:min(3, len(t.Largest))] {
		tau := "not defined"
		if !c.Kendall.Undefined {
			tau = fmt.Sprintf("%.4f", c.Kendall.TauB)
		}
		parts = append(parts, fmt.Sprintf("%s, %s, γ %.4f, tau %s", digits.Plural(c.Pages, "page"), digits.Plural(c.Arcs, "arc"), c.Gamma, tau))
	}
	f.on("Table 3", table, tablePaper).add(OtherData, "by Algorithm 1 as it is printed, links to ghosts counted in d(v); of the pages that it begins with some stay below τ", "%s; of %s selected pages %s are below τ; the largest: %s",
		digits.Grouped(t.Count), digits.Grouped(t.Chosen.Pages), digits.Grouped(t.Chosen.BelowTau), strings.Join(parts, "; "))
	judged := t.judged()
	f.gainRow(t, judged, rise, risePaper)
	f.gammaRow(t, judged, with, withPaper)
	f.pruningRows(t, naive, naivePaper, tau, tauPaper)
}

// judged returns the largest components of which something can be said: in fewer pages an order says nothing.
func (t *PartsTable) judged() (some []JudgedSet) {
	for _, c := range t.Largest {
		if c.Pages >= judgedLeast && !c.Kendall.Undefined {
			some = append(some, c)
		}
	}
	return some
}

// tooSmall says how many components there are to judge.
func tooSmall(judged []JudgedSet, want int) string {
	return fmt.Sprintf("%s %s %d pages or more, with an order among them: %d %s wanted to tell", digits.Plural(len(judged), "component"), digits.Verb(len(judged), "has", "have"), judgedLeast, want, digits.Verb(want, "is", "are"))
}

// gainRow compares the tau of components with that of the crawl.
func (f *fidelityRun) gainRow(t *PartsTable, judged []JudgedSet, what, paper string) {
	if len(judged) == 0 || t.Whole.Kendall.Undefined {
		f.on("Table 3", what, paper).add(OtherData, "", "%s", tooSmall(judged, 1))
		return
	}
	sum := 0.0
	first := judged[:min(3, len(judged))]
	for _, c := range first {
		sum += c.Kendall.TauB / float64(len(first))
	}
	whole := t.Whole.Kendall.TauB
	f.on("Table 3", what, paper).add(verdict(sum > whole+0.1, sum > whole), fmt.Sprintf("agrees if the mean of the largest, at most three, of %d pages or more, is higher than that of the whole crawl by .1, cannot be told if it is higher; all of the top 1,000", judgedLeast),
		"%.3f, of %d; the whole crawl %.3f", sum, len(first), whole)
}

// gammaRow relates γ and tau over components.
func (f *fidelityRun) gammaRow(t *PartsTable, judged []JudgedSet, what, paper string) {
	const least = 4 // of fewer one order in six or more is perfect by chance
	if len(judged) < least || t.GammaTauUndefined {
		f.on("Table 3", what, paper).add(OtherData, "", "%s", tooSmall(judged, least))
		return
	}
	var pairs []string
	for _, c := range judged {
		pairs = append(pairs, fmt.Sprintf("%.3f %.3f", c.Gamma, c.Kendall.TauB))
	}
	f.on("Table 3", what, paper).add(verdict(t.GammaTau > 0.3, t.GammaTau > 0), "agrees if Kendall's tau-b of the two is above .3, cannot be told above 0", "tau-b of γ and tau over %d components: %+.3f; γ and tau: %s", len(judged), t.GammaTau, strings.Join(pairs, "; "))
}

// pruningRows are about how much is selected.
func (f *fidelityRun) pruningRows(t *PartsTable, naive, naivePaper, tau, tauPaper string) {
	largest := 0
	if len(t.Largest) > 0 {
		largest = t.Largest[0].Pages
	}
	if max(largest, t.NaiveLargest.Pages) < judgedLeast {
		const small = "the largest component of either way has %s, less than %d: nothing can be told"
		f.on("Table 3", naive, naivePaper).add(OtherData, "", small, digits.Plural(max(largest, t.NaiveLargest.Pages), "page"), judgedLeast)
		f.on("Table 3", tau, tauPaper).add(OtherData, "", small, digits.Plural(max(largest, t.NaiveLargest.Pages), "page"), judgedLeast)
		return
	}
	f.on("Table 3", naive, naivePaper).add(verdict(2*t.NaiveLargest.Pages < largest, t.NaiveLargest.Pages < largest),
		"agrees if its largest component has less than half of the pages of Algorithm 1's, cannot be told if it has fewer. Whatever the order, what is left in the end is the greatest set of which no page is below τ; only stopping early, or not counting links to ghosts, gives less",
		"%s pages are left, in the largest component %s, no page below τ; Algorithm 1: %s", digits.Grouped(t.Naive.Pages), digits.Grouped(t.NaiveLargest.Pages), digits.Grouped(largest))
	var pairs []string
	smaller := true
	for i, p := range t.ByTau {
		pairs = append(pairs, fmt.Sprintf("τ %.1f: %s, %s", p.Tau, digits.Grouped(p.Selected), digits.Grouped(p.Largest)))
		smaller = smaller && (i == 0 || p.Largest <= t.ByTau[i-1].Largest)
	}
	last := len(t.ByTau) - 1
	f.on("Table 3", tau, tauPaper).add(verdict(smaller && t.ByTau[last].Largest < largest/2, smaller), "agrees if the largest shrinks with τ, to less than half from .5 to .9; cannot be told if it never grows", "pages selected, and of the largest component: %s", strings.Join(pairs, "; "))
}
