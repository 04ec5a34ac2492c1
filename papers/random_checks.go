package papers

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/course"
	"weft/internal/digits"
	"weft/stats"
)

// randomChecks compare the claims of claims/random.toml with a run.
var randomChecks = checks[*randomRun]{
	"parameters":           (*randomRun).parameters,
	"printed law":          (*randomRun).printedLaw,
	"out-degrees":          func(r *randomRun, c *claim) []finding { return r.degreeLaw(c, outExponent) },
	"in-degrees":           func(r *randomRun, c *claim) []finding { return r.degreeLaw(c, inExponent) },
	"path lengths":         (*randomRun).pathLengths,
	"DFS paths":            (*randomRun).dfsPaths,
	"paths over time":      (*randomRun).pathsOverTime,
	"clustering":           (*randomRun).clustered,
	"bow tie":              (*randomRun).bowTie,
	"many seeds":           (*randomRun).manySeeds,
	"small cores":          (*randomRun).smallCores,
	"cores by exponents":   (*randomRun).coresByExponents,
	"cores per page":       (*randomRun).coresPerPage,
	"PageRank":             (*randomRun).pageRankLaw,
	"captured PageRank":    (*randomRun).capturedPageRank,
	"discovery rate":       (*randomRun).discoveryRate,
	"sinks":                (*randomRun).sinks,
	"component sizes":      besideCrawls(sizesExponent),
	"mean distance":        besideCrawls(meanDistance),
	"clustering of crawls": besideCrawls(clustering),
	"largest component":    besideCrawls(sccShare),
	"figures of crawls":    ofFit((*randomRun).figuresOfCrawls),
	"six properties":       ofFit((*randomRun).sixProperties),
}

func (r *randomRun) parameters(*claim) []finding {
	x := &r.r.Webs[0]
	pages := float64(x.last().Crawled)
	return found(OtherData, "%s of %s, %.2f links a page, %s each; %s",
		digits.Plural(x.last().Crawled, "crawled page"), digits.Plural(x.WebPages, "page"),
		float64(x.last().Links)/pages, digits.Plural(r.Draws, "draw"), r.r.drawnAnew())
}

func (r *randomRun) printedLaw(c *claim) []finding {
	lived, sizes := 0, []int{}
	for i := range r.r.Printed {
		n := 0
		if p := r.r.Printed[i].last(); p != nil {
			n = p.Crawled
		}
		sizes = append(sizes, n)
		if n >= r.Crawled {
			lived++
		}
	}
	slices.Sort(sizes)
	low, high := stats.Binomial(lived, len(sizes))
	share := float64(lived) / float64(max(len(sizes), 1))
	living := over{distance.Estimate{Value: share, Low: low, High: high}, len(sizes), len(sizes)}
	return found(living.of(c), "%d of %s reach %s, a share of %s; half end within %s; %s",
		lived, digits.Plural(len(sizes), "crawl"), digits.Plural(r.Crawled, "page"), living,
		digits.Plural(sizes[len(sizes)/2], "page"), r.printedBow())
}

// drawnAnew lists the Webs whose crawls ended before 30 %, and which are in no other row.
func (r *RandomResult) drawnAnew() string {
	died, crawls := 0, 0
	for _, list := range [][]RandomCrawl{r.Webs, r.Seeded, r.Smaller, r.Cored, r.Swept} {
		for i := range list {
			died, crawls = died+list[i].Died, crawls+1
		}
	}
	return fmt.Sprintf(
		"for %s below, %s drawn whose crawls ended before, and left out",
		digits.Plural(crawls, "crawl"),
		digits.Plural(died, "Web")+" "+digits.Verb(died, "was", "were"),
	)
}

// printedBow formats the bow tie of the longest crawl under the printed law.
func (r *randomRun) printedBow() string {
	longest := (*RandomCrawl)(nil)
	for i := range r.r.Printed {
		if x := &r.r.Printed[i]; x.last() != nil && (longest == nil || x.last().Crawled > longest.last().Crawled) {
			longest = x
		}
	}
	if longest == nil {
		return "none has a page"
	}
	one := []RandomCrawl{*longest}
	return fmt.Sprintf(
		"of the longest, %s, the largest strong component has %s of the pages, and %s are sinks",
		digits.Plural(longest.last().Crawled, "page"),
		at(one, "bfs", 1, sccShare),
		at(one, "bfs", 1, sinkShare),
	)
}

// steps are the "three steps" of Figs. 1 and 2.
var steps = []float64{0.1, 1.0 / 3, 1}

