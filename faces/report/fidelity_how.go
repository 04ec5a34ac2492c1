package report

import (
	"math"

	"weft/answers/fidelity"
)

// zeroGamma says what pages without links count as, by the name of the setting.
var zeroGamma = map[string]string{
	"one":       "pages without links have γ = 1",
	"zero":      "pages without links have γ = 0",
	"undefined": "pages without links are left out",
}

// trustHow says how the trust in the ranks was computed.
func trustHow(r *fidelity.Report, k *fidelity.Calibration) []string {
	zero := zeroGamma[r.Zero]
	if zero == "" {
		zero = "γ of pages without links: " + r.Zero
	}
	excluded := "Pages that were excluded (robots.txt, scope) are left out, with the links to them: nobody wants to crawl them."
	if r.WithExcluded {
		excluded = "Pages that were excluded (robots.txt, scope) count as missing."
	}
	how := []string{
		"γ of a page is the share of its links that lead to crawled pages; that of the crawl is the mean over the n crawled pages (" + zero + "). The impact of a page is the sum, over the crawled pages that it links to, of the share of their PageRank that comes from it; Im is the mean. " +
			"From both, x = (1 − γ)·Im, I = n·x, D = (n − I)·I and HAK = 1 − 4D/(n(n − 1)), which estimates Kendall's τ between the order of the crawled pages by PageRank and the one that they would have if nothing were missing. " +
			"It falls to 0 at x = 1/2 and rises again beyond, where it means nothing; where γ is below 1/2, x falls with it, and HAK is too high. (Holzmann, Anand and Khosla, “Estimating PageRank deviations in crawled graphs”, Applied Network Science 4, 2019.)",
		"Population: " + plural(r.Crawled, "page") + ", all that were fetched or redirected, or have links though they failed. Missing are all others that are known, failed ones included; these are none to crawl next. " + excluded + " " + arcsThatCount(r.Kinds) +
			" " + rankedHow(r) + form(r.Form),
	}
	if r.Draws > 0 {
		how = append(how, "In parentheses: 95\u00a0% intervals of "+count(r.Draws)+" draws of as many "+drawnWord(r.Drawn)+" as there are, with replacement (bootstrap). The pages of a host are alike and drawn together.")
	}
	how = append(how,
		"A whole crawl: n/γ pages, told where that is more than are known. Pairs out of order: (1 − HAK)/2 of the pairs of the best crawled pages, as if HAK were the same at the top as overall. "+
			"Shares of the top are of the best "+count(r.Top.Pages)+" pages, missing ones included, by links from crawled pages and by PageRank.",
		"A page at risk has much of its PageRank by a single link: α times the PageRank of the linking page over its number of links. What γ gains is by how much γ would grow, on the pages crawled so far, if that page, or all that is missing of that host, were crawled.")
	return append(how, calibrationHow(r, k))
}

func rankedHow(r *fidelity.Report) string {
	text := "PageRank: α = " + value(r.Alpha) + ", crawled and missing pages, the latter without links of their own; what is lost in them is spread over all pages alike; "
	if r.Iterations > 0 {
		text += plural(r.Iterations, "iteration") + " of the power method, as in the paper"
	}
	if r.Converged.Iterations > 0 {
		text += ", then as many as it takes to converge (L1 distance within 10⁻⁶)"
	}
	return text + "."
}

func drawnWord(drawn string) string {
	if drawn == "stretches" {
		return "stretches of pages"
	}
	return drawn
}

// onCurve says what the plot shows of a crawl that was not crawled again.
func onCurve(r *fidelity.Report) string {
	text := "The curve is the formula of HAK for many pages; this crawl is marked on it"
	if r.Interval != nil {
		text += ", with the interval of HAK"
	}
	return text + ". "
}

// calibrationHow says what was crawled again.
func calibrationHow(r *fidelity.Report, k *fidelity.Calibration) string {
	if r.Crawled < leastOrdered {
		return "One page alone has no order, so that γ, x and HAK are not told."
	}
	if k == nil || len(k.Cells) == 0 {
		if r.Ghosts == 0 {
			return "The crawl was not crawled again to see how good HAK is on it; weft report --calibrate always does."
		}
		return onCurve(r) + "It was not crawled again to see how good HAK is on it; weft report --calibrate always does, and draws what was measured."
	}
	if !k.Measured() {
		return onCurve(r) + "It was crawled again to see how good HAK is on it, but from the best 1\u00a0% of the pages links lead to too few others for an order."
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range k.Cells {
		least, most = min(least, c.Block), max(most, c.Block)
	}
	text := "Measured: the " + count(k.Pages) + " crawled pages and the " + count(k.Arcs) + " links between them are a whole that is known. From the best 1\u00a0% by PageRank they were crawled again, breadth first, with " +
		percentOf(least) + " to " + percentOf(most) + " of the pages, drawn at random, never fetched, " + plural(k.Sets, "time") +
		" each. Dots are Kendall's τ-b between the PageRank of a part and of the whole, on the best 30\u00a0% of the part's pages by either; whiskers are 95\u00a0% intervals of the mean (Student's t). The line is the mean HAK of these parts."
	if k.Recrawl != nil {
		text += " Recrawl is another estimate of τ, ours and not the paper's: of the crawled pages a share of γ is kept, whatever their links, " + plural(k.Recrawl.Draws, "time") +
			"; the mean τ-b of what is kept against the crawl stands for that of the crawl against the whole. It is too low for crawls that took the best linked pages first."
		if k.Recrawl.Tau != nil && k.Recrawl.Tau[0].Crawls > 0 {
			text += " Its interval holds τ with a confidence of 95\u00a0%, if what is missing links like what was crawled: it comes of the errors that the same estimate has on " +
				plural(k.Recrawl.Tau[0].Crawls, "crawl") + " of the crawl, in four orders, whose τ is known."
		}
	}
	return text
}
