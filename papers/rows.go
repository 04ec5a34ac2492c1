package papers

import (
	"fmt"
	"strings"

	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/internal/digits"
)

// rows writes the table: a row for each line of the paper that can be looked at.
func (r *run) rows() {
	r.graphRows()
	r.hitsRows()
	r.coreRows()
	r.distanceRows()
	r.walkRows()
	r.newerRows()
	r.costRows()
	r.r.Rows = r.all
}

func (r *run) graphRows() {
	res := r.r
	r.on("Table 1", "pages, arcs, mean distance", "UK-2002: 18,520,486; 298,113,762; 14.9. UK-2005: 39,459,935 as printed; 936,364,282; 15.7. Before pruning; pairs without a path left out").add(OtherData, "", "%s; %s; %s", digits.Grouped(res.Pages), digits.Grouped(res.Arcs), meanDistanceOf(res.Distances))
	share := 100 * float64(res.Pruned) / float64(max(res.Arcs, 1))
	kept := verdict(share < 50, false)
	if r.Filter == nil {
		kept = NotRun
	}
	r.on("Table 2", "arcs after pruning", "UK-2002: 22,720,534 (7.6 % kept). UK-2005: 183,874,700 (19.6 %). Arcs inside a host removed").add(kept, "agrees if less than half is kept", "%s (%.1f %% kept); pruned by: %s", digits.Grouped(res.Pruned), share, res.Prune)
	r.on("Fig. 5", "degrees", "in- and out-degrees of both crawls are power laws (double logarithmic plots; no fit is given)").add(together(heldP(res.In), heldP(res.Out)), "agrees if neither law is rejected (p of 0.1 or more, by the 95 % interval of the samples drawn); cannot be told without a fit. Not to be rejected means little for a law of few values or a large exponent", "in: %s. out: %s", law(res.In), law(res.Out))
}

// meanDistanceOf says how far pages are from each other, and how that came about.
func meanDistanceOf(d *measure.Distances) string {
	a, cut := d.Average, ""
	if d.Cut {
		cut = fmt.Sprintf(", pairs more than %s links apart left out", digits.Grouped(d.Longest))
	}
	switch {
	case d.NoneFound():
		return fmt.Sprintf("unknown, as none of %s that were searched from leads to another", digits.Plural(d.Sources, "page"))
	case d.Reachable.Value == 0:
		return "none, as no page leads to another"
	case d.PairsCounted():
		return fmt.Sprintf("%.2f, counted", a.Value) + cut
	}
	return fmt.Sprintf("%.2f (95 %%: %.2f to %.2f), by searches from %s", a.Value, a.Low, a.High, digits.Plural(d.Sources, "page")) + cut
}

// law says how a power law fits.
func law(l measure.Law) string {
	f := l.Fit
	if f == nil {
		return "no fit: " + l.FitError
	}
	p := "p not computed"
	if f.P != nil {
		p = digits.P(*f.P, f.Samples)
	}
	return fmt.Sprintf("exponent %s from %s on, %s of the values, %s", digits.WithError(f.Exponent, f.StdErr), digits.Grouped(f.XMin), digits.Share(f.Tail, l.Count), p)
}

func (r *run) hitsRows() {
	b := r.r.Break
	ours := fmt.Sprintf("first below 100 with %s: %.1f", digits.Plural(b.Pages, "page"), b.Density)
	if b.Whole {
		ours = fmt.Sprintf("never: complete until it cannot grow, at %s", digits.Plural(b.Pages, "page"))
	}
	r.on("Fig. 2, §2.3", "a core that grows by size", "in the very first steps every hub links to every authority (one at a time)").add(verdict(b.Whole || b.Pages > 4, false), "agrees if it is complete at 4 pages; one of 3 always is", "%s", ours)
	var parts []string
	enough := NotRun
	for _, i := range r.r.Iterations {
		parts = append(parts, fmt.Sprintf("%d: residual %.2g, the next changes %d of the 100 best authorities, %d are not those of the limit",
			i.Iterations, i.Residual, i.Next, i.Limit))
		if i.Iterations == 50 {
			enough = verdict(i.Limit <= 1, false)
		}
	}
	r.on("§2.5", "iterations of HITS", "60; more than 50 is enough (Kleinberg: 20). No measure of it is given").add(enough, fmt.Sprintf("agrees if after 50 at most 1 of the 100 best differs from those after %d", limitIterations), "%s", strings.Join(parts, "; "))
}

