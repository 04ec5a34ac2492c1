package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
)

// smallCoreCounts are those of Fig. 8: fans (hubs), centers (authorities), cores.
var smallCoreCounts = [][3]int{
	{2, 2, 220},
	{2, 3, 83},
	{2, 4, 37},
	{2, 5, 14},
	{2, 6, 14},
	{2, 7, 14},
	{3, 3, 84},
	{3, 4, 37},
	{3, 5, 14},
	{3, 6, 5},
	{3, 7, 2},
	{4, 4, 40},
	{4, 5, 14},
	{4, 6, 5},
	{4, 7, 2},
	{5, 5, 12},
	{5, 6, 3},
	{6, 6, 3},
}

// A cellOf is a count of a cell of a table of cores.
type cellOf func(c *course.CoreCell) float64

func exactly(c *course.CoreCell) float64 { return float64(c.Exactly) }
func atLeast(c *course.CoreCell) float64 { return float64(c.AtLeast) }

// coresIn is a count of a shape in the tables of some crawls of so many pages.
func coresIn(crawls []RandomCrawl, pages, fans, centers int, of cellOf) over {
	var values []float64
	for i := range crawls {
		for _, t := range crawls[i].CoreTables {
			for k := range t.Cells {
				if c := &t.Cells[k]; t.Pages == pages && c.Fans == fans && c.Centers == centers {
					values = append(values, of(c))
				}
			}
		}
	}
	return overOf(values, len(values), 0, math.Inf(1))
}

func (r *randomRun) coreRows() {
	for _, x := range r.r.coreSizes() {
		crawls := r.r.ofSize(x.crawled, x.law)
		for _, reading := range []struct {
			name string
			of   cellOf
		}{{"maximal, of just this shape", exactly}, {"maximal, of this shape or more", atLeast}} {
			var told []string
			var near []Verdict
			for _, c := range smallCoreCounts {
				ours := coresIn(crawls, x.pages, c[0], c[1], reading.of)
				near = append(near, ours.held(float64(c[2])/2, float64(c[2])*2))
				told = append(told, fmt.Sprintf("%d,%d %s (%d)", c[0], c[1], ours, c[2]))
			}
			r.on("Fig. 8", fmt.Sprintf("small cores, %s, out-degrees by %s, %s", x, x.law, reading.name), "18 counts, \"over 1000 pages\", or of \"up to 25 000 vertices\", \"of a given minimal size\"; not at least so large, as there are fewer (2,3) than (3,3)").add(atLeastOf(15, near),
				"fans, centers. Agrees if the intervals of 15 of the 18 lie within a factor of two of the paper's, differs if those of 4 lie outside", "ours (paper's): %s; %s%s", strings.Join(told, ", "), tally(near), coreLimits(crawls, x.pages))
		}
	}
	r.sweepRow()
	r.perPageRow()
}

// A coreSize is so many first pages of a crawl, whose cores were counted, and its law of out-degrees.
type coreSize struct {
	pages, crawled int
	law            string
}

func (c coreSize) String() string {
	if c.pages == c.crawled {
		return digits.Plural(c.pages, "page")
	}
	return fmt.Sprintf("the first %s of %s", digits.Grouped(c.pages), digits.Grouped(c.crawled))
}

// coreSizes are all of them.
func (r *RandomResult) coreSizes() (sizes []coreSize) {
	for i := range r.Cored {
		x := &r.Cored[i]
		for _, t := range x.CoreTables {
			if c := (coreSize{t.Pages, x.last().Crawled, x.Law}); !slices.Contains(sizes, c) {
				sizes = append(sizes, c)
			}
		}
	}
	return sizes
}

// coreLimits tells what the counts of cores leave out.
func coreLimits(crawls []RandomCrawl, pages int) string {
	cut, wide, tables := int64(0), int64(0), 0
	for i := range crawls {
		for _, t := range crawls[i].CoreTables {
			if t.Pages == pages {
				cut, wide, tables = cut+t.Cut, wide+t.Wide, tables+1
			}
		}
	}
	if cut+wide == 0 {
		return ""
	}
	return fmt.Sprintf("; not counted, in %s: cores around %s, where the search was given up, and with %s of too many links", digits.Plural(tables, "Web"), digits.Plural(cut, "page"), digits.Plural(wide, "page"))
}

func (r *randomRun) sweepRow() {
	pages := min(r.Crawled, largeCores)
	var told []string
	counts := make([]map[int]float64, len(sweep))
	for i, exponents := range sweep {
		var list []RandomCrawl
		counts[i] = map[int]float64{}
		for k := range r.r.Swept {
			if x := &r.r.Swept[k]; x.In == exponents[0] && x.Out == exponents[1] {
				list = append(list, *x)
				counts[i][x.Draw] = max(1, coresIn(r.r.Swept[k:k+1], pages, 3, 3, atLeast).Value)
			}
		}
		if len(list) > 0 {
			x := &list[0]
			told = append(told, fmt.Sprintf("%g, %g: %s (%.2f links a page)", x.In, x.Out, coresIn(list, pages, 3, 3, atLeast), float64(x.last().Links)/float64(x.last().Crawled)))
		}
	}
	times := ratio(counts[0], counts[len(counts)-1])
	r.on("§5.4", "cores by exponents", "very dependent on the exponents: higher ones mean sparser graphs").add(times.held(4, math.Inf(1)),
		"agrees if with the lowest exponents there are four times as many as with the highest, draw by draw; none counts as one", "%s times as many; (3,3) or more, %s crawled, for λ_in, λ_out: %s", times, digits.Plural(pages, "page"), strings.Join(told, "; "))
}

func (r *randomRun) perPageRow() {
	var told []string
	var between []Verdict
	for _, share := range append(slices.Clip(progresses), 1) {
		list := r.r.ofSize(min(r.Crawled, largeCores), r.r.Webs[0].Law)
		maximal := at(list, "bfs", share, maximalCores)
		if maximal.n == 0 {
			continue
		}
		between = append(between, maximal.held(0.01, 0.02))
		told = append(told, fmt.Sprintf("%s pages: maximal %s, disjoint %s", digits.Grouped(list[0].point(share).Crawled), maximal, at(list, "bfs", share, disjointCores)))
	}
	r.on("Fig. 9", "(4,4)-cores a page", "proportional to the pages, and after a while between n/100 and n/50; at least four hubs and four authorities").add(atLeastOf(len(between)/2+1, between),
		"agrees if the intervals of more than half of the counts of maximal ones lie between. Disjoint ones share no page", "%s%s", strings.Join(told, "; "), coreLimits(r.r.ofSize(min(r.Crawled, largeCores), r.r.Webs[0].Law), min(r.Crawled, largeCores)))
}

// ofSize are the crawls of so many pages whose cores were counted, under a law of out-degrees.
func (r *RandomResult) ofSize(pages int, law string) (list []RandomCrawl) {
	for i := range r.Cored {
		if x := &r.Cored[i]; x.last() != nil && x.last().Crawled == pages && x.Law == law {
			list = append(list, *x)
		}
	}
	return list
}

func disjointOf(p *course.Point) (float64, bool) {
	if p.CoreCount == nil || p.Disjoint == nil || p.Crawled == 0 {
		return 0, false
	}
	return float64(*p.Disjoint) / float64(p.Crawled), true
}
