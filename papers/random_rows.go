package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
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
		"in-degrees by Zipf's law from 1 on; out-degrees are ⌊5(X − 1)⌋, X of Pareto's law, as the law that is printed gives no crawl that lives (below). No degree is above the number of pages. Figures are means over draws, ± half of the 95 % interval (Student's t), and words below go by the means",
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
	r.on("§4.2", "the law of out-degrees as printed", "Zipf's law with 2.72: \"the average out-degree of a page is large enough, the crawling process will not stop\"").add(verdict(2*lived > len(sizes), lived > 0),
		"agrees if more than half of the crawls come to 30 %, partly if one does. The law has a mean of 1.59 links", "%d of %s reach %s; half end within %s; %s", lived, digits.Plural(len(sizes), "crawl"), digits.Plural(r.Crawled, "page"), digits.Plural(sizes[len(sizes)/2], "page"), r.printedBow())
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
		worst := 0.0
		for _, s := range randomStrategies {
			var each []string
			for _, step := range steps {
				o := at(r.r.Webs, s, step, x.of)
				each = append(each, o.String())
				if d := o.Value - x.want; o.n == 0 || d > worst || -d > worst {
					worst = max(d, -d)
				}
			}
			told = append(told, paperNames[s]+" "+strings.Join(each, ", "))
		}
		r.on(x.where, "law of "+x.what+" at three steps", fmt.Sprintf("Zipf's law with %g, very small deviation", x.want)).add(verdict(worst <= 0.1, worst <= 0.25),
			"exponents of the tails that fit best, of the links that were met: out-degrees of crawled pages, in-degrees of known ones. Agrees if all are within 0.1, partly if within 0.25; the fitted tail begins where it likes", "at %s, %s and %s: %s", percent(steps[0]*realistic), percent(steps[1]*realistic), percent(realistic), strings.Join(told, "; "))
	}
}

func (r *randomRun) pathRows() {
	far := func(s string) over { return at(r.r.Webs, s, 1, gaussian) }
	r.on("Fig. 3", "lengths of paths", "Gauss's law for BFS, DEG and RND, at 30 %").add(verdict(all(spread, func(s string) bool { return far(s).within(0, 0.03) }), all(spread, func(s string) bool { return far(s).within(0, 0.06) })),
		"agrees if no distribution is further than 0.03 from Gauss's of the same mean and spread, partly if 0.06. Paths go along links, between crawled pages that are joined", "furthest: %s; means %s", ends(r.r.Webs, spread, gaussian), ends(r.r.Webs, spread, meanDistance))
	ratio := times(at(r.r.Webs, "dfs", 1, meanDistance), at(r.r.Webs, "bfs", 1, meanDistance))
	d := at(r.r.Webs, "dfs", 1, diameterShare)
	r.on("Fig. 4", "lengths of paths, DFS", "far greater distances, an unknown law; the diameter is about 10 % of the number of pages").add(verdict(ratio.within(10, math.Inf(1)) && d.within(0.05, 0.2), ratio.within(10, math.Inf(1))),
		"agrees if means are ten times those of BFS, and the diameter 5 % to 20 % of the pages. A page that is found again stays where it is in the stack: where it moves to the top, as in a visit of a graph, there is nothing of the kind. The diameter is the largest distance that was seen",
		"mean %s, %s times that of BFS; diameter %s, %s of the pages; pushed again: mean %s, diameter %s", at(r.r.Webs, "dfs", 1, meanDistance), ratio, at(r.r.Webs, "dfs", 1, diameter), d, at(r.r.Webs, "dfs-repush", 1, meanDistance), at(r.r.Webs, "dfs-repush", 1, diameter))
	steady := func(of quantity, most float64) bool {
		return all(spread, func(s string) bool { return apart(at(r.r.Webs, s, 0.1, of), at(r.r.Webs, s, 1, of)) <= most })
	}
	r.on("Fig. 5", "diameter and mean distance along the way", "hardly any change, for BFS, DEG and RND").add(verdict(steady(meanDistance, 0.15) && steady(diameter, 0.15), steady(meanDistance, 0.3)),
		"agrees if both change by no more than 15 % from 3 % to 30 %, partly if the mean does by 30 %", "mean %s; diameter %s", r.along(meanDistance), r.along(diameter))
	high := all(spread, func(s string) bool { return at(r.r.Webs, s, 1, clustering).within(0.1, 1) })
	firm := all(spread, func(s string) bool {
		return apart(at(r.r.Webs, s, 1.0/3, clustering), at(r.r.Webs, s, 1, clustering)) <= 0.3
	})
	r.on("Fig. 6", "clustering", "high, and it does not decrease too much; real crawls are above 0.1 (§2.1)").add(verdict(high && firm, high || firm),
		"the mean over pages with two neighbours or more, directions left out. Agrees if it is 0.1 or more at 30 % and changes by no more than 30 % from 10 % on, partly if one of both", "%s; a random graph with as many links %s", r.along(clustering), at(r.r.Webs, "bfs", 1, clusteringAtRandom))
}

// clusteringAtRandom is the clustering of a graph of as many pages and arcs, drawn all alike: the chance that two pages
// are joined.
func clusteringAtRandom(p *course.Point) (float64, bool) {
	n := float64(p.Crawled)
	return min(1, 2*float64(p.Arcs)/n/(n-1)), p.Crawled > 1
}