func (r *run) coreRows() {
	r.sizes("Fig. 6", "UK-2002: sizes of 11 complete cores, hubs capped at 999; hubs up to about 10³, by the axis", r.r.Rounds[:min(paperRounds, len(r.r.Rounds))])
	r.sizes("Fig. 7", "UK-2005: the same, no cap is told", r.r.Uncapped)
	more, same, fewer := 0, 0, 0
	hubs, authorities := 0, 0
	for _, c := range r.r.Rounds {
		hubs, authorities = hubs+c.Hubs, authorities+c.Authorities
		switch {
		case c.Hubs > c.Authorities:
			more++
		case c.Hubs == c.Authorities:
			same++
		default:
			fewer++
		}
	}
	r.on("§3.4", "hubs against authorities", "normally there are more hubs than authorities").add(looked(len(r.r.Rounds), verdict(2*more > len(r.r.Rounds), more > fewer)),
		"agrees if it is so in most cores, cannot be told if in more than have fewer hubs. The side that would break the density is closed, and the other goes on", "of %s %d %s more hubs, %d as many, %d fewer; %s and %s in all", digits.Plural(len(r.r.Rounds), "core"), more, digits.Verb(more, "has", "have"), same, fewer, digits.Plural(hubs, "hub"), digits.Plural(authorities, "authority"))
}

// looked is the verdict on so many things; of nothing, nothing can be told.
func looked(things int, v Verdict) Verdict {
	if things == 0 {
		return CannotTell
	}
	return v
}

func (r *run) sizes(where, paper string, rounds []seeds.Round) {
	var list []string
	most, complete := 0, true
	for _, c := range rounds {
		list = append(list, fmt.Sprintf("%d×%d", c.Hubs, c.Authorities))
		most, complete = max(most, c.Hubs), complete && c.Density == 100
	}
	r.on(where, "hubs × authorities by round", paper).add(looked(len(rounds), verdict(complete && most >= 100, complete && most >= 10)),
		"agrees if a core has 100 hubs or more, cannot be told if 10, as most crawls are smaller than the paper's", "%s", strings.Join(list, " "))
}

func (r *run) distanceRows() {
	b, average := r.r.Between, r.r.Distances.Average.Value
	joined := b.Pairs - b.Apart
	if joined == 0 {
		r.on("Fig. 8, §3.5.2", "distances between cores", "56 cores: 1 to 13, mean 7.15").add(CannotTell, "", "no core leads to another, of %d pairs", b.Pairs)
		return
	}
	r.on("Fig. 8", "distances between cores", "56 cores of UK-2002: 1 to 13, mean 7.15, of which the mean distance of pages is 14.9 (ratio 0.48). Pairs without a path are not told").add(verdict(b.Mean < average, false), "agrees if cores are nearer to each other than pages on average, which sets of pages easily are; all arcs count",
		"%d cores: %d to %d, mean %.2f, %.2f of pages (ratio %.2f); %d of %d ordered pairs without a path",
		len(b.Distances), b.Least, b.Greatest, b.Mean, average, b.Mean/average, b.Apart, b.Pairs)
	g := r.r.Gaps
	r.on("§3.5.2", "cores of close rounds", "at least as far from each other as pages on average").add(looked(g.Close, verdict(2*g.Far > g.Close, g.CloseMean >= b.Mean)),
		"agrees if it is so for most of the pairs, cannot be told if their mean is at least that of all cores. The paper's own mean, 7.15, is below its 14.9, so it can hardly have been so there",
		"%d of %d pairs at most %d rounds apart are at least %.2f from each other; their mean is %.2f, that of all %.2f", g.Far, g.Close, closeRounds, average, g.CloseMean, b.Mean)
	rho := fmt.Sprintf("rank correlation of gap and distance %+.2f", g.Spearman)
	near := verdict(g.Spearman <= -0.1, false)
	if g.Undefined != "" {
		rho, near = "no rank correlation: "+g.Undefined, CannotTell
	}
	r.on("§3.5.2", "cores near to each other", "come from rounds far from each other (example: rounds 32 and 47, distance 1)").add(near,
		"agrees if the correlation is −0.1 or less", "%s; pairs at distance %d are %.1f rounds apart on average, all pairs %.1f", rho, b.Least, g.NearGap, g.MeanGap)
}
