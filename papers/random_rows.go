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

// rows writes the tables: a row for each figure, and one for each claim of section 5.
func (r *randomRun) rows() {
	r.parameterRows()
	r.degreeRows()
	r.pathRows()
	r.bowRows()
	r.coreRows()
	r.rankRows()
	r.discoveryRows()
	r.literatureRows()
	r.webRows()
	r.r.Rows, r.all = r.all, nil
	r.claims()
	r.r.Claims = r.all
}

func (r *randomRun) parameterRows() {
	x := &r.r.Webs[0]
	pages := float64(x.last().Crawled)
	r.on("§4.2, §5", "parameters", "λ_in 2.1, λ_out 2.72, both degrees independent; up to 20,000,000 crawled pages, realistic up to 30 % progress").add(OtherData,
		"in-degrees by Zipf's law from 1 on; out-degrees are ⌊5(X − 1)⌋, X of Pareto's law, as the law that is printed gives no crawl that lives (below). No degree is above the number of pages. Figures are means over draws, ± half of the 95 % interval (Student's t), or its ends where it is cut to what the figure can be. A verdict goes by intervals: it agrees where the whole interval lies in the range of its row, differs where none of it does, and else cannot be told, as of one draw",
		"%s of %s, %.2f links a page, %s each; %s", digits.Plural(x.last().Crawled, "crawled page"), digits.Plural(x.WebPages, "page"), float64(x.last().Links)/pages, digits.Plural(r.Draws, "draw"), r.r.drawnAnew())
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
	living := over{distance.Estimate{Value: float64(lived) / float64(max(len(sizes), 1)), Low: low, High: high}, len(sizes), len(sizes)}
	r.on("§4.2", "the law of out-degrees as printed", "Zipf's law with 2.72: \"the average out-degree of a page is large enough, the crawling process will not stop\"").add(living.held(0.5, 1),
		"agrees if the share of the crawls that come to 30 % is a half or more. The law has a mean of 1.59 links", "%d of %s reach %s, a share of %s; half end within %s; %s", lived, digits.Plural(len(sizes), "crawl"), digits.Plural(r.Crawled, "page"), living, digits.Plural(sizes[len(sizes)/2], "page"), r.printedBow())
}

// drawnAnew tells of the Webs whose crawls ended before they came to 30 %, and which are in no other row.
func (r *RandomResult) drawnAnew() string {
	died, crawls := 0, 0
	for _, list := range [][]RandomCrawl{r.Webs, r.Seeded, r.Smaller, r.Cored, r.Swept} {
		for i := range list {
			died, crawls = died+list[i].Died, crawls+1
		}
	}
	return fmt.Sprintf("for %s below, %s drawn whose crawls ended before, and left out", digits.Plural(crawls, "crawl"), digits.Plural(died, "Web")+" "+digits.Verb(died, "was", "were"))
}

// printedBow tells the bow tie of the longest crawl under the printed law.
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
	return fmt.Sprintf("of the longest, %s, the largest strong component has %s of the pages, and %s are sinks", digits.Plural(longest.last().Crawled, "page"), at(one, "bfs", 1, sccShare), at(one, "bfs", 1, sinkShare))
}

// steps are the "three steps" of Figs. 1 and 2.
var steps = []float64{0.1, 1.0 / 3, 1}

func (r *randomRun) degreeRows() {
	for _, x := range []struct {
		where, what string
		of          quantity
		want        float64
	}{{"Fig. 1", "out-degrees", outExponent, randomOut}, {"Fig. 2", "in-degrees", inExponent, randomIn}} {
		var told []string
		for _, s := range randomStrategies {
			var each []string
			for _, step := range steps {
				each = append(each, at(r.r.Webs, s, step, x.of).String())
			}
			told = append(told, paperNames[s]+" "+strings.Join(each, ", "))
		}
		r.on(x.where, "law of "+x.what+" at three steps", fmt.Sprintf("Zipf's law with %g, very small deviation", x.want)).add(r.near(randomStrategies, x.of, x.want, 0.1),
			"exponents of the tails that fit best, of the links that were met: out-degrees of crawled pages, in-degrees of known ones. Agrees if all are within 0.1; the fitted tail begins where it likes", "at %s, %s and %s: %s", percent(steps[0]*realistic), percent(steps[1]*realistic), percent(realistic), strings.Join(told, "; "))
	}
}

// near judges whether a quantity is within some distance of a value at all three steps, of some strategies.
func (r *randomRun) near(strategies []string, of quantity, want, far float64) Verdict {
	return each(strategies, func(s string) Verdict {
		var all []Verdict
		for _, step := range steps {
			all = append(all, at(r.r.Webs, s, step, of).held(want-far, want+far))
		}
		return together(all...)
	})
}

