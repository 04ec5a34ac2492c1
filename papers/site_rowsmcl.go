package papers

import (
	"fmt"
	"strings"

	"weft/internal/digits"
)

func (r *siteRun) mclRows() {
	var over, iterations []string
	pages, between := 0, true
	for _, m := range r.r.MCL {
		over = append(over, fmt.Sprintf("MCL %.1f: %d of %s", m.Inflation, m.Overlapping, digits.Plural(r.r.Pages, "page")))
		text := fmt.Sprintf("MCL %.1f: %d", m.Inflation, m.Iterations)
		if !m.Converged {
			text += ", not converged"
		}
		iterations = append(iterations, fmt.Sprintf("%s, %s, the largest of %s", text, digits.Plural(m.Clusters, "cluster"), digits.Plural(m.Largest, "page")))
		pages, between = max(pages, m.Overlapping), between && m.Converged && m.Iterations >= 10 && m.Iterations <= 100
	}
	r.on("§3.1.2", "pages in several clusters", "“fairly rare”; never in the experiments").add(verdict(pages == 0, 100*pages < r.r.Pages), "agrees if there is none, cannot be told if fewer than 1 %", "%s", strings.Join(over, "; "))
	r.on("§3.1.3", "iterations of MCL", "typically between 10 and 100").add(verdict(between, false), "agrees if both runs converge within these", "%s", strings.Join(iterations, "; "))
	const what, paper = "entries kept of a column", "O(n·l²) for l entries; results change little. About a day for 100,000 nodes"
	if len(r.r.Kept) == 0 {
		r.notRun("§3.1.3", what, paper, "no other numbers of entries were tried")
		return
	}
	most := 0.0
	var runs []string
	for _, k := range r.r.Kept {
		most = max(most, k.Moved)
		runs = append(runs, fmt.Sprintf("%d: %s, %.2f %% moved, %.1f s", k.Keep, digits.Plural(k.Clusters, "cluster"), 100*k.Moved, k.Seconds))
	}
	r.on("§3.1.3", what, paper).add(verdict(most < 0.05, r.r.Kept[len(r.r.Kept)-1].Moved < 0.05),
		"agrees if with each l less than 5 % of the pages move between clusters (split/join distance), cannot be told if so with the last", "MCL 2.0, against %d entries (%s, %.1f s): %s", r.Keep, digits.Plural(r.r.MCL[1].Clusters, "cluster"), r.r.MCL[1].Seconds, strings.Join(runs, "; "))
}

func (r *siteRun) clusterRows() {
	m := r.r.Main
	r.on("§4.2.1", "the main cluster", "49,170 of 87,140 pages with inflation 1.2; divided again with 2.0: 5,247 clusters of 1 to 8,126 pages").add(OtherData, "the largest cluster",
		"%s of %s; divided again: %s of %s to %s", digits.Grouped(m.Pages), digits.Plural(r.r.Pages, "page"), digits.Plural(m.Clusters, "cluster"), digits.Grouped(m.Smallest), digits.Plural(m.Largest, "page"))
	r.on("Fig. 10", "sizes of these clusters", "“more or less a Zipfian law”, with outliers at the large end; no exponent is given").add(heldP(m.Sizes), "agrees if a power law is not rejected: p of 0.1 or more, by the 95 % interval of the samples drawn; cannot be told without a fit", "%s: %s", m.Of, law(m.Sizes))
}

// table2 is Table 2 of the paper, with titles by hand.
var table2 = []string{
	"1,083 pages, precision 99.9 %, recall 78.8 % (Digital Symposium Collection 2000); keywords data, query, database",
	"126 pages, 100 %, 100 % (Stålmarck proof); intros, auto, ha",
	"99 pages, 100 %, 100 % (Scilab par la pratique); previous, les, matrice",
	"236 pages, 99.1 %, 51.0 % (Serrano and Mimosa, two sites in one); class, scribe, public",
	"51 pages, 96 %, 27 % (research reports, one index page and leaves; 1988 in the table, 1998 in the text); rr, rapport, recherche",
}

func (r *siteRun) randomRows() {
	high, one := 0, 0
	for i := range r.r.Random {
		if r.r.Random[i].Precision >= highPrecision {
			high++
		}
		if s := &r.r.Random[i]; s.Precision >= 0.5 && 10*s.SecondPages < s.Pages {
			one++
		}
	}
	for i, paper := range table2 {
		what := fmt.Sprintf("random cluster %d", i+1)
		if i >= len(r.r.Random) {
			r.notRun("Table 2", what, paper, fmt.Sprintf("too few to draw have more than %s: %d", digits.Plural(r.Over, "page"), len(r.r.Random)))
			continue
		}
		r.on("Table 2", what, paper).add(OtherData, "drawn from "+r.r.Main.Of+"; against the site of the truth with most of its pages; σ as measured, ε by the sweep", "%s", r.r.Random[i].String())
	}
	n := len(r.r.Random)
	r.on("§4.2.2", "random clusters are sites", "precision is very high, in part as titles were chosen after looking; four of five are a natural site, one is two").add(looked(n, verdict(high == n && 10*one >= 8*n, 2*high > n)),
		"agrees if all have a precision of 90 % or more, and four of five are one site: half of their pages or more are of it, and less than a tenth of another; cannot be told if most have that precision", "%d of %d have a precision of 90 %% or more, %d are one site", high, n, one)
}

// String is a site that was drawn, in a line.
func (s *RandomSite) String() string {
	var prefixes []string
	for _, p := range s.Prefixes {
		prefixes = append(prefixes, fmt.Sprintf("%s (%s)", p.Prefix, digits.Grouped(p.Pages)))
	}
	text := fmt.Sprintf("%s, from a cluster of %s; %s", digits.Plural(s.Pages, "page"), digits.Grouped(s.Cluster), strings.Join(prefixes, ", "))
	if s.Keywords != nil {
		text += "; keywords " + wordsOf(s.Keywords)
	}
	if s.Site == "" {
		text += "; of no site of the truth"
	} else {
		text += fmt.Sprintf("; %s, which has %s: precision %.1f %%, recall %.1f %%", s.Site, digits.Plural(s.SitePages, "page"), 100*s.Precision, 100*s.Recall)
	}
	if s.Second != "" {
		text += fmt.Sprintf("; %s of %s", digits.Grouped(s.SecondPages), s.Second)
	}
	return text + fmt.Sprintf("; with the paper's ε %s", digits.Plural(s.Paper, "page"))
}
