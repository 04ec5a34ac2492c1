package papers

import (
	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/view"
	"weft/stats"
)

// Reduced describes a crawl reduced to everything that its best pages reach (Table 1).
//
//json:object reduced
type Reduced struct {
	Pages       int   `json:"pages"`        // pages
	Arcs        int64 `json:"arcs"`         // arcs of the graph
	TargetPages int   `json:"target_pages"` // pages of the target
	TargetArcs  int64 `json:"target_arcs"`  // arcs of the target
}

// TopFetched says which part of the best pages of a crawl was fetched (Introduction).
//
//json:object top fetched
type TopFetched struct {
	Of         string  `json:"of"`          // subject: the crawl with its own ghosts, or half of the crawl
	Top        int     `json:"top"`         // number of top pages
	Fetched    float64 `json:"fetched"`     // share of the pages that was fetched
	ByLinks    float64 `json:"by_in_links"` // share of the top pages by in-links that was fetched
	ByPageRank float64 `json:"by_pagerank"` // share of the top pages by PageRank that was fetched
}

// PartsTable describes the selection of Algorithm 1 from a crawl of half of the target (Table 3).
//
//json:object parts table
type PartsTable struct {
	Tau          float64     `json:"tau"`           // least share of links that stay inside, 0 to 1
	Whole        JudgedSet   `json:"whole"`         // the whole crawl
	Count        int         `json:"components"`    // components
	Chosen       hak.Part    `json:"selected"`      // pages that were selected
	Largest      []JudgedSet `json:"largest"`       // largest components
	Naive        hak.Part    `json:"naive"`         // pages left after repeated removal of pages below tau
	NaiveLargest hak.Part    `json:"naive_largest"` // largest component of the pages left
	// Kendall's tau-b between γ and tau over the listed components of at least 100 pages that have a
	// tau; 0 if undefined
	GammaTau          float64 `json:"gamma_tau"`
	GammaTauUndefined bool    `json:"gamma_tau_undefined,omitempty"` // `gamma_tau` is undefined

	ByTau []PartTau `json:"by_tau"` // sizes of the selection by tau
}

// A JudgedSet is a part of a crawl, and the agreement of its ranking with the ranking of the target on the best
// 1,000 pages of either.
//
//json:object judged set
type JudgedSet struct {
	hak.Part
	// agreement of the best pages with the target's PageRank, personalised to the set
	Kendall hak.Agreement `json:"kendall"`
}

// PartTau says how much is selected with a threshold.
//
//json:object part tau
type PartTau struct {
	Tau      float64 `json:"tau"`      // least share of links that stay inside, 0 to 1
	Selected int     `json:"selected"` // pages
	Largest  int     `json:"largest"`  // pages of the largest component
}

// The settings of Table 3.
const (
	paperTau    = 0.5
	judgedTop   = 1000
	judgedParts = 12 // components that are judged
	judgedLeast = 100
)

// measured measures which pages are missing at the top of a crawl with ghosts.
func (f *fidelityRun) measured() error {
	r, err := fidelity.Measure(f.ctx, f.c, fidelity.Options{Options: f.Options, Samples: -1}, false)
	if err != nil {
		return err
	}
	f.r.Top = &TopFetched{
		Of: "the crawl", Top: judgedTop, Fetched: float64(r.Crawled) / float64(max(1, r.Crawled+r.Ghosts)),
		ByLinks: r.Top.ByLinks, ByPageRank: r.Top.ByPageRank,
	}
	return nil
}

// half crawls half of the target, breadth first, and measures the fetched pages.
func (f *fidelityRun) half(s *Subject) error {
	parts, err := s.exp.Parts(f.ctx)
	if err != nil {
		return err
	}
	_, pages, crawl, err := parts.Make(simulate.Trial{Order: simulate.Blocked, Block: 0.5})
	if err != nil {
		return err
	}
	target, p := partOf(s.exp.Graph, setOf(s.Pages, pages)), partOf(s.exp.Graph, crawl.Crawled)
	f.r.Reduced = &Reduced{Pages: s.Pages, Arcs: s.Arcs, TargetPages: len(pages), TargetArcs: target.out.NumArcs()}
	h := &halved{f: f, target: target, p: p, t: &PartsTable{Tau: paperTau}}
	for _, step := range []func() error{h.rank, h.choose, h.judge, h.sweep} {
		if err := step(); err != nil {
			return err
		}
	}
	f.r.Components = h.t
	return nil
}

// halved is a crawl of half of a target during its measurement.
type halved struct {
	f         *fidelityRun
	target, p *part
	t         *PartsTable
	parts     *hak.Parts
}

