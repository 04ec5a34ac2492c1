package hak

import "math"

// An Estimate is HAK and its components.
type Estimate struct {
	Crawled int     `json:"crawled"` // n: pages whose links are known
	Ghosts  int     `json:"ghosts"`  // pages whose links are not known
	Gamma   float64 `json:"gamma"`   // γ: mean share of the links of a crawled page that lead to crawled pages, 0 to 1
	// estimated number of pages of a complete crawl, n/γ; 0 if γ is 0. It can be below the number of
	// known pages where few links lead to missing pages
	Pages float64 `json:"estimated_pages"`
	Im    float64 `json:"im"` // mean impact on a crawled page
	X     float64 `json:"x"`  // (1 − γ)·Im, the share of crawled pages whose rank the missing pages change
	// GhostImpact is the impact of ghosts on all pages, n(1/γ − 1)·Im; 0 if γ is 0. Impacted is the part of it on
	// crawled pages, I = γ·GhostImpact = n·x: the estimated number of pages that move.
	GhostImpact float64 `json:"ghost_impact"` // impact of the ghosts on all pages, n(1/γ − 1)·Im; 0 if γ is 0
	// the part of `ghost_impact` that falls on crawled pages: the number of pages assumed to move
	Impacted float64 `json:"impacted"`
	D        float64 `json:"d"` // estimated number of pairs of pages that are out of order
	// HAK, the estimate of Kendall's tau, 1 − 4D/(n(n−1)); 1 for fewer than two pages
	HAK float64 `json:"hak"`
}

// Of returns the estimate for n crawled pages with the given means. The paper has two quantities I: the impact of
// all ghosts, here GhostImpact, and the number of impacted crawled pages, from which D is made.
// Papers: fidelity, "HAK measure".
func Of(n, ghosts int, gamma, im float64) Estimate {
	e := Estimate{Crawled: n, Ghosts: ghosts, Gamma: gamma, Im: im, HAK: 1}
	pages := float64(n)
	if gamma > 0 {
		e.Pages = pages / gamma
		e.GhostImpact = pages * (1/gamma - 1) * im
	}
	e.X = (1 - gamma) * im
	e.Impacted = pages * e.X
	e.D = (pages - e.Impacted) * e.Impacted
	if n > 1 {
		e.HAK = 1 - 4*e.D/(pages*(pages-1))
	}
	return e
}

// Discordant returns how many of the pairs of k pages HAK takes to be out of order, at least 0. Where HAK is [Folded]
// it counts as 0, and half of the pairs are. The order is compared with PageRank of the whole Web that restarts at
// the crawled pages, as in the paper. For PageRank that restarts at every page see [PlainFactor].
func (e *Estimate) Discordant(k int) float64 {
	pairs := float64(k) * float64(k-1) / 2
	if e.X > 0.5 {
		return pairs / 2
	}
	return math.Max(0, pairs*(1-e.HAK)/2)
}

// PlainFactor states how many times the pairs of Discordant were out of order by PageRank of the whole Web. It holds for
// 46 crawls, breadth first, of parts of four made Webs; docs/fidelity.md has the measurement. No interval is known that
// holds: pages without links from the crawl move the ranks too, and the crawl does not show them.
const PlainFactor = "By PageRank of the whole Web the number was 1.1 to 89 times as large, in 46 crawls of made Webs."

// A Doubt is a reason not to trust HAK.
type Doubt string

// The doubts, after the paper's section on the effectiveness of HAK.
const (
	// Folded is x > ½: HAK is a parabola in x and rises again there, so that a worse crawl scores better.
	Folded Doubt = "folded"
	// Thin is γ < ½. There Im falls faster than 1 − γ rises, so x is a parabola in γ, too, and a worse crawl
	// scores better again. For a G(n,p) with 50, 70 and 90 % of its pages blocked, HAK is .26, .35 and .68, and
	// tau-b of the best 30 % is .24, .14 and .10. The paper uses γ down to ½.
	Thin Doubt = "thin"
	// Small is a crawl of less than SmallCrawl pages: those often have a high fidelity, and then always a high HAK.
	Small Doubt = "small"
	// FewGhosts is a crawl with hardly any links to ghosts, so it does not show how many pages are missing.
	FewGhosts Doubt = "few ghosts"
	// Nothing is a crawl without a crawled page.
	Nothing Doubt = "nothing crawled"
)

// SmallCrawl is the number of pages below which the paper calls crawls extremely small. fewGhosts is the share of
// ghosts below which there are few.
const (
	SmallCrawl = 1000
	fewGhosts  = 0.01
)

// Doubts returns why HAK is not to be trusted; nil if it is as good as it gets.
// Papers: fidelity, "Effectiveness of HAK".
func (e *Estimate) Doubts() []Doubt {
	if e.Crawled == 0 {
		return []Doubt{Nothing}
	}
	var d []Doubt
	if e.X > 0.5 {
		d = append(d, Folded)
	}
	if e.Gamma < 0.5 {
		d = append(d, Thin)
	}
	if e.Crawled < SmallCrawl {
		d = append(d, Small)
	}
	if float64(e.Ghosts) < fewGhosts*float64(e.Crawled) {
		d = append(d, FewGhosts)
	}
	return d
}

// Brief describes a doubt in a few words, for places without room for Explain.
func (d Doubt) Brief() string {
	switch d {
	case Folded:
		return "too much is missing for an estimate"
	case Thin:
		return "less than half of the links stay inside, so that it is too high"
	case Small:
		return "fewer than 1,000 pages are crawled"
	case FewGhosts:
		return "hardly a link leads outside"
	case Nothing:
		return "no page is crawled"
	}
	return string(d)
}

// Explain describes a doubt in a sentence.
func (d Doubt) Explain() string {
	switch d {
	case Folded:
		return "x is over 1/2: there HAK rises again, and a worse crawl scores better; treat it as 0"
	case Thin:
		return "less than half of the links lead to crawled pages: there HAK rises as the share falls; treat it as too high"
	case Small:
		return "with less than 1,000 crawled pages HAK is often high, however many pages are missing"
	case FewGhosts:
		return "hardly any link leads to a page that was not crawled: this crawl does not show how many pages are missing"
	case Nothing:
		return "no page was crawled"
	}
	return string(d)
}