// degreeLaw judges the exponent of a law of degrees at three steps.
func (r *randomRun) degreeLaw(c *claim, exponent quantity) []finding {
	var parts []string
	for _, s := range randomStrategies {
		var each []string
		for _, step := range steps {
			each = append(each, at(r.r.Webs, s, step, exponent).String())
		}
		parts = append(parts, paperNames[s]+" "+strings.Join(each, ", "))
	}
	return found(r.near(randomStrategies, exponent, c), "at %s, %s and %s: %s",
		percent(steps[0]*realistic), percent(steps[1]*realistic), percent(realistic), strings.Join(parts, "; "))
}

// near judges a quantity at all three steps, of some strategies.
func (r *randomRun) near(strategies []string, of quantity, c *claim) Verdict {
	return each(strategies, func(s string) Verdict {
		var all []Verdict
		for _, step := range steps {
			all = append(all, at(r.r.Webs, s, step, of).of(c))
		}
		return together(all...)
	})
}

// ended judges a quantity at the end of the crawls that the paper treats together.
func (r *randomRun) ended(of quantity, c *claim) Verdict {
	return each(spread, func(s string) Verdict { return at(r.r.Webs, s, 1, of).of(c) })
}

// since is by how much a quantity changes from a share of the way to the end.
func (r *randomRun) since(share float64, of quantity) func(strategy string) over {
	return func(s string) over { return change(place{r.r.Webs, s, share}, place{r.r.Webs, s, 1}, of) }
}

// steady judges whether such a change is at most a given share, up or down.
func (r *randomRun) steady(share float64, of quantity, most float64) Verdict {
	return each(spread, func(s string) Verdict { return r.since(share, of)(s).held(-most, most) })
}

func (r *randomRun) pathLengths(c *claim) []finding {
	return found(r.ended(gaussian, c), "furthest: %s; means %s",
		ends(r.r.Webs, spread, gaussian), ends(r.r.Webs, spread, meanDistance))
}

func (r *randomRun) dfsPaths(c *claim) []finding {
	webs := r.r.Webs
	times := ratio(place{webs, "dfs", 1}.values(meanDistance), place{webs, "bfs", 1}.values(meanDistance))
	d := at(webs, "dfs", 1, diameterShare)
	return found(together(times.held(c.Numbers["times"], math.Inf(1)), d.of(c)),
		"mean %s, %s times that of BFS; diameter %s, %s of the pages; pushed again: mean %s, diameter %s",
		at(webs, "dfs", 1, meanDistance), times, at(webs, "dfs", 1, diameter), d,
		at(webs, "dfs-repush", 1, meanDistance), at(webs, "dfs-repush", 1, diameter))
}

func (r *randomRun) pathsOverTime(c *claim) []finding {
	const from = 0.1 // of the way
	most := c.Agrees[1]
	return found(together(r.steady(from, meanDistance, most), r.steady(from, diameter, most)),
		"mean %s, in all %s; diameter %s, in all %s",
		r.along(meanDistance), changes(spread, r.since(from, meanDistance)),
		r.along(diameter), changes(spread, r.since(from, diameter)))
}

func (r *randomRun) clustered(c *claim) []finding {
	const from = 1.0 / 3
	return found(together(r.ended(clustering, c), r.steady(from, clustering, c.Numbers["change"])),
		"%s, from 10 %% on %s; a random graph with as many links %s",
		r.along(clustering), changes(spread, r.since(from, clustering)), at(r.r.Webs, "bfs", 1, atRandom))
}

// clusteringAtRandom is the clustering of a random graph with as many pages and arcs: the probability that two
// pages are joined.
func clusteringAtRandom(p *course.Point) (float64, bool) {
	n := float64(p.Crawled)
	return min(1, 2*float64(p.Arcs)/n/(n-1)), p.Crawled > 1
}

// longestShare is the diameter by the number of pages.
func longestShare(p *course.Point) (float64, bool) {
	d, ok := course.LongestOf(p)
	return d / float64(max(p.Crawled, 1)), ok
}

// along formats a quantity along the crawls of the strategies that the paper treats together.
func (r *randomRun) along(of quantity) string {
	var told []string
	for _, s := range spread {
		told = append(told, grows(r.r.Webs, s, of))
	}
	return strings.Join(told, "; ")
}

func (r *randomRun) bowTie(c *claim) []finding {
	webs, all := r.r.Webs, randomStrategies
	return found(r.ended(sccShare, c), "component %s; OUT %s; IN %s; others %s; %s",
		ends(webs, all, sccShare), ends(webs, all, outShare), ends(webs, all, inShare), ends(webs, all, otherShare),
		grows(webs, "bfs", sccShare))
}

