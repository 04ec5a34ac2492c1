package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
)

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
	var all []Verdict
	for _, q := range []struct {
		name string
		of   quantity
	}{{"largest component", sccShare}, {"OUT", outShare}, {"sinks", sinkShare}, {"links to crawled pages", toCrawled}, {"links to known pages", toKnown}, {"clustering", clustering}, {"mean distance", meanDistance}} {
		by := change(place{r.r.Smaller, "bfs", 1}, place{r.r.Webs, "bfs", 1}, q.of)
		all = append(all, by.held(-0.1, 0.1))
		told = append(told, fmt.Sprintf("%s %s, then %s: %s", q.name, at(r.r.Smaller, "bfs", 1, q.of), at(r.r.Webs, "bfs", 1, q.of), signed(by)))
	}
	r.on("§5", "the number of pages does not matter, since it is big enough", "thanks to the scale-free effect").add(together(all...),
		"agrees if at a tenth of the size nothing differs by more than a tenth", "BFS, %s and %s: %s", digits.Grouped(r.r.Smaller[0].last().Crawled), digits.Plural(r.Crawled, "crawled page"), strings.Join(told, "; "))
}

// beside is by how much a quantity of a strategy differs from that of BFS at the end.
func (r *randomRun) beside(of quantity) func(strategy string) over {
	return func(s string) over { return change(place{r.r.Webs, "bfs", 1}, place{r.r.Webs, s, 1}, of) }
}

// alike judges whether a quantity of some strategies differs by so much at most from that of BFS.
func (r *randomRun) alike(strategies []string, of quantity, most float64) Verdict {
	return each(strategies, func(s string) Verdict { return r.beside(of)(s).held(-most, most) })
}

func (r *randomRun) degreeClaims() {
	r.on("§5.1", "at any step, degrees follow Zipf's law of the given parameters", "very small deviation").add(together(r.near(randomStrategies, inExponent, randomIn, 0.1), r.near(randomStrategies, outExponent, randomOut, 0.1)),
		"agrees if all exponents are within 0.1 at 3 %, 10 % and 30 %: early on the pages met first have many links, and the fitted tail begins where it likes. Those of the other strategies are in Figs. 1 and 2", "in-degrees: %s. Out-degrees: %s", grows(r.r.Webs, "bfs", inExponent), grows(r.r.Webs, "bfs", outExponent))
	others := randomStrategies[1:]
	r.on("§5.1", "the laws of degrees do not depend on the strategy", "BFS, etc.").add(together(r.alike(others, inExponent, 0.05), r.alike(others, outExponent, 0.05)), "agrees if no exponent differs by more than 5 % from that of BFS, draw by draw",
		"in-degrees: %s; beside BFS %s. Out-degrees: %s; beside BFS %s", ends(r.r.Webs, randomStrategies, inExponent), changes(others, r.beside(inExponent)), ends(r.r.Webs, randomStrategies, outExponent), changes(others, r.beside(outExponent)))
}

func (r *randomRun) pathClaims() {
	r.on("§5.2", "path lengths clearly follow a Gaussian law for BFS, DEG and RND", "Fig. 3").add(r.ended(gaussian, 0, 0.03), "as Fig. 3", "furthest from Gauss's law: %s", ends(r.r.Webs, spread, gaussian))
	r.on("§5.2", "lengths do not change a lot across time", "Fig. 5").add(r.steady(0.1, meanDistance, 0.15), "agrees if means change by no more than 15 % from 3 % to 30 %", "%s; in all %s", r.along(meanDistance), changes(spread, r.since(0.1, meanDistance)))
	d, again := at(r.r.Webs, "dfs", 1, diameterShare), at(r.r.Webs, "dfs-repush", 1, diameterShare)
	r.on("§5.2", "DFS makes far greater distances, its diameter is about 10 % of the pages", "Fig. 4").add(together(d.held(0.05, 0.2), again.held(0.05, 0.2)),
		"agrees if it is 5 % to 20 % in both readings of DFS", "%s of the pages; where it is pushed again %s", d, again)
	falls := each(spread, func(s string) Verdict { return r.fall(s).held(math.Inf(-1), 0.5) })
	var told []string
	for _, s := range spread {
		told = append(told, paperNames[s]+" "+r.fall(s).String())
	}
	r.on("§5.2", "clustering is high and does not decrease too much; crawls definitely are small worlds", "Fig. 6").add(together(r.ended(clustering, 0.1, 1), falls),
		"agrees if it is 0.1 or more, as the paper has it of real crawls, and falls by less than the power 1/2 of the number of crawled pages. A random graph with as many links a page has the power 1, whatever its size", "%s; from a tenth of the size it falls by the power %s; a random graph %s", r.along(clustering), strings.Join(told, ", "), at(r.r.Webs, "bfs", 1, atRandom))
}

