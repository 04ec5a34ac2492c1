package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/internal/digits"
	"weft/stats"
)

// seedsChecks compare the claims of claims/seeds.toml with a run.
var seedsChecks = checks[*run]{
	"size":                 (*run).size,
	"pruned":               (*run).prunedShare,
	"degrees":              (*run).degreeLaws,
	"growing core":         (*run).growingCore,
	"iterations":           (*run).enoughIterations,
	"capped cores":         (*run).cappedCores,
	"uncapped cores":       (*run).uncappedCores,
	"hubs and authorities": (*run).hubsAndAuthorities,
	"core distances":       (*run).coreDistances,
	"close rounds":         (*run).closeRounds,
	"near cores":           (*run).nearCores,
	"first walk, ranks":    (*run).firstRanks,
	"first walk, pages":    (*run).firstPages,
	"groups":               (*run).groupsVisited,
	"second crawl":         (*run).secondCrawl,
	"second walk, ranks":   (*run).secondRanks,
	"second walk, pages":   (*run).secondPages,
	"older seeds":          (*run).olderSeeds,
	"survivors":            (*run).survivors,
	"survivors' ranks":     (*run).survivorsRanks,
	"survivors' pages":     (*run).survivorsPages,
	"cost":                 (*run).cost,
	"largest graph":        (*run).largestGraph,
}

func (r *run) size(*claim) []finding {
	return found(OtherData, "%s; %s; %s",
		digits.Grouped(r.r.Pages), digits.Grouped(r.r.Arcs), meanDistanceOf(r.r.Distances))
}

func (r *run) prunedShare(c *claim) []finding {
	share := 100 * float64(r.r.Pruned) / float64(max(r.r.Arcs, 1))
	v := c.judge(share)
	if r.Filter == nil {
		v = NotRun
	}
	return found(v, "%s (%.1f %% kept); pruned by: %s", digits.Grouped(r.r.Pruned), share, r.r.Prune)
}

func (r *run) degreeLaws(*claim) []finding {
	return found(together(heldP(r.r.In), heldP(r.r.Out)), "in: %s. out: %s", law(r.r.In), law(r.r.Out))
}

// meanDistanceOf says how far pages are from each other, and how that came about.
func meanDistanceOf(d *measure.Distances) string {
	a, cut := d.Average, ""
	if d.Cut {
		cut = fmt.Sprintf(", pairs more than %s links apart left out", digits.Grouped(d.Longest))
	}
	switch {
	case d.NoneFound():
		return fmt.Sprintf(
			"unknown, as none of %s that were searched from leads to another",
			digits.Plural(d.Sources, "page"),
		)
	case d.Reachable.Value == 0:
		return "none, as no page leads to another"
	case d.PairsCounted():
		return fmt.Sprintf("%.2f, counted", a.Value) + cut
	}
	return fmt.Sprintf(
		"%.2f (95 %%: %.2f to %.2f), by searches from %s",
		a.Value,
		a.Low,
		a.High,
		digits.Plural(d.Sources, "page"),
	) + cut
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
	return fmt.Sprintf(
		"exponent %s from %s on, %s of the values, %s",
		digits.WithError(f.Exponent, f.StdErr),
		digits.Grouped(f.XMin),
		digits.Share(f.Tail, l.Count),
		p,
	)
}

func (r *run) growingCore(*claim) []finding {
	b := r.r.Break
	if b.Whole {
		return found(Agrees, "never incomplete until it cannot grow, at %s", digits.Plural(b.Pages, "page"))
	}
	return found(verdict(b.Pages > 4, false), "first below 100 with %s: %.1f", digits.Plural(b.Pages, "page"), b.Density)
}

func (r *run) enoughIterations(c *claim) []finding {
	const enough = 50
	var parts []string
	v := NotRun
	for _, i := range r.r.Iterations {
		parts = append(
			parts,
			fmt.Sprintf("%d: residual %.2g, the next changes %d of the 100 best authorities, %d are not those of the limit",
				i.Iterations, i.Residual, i.Next, i.Limit),
		)
		if i.Iterations == enough {
			v = c.judge(float64(i.Limit))
		}
	}
	return found(v, "%s", strings.Join(parts, "; "))
}

func (r *run) cappedCores(c *claim) []finding {
	return sizes(c, r.r.Rounds[:min(paperRounds, len(r.r.Rounds))])
}

// uncappedCores judges the cores without a limit of hubs. One run counts once: without a core at the limit they are the
// cores with it.
func (r *run) uncappedCores(c *claim) []finding {
	if len(r.r.Uncapped) > 0 && slices.Equal(r.r.Uncapped, r.r.Rounds[:min(paperRounds, len(r.r.Rounds))]) {
		return notRun("no core reached the limit of Fig. 6, so these are the same cores")
	}
	return sizes(c, r.r.Uncapped)
}