// ended judges a quantity at the end of the crawls that the paper treats alike.
func (r *randomRun) ended(of quantity, low, high float64) Verdict {
	return each(spread, func(s string) Verdict { return at(r.r.Webs, s, 1, of).held(low, high) })
}

// since is by how much a quantity changes from a share of the way to the end.
func (r *randomRun) since(share float64, of quantity) func(strategy string) over {
	return func(s string) over { return change(place{r.r.Webs, s, share}, place{r.r.Webs, s, 1}, of) }
}

// steady judges whether such a change is at most so large, up or down.
func (r *randomRun) steady(share float64, of quantity, most float64) Verdict {
	return each(spread, func(s string) Verdict { return r.since(share, of)(s).held(-most, most) })
}

func (r *randomRun) pathRows() {
	r.on("Fig. 3", "lengths of paths", "Gauss's law for BFS, DEG and RND, at 30 %").add(r.ended(gaussian, 0, 0.03),
		"agrees if no distribution is further than 0.03 from Gauss's of the same mean and spread. Paths go along links, between crawled pages that are joined", "furthest: %s; means %s", ends(r.r.Webs, spread, gaussian), ends(r.r.Webs, spread, meanDistance))
	times := ratio(place{r.r.Webs, "dfs", 1}.values(meanDistance), place{r.r.Webs, "bfs", 1}.values(meanDistance))
	d := at(r.r.Webs, "dfs", 1, diameterShare)
	r.on("Fig. 4", "lengths of paths, DFS", "far greater distances, an unknown law; the diameter is about 10 % of the number of pages").add(together(times.held(10, math.Inf(1)), d.held(0.05, 0.2)),
		"agrees if means are ten times those of BFS, draw by draw, and the diameter 5 % to 20 % of the pages. A page that is found again stays where it is in the stack: where it moves to the top, as in a visit of a graph, there is nothing of the kind. The diameter is the largest distance that was seen",
		"mean %s, %s times that of BFS; diameter %s, %s of the pages; pushed again: mean %s, diameter %s", at(r.r.Webs, "dfs", 1, meanDistance), times, at(r.r.Webs, "dfs", 1, diameter), d, at(r.r.Webs, "dfs-repush", 1, meanDistance), at(r.r.Webs, "dfs-repush", 1, diameter))
	r.on("Fig. 5", "diameter and mean distance along the way", "hardly any change, for BFS, DEG and RND").add(together(r.steady(0.1, meanDistance, 0.15), r.steady(0.1, diameter, 0.15)),
		"agrees if both change by no more than 15 % from 3 % to 30 %", "mean %s, in all %s; diameter %s, in all %s", r.along(meanDistance), changes(spread, r.since(0.1, meanDistance)), r.along(diameter), changes(spread, r.since(0.1, diameter)))
	r.on("Fig. 6", "clustering", "high, and it does not decrease too much; real crawls are above 0.1 (§2.1)").add(together(r.ended(clustering, 0.1, 1), r.steady(1.0/3, clustering, 0.3)),
		"the mean over pages with two neighbours or more, directions left out. Agrees if it is 0.1 or more at 30 % and changes by no more than 30 % from 10 % on", "%s, from 10 %% on %s; a random graph with as many links %s", r.along(clustering), changes(spread, r.since(1.0/3, clustering)), at(r.r.Webs, "bfs", 1, atRandom))
}

// clusteringAtRandom is the clustering of a graph of as many pages and arcs, drawn all alike: the chance that two pages
// are joined.
func clusteringAtRandom(p *course.Point) (float64, bool) {
	n := float64(p.Crawled)
	return min(1, 2*float64(p.Arcs)/n/(n-1)), p.Crawled > 1
}

// longestShare is the diameter by the number of pages.
func longestShare(p *course.Point) (float64, bool) {
	d, ok := course.LongestOf(p)
	return d / float64(max(p.Crawled, 1)), ok
}

// along tells a quantity along the way of the strategies that the paper treats alike.
func (r *randomRun) along(of quantity) string {
	var told []string
	for _, s := range spread {
		told = append(told, grows(r.r.Webs, s, of))
	}
	return strings.Join(told, "; ")
}

func (r *randomRun) bowRows() {
	r.on("Fig. 7", "largest strong component, and OUT", "one seed, not DFS: the component goes to 2/3 of the pages; IN and others are small").add(r.ended(sccShare, 0.6, 0.73),
		"agrees if it is 0.60 to 0.73 of the pages at 30 %. Which law stands for the printed one was chosen by this figure, among others, so that it confirms little", "component %s; OUT %s; IN %s; others %s; %s",
		ends(r.r.Webs, randomStrategies, sccShare), ends(r.r.Webs, randomStrategies, outShare), ends(r.r.Webs, randomStrategies, inShare), ends(r.r.Webs, randomStrategies, otherShare), grows(r.r.Webs, "bfs", sccShare))
	quarters, told := r.quarters()
	r.on("§5.3", "many seeds", "the bow tie of genuine crawls: a quarter of the pages each in the component, IN, OUT and others").add(quarters, "agrees if with some number of seeds all four are 15 % to 35 %", "component, IN, OUT, others: %s", told)
}

