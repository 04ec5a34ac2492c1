package papers

import (
	"fmt"
	"strings"

	"weft/internal/digits"
)

// largestComponents describes the components of the half crawl.
func (t *PartsTable) largestComponents(*claim) []finding {
	var parts []string
	for _, c := range t.Largest[:min(3, len(t.Largest))] {
		tau := "not defined"
		if !c.Kendall.Undefined {
			tau = fmt.Sprintf("%.4f", c.Kendall.TauB)
		}
		parts = append(parts, fmt.Sprintf("%s, %s, γ %.4f, tau %s",
			digits.Plural(c.Pages, "page"), digits.Plural(c.Arcs, "arc"), c.Gamma, tau))
	}
	return found(OtherData, "%s; of %s selected pages %s are below τ; the largest: %s", digits.Grouped(t.Count),
		digits.Grouped(t.Chosen.Pages), digits.Grouped(t.Chosen.BelowTau), strings.Join(parts, "; "))
}

// judged returns the largest components that can be judged: with fewer pages an order is not meaningful.
func (t *PartsTable) judged() (some []JudgedSet) {
	for _, c := range t.Largest {
		if c.Pages >= judgedLeast && !c.Kendall.Undefined {
			some = append(some, c)
		}
	}
	return some
}

// tooSmall is the finding about too few components of a size that can be judged.
func tooSmall(judged []JudgedSet, want int) []finding {
	return found(OtherData, "%s %s %d pages or more, with an order among them; a verdict requires %d",
		digits.Plural(len(judged), "component"), digits.Verb(len(judged), "has", "have"), judgedLeast, want)
}

// gain compares the tau of components with the tau of the crawl.
func (t *PartsTable) gain(*claim) []finding {
	judged := t.judged()
	if len(judged) == 0 || t.Whole.Kendall.Undefined {
		return tooSmall(judged, 1)
	}
	sum := 0.0
	first := judged[:min(3, len(judged))]
	for _, c := range first {
		sum += c.Kendall.TauB / float64(len(first))
	}
	whole := t.Whole.Kendall.TauB
	return found(verdict(sum > whole+0.1, sum > whole), "%.3f, of %d; the whole crawl %.3f", sum, len(first), whole)
}

// gammaAndTau relates γ and tau over components.
func (t *PartsTable) gammaAndTau(c *claim) []finding {
	const least = 4 // of fewer one order in six or more is perfect by chance
	judged := t.judged()
	if len(judged) < least || t.GammaTauUndefined {
		return tooSmall(judged, least)
	}
	var pairs []string
	for _, c := range judged {
		pairs = append(pairs, fmt.Sprintf("%.3f %.3f", c.Gamma, c.Kendall.TauB))
	}
	return found(c.judge(t.GammaTau), "tau-b of γ and tau over %d components: %+.3f; γ and tau: %s",
		len(judged), t.GammaTau, strings.Join(pairs, "; "))
}

// largest returns the number of pages of the largest component, by Algorithm 1 and by either way of pruning.
func (t *PartsTable) largest() (chosen, either int) {
	if len(t.Largest) > 0 {
		chosen = t.Largest[0].Pages
	}
	return chosen, max(chosen, t.NaiveLargest.Pages)
}

func (t *PartsTable) naivePruning(*claim) []finding {
	largest, either := t.largest()
	if either < judgedLeast {
		return tooSmallToJudge(either)
	}
	return found(verdict(2*t.NaiveLargest.Pages < largest, t.NaiveLargest.Pages < largest),
		"%s pages are left, in the largest component %s, no page below τ; Algorithm 1: %s",
		digits.Grouped(t.Naive.Pages), digits.Grouped(t.NaiveLargest.Pages), digits.Grouped(largest))
}

func (t *PartsTable) higherTau(*claim) []finding {
	largest, either := t.largest()
	if either < judgedLeast {
		return tooSmallToJudge(either)
	}
	var pairs []string
	smaller := true
	for i, p := range t.ByTau {
		pairs = append(pairs, fmt.Sprintf("τ %.1f: %s, %s", p.Tau, digits.Grouped(p.Selected), digits.Grouped(p.Largest)))
		smaller = smaller && (i == 0 || p.Largest <= t.ByTau[i-1].Largest)
	}
	last := len(t.ByTau) - 1
	return found(verdict(smaller && t.ByTau[last].Largest < largest/2, smaller),
		"pages selected, and of the largest component: %s", strings.Join(pairs, "; "))
}

// tooSmallToJudge is the finding about components that are all small.
func tooSmallToJudge(largest int) []finding {
	return found(OtherData, "the largest component of either way has %s, less than %d: too small to judge",
		digits.Plural(largest, "page"), judgedLeast)
}