// manySeeds judges whether all parts of the bow tie are about a quarter with one of the numbers of seeds.
func (r *randomRun) manySeeds(c *claim) []finding {
	var parts []string
	var all []Verdict
	by := map[int][]RandomCrawl{}
	for _, x := range r.r.Seeded {
		by[x.Seeds] = append(by[x.Seeds], x)
	}
	for _, seeds := range slices.Sorted(maps.Keys(by)) {
		var shares []string
		var quarter []Verdict
		for _, of := range []quantity{sccShare, inShare, outShare, otherShare} {
			v := at(by[seeds], "bfs", 1, of)
			quarter, shares = append(quarter, v.of(c)), append(shares, v.String())
		}
		all = append(all, together(quarter...))
		parts = append(parts, fmt.Sprintf("%s seeds %s", digits.Grouped(seeds), strings.Join(shares, ", ")))
	}
	return found(either(all...), "component, IN, OUT, others: %s", strings.Join(parts, "; "))
}

func (r *randomRun) pageRankLaw(c *claim) []finding {
	return found(r.rankLaw(c, 1.0/3), "%s", r.along(rankExponent))
}

// rankLaw judges the exponent of PageRank at a share of the way and at the end.
func (r *randomRun) rankLaw(c *claim, share float64) Verdict {
	return each(spread, func(s string) Verdict {
		return together(at(r.r.Webs, s, share, rankExponent).of(c), at(r.r.Webs, s, 1, rankExponent).of(c))
	})
}

func (r *randomRun) capturedPageRank(c *claim) []finding {
	webs := r.r.Webs
	var parts []string
	for _, s := range randomStrategies {
		parts = append(parts, fmt.Sprintf("%s %s, %s, %s", paperNames[s],
			capturedAt(webs, s, 0.01), capturedAt(webs, s, 0.1), capturedAt(webs, s, 0.5)))
	}
	return found(r.halfEarly(c), "with 1 %%, 10 %% and 50 %% of the crawled pages: %s", strings.Join(parts, "; "))
}

// halfEarly judges the PageRank that BFS and DEG have with a tenth of the pages.
func (r *randomRun) halfEarly(c *claim) Verdict {
	return each([]string{"bfs", "indegree"}, func(s string) Verdict { return capturedAt(r.r.Webs, s, 0.1).of(c) })
}

func (r *randomRun) discoveryRate(c *claim) []finding {
	return found(r.byOneReading(c), "links to crawled pages, of all so far: %s. To known pages: %s",
		r.along(toCrawled), r.along(toKnown))
}

// byOneReading judges the discovery rate at the end, by links to crawled pages or to known ones.
func (r *randomRun) byOneReading(c *claim) Verdict {
	return either(r.ended(toCrawled, c), r.ended(toKnown, c))
}

func (r *randomRun) sinks(c *claim) []finding {
	const from = 1.0 / 3
	return found(together(r.ended(sinkShare, c), r.steady(from, sinkShare, c.Numbers["change"])),
		"%s, from 10 %% on %s", r.along(sinkShare), changes(spread, r.since(from, sinkShare)))
}

// besideCrawls puts a quantity of the model beside a figure of real crawls that section 2 quotes.
func besideCrawls(of quantity) func(*randomRun, *claim) []finding {
	return func(r *randomRun, _ *claim) []finding {
		return found(OtherData, "the model: %s", ends(r.r.Webs, spread, of))
	}
}

// withoutTiny gives no verdict on models of fewer pages than the least of the other paper with models, as
// [fidelityRun.ofPaperSize] does. Rows of Fig. 8 have models of the paper's size;
// §4.2 is about the law and §6 about the crawl.
func (r *randomRun) withoutTiny() {
	if r.Crawled >= paperPages {
		return
	}
	for _, all := range [][]Row{r.r.Rows, r.r.Claims} {
		for i := range all {
			if x := &all[i]; !slices.Contains([]string{"Fig. 8", "§4.2", "§6"}, x.Where) && slices.Contains([]Verdict{Agrees, Differs, CannotTell}, x.Verdict) {
				x.Verdict, x.Note = OtherData, fmt.Sprintf("Crawls of %s; the paper's have 500,000 or more, and a verdict requires %s",
					digits.Plural(r.Crawled, "page"), digits.Grouped(paperPages))
			}
		}
	}
}
