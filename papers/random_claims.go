package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
)

// randomClaimChecks compare the claims of claims/random-claims.toml with a run.
var randomClaimChecks = checks[*randomRun]{
	"size":                (*randomRun).sizeDoesNotMatter,
	"degrees":             (*randomRun).degreesAtAnyStep,
	"degrees by strategy": (*randomRun).degreesByStrategy,
	"path lengths":        (*randomRun).gaussianPaths,
	"paths over time":     (*randomRun).steadyPaths,
	"DFS paths":           (*randomRun).dfsDiameter,
	"clustering":          (*randomRun).smallWorlds,
	"bow tie by strategy": (*randomRun).bowTieByStrategy,
	"one seed":            (*randomRun).oneSeed,
	"many seeds":          (*randomRun).manySeeds,
	"cores by exponents":  (*randomRun).coresByExponents,
	"cores per page":      (*randomRun).coresPerPage,
	"PageRank":            (*randomRun).quickPageRank,
	"captured PageRank":   (*randomRun).earlyPageRank,
	"discovery rate":      (*randomRun).fortyPercent,
	"new pages":           (*randomRun).newPages,
	"sinks":               (*randomRun).manySinks,
	"OUT":                 (*randomRun).broadOut,
}

func (r *randomRun) sizeDoesNotMatter(c *claim) []finding {
	small, large := place{r.r.Smaller, "bfs", 1}, place{r.r.Webs, "bfs", 1}
	var parts []string
	var all []Verdict
	for _, q := range []struct {
		name string
		of   quantity
	}{
		{"largest component", sccShare},
		{"OUT", outShare},
		{"sinks", sinkShare},
		{"links to crawled pages", toCrawled},
		{"links to known pages", toKnown},
		{"clustering", clustering},
		{"mean distance", meanDistance},
	} {
		by := change(small, large, q.of)
		all = append(all, by.of(c))
		parts = append(parts, fmt.Sprintf("%s %s, then %s: %s", q.name,
			at(r.r.Smaller, "bfs", 1, q.of), at(r.r.Webs, "bfs", 1, q.of), signed(by)))
	}
	return found(together(all...), "BFS, %s and %s: %s", digits.Grouped(r.r.Smaller[0].last().Crawled),
		digits.Plural(r.Crawled, "crawled page"), strings.Join(parts, "; "))
}

// beside returns the difference of a quantity between a strategy and BFS at the end.
func (r *randomRun) beside(of quantity) func(strategy string) over {
	return func(s string) over { return change(place{r.r.Webs, "bfs", 1}, place{r.r.Webs, s, 1}, of) }
}

// alike judges the differences of a quantity between some strategies and BFS.
func (r *randomRun) alike(c *claim, strategies []string, of quantity) Verdict {
	return each(strategies, func(s string) Verdict { return r.beside(of)(s).of(c) })
}

func (r *randomRun) degreesAtAnyStep(*claim) []finding {
	in, out := claimNamed("random", "in-degrees"), claimNamed("random", "out-degrees")
	return found(together(r.near(randomStrategies, inExponent, in), r.near(randomStrategies, outExponent, out)),
		"in-degrees: %s. Out-degrees: %s", grows(r.r.Webs, "bfs", inExponent), grows(r.r.Webs, "bfs", outExponent))
}

func (r *randomRun) degreesByStrategy(c *claim) []finding {
	webs, others := r.r.Webs, randomStrategies[1:]
	return found(together(r.alike(c, others, inExponent), r.alike(c, others, outExponent)),
		"in-degrees: %s; beside BFS %s. Out-degrees: %s; beside BFS %s",
		ends(webs, randomStrategies, inExponent), changes(others, r.beside(inExponent)),
		ends(webs, randomStrategies, outExponent), changes(others, r.beside(outExponent)))
}

func (r *randomRun) gaussianPaths(c *claim) []finding {
	return found(r.ended(gaussian, c), "furthest from Gauss's law: %s", ends(r.r.Webs, spread, gaussian))
}