// sizes judges the largest of some cores, if all are complete.
func sizes(c *claim, rounds []seeds.Round) []finding {
	var list []string
	most, complete := 0, true
	for _, x := range rounds {
		list = append(list, fmt.Sprintf("%d×%d", x.Hubs, x.Authorities))
		most, complete = max(most, x.Hubs), complete && x.Density == 100
	}
	v := Differs
	if complete {
		v = c.judge(float64(most))
	}
	return found(judgedIf(len(rounds), v), "%s", strings.Join(list, " "))
}

// judgedIf returns the verdict on a number of things, or CannotTell without things.
func judgedIf(things int, v Verdict) Verdict {
	if things == 0 {
		return CannotTell
	}
	return v
}

func (r *run) hubsAndAuthorities(*claim) []finding {
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
	cores := len(r.r.Rounds)
	return found(judgedIf(cores, verdict(2*more > cores, more > fewer)),
		"of %s %d %s more hubs, %d as many, %d fewer; %s and %s in all",
		digits.Plural(cores, "core"), more, digits.Verb(more, "has", "have"), same, fewer,
		digits.Plural(hubs, "hub"), digits.Plural(authorities, "authority"))
}

func (r *run) coreDistances(*claim) []finding {
	b, average := r.r.Between, r.r.Distances.Average.Value
	if b.Pairs == b.Apart {
		return found(CannotTell, "no core leads to another, of %d pairs", b.Pairs)
	}
	return found(verdict(b.Mean < average, false),
		"%d cores: %d to %d, mean %.2f, %.2f of pages (ratio %.2f); %d of %d ordered pairs without a path",
		len(b.Distances), b.Least, b.Greatest, b.Mean, average, b.Mean/average, b.Apart, b.Pairs)
}

func (r *run) closeRounds(*claim) []finding {
	b, g := r.r.Between, r.r.Gaps
	if b.Pairs == b.Apart {
		return nil
	}
	_, most := stats.Binomial(g.Far, g.Close)
	return found(judgedIf(g.Close, verdict(2*g.Far > g.Close, g.CloseMean >= b.Mean && most >= 0.5)),
		"%d of %d pairs at most %d rounds apart are at least %.2f from each other; their mean is %.2f, that of all %.2f",
		g.Far, g.Close, closeRounds, r.r.Distances.Average.Value, g.CloseMean, b.Mean)
}

func (r *run) nearCores(c *claim) []finding {
	b, g := r.r.Between, r.r.Gaps
	if b.Pairs == b.Apart {
		return nil
	}
	e := correlated(g.Spearman, len(b.Distances))
	v, rho := c.held(e, true), fmt.Sprintf("rank correlation of gap and distance %+.2f (95 %%: %+.2f to %+.2f)", e.Value, e.Low, e.High)
	if g.Undefined != "" {
		v, rho = CannotTell, "no rank correlation: "+g.Undefined
	}
	return found(v, "%s; pairs at distance %d are %.1f rounds apart on average, all pairs %.1f",
		rho, b.Least, g.NearGap, g.MeanGap)
}

// correlated is a rank correlation with its 95 % interval, by Fisher's transformation with the variance of Fieller, Hartley
// and Pearson (Biometrika 44, 1957). The pairs of some cores are not independent, so the cores count and not the pairs.
func correlated(rho float64, cores int) distance.Estimate {
	if cores < 4 || math.Abs(rho) == 1 {
		return distance.Estimate{Value: rho, Low: -1, High: 1}
	}
	half := 1.96 * math.Sqrt(1.06/float64(cores-3))
	return distance.Estimate{Value: rho, Low: math.Tanh(math.Atanh(rho) - half), High: math.Tanh(math.Atanh(rho) + half)}
}

func (r *run) cost(c *claim) []finding {
	if len(r.r.Times) < 2 {
		return notRun("seeds were not timed")
	}
	var parts []string
	for _, t := range r.r.Times {
		parts = append(parts, fmt.Sprintf("%s, %s after pruning: %.3g s",
			digits.Plural(t.Pages, "page"), digits.Plural(t.Arcs, "arc"), t.Seconds))
	}
	return found(
		c.judge(r.r.Slope),
		"a seed on %s; slope of log time by log arcs %.2f",
		strings.Join(parts, "; "),
		r.r.Slope,
	)
}

func (r *run) largestGraph(*claim) []finding {
	most, arcs := r.r.Pages, r.r.Pruned
	for _, t := range r.r.Times {
		if t.Arcs > arcs {
			most, arcs = t.Pages, t.Arcs
		}
	}
	return found(OtherData, "%s, %s after pruning", digits.Plural(most, "page"), digits.Plural(arcs, "arc"))
}