// quarters tells the bow ties by seeds, and judges whether all parts of one of them are about a quarter.
func (r *randomRun) quarters() (quarters Verdict, told string) {
	var rows []string
	var all []Verdict
	by := map[int][]RandomCrawl{}
	for _, x := range r.r.Seeded {
		by[x.Seeds] = append(by[x.Seeds], x)
	}
	for _, seeds := range slices.Sorted(maps.Keys(by)) {
		var parts []string
		var quarter []Verdict
		for _, of := range []quantity{sccShare, inShare, outShare, otherShare} {
			v := at(by[seeds], "bfs", 1, of)
			quarter, parts = append(quarter, v.held(0.15, 0.35)), append(parts, v.String())
		}
		all = append(all, together(quarter...))
		rows = append(rows, fmt.Sprintf("%s seeds %s", digits.Grouped(seeds), strings.Join(parts, ", ")))
	}
	return either(all...), strings.Join(rows, "; ")
}

func (r *randomRun) rankRows() {
	near := each(spread, func(s string) Verdict {
		return together(at(r.r.Webs, s, 1.0/3, rankExponent).held(randomIn-0.1, randomIn+0.1), at(r.r.Webs, s, 1, rankExponent).held(randomIn-0.1, randomIn+0.1))
	})
	r.on("Fig. 10", "law of PageRank", "Zipf's law with 2.1, soon reached").add(near, "of hundredths of the mean. Agrees if the exponents at 10 % and 30 % are within 0.1", "%s", r.along(rankExponent))
	var told []string
	for _, s := range randomStrategies {
		told = append(told, fmt.Sprintf("%s %s, %s, %s", paperNames[s], capturedAt(r.r.Webs, s, 0.01), capturedAt(r.r.Webs, s, 0.1), capturedAt(r.r.Webs, s, 0.5)))
	}
	r.on("Fig. 11", "PageRank captured", "BFS and DEG find most of the PageRank of the final crawl in very few steps").add(r.halfEarly(),
		"agrees if both have half of it with a tenth of the pages", "with 1 %%, 10 %% and 50 %% of the crawled pages: %s", strings.Join(told, "; "))
}

// halfEarly judges whether BFS and DEG have half of the PageRank with a tenth of the pages.
func (r *randomRun) halfEarly() Verdict {
	return each([]string{"bfs", "indegree"}, func(s string) Verdict { return capturedAt(r.r.Webs, s, 0.1).held(0.5, 1) })
}

func (r *randomRun) discoveryRows() {
	r.on("Fig. 12", "discovery rate", "the probability that the end of a link is crawled already goes to 40 % for all strategies; about 60 % are new").add(r.forty(),
		"agrees if by one reading it is 35 % to 45 % at 30 % progress for BFS, DEG and RND; with the number of pages given, it must go on rising", "links to crawled pages, of all so far: %s. To known pages: %s", r.along(toCrawled), r.along(toKnown))
	r.on("Fig. 13", "sinks", "crawled pages without a crawled successor: very many, regardless of the size").add(together(r.ended(sinkShare, 0.25, 1), r.steady(1.0/3, sinkShare, 0.2)),
		"agrees if they are a quarter of the pages or more at 30 %, and change by no more than a fifth from 10 % on", "%s, from 10 %% on %s", r.along(sinkShare), changes(spread, r.since(1.0/3, sinkShare)))
}

// forty judges whether the discovery rate is 35 % to 45 % at the end, by one reading.
func (r *randomRun) forty() Verdict {
	return either(r.ended(toCrawled, 0.35, 0.45), r.ended(toKnown, 0.35, 0.45))
}

// literatureRows puts what section 2 quotes beside the model.
func (r *randomRun) literatureRows() {
	models := func(of quantity) string { return ends(r.r.Webs, spread, of) }
	for _, x := range []struct {
		what, paper string
		of          quantity
	}{
		{"sizes of strong components", "Zipf's law with about 2.5", sizesExponent},
		{"mean distance", "about 16 clicks, or 19", meanDistance},
		{"clustering", "above 0.1", clustering},
		{"largest strong component", "a quarter of the pages", sccShare},
	} {
		r.on("§2", x.what, x.paper+" (real crawls, others' figures)").add(OtherData, "", "the model: %s", models(x.of))
	}
}