func (r *randomRun) steadyPaths(c *claim) []finding {
	const from = 0.1
	return found(r.steady(from, meanDistance, c.Agrees[1]), "%s; in all %s",
		r.along(meanDistance), changes(spread, r.since(from, meanDistance)))
}

func (r *randomRun) dfsDiameter(c *claim) []finding {
	d, again := at(r.r.Webs, "dfs", 1, diameterShare), at(r.r.Webs, "dfs-repush", 1, diameterShare)
	return found(together(d.of(c), again.of(c)), "%s of the pages; where it is pushed again %s", d, again)
}

func (r *randomRun) smallWorlds(c *claim) []finding {
	falls := each(spread, func(s string) Verdict { return r.fall(s).held(math.Inf(-1), c.Numbers["power"]) })
	var parts []string
	for _, s := range spread {
		parts = append(parts, paperNames[s]+" "+r.fall(s).String())
	}
	return found(together(r.ended(clustering, c), falls),
		"%s; from a tenth of the size it falls by the power %s; a random graph %s",
		r.along(clustering), strings.Join(parts, ", "), at(r.r.Webs, "bfs", 1, atRandom))
}

// fall returns the exponent by which clustering falls with the number of crawled pages, from the crawls of a tenth
// of the size to the others. It is 0 for constant clustering, and 1 in random graphs with a constant number of
// links a page.
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

func (r *randomRun) bowTieByStrategy(c *claim) []finding {
	webs, dfs, others := r.r.Webs, []string{"dfs"}, []string{"indegree", "random", "dfs"}
	alike := together(r.alike(c, spread[1:], sccShare), r.alike(c, spread[1:], outShare))
	other := together(opposite(r.alike(c, dfs, sccShare)), opposite(r.alike(c, dfs, outShare)))
	return found(together(alike, other), "component: %s; beside BFS %s. OUT: %s; beside BFS %s",
		ends(webs, randomStrategies, sccShare), changes(others, r.beside(sccShare)),
		ends(webs, randomStrategies, outShare), changes(others, r.beside(outShare)))
}

func (r *randomRun) oneSeed(c *claim) []finding {
	return found(r.ended(sccShare, c), "%s; IN %s; under the printed law, %s",
		r.along(sccShare), ends(r.r.Webs, spread, inShare), r.printedBow())
}

func (r *randomRun) quickPageRank(c *claim) []finding {
	return found(r.rankLaw(c, 0.1), "%s", r.along(rankExponent))
}

func (r *randomRun) earlyPageRank(c *claim) []finding {
	var parts []string
	for _, s := range spread {
		parts = append(parts, fmt.Sprintf("%s %s of the PageRank with 1 %%, %s with 10 %%",
			paperNames[s], capturedAt(r.r.Webs, s, 0.01), capturedAt(r.r.Webs, s, 0.1)))
	}
	return found(r.halfEarly(c), "%s", strings.Join(parts, "; "))
}

func (r *randomRun) fortyPercent(c *claim) []finding {
	return found(r.byOneReading(c), "to crawled pages: %s. To known pages: %s", r.along(toCrawled), r.along(toKnown))
}

func (r *randomRun) newPages(c *claim) []finding {
	return found(r.ended(toKnown, c), "links to known pages: %s", r.along(toKnown))
}

func (r *randomRun) manySinks(c *claim) []finding {
	early := each(spread, func(s string) Verdict { return at(r.r.Webs, s, 0.01, sinkShare).of(c) })
	return found(together(r.ended(sinkShare, c), early), "%s", r.along(sinkShare))
}

func (r *randomRun) broadOut(c *claim) []finding {
	part := func(s string) over {
		return ratio(place{r.r.Webs, s, 1}.values(sinkShare), place{r.r.Webs, s, 1}.values(outShare))
	}
	var parts []string
	for _, s := range spread {
		parts = append(parts, paperNames[s]+" "+part(s).String())
	}
	return found(each(spread, func(s string) Verdict { return part(s).of(c) }), "sinks by OUT %s; sinks %s; OUT %s",
		strings.Join(parts, ", "), ends(r.r.Webs, spread, sinkShare), ends(r.r.Webs, spread, outShare))
}