// fall is the power of the number of crawled pages by which clustering falls, from the crawls of a tenth of the size to
// the others: 0 where it stays, 1 in random graphs with as many links a page.
func (r *randomRun) fall(strategy string) over {
	small, large := place{r.r.Smaller, strategy, 1}, place{r.r.Webs, strategy, 1}
	size := quantity{func(p *course.Point) (float64, bool) { return float64(p.Crawled), p.Crawled > 0 }, 0, math.Inf(1)}
	grown := ratio(large.values(size), small.values(size)).Value
	return relate(small.values(clustering), large.values(clustering), func(x, y float64) float64 {
		if x <= 0 || y <= 0 || grown <= 1 {
			return math.NaN()
		}
		return math.Log(x/y) / math.Log(grown)
	}, math.Inf(-1), math.Inf(1))
}

func (r *randomRun) bowClaims() {
	alike := together(r.alike(spread[1:], sccShare, 0.1), r.alike(spread[1:], outShare, 0.1))
	other := together(opposite(r.alike([]string{"dfs"}, sccShare, 0.1)), opposite(r.alike([]string{"dfs"}, outShare, 0.1)))
	others := []string{"indegree", "random", "dfs"}
	r.on("§5.3", "the bow tie is roughly the same for BFS, DEG and RND, not for DFS", "Fig. 7").add(together(alike, other), "agrees if the component and OUT differ by a tenth at most from those of BFS, and for DFS by more, draw by draw",
		"component: %s; beside BFS %s. OUT: %s; beside BFS %s", ends(r.r.Webs, randomStrategies, sccShare), changes(others, r.beside(sccShare)), ends(r.r.Webs, randomStrategies, outShare), changes(others, r.beside(outShare)))
	r.on("§5.3", "with one seed the largest component goes to two thirds; IN and others are small", "Fig. 7").add(r.ended(sccShare, 0.6, 0.73),
		"agrees if it is 0.60 to 0.73 at 30 % for all three; it depends on the law of out-degrees", "%s; IN %s; under the law that is printed, %s", r.along(sccShare), ends(r.r.Webs, spread, inShare), r.printedBow())
	quarters, told := r.quarters()
	r.on("§5.3", "with many seeds the bow tie is that of real crawls", "Figure not shown").add(quarters, "agrees if with some number of seeds all parts are 15 % to 35 %. A page of IN is one that nobody links to from the component: it is a seed, or comes of one", "component, IN, OUT, others: %s", told)
}

// coreClaims are judged as the rows of the same figures are.
func (r *randomRun) coreClaims() {
	for _, row := range r.r.Rows {
		claim := func(what, paper string) {
			r.on("§5.4", what, paper).add(row.Verdict, "as the row on "+row.What, "%s", row.Ours)
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
	near := each(spread, func(s string) Verdict {
		return together(at(r.r.Webs, s, 0.1, rankExponent).held(randomIn-0.15, randomIn+0.15), at(r.r.Webs, s, 1, rankExponent).held(randomIn-0.15, randomIn+0.15))
	})
	r.on("§5.5", "PageRank follows Zipf's law with 2.1, which is quickly reached", "Fig. 10").add(near, "agrees if exponents are within 0.15 at 3 % and at 30 %", "%s", r.along(rankExponent))
	var told []string
	for _, s := range spread {
		told = append(told, fmt.Sprintf("%s %s of the PageRank with 1 %%, %s with 10 %%", paperNames[s], capturedAt(r.r.Webs, s, 0.01), capturedAt(r.r.Webs, s, 0.1)))
	}
	r.on("§5.5", "BFS and DEG find most of the PageRank in very few steps", "Fig. 11").add(r.halfEarly(), "agrees if both have half of it with a tenth of the pages", "%s", strings.Join(told, "; "))
}

func (r *randomRun) frontierClaims() {
	r.on("§5.6", "the discovery rate goes to 40 % for all strategies", "Fig. 12").add(r.forty(), "agrees if it is 35 % to 45 % at 30 % for all three by one reading", "to crawled pages: %s. To known pages: %s", r.along(toCrawled), r.along(toKnown))
	r.on("§5.6", "after a while a URL points to a new page with a probability of about 60 %", "").add(r.ended(toKnown, 0, 0.5), "agrees if at 30 % more than half of the links lead to pages that were not known", "links to known pages: %s", r.along(toKnown))
	early := each(spread, func(s string) Verdict { return at(r.r.Webs, s, 0.01, sinkShare).held(0.25, 1) })
	r.on("§5.6", "very many sinks, regardless of the size of the crawl", "Fig. 13").add(together(r.ended(sinkShare, 0.25, 1), early), "agrees if a quarter of the pages or more are at 0.3 % and at 30 %. Under the law of out-degrees that is printed no page is without links", "%s", r.along(sinkShare))
	part := func(s string) over {
		return ratio(place{r.r.Webs, s, 1}.values(sinkShare), place{r.r.Webs, s, 1}.values(outShare))
	}
	var told []string
	for _, s := range spread {
		told = append(told, paperNames[s]+" "+part(s).String())
	}
	r.on("§5.6", "OUT is very broad and short", "").add(each(spread, func(s string) Verdict { return part(s).held(0.5, math.Inf(1)) }), "agrees if sinks are half of OUT or more: from these it goes no further", "sinks by OUT %s; sinks %s; OUT %s", strings.Join(told, ", "), ends(r.r.Webs, spread, sinkShare), ends(r.r.Webs, spread, outShare))
}
