package report

import (
	"math"

	"weft/answers/fidelity"
)

// zeroGamma describes the γ of pages without links, by the name of the setting.
var zeroGamma = map[string]string{
	"one":       "pages without links have γ = 1",
	"zero":      "pages without links have γ = 0",
	"undefined": "pages without links are left out",
}

// trustHow says how the trust in the ranks of the crawl at a path was computed.
func trustHow(path string, r *fidelity.Report, k *fidelity.Calibration) []string {
	zero := zeroGamma[r.Zero]
	if zero == "" {
		zero = "γ of pages without links: " + r.Zero
	}
	excluded := "Excluded pages (robots.txt, scope) and links to them are left out, because no crawl fetches them."
	if r.WithExcluded {
		excluded = "Excluded pages (robots.txt, scope) count as missing."
	}
	how := []string{
		"γ of a page is the share of its links that lead to crawled pages; γ of the crawl is the mean over the n crawled pages (" + zero + "). The impact of a page is the sum of the shares of PageRank that the pages it links to receive from it; Im is the mean impact. " +
			"From both, x = (1 − γ)·Im, I = n·x, D = (n − I)·I and HAK = 1 − 4D/(n(n − 1)), an estimate of Kendall's τ between the PageRank order of the crawled pages and their order by a walk through the whole Web that restarts at the crawled pages. " +
			"HAK falls to 0 at x = 1/2 and rises again beyond, where it means nothing. For γ below 1/2, x falls with γ, and HAK is too high. (Holzmann, Anand and Khosla, “Estimating PageRank deviations in crawled graphs”, Applied Network Science 4, 2019.)",
		"Population: " + plural(r.Crawled, "page") + ": all fetched and redirected pages, and failed pages with links. All other known pages are missing, including failed ones, which are not suggested for the next crawl. " + excluded + " " + arcsThatCount(r.Kinds) +
			" " + rankedHow(r) + form(r.Form),
	}
	if r.Draws > 0 {
		how = append(how, "In parentheses: 95\u00a0% intervals of "+count(r.Draws)+" bootstrap samples of "+drawnWord(r.Drawn)+". Pages of a host are similar, so they are drawn together.")
	}
	how = append(how,
		"A whole crawl: n/γ pages, shown if this exceeds the number of known pages. Pairs out of order: (1 − HAK)/2 of the pairs of the best crawled pages, assuming the same HAK at the top as overall. "+
			"Shares of the top refer to the best "+count(r.Top.Pages)+" pages, including missing ones, by links from crawled pages and by PageRank.",
		"A page at risk gets much of its PageRank from a single link. The link gives α times the PageRank of the linking page, divided by its number of links. The gain of γ is its growth, on the pages crawled so far, if that page, or all missing pages of that host, were crawled.")
	return append(how, calibrationHow(path, r, k))
}

func rankedHow(r *fidelity.Report) string {
	text := "PageRank: α = " + value(r.Alpha) + ", over crawled and missing pages. Missing pages have no links; their score is spread evenly over all pages."
	if r.Iterations == 0 {
		return text
	}
	text += " " + plural(r.Iterations, "iteration") + " of the power method, as in the paper"
	if r.Converged.Iterations > 0 {
		text += ", then until convergence (L1 distance within 10⁻⁶)"
	}
	return text + "."
}

func drawnWord(drawn string) string {
	if drawn == "stretches" {
		return "ranges of pages"
	}
	return drawn
}

// onCurve describes the plot of a crawl without calibration.
func onCurve(r *fidelity.Report) string {
	text := "The curve is the formula of HAK for many pages; this crawl is marked on it"
	if r.Interval != nil {
		text += ", with the interval of HAK"
	}
	return text + ". "
}

// calibrationHow describes the calibration of the crawl at a path.
func calibrationHow(path string, r *fidelity.Report, k *fidelity.Calibration) string {
	if linkless(r) {
		return "Without links γ is 1 and HAK is 1 by definition, so they are not shown."
	}
	if r.Crawled < leastOrdered {
		return "One page has no order, so γ, x and HAK are not shown."
	}
	if k == nil || len(k.Cells) == 0 {
		if r.Ghosts == 0 {
			return "HAK was not tested on this crawl; use weft report " + quotedPath(path) + " --calibrate always to test it."
		}
		return onCurve(r) + "HAK was not tested on this crawl; use weft report " + quotedPath(path) + " --calibrate always to test it and to plot the result."
	}
	if !k.Measured() {
		return onCurve(r) + "The test of HAK on this crawl failed: from the best 1\u00a0% of the pages, links lead to too few other pages."
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range k.Cells {
		least, most = min(least, c.Block), max(most, c.Block)
	}
	text := "Measured: the " + count(k.Pages) + " crawled pages and the " + count(k.Arcs) + " links between them form a known whole. They were crawled again, breadth first from the best 1\u00a0% by PageRank, with " +
		percentOf(least) + " to " + percentOf(most) + " of the pages, drawn at random, never fetched, " + plural(k.Sets, "time") +
		" each. Dots show Kendall's τ-b between the PageRank of a part and of the whole, on the best 30\u00a0% of the pages of the part by either; whiskers show 95\u00a0% intervals of the mean (Student's t). The line is the mean HAK of these parts."
	if k.Recrawl != nil {
		text += " Recrawl is another estimate of τ, not from the paper: a random share γ of the crawled pages is kept, " + plural(k.Recrawl.Draws, "time") +
			"; the mean τ-b between the kept part and the crawl estimates τ between the crawl and the whole Web. It is too low for crawls that fetched the best-linked pages first."
		if k.Recrawl.Tau != nil && k.Recrawl.Tau[0].Crawls > 0 {
			text += " Its interval contains τ with 95\u00a0% confidence if the missing part links like the crawl. It is based on the errors of Recrawl on " +
				plural(k.Recrawl.Tau[0].Crawls, "crawl") + " of the crawl with known τ, in four orders."
		}
	}
	return text
}
