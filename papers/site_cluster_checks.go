package papers

import (
	"fmt"
	"strings"

	"weft/internal/digits"
)

func (r *siteRun) severalClusters(c *claim) []finding {
	var parts []string
	pages := 0
	for _, m := range r.r.MCL {
		parts = append(parts, fmt.Sprintf("MCL %.1f: %d of %s", m.Inflation, m.Overlapping, digits.Plural(r.r.Pages, "page")))
		pages = max(pages, m.Overlapping)
	}
	return found(c.judge(float64(pages)/float64(max(r.r.Pages, 1))), "%s", strings.Join(parts, "; "))
}

func (r *siteRun) iterationsOfMCL(c *claim) []finding {
	var parts []string
	between := true
	for _, m := range r.r.MCL {
		text := fmt.Sprintf("MCL %.1f: %d", m.Inflation, m.Iterations)
		if !m.Converged {
			text += ", not converged"
		}
		parts = append(parts, fmt.Sprintf("%s, %s, the largest of %s",
			text, digits.Plural(m.Clusters, "cluster"), digits.Plural(m.Largest, "page")))
		between = between && m.Converged && c.Agrees.has(float64(m.Iterations))
	}
	return found(verdict(between, false), "%s", strings.Join(parts, "; "))
}

func (r *siteRun) entries(c *claim) []finding {
	if len(r.r.Kept) == 0 {
		return notRun("no other numbers of entries were tried")
	}
	most := 0.0
	var runs []string
	for _, k := range r.r.Kept {
		most = max(most, k.Moved)
		runs = append(runs, fmt.Sprintf("%d: %s, %.2f %% moved, %.1f s",
			k.Keep, digits.Plural(k.Clusters, "cluster"), 100*k.Moved, k.Seconds))
	}
	last := r.r.Kept[len(r.r.Kept)-1].Moved
	return found(verdict(c.Agrees.has(most), c.Agrees.has(last)), "MCL 2.0, against %d entries (%s, %.1f s): %s",
		r.Keep, digits.Plural(r.r.MCL[1].Clusters, "cluster"), r.r.MCL[1].Seconds, strings.Join(runs, "; "))
}

func (r *siteRun) mainCluster(*claim) []finding {
	m := r.r.Main
	return found(OtherData, "%s of %s; divided again: %s of %s to %s", digits.Grouped(m.Pages),
		digits.Plural(r.r.Pages, "page"), digits.Plural(m.Clusters, "cluster"), digits.Grouped(m.Smallest),
		digits.Plural(m.Largest, "page"))
}

func (r *siteRun) clusterSizes(*claim) []finding {
	m := r.r.Main
	return found(heldP(m.Sizes), "%s: %s", m.Of, law(m.Sizes))
}

// randomCluster is the check of a row of Table 2.
func randomCluster(i int) func(*siteRun, *claim) []finding {
	return func(r *siteRun, _ *claim) []finding {
		if i >= len(r.r.Random) {
			return notRun(fmt.Sprintf("too few to draw have more than %s: %d", digits.Plural(r.Over, "page"), len(r.r.Random)))
		}
		return found(OtherData, "from %s: %s", r.r.Main.Of, r.r.Random[i].String())
	}
}

func (r *siteRun) randomClustersAreSites(*claim) []finding {
	high, one, n := 0, 0, len(r.r.Random)
	for i := range r.r.Random {
		s := &r.r.Random[i]
		if s.Precision >= highPrecision {
			high++
		}
		if s.Precision >= 0.5 && 10*s.SecondPages < s.Pages {
			one++
		}
	}
	return found(judgedIf(n, verdict(high == n && 10*one >= 8*n, 2*high > n)),
		"%d of %d have a precision of 90 %% or more, %d are one site", high, n, one)
}

// String is a site that was drawn, in a line.
func (s *RandomSite) String() string {
	var prefixes []string
	for _, p := range s.Prefixes {
		prefixes = append(prefixes, fmt.Sprintf("%s (%s)", p.Prefix, digits.Grouped(p.Pages)))
	}
	text := fmt.Sprintf(
		"%s, from a cluster of %s; %s",
		digits.Plural(s.Pages, "page"),
		digits.Grouped(s.Cluster),
		strings.Join(prefixes, ", "),
	)
	if s.Keywords != nil {
		text += "; keywords " + wordsOf(s.Keywords)
	}
	if s.Site == "" {
		text += "; of no site of the truth"
	} else {
		text += fmt.Sprintf(
			"; %s, which has %s: precision %.1f %%, recall %.1f %%",
			s.Site,
			digits.Plural(s.SitePages, "page"),
			100*s.Precision,
			100*s.Recall,
		)
	}
	if s.Second != "" {
		text += fmt.Sprintf("; %s of %s", digits.Grouped(s.SecondPages), s.Second)
	}
	return text + fmt.Sprintf("; with the paper's ε %s", digits.Plural(s.Paper, "page"))
}
