package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/answers/course"
	"weft/internal/digits"
)

// smallCoreCounts are the counts of Fig. 8: fans (hubs), centers (authorities), cores.
func smallCoreCounts() [][3]int { return claimNamed("random", "small cores").Counts }

// A cellOf is a count of a cell of a table of cores.
type cellOf func(c *course.CoreCell) float64

func exactly(c *course.CoreCell) float64 { return float64(c.Exactly) }
func atLeast(c *course.CoreCell) float64 { return float64(c.AtLeast) }

// coresIn returns a count of a shape in the tables of the crawls with the given number of pages.
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

// smallCores has a finding for each number of pages and law, in two readings of the paper's counts.
func (r *randomRun) smallCores(c *claim) (all []finding) {
	for _, x := range r.r.coreSizes() {
		for _, reading := range []struct {
			name string
			of   cellOf
		}{{"maximal, of just this shape", exactly}, {"maximal, of this shape or more", atLeast}} {
			f := r.smallCoresOf(c, x, reading.of)
			f[0].of = fmt.Sprintf("%s, out-degrees by %s, %s", x, x.law, reading.name)
			all = append(all, f...)
		}
	}
	return all
}

func (r *randomRun) smallCoresOf(c *claim, x coreSize, reading cellOf) []finding {
	crawls, factor := r.r.ofSize(x.crawled, x.law), c.Numbers["factor"]
	var parts []string
	var near []Verdict
	for _, n := range c.Counts {
		ours, paper := coresIn(crawls, x.pages, n[0], n[1], reading), float64(n[2])
		near = append(near, ours.held(paper/factor, paper*factor))
		parts = append(parts, fmt.Sprintf("%d,%d %s (%d)", n[0], n[1], ours, n[2]))
	}
	return found(atLeastOf(int(c.Numbers["least"]), near), "ours (paper's): %s; %s%s",
		strings.Join(parts, ", "), tally(near), coreLimits(crawls, x.pages))
}

// A coreSize is a number of first pages of a crawl whose cores were counted, and its law of out-degrees.
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

// coreLimits describes what the counts of cores leave out.
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
	return fmt.Sprintf(
		"; not counted, in %s: cores around %s, where the search was given up, and with %s of too many links",
		digits.Plural(tables, "Web"),
		digits.Plural(cut, "page"),
		digits.Plural(wide, "page"),
	)
}

func (r *randomRun) coresByExponents(c *claim) []finding {
	pages := min(r.Crawled, largeCores)
	var parts []string
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
			mean := float64(x.last().Links) / float64(x.last().Crawled)
			parts = append(
				parts,
				fmt.Sprintf("%g, %g: %s (%.2f links a page)", x.In, x.Out, coresIn(list, pages, 3, 3, atLeast), mean),
			)
		}
	}
	times := ratio(counts[0], counts[len(counts)-1])
	return found(times.of(c), "%s times as many; (3,3) or more, %s crawled, for λ_in, λ_out: %s",
		times, digits.Plural(pages, "page"), strings.Join(parts, "; "))
}

func (r *randomRun) coresPerPage(c *claim) []finding {
	pages := min(r.Crawled, largeCores)
	list := r.r.ofSize(pages, r.r.Webs[0].Law)
	var parts []string
	var between []Verdict
	for _, share := range append(slices.Clip(progresses), 1) {
		maximal := at(list, "bfs", share, maximalCores)
		if maximal.n == 0 {
			continue
		}
		between = append(between, maximal.of(c))
		parts = append(parts, fmt.Sprintf("%s pages: maximal %s, disjoint %s",
			digits.Grouped(list[0].point(share).Crawled), maximal, at(list, "bfs", share, disjointCores)))
	}
	return found(atLeastOf(len(between)/2+1, between), "%s%s", strings.Join(parts, "; "), coreLimits(list, pages))
}

// ofSize returns the crawls of the given size and law of out-degrees whose cores were counted.
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
