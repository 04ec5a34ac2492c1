package papers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/internal/digits"
)

// judged is the verdict on a claim.
func judged(confirmed, depends bool) Verdict {
	switch {
	case confirmed:
		return Confirmed
	case depends:
		return Depends
	}
	return NotConfirmed
}

// claims judges the claims of section 5 by what was measured.
func (r *randomRun) claims() {
	r.sizeClaim()
	r.degreeClaims()
	r.pathClaims()
	r.bowClaims()
	r.coreClaims()
	r.rankClaims()
	r.frontierClaims()
}

func (r *randomRun) sizeClaim() {
	var told []string
	same, some := true, false
	for _, q := range []struct {
		name string
		of   quantity
	}{{"largest component", sccShare}, {"OUT", outShare}, {"sinks", sinkShare}, {"links to crawled pages", toCrawled}, {"links to known pages", toKnown}, {"clustering", clustering}, {"mean distance", meanDistance}} {
		small, large := at(r.r.Smaller, "bfs", 1, q.of), at(r.r.Webs, "bfs", 1, q.of)
		near := apart(small, large) <= 0.1
		same, some = same && near, some || near
		told = append(told, fmt.Sprintf("%s %s, then %s", q.name, small, large))
	}
	r.on("§5", "the number of pages does not matter, since it is big enough", "thanks to the scale-free effect").add(judged(same, some),
		"confirmed if at a tenth of the size nothing differs by more than a tenth, depends if not everything does", "BFS, %s and %s: %s", digits.Grouped(r.r.Smaller[0].last().Crawled), digits.Plural(r.Crawled, "crawled page"), strings.Join(told, "; "))
}

func (r *randomRun) degreeClaims() {
	each := func(of quantity, want, most float64) bool {
		return all(randomStrategies, func(s string) bool {
			return !slices.ContainsFunc(steps, func(step float64) bool { return !at(r.r.Webs, s, step, of).within(want-most, want+most) })
		})
	}
	r.on("§5.1", "at any step, degrees follow Zipf's law of the given parameters", "very small deviation").add(judged(each(inExponent, randomIn, 0.1) && each(outExponent, randomOut, 0.1), each(inExponent, randomIn, 0.25) && each(outExponent, randomOut, 0.25)),
		"confirmed if all exponents are within 0.1 at 3 %, 10 % and 30 %, depends if within 0.25: early on the pages met first have many links, and the fitted tail begins where it likes. Those of the other strategies are in Figs. 1 and 2", "in-degrees: %s. Out-degrees: %s", grows(r.r.Webs, "bfs", inExponent), grows(r.r.Webs, "bfs", outExponent))
	alike := true
	for _, of := range []quantity{inExponent, outExponent} {
		for _, s := range randomStrategies[1:] {
			alike = alike && apart(at(r.r.Webs, "bfs", 1, of), at(r.r.Webs, s, 1, of)) <= 0.05
		}
	}
	r.on("§5.1", "the laws of degrees do not depend on the strategy", "BFS, etc.").add(judged(alike, false), "confirmed if no exponent differs by more than 5 % from that of BFS", "in-degrees: %s. Out-degrees: %s", ends(r.r.Webs, randomStrategies, inExponent), ends(r.r.Webs, randomStrategies, outExponent))
}

