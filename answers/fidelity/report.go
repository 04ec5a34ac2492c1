package fidelity

import (
	"weft/algo/distance"
	"weft/algo/hak"
	"weft/answers/answer"
)

// A Report says how far the ranking of a crawl can be trusted.
//
//json:object fidelity
type Report struct {
	hak.Estimate
	// pages left out of `wanted`, because a trap rule holds them back or because robots.txt, nofollow
	// or the scope forbids them
	Barred int    `json:"not_to_be_fetched,omitempty"`
	Failed int    `json:"failed"` // ghosts that were requested and failed
	Kinds  string `json:"kinds"`  // kinds of arcs that count, joined by +
	// filter applied to the crawl: in-scope if excluded pages do not count
	View      string            `json:"view,omitempty" absent:"all arcs are seen"`
	Form      string            `json:"form"`   // how the graph was read: memory, scratch, stream or disk
	Doubts    []Doubt           `json:"doubts"` // reasons to doubt HAK
	Settings  `json:"settings"` // options
	Converged Converged         `json:"converged"` // the same estimate by a PageRank that has converged
	// γ with its 95 % interval by bootstrap over hosts, domains, sites or ranges of pages
	GammaInterval *distance.Estimate `json:"gamma_interval,omitempty"`
	// HAK with its 95 % interval by the same bootstrap
	Interval *distance.Estimate `json:"hak_interval,omitempty"`
	// units of the bootstrap: hosts, domains, sites or stretches of pages
	Drawn string `json:"drawn,omitempty"`
	Draws int    `json:"draws,omitempty"` // number of draws of the bootstrap
	// histogram of crawled pages by their share of links to crawled pages: bins of 1/20 from 0, the
	// last for a share of 1
	Bins       [hak.GammaBins]int `json:"gamma_bins"`
	LostLinks  int64              `json:"links_to_ghosts"`  // links from crawled pages to ghosts
	FoundLinks int64              `json:"links_to_crawled"` // links between crawled pages
	Top        Top                `json:"top"`              // how much of the best-ranked pages was crawled
	AtRisk     []Risk             `json:"at_risk"`          // top pages whose rank depends most on a single link
	// Wanted are the ghosts that would raise γ most, in descending order: seeds of the next crawl. Failed pages
	// are excluded.
	Wanted []Wanted `json:"wanted"` // ghosts whose fetching would raise γ most
	// hosts, domains or sites whose complete fetching would raise γ most
	Hosts []Host `json:"hosts,omitempty" absent:"pages have no names"`

	// Gammas is γ(v) of every page, NaN where there is none; nil unless asked for.
	Gammas []float32 `json:"-"`

	listed  int           // pages that are listed of Wanted
	files   []answer.File // that were requested
	fetched string        // Options.Fetched
	path    string        // of the crawl
}

// Settings say how a report was made.
//
//json:object settings
type Settings struct {
	By           string  `json:"by"`            // unit by which pages are grouped: host, domain or site
	Alpha        float64 `json:"alpha"`         // damping of PageRank
	Iterations   int     `json:"iterations"`    // iterations of PageRank
	Zero         string  `json:"zero"`          // γ given to pages without links
	WithExcluded bool    `json:"with_excluded"` // excluded pages count as missing
}

// A Doubt is a reason not to trust HAK.
//
//json:object doubt
type Doubt struct {
	Name hak.Doubt `json:"name"` // one word for the doubt
	Text string    `json:"text"` // the text
}

// Converged is HAK with a PageRank that has converged: to a bound of the error of 1e-6 in the L1 norm.
//
//json:object converged
type Converged struct {
	Iterations int     `json:"iterations"` // iterations after those of the settings
	Im         float64 `json:"im"`         // mean impact on a crawled page, by the closed form
	X          float64 `json:"x"`          // share of crawled pages assumed to move
	// HAK, the estimate of Kendall's tau between this ranking and the ranking of the whole crawl
	HAK float64 `json:"hak"`
}

// Top describes the pages that are missing at the top.
//
//json:object top of a crawl
type Top struct {
	Pages int `json:"pages"` // number of top pages
	// share of the top pages by in-links, ghosts included, that was crawled
	ByLinks float64 `json:"crawled_by_in_links"`
	// share of the top pages by PageRank, ghosts included, that was crawled
	ByPageRank float64 `json:"crawled_by_pagerank"`
	// pairs among the top crawled pages that HAK expects to be out of order, against a walk through the
	// whole Web that restarts at the crawled pages
	Discordant float64 `json:"discordant_expected"`
	Pairs      float64 `json:"pairs"` // number of pairs compared
}

// A Risk is a page with much of its PageRank from one link.
//
//json:object risk
type Risk struct {
	Page  uint32  `json:"page"`                                                               // number of the page, from 0
	URL   string  `json:"url,omitempty" absent:"pages have no names" label:"page" show:"url"` // URL of the page
	Rank  int     `json:"rank" label:"rank"`                                                  // rank among crawled pages
	Score float64 `json:"score"`                                                              // PageRank of the page
	Share float64 `json:"share" label:"share" show:"share"`                                   // share of the PageRank that arrives by that one link
	From  uint32  `json:"from"`                                                               // number of the page that the link comes from, from 0
	// URL of the page that the link comes from
	FromURL string `json:"from_url,omitempty" absent:"pages have no names" label:"the link is from" show:"url:From"`
}

// A Wanted is a page that was not requested.
//
//json:object wanted
type Wanted struct {
	Page uint32  `json:"page"`                                                               // number of the page, from 0
	URL  string  `json:"url,omitempty" absent:"pages have no names" label:"page" show:"url"` // URL of the page
	Arcs int     `json:"arcs" label:"links"`                                                 // arcs to the page
	Gain float64 `json:"gamma_gain" label:"γ gains" show:"small:6"`                          // growth of γ of the pages that link to it, if it is fetched
	Flow float64 `json:"flow"`                                                               // PageRank that flows to the page
}

// A Host is a host, domain or site with pages that were not requested: its ghosts without failed pages.
//
//json:object host of a crawl
type Host struct {
	Host    string  `json:"host" label:"name" show:"host:(no name)"` // name of the host, domain or site
	Crawled int     `json:"crawled" label:"crawled"`                 // crawled pages of the group
	Ghosts  int     `json:"ghosts" label:"missing"`                  // ghosts of the group
	Gamma   float64 `json:"gamma"`                                   // γ of the crawled pages of the group; 0 if there are none
	// growth of γ over the pages crawled so far, if all ghosts of the group were fetched
	Gain float64 `json:"gamma_gain" label:"γ gains" show:"small:6"`
	Flow float64 `json:"flow"` // PageRank that flows to the ghosts of the group
	Seed string  `json:"seed"` // most wanted ghost of the group
}