// rank ranks the half, and counts the fetched ones of its best pages, unless the crawl itself has this count.
func (h *halved) rank() error {
	f, p := h.f, h.p
	f.Tell("ranking half of the crawl", 0, 0)
	scores, err := p.pageRank(f.ctx, p.known, f.work())
	if err != nil {
		return err
	}
	if f.r.Top == nil {
		degrees, err := rank.InDegrees(f.ctx, p.out, f.work())
		if err != nil {
			return err
		}
		k := min(judgedTop, len(p.known))
		f.r.Top = &TopFetched{
			Of:      "half of the crawl",
			Top:     k,
			Fetched: float64(len(p.crawled)) / float64(max(1, len(p.known))),
			ByLinks: fetched(
				p.set,
				rank.TopDegrees(degrees, k),
			),
			ByPageRank: fetched(p.set, rank.TopK(scores, k, stats.Rounding)),
		}
	}
	h.t.Whole, err = h.compare(p.set, pick(scores, p.crawled))
	return err
}

// fetched returns the share of some pages that is in a set.
func fetched(set view.Bits, pages []graph.Node) float64 {
	n := 0
	for _, u := range pages {
		if set.Has(int(u)) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(pages)))
}

// compare compares the scores of a set with the scores of its pages in the target, personalised to them.
func (h *halved) compare(set view.Bits, scores []float64) (j JudgedSet, err error) {
	if j.Part, err = hak.Weigh(h.f.ctx, h.p.out, set, paperTau); err != nil {
		return j, err
	}
	var pages []graph.Node
	for _, u := range h.p.crawled {
		if set.Has(int(u)) {
			pages = append(pages, u)
		}
	}
	truth, err := h.target.pageRank(h.f.ctx, pages, h.f.work())
	if err != nil {
		return j, err
	}
	j.Kendall, err = hak.CompareTop(scores, pick(truth, pages), judgedTop)
	return j, err
}

// choose selects by the paper's threshold, by its algorithm and by naive pruning.
func (h *halved) choose() error {
	members, err := h.grow(paperTau)
	if err != nil {
		return err
	}
	if h.parts, err = hak.Components(h.f.ctx, h.p.out, members, paperTau, h.f.work()); err != nil {
		return err
	}
	h.t.Chosen, h.t.Count = h.parts.Whole, len(h.parts.Parts)
	naive, err := hak.Maximum(h.f.ctx, h.p.out, h.p.in, h.p.set, hak.GrowOptions{Tau: paperTau, Work: h.f.work()})
	if err != nil {
		return err
	}
	left, err := hak.Components(h.f.ctx, h.p.out, naive, paperTau, h.f.work())
	if err != nil {
		return err
	}
	if h.t.Naive = left.Whole; len(left.Parts) > 0 {
		h.t.NaiveLargest = left.Parts[0]
	}
	return nil
}

func (h *halved) grow(tau float64) (view.Bits, error) {
	return hak.Grow(h.f.ctx, h.p.out, h.p.in, h.p.set, hak.GrowOptions{Tau: tau, Work: h.f.work()})
}

// judge ranks the largest components by themselves.
func (h *halved) judge() error {
	n := min(judgedParts, len(h.parts.Parts))
	for i := range n {
		h.f.Tell("ranking components", int64(i), int64(n))
		if i >= 3 && h.parts.Parts[i].Pages < judgedLeast {
			break
		}
		set := h.parts.Members(uint32(i))
		o := paperRank(nil, h.f.work())
		alone, err := hak.RankAlone(h.f.ctx, h.p.out, set, o)
		if err != nil {
			return err
		}
		j, err := h.compare(set, alone)
		if err != nil {
			return err
		}
		h.t.Largest = append(h.t.Largest, j)
	}
	h.relate()
	return nil
}

// relate relates γ and tau of the components that can be judged.
func (h *halved) relate() {
	var gammas, taus []float64
	for _, j := range h.t.judged() {
		gammas, taus = append(gammas, j.Gamma), append(taus, j.Kendall.TauB)
	}
	var err error
	if h.t.GammaTau, err = stats.KendallTauB(gammas, taus); err != nil {
		h.t.GammaTau, h.t.GammaTauUndefined = 0, true
	}
}

// sweep selects by several thresholds.
func (h *halved) sweep() error {
	for _, tau := range []float64{0.3, 0.5, 0.7, 0.9} {
		members, err := h.grow(tau)
		if err != nil {
			return err
		}
		parts, err := hak.Components(h.f.ctx, h.p.out, members, tau, h.f.work())
		if err != nil {
			return err
		}
		t := PartTau{Tau: tau, Selected: parts.Whole.Pages}
		if len(parts.Parts) > 0 {
			t.Largest = parts.Parts[0].Pages
		}
		h.t.ByTau = append(h.t.ByTau, t)
	}
	return nil
}