func (r *randomRun) pathClaims() {
	most := func(limit float64) bool {
		return all(spread, func(s string) bool { return at(r.r.Webs, s, 1, gaussian).within(0, limit) })
	}
	r.on("§5.2", "path lengths clearly follow a Gaussian law for BFS, DEG and RND", "Fig. 3").add(judged(most(0.03), most(0.06)), "as Fig. 3", "furthest from Gauss's law: %s", ends(r.r.Webs, spread, gaussian))
	mean := all(spread, func(s string) bool {
		return apart(at(r.r.Webs, s, 0.1, meanDistance), at(r.r.Webs, s, 1, meanDistance)) <= 0.15
	})
	r.on("§5.2", "lengths do not change a lot across time", "Fig. 5").add(judged(mean, all(spread, func(s string) bool {
		return apart(at(r.r.Webs, s, 0.1, meanDistance), at(r.r.Webs, s, 1, meanDistance)) <= 0.3
	})), "confirmed if means change by no more than 15 % from 3 % to 30 %, depends if by 30 %", "%s", r.along(meanDistance))
	d := at(r.r.Webs, "dfs", 1, diameterShare)
	r.on("§5.2", "DFS makes far greater distances, its diameter is about 10 % of the pages", "Fig. 4").add(judged(d.within(0.05, 0.2) && at(r.r.Webs, "dfs-repush", 1, diameterShare).within(0.05, 0.2), d.within(0.05, 0.2)),
		"confirmed if it is 5 % to 20 % in both readings of DFS, depends if in that in which a page stays where it was pushed first", "%s of the pages; where it is pushed again %s", d, at(r.r.Webs, "dfs-repush", 1, diameterShare))
	high := all(spread, func(s string) bool { return at(r.r.Webs, s, 1, clustering).within(0.1, 1) })
	random := at(r.r.Webs, "bfs", 1, clusteringAtRandom)
	many := all(spread, func(s string) bool { return at(r.r.Webs, s, 1, clustering).Value >= 100*random.Value })
	r.on("§5.2", "clustering is high and does not decrease too much; crawls definitely are small worlds", "Fig. 6").add(judged(high, many),
		"confirmed if it is 0.1 or more, as the paper has it of real crawls; depends if it is below, and a hundred times that of a random graph of as many links", "%s; a random graph %s", r.along(clustering), random)
}

func (r *randomRun) bowClaims() {
	alike, other := true, true
	for _, of := range []quantity{sccShare, outShare} {
		for _, s := range spread[1:] {
			alike = alike && apart(at(r.r.Webs, "bfs", 1, of), at(r.r.Webs, s, 1, of)) <= 0.1
		}
		other = other && apart(at(r.r.Webs, "bfs", 1, of), at(r.r.Webs, "dfs", 1, of)) > 0.1
	}
	r.on("§5.3", "the bow tie is roughly the same for BFS, DEG and RND, not for DFS", "Fig. 7").add(judged(alike && other, alike || other), "confirmed if the component and OUT differ by a tenth at most from those of BFS, and for DFS by more; depends if one of both", "component: %s. OUT: %s", ends(r.r.Webs, randomStrategies, sccShare), ends(r.r.Webs, randomStrategies, outShare))
	near := func(s string) bool { return at(r.r.Webs, s, 1, sccShare).within(0.6, 0.73) }
	r.on("§5.3", "with one seed the largest component goes to two thirds; IN and others are small", "Fig. 7").add(judged(all(spread, near), near("bfs") || near("indegree") || near("random")),
		"confirmed if it is 0.60 to 0.73 at 30 % for all three, depends if for one; it depends on the law of out-degrees", "%s; IN %s; under the law that is printed, %s", r.along(sccShare), ends(r.r.Webs, spread, inShare), r.printedBow())
	quarters, told := r.quarters()
	r.on("§5.3", "with many seeds the bow tie is that of real crawls", "Figure not shown").add(judged(quarters == 4, quarters == 3), "confirmed if with some number of seeds all parts are 15 % to 35 %, depends if three are. A page of IN is one that nobody links to from the component: it is a seed, or comes of one", "component, IN, OUT, others: %s", told)
}

// coreClaims are judged as the rows of the same figures are.
func (r *randomRun) coreClaims() {
	words := map[Verdict]Verdict{Agrees: Confirmed, Partly: Depends, Differs: NotConfirmed}
	for _, row := range r.r.Rows {
		claim := func(what, paper string) {
			r.on("§5.4", what, paper).add(cmp.Or(words[row.Verdict], row.Verdict), "confirmed if the row on "+row.What+" agrees, depends if it does partly", "%s", row.Ours)
		}
		switch row.Where {
		case "§5.4":
			claim("the number of cores depends very much on the exponents", "higher exponents mean sparser graphs")
		case "Fig. 9":
			claim("(4,4)-cores are proportional to the pages, between n/100 and n/50", "Fig. 9")
		}
	}
}

