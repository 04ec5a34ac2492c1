package fidelity

import (
	"weft/algo/distance"
	"weft/algo/hak"
	"weft/answers/answer"
)

// A Report says how far the ranking of a crawl can be trusted.
type Report struct {
	hak.Estimate
	// Barred is how many pages are not wanted, though they are missing: they are held back, forbidden by robots.txt, linked to
	// by nofollow links alone, outside the scope, or excluded.
	Barred int    `json:"not_to_be_fetched,omitempty"`
	Failed int    `json:"failed"` // of the ghosts, those that were asked for in vain
	Kinds  string `json:"kinds"`
	View   string `json:"view,omitempty"` // store.InScope if there are pages that do not count
	Form   string `json:"form"`
	// Doubts are reasons not to trust HAK, with what they mean.
	Doubts   []Doubt `json:"doubts"`
	Settings `json:"settings"`
	// Converged is HAK with a PageRank that has converged.
	Converged Converged `json:"converged"`
	// GammaInterval and Interval hold 95 % of γ and HAK when hosts, or what else Settings.By says (or stretches of
	// pages, without names or with few hosts) are drawn again; nil if there are too few.
	GammaInterval *distance.Estimate `json:"gamma_interval,omitempty"`
	Interval      *distance.Estimate `json:"hak_interval,omitempty"`
	Drawn         string             `json:"drawn,omitempty"` // what was drawn again: hosts, domains, sites or stretches
	Draws         int                `json:"draws,omitempty"`
	// Bins counts crawled pages by γ(v): from 0 in steps of 1/20, the last being those of 1.
	Bins       [hak.GammaBins]int `json:"gamma_bins"`
	LostLinks  int64              `json:"links_to_ghosts"`
	FoundLinks int64              `json:"links_to_crawled"`
	Top        Top                `json:"top"`
	// AtRisk are the pages of the top that hang most on a single link, those first.
	AtRisk []Risk `json:"at_risk"`
	// Wanted are the ghosts that would raise γ most, those first: seeds of the next crawl. Those that failed are none.
	Wanted []Wanted `json:"wanted"`
	// Hosts are the hosts, domains or sites whose completion would raise γ most; nil without names.
	Hosts []Host `json:"hosts,omitempty"`

	// Gammas is γ(v) of every page, NaN where there is none; nil unless asked for.
	Gammas []float32 `json:"-"`

	listed  int           // pages that are listed of Wanted
	files   []answer.File // that were asked for
	fetched string        // Options.Fetched
}

// Settings say how a report was made.
type Settings struct {
	By           string  `json:"by"` // what pages are grouped by: ByHost, ByDomain or BySite
	Alpha        float64 `json:"alpha"`
	Iterations   int     `json:"iterations"` // of PageRank; those of Converged, if it is the only one
	Zero         string  `json:"zero"`       // γ of pages without links
	WithExcluded bool    `json:"with_excluded"`
}

// A Doubt is a reason not to trust HAK.
type Doubt struct {
	Name hak.Doubt `json:"name"`
	Text string    `json:"text"`
}

// Converged is HAK with a PageRank that has converged: to a bound of the error of 1e-6 in the L1 norm.
type Converged struct {
	Iterations int     `json:"iterations"` // after those of the settings
	Im         float64 `json:"im"`         // by the closed form
	X          float64 `json:"x"`
	HAK        float64 `json:"hak"`
}

// Top is who is missing at the top.
type Top struct {
	Pages int `json:"pages"` // that are called the top
	// ByLinks and ByPageRank are the shares of the best pages, ghosts included, that were crawled.
	ByLinks    float64 `json:"crawled_by_in_links"`
	ByPageRank float64 `json:"crawled_by_pagerank"`
	// Discordant is how many pairs of so many crawled pages HAK takes to be out of order, of Pairs.
	Discordant float64 `json:"discordant_expected"`
	Pairs      float64 `json:"pairs"`
}

// A Risk is a page with much of its PageRank from one link.
type Risk struct {
	Page    uint32  `json:"page"`
	URL     string  `json:"url,omitempty"`
	Rank    int     `json:"rank"`  // its place among crawled pages
	Score   float64 `json:"score"` // its PageRank
	Share   float64 `json:"share"` // of it that comes by the one link
	From    uint32  `json:"from"`
	FromURL string  `json:"from_url,omitempty"`
}

// A Wanted is a page that was not asked for.
type Wanted struct {
	Page uint32  `json:"page"`
	URL  string  `json:"url,omitempty"`
	Arcs int     `json:"arcs"`       // that lead there
	Gain float64 `json:"gamma_gain"` // what γ grows by on the pages that link there
	Flow float64 `json:"flow"`       // PageRank that flows there
}

// A Host is a host, or a domain or a site, with pages that were not asked for: its ghosts without those that failed.
type Host struct {
	Host    string  `json:"host"`
	Crawled int     `json:"crawled"`
	Ghosts  int     `json:"ghosts"`
	Gamma   float64 `json:"gamma"`      // of its crawled pages; 0 without any
	Gain    float64 `json:"gamma_gain"` // what γ would grow by, on the pages crawled so far, if all its ghosts were
	Flow    float64 `json:"flow"`
	Seed    string  `json:"seed"` // its most wanted ghost
}