// diameterShare is the diameter by the number of pages.
func diameterShare(p *course.Point) (float64, bool) {
	d, ok := diameter(p)
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
	near := func(low, high float64) bool {
		return all(spread, func(s string) bool { return at(r.r.Webs, s, 1, sccShare).within(low, high) })
	}
	r.on("Fig. 7", "largest strong component, and OUT", "one seed, not DFS: the component goes to 2/3 of the pages; IN and others are small").add(verdict(near(0.6, 0.73), near(0.5, 0.8)),
		"agrees if it is 0.60 to 0.73 of the pages at 30 %, partly if 0.5 to 0.8. Which law stands for the printed one was chosen by this figure, among others, so that it confirms little", "component %s; OUT %s; IN %s; others %s; %s",
		ends(r.r.Webs, randomStrategies, sccShare), ends(r.r.Webs, randomStrategies, outShare), ends(r.r.Webs, randomStrategies, inShare), ends(r.r.Webs, randomStrategies, otherShare), grows(r.r.Webs, "bfs", sccShare))
	quarters, told := r.quarters()
	r.on("§5.3", "many seeds", "the bow tie of genuine crawls: a quarter of the pages each in the component, IN, OUT and others").add(verdict(quarters == 4, quarters == 3), "agrees if with some number of seeds all four are 15 % to 35 %, partly if three are", "component, IN, OUT, others: %s", told)
}

// quarters tells the bow ties by seeds, and how many parts of one of them are about a quarter at most.
func (r *randomRun) quarters() (most int, told string) {
	var rows []string
	for i := range r.r.Seeded {
		x, n := &r.r.Seeded[i], 0
		one := []RandomCrawl{*x}
		var parts []string
		for _, of := range []quantity{sccShare, inShare, outShare, otherShare} {
			v := at(one, "bfs", 1, of)
			if v.within(0.15, 0.35) {
				n++
			}
			parts = append(parts, v.String())
		}
		most = max(most, n)
		rows = append(rows, fmt.Sprintf("%s seeds %s", digits.Grouped(x.Seeds), strings.Join(parts, " ")))
	}
	return most, strings.Join(rows, "; ")
}

func (r *randomRun) rankRows() {
	steady := func(most float64) bool {
		return all(spread, func(s string) bool {
			return at(r.r.Webs, s, 1.0/3, rankExponent).within(randomIn-most, randomIn+most) && at(r.r.Webs, s, 1, rankExponent).within(randomIn-most, randomIn+most)
		})
	}
	r.on("Fig. 10", "law of PageRank", "Zipf's law with 2.1, soon reached").add(verdict(steady(0.1), steady(0.25)), "of hundredths of the mean. Agrees if the exponents at 10 % and 30 % are within 0.1, partly if within 0.25", "%s", r.along(rankExponent))
	early := func(s string, share, least float64) bool { return capturedAt(r.r.Webs, s, share).within(least, 1) }
	var told []string
	for _, s := range randomStrategies {
		told = append(told, fmt.Sprintf("%s %s, %s, %s", paperNames[s], capturedAt(r.r.Webs, s, 0.01), capturedAt(r.r.Webs, s, 0.1), capturedAt(r.r.Webs, s, 0.5)))
	}
	r.on("Fig. 11", "PageRank captured", "BFS and DEG find most of the PageRank of the final crawl in very few steps").add(verdict(early("bfs", 0.1, 0.5) && early("indegree", 0.1, 0.5), early("bfs", 0.1, 0.3) && early("indegree", 0.1, 0.3)),
		"agrees if both have half of it with a tenth of the pages, partly if 0.3 of it", "with 1 %%, 10 %% and 50 %% of the crawled pages: %s", strings.Join(told, "; "))
}

func (r *randomRun) discoveryRows() {
	forty := func(of quantity) bool {
		return all(spread, func(s string) bool { return at(r.r.Webs, s, 1, of).within(0.35, 0.45) })
	}
	some := all(spread, func(s string) bool {
		return slices.ContainsFunc(progresses, func(share float64) bool { return at(r.r.Webs, s, share, toCrawled).within(0.35, 0.45) })
	})
	r.on("Fig. 12", "discovery rate", "the probability that the end of a link is crawled already goes to 40 % for all strategies; about 60 % are new").add(verdict(forty(toCrawled) || forty(toKnown), some),
		"agrees if by one reading it is 35 % to 45 % at 30 % progress for BFS, DEG and RND, partly if each passes there on the way: with the number of pages given, it must go on rising", "links to crawled pages, of all so far: %s. To known pages: %s", r.along(toCrawled), r.along(toKnown))
	high := all(spread, func(s string) bool { return at(r.r.Webs, s, 1, sinkShare).within(0.25, 1) })
	r.on("Fig. 13", "sinks", "crawled pages without a crawled successor: very many, regardless of the size").add(verdict(high && all(spread, func(s string) bool {
		return apart(at(r.r.Webs, s, 1.0/3, sinkShare), at(r.r.Webs, s, 1, sinkShare)) <= 0.2
	}), high), "agrees if they are a quarter of the pages or more at 30 %, and change by no more than a fifth from 10 % on; partly if they are as many", "%s", r.along(sinkShare))
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