func (r *randomRun) rankClaims() {
	near := func(share, most float64) bool {
		return all(spread, func(s string) bool { return at(r.r.Webs, s, share, rankExponent).within(randomIn-most, randomIn+most) })
	}
	r.on("§5.5", "PageRank follows Zipf's law with 2.1, which is quickly reached", "Fig. 10").add(judged(near(0.1, 0.15) && near(1, 0.15), near(1, 0.15)), "confirmed if exponents are within 0.15 at 3 % and at 30 %, depends if at 30 %", "%s", r.along(rankExponent))
	half := func(s string) bool { return capturedAt(r.r.Webs, s, 0.1).within(0.5, 1) }
	before := func(s string) bool {
		return capturedAt(r.r.Webs, s, 0.1).Value > capturedAt(r.r.Webs, "random", 0.1).Value
	}
	var told []string
	for _, s := range spread {
		told = append(told, fmt.Sprintf("%s %s of the PageRank with 1 %%, %s with 10 %%", paperNames[s], capturedAt(r.r.Webs, s, 0.01), capturedAt(r.r.Webs, s, 0.1)))
	}
	r.on("§5.5", "BFS and DEG find most of the PageRank in very few steps", "Fig. 11").add(judged(half("bfs") && half("indegree"), before("bfs") && before("indegree")), "confirmed if both have half of it with a tenth of the pages, depends if both have more than RND then", "%s", strings.Join(told, "; "))
}

func (r *randomRun) frontierClaims() {
	forty := func(of quantity) bool {
		return all(spread, func(s string) bool { return at(r.r.Webs, s, 1, of).within(0.35, 0.45) })
	}
	passes := false
	for _, share := range progresses {
		passes = passes || at(r.r.Webs, "bfs", share, toCrawled).within(0.35, 0.45) || at(r.r.Webs, "bfs", share, toKnown).within(0.35, 0.45)
	}
	r.on("§5.6", "the discovery rate goes to 40 % for all strategies", "Fig. 12").add(judged(forty(toCrawled) || forty(toKnown), passes), "confirmed if it is 35 % to 45 % at 30 % for all three by one reading, depends if BFS passes there on the way", "to crawled pages: %s. To known pages: %s", r.along(toCrawled), r.along(toKnown))
	fresh := all(spread, func(s string) bool { return at(r.r.Webs, s, 1, toKnown).within(0, 0.5) })
	early := all(spread, func(s string) bool { return at(r.r.Webs, s, 0.01, toKnown).within(0, 0.5) })
	r.on("§5.6", "after a while a URL points to a new page with a probability of about 60 %", "").add(judged(fresh, early), "confirmed if at 30 % more than half of the links lead to pages that were not known, depends if only early on", "links to known pages: %s", r.along(toKnown))
	many := all(spread, func(s string) bool { return at(r.r.Webs, s, 1, sinkShare).within(0.25, 1) })
	r.on("§5.6", "very many sinks, regardless of the size of the crawl", "Fig. 13").add(judged(many && all(spread, func(s string) bool { return at(r.r.Webs, s, 0.01, sinkShare).within(0.25, 1) }), many), "confirmed if a quarter of the pages or more are at 0.3 % and at 30 %, depends if at 30 %. Under the law of out-degrees that is printed no page is without links", "%s", r.along(sinkShare))
	short := all(spread, func(s string) bool {
		return at(r.r.Webs, s, 1, sinkShare).Value >= 0.5*at(r.r.Webs, s, 1, outShare).Value
	})
	r.on("§5.6", "OUT is very broad and short", "").add(judged(short, false), "confirmed if sinks are half of OUT or more: from these it goes no further", "sinks %s; OUT %s", ends(r.r.Webs, spread, sinkShare), ends(r.r.Webs, spread, outShare))
}
