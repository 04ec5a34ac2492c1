package fidelity

import (
	"cmp"
	"context"
	"slices"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/answers/missing"
	"weft/graph"
	"weft/graph/view"
	"weft/stats"
	"weft/store"
)

// Need is the memory of Measure for n pages on a number of hosts: PageRank, and two hak.Group per host. Without a
// fixed number of iterations PageRank needs less (rank.GaussSeidelBytes), because it then never uses the power
// method.
// Papers: fidelity, "Real-world graphs".
func Need(n, hosts int) store.Need {
	const groupBytes, listBytes = 2*80 + 80, 4 << 20
	return rankNeed(n).And(store.Heap("sums of hosts", groupBytes*int64(hosts))).And(store.Heap("lists of the best", listBytes))
}

// rankNeed is the memory of PageRank for n pages whose outdegrees are given.
func rankNeed(n int) store.Need {
	return store.Arrays(measure.ScoresPart, rank.PageRankBytes(n)).And(store.Arrays("outdegrees of the pages that link", 4*int64(n)))
}

// Stage is how Measure reads a crawl.
func Stage(ctx context.Context, c *store.Crawl, o Options, gammas bool) (answer.Stage, error) {
	s := answer.Stage{Passes: "1 to count links, the passes of PageRank, 1 for impacts"}
	o.setDefaults()
	groups, err := o.groupsOf(c)
	if err != nil {
		return s, err
	}
	s.View, err = viewFor(ctx, c, groups, &o, gammas)
	return s, err
}

// viewFor says how Measure sees a crawl.
func viewFor(ctx context.Context, c *store.Crawl, groups groups, o *Options, gammas bool) (store.ViewOptions, error) {
	need := Need(c.NumPages(), groups.Len())
	if o.By == BySite {
		need = need.And(store.Heap("the site of each page", o.Sites.Bytes()))
	}
	if gammas {
		need = need.And(store.Heap("γ of each page", 4*int64(c.NumPages())))
	}
	vo, err := viewOptions(ctx, c, "fidelity", need, o)
	if err == nil && o.Fetchable && c.HasNames() {
		var bytes int64
		if bytes, err = missing.UnwantedBytes(c); bytes > 0 {
			vo.Need = vo.Need.And(store.Heap("the pages that must not be requested", bytes+int64(c.NumPages())/4))
		}
	}
	method := measure.Power
	if err == nil && o.Iterations < 0 {
		method = measure.GaussSeidel
		vo.Need = vo.Need.And(store.Arrays(measure.ScoresPart, rank.GaussSeidelBytes(c.NumPages())))
	}
	if err != nil {
		return vo, err
	}
	return measure.PlanLeading(c, measure.PageRank, method, vo)
}

// Measure estimates how far the ranking of a crawl can be trusted, from the crawl alone. It makes one pass over
// the arcs to count links, one for each iteration of PageRank, and one for impacts. It reads the arcs of each top
// page once more. With gammas it keeps γ of each page, 4 bytes each.
//
// HAK is computed as in the paper, so the paper's figure results: from PageRank after 30 iterations from the
// uniform vector. Ghosts are sinks, and rank lost in sinks is spread over all pages. The iterations then continue
// until PageRank has converged, for a second HAK.
// Papers: fidelity, "HAK measure", "Introduction".
func Measure(ctx context.Context, c *store.Crawl, o Options, gammas bool) (*Report, error) {
	o.setDefaults()
	groups, err := o.groupsOf(c)
	if err != nil {
		return nil, err
	}
	vo, err := viewFor(ctx, c, groups, &o, gammas)
	if err != nil {
		return nil, err
	}
	s, err := o.open(c, vo)
	if err != nil {
		return nil, err
	}
	defer s.View.Close() //nolint:errcheck // nothing was written
	barred := 0
	if o.Fetchable && c.HasNames() {
		if s.barred, barred, err = missing.Unwanted(ctx, c); err != nil {
			return nil, err
		}
	}
	m := &measuring{ctx: ctx, c: c, o: &o, s: s, groups: groups, r: &Report{
		Kinds: s.View.Kinds.String(), View: s.View.Filter, Form: s.View.Form,
		listed: o.List, fetched: o.Fetched, path: c.Path, Settings: Settings{By: o.By, Alpha: o.Alpha, Zero: o.Zero.String(), WithExcluded: o.WithExcluded},
	}}
	m.r.Barred = barred
	if gammas {
		m.r.Gammas = make([]float32, c.NumPages())
	}
	for _, step := range []func() error{m.scan, m.impact, m.bootstrap, m.converge, m.hosts} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return m.r, c.Damage()
}

// measuring is a report in the making.
type measuring struct {
	ctx    context.Context //nolint:containedctx // it lives as long as one call of Measure
	c      *store.Crawl
	o      *Options
	s      *Seen
	groups groups
	r      *Report

	links   *hak.Links
	impacts *hak.Impacts
	scores  []float64
	ties    stats.Ties
}

func (m *measuring) scan() error {
	m.o.Tell("counting links", 0, 0)
	var err error
	m.links, err = hak.Scan(m.ctx, m.s.View.Out, m.s.Crawled, hak.ScanOptions{
		Zero: m.o.Zero, Groups: m.groups, Values: m.r.Gammas, Work: m.s.View.Work(m.o.Workers),
	})
	if err != nil {
		return err
	}
	m.r.Bins, m.r.FoundLinks, m.r.LostLinks = m.links.Bins, m.links.Arcs, m.links.Lost
	return nil
}

// impact ranks the pages and finds out who exerts what on whom.
func (m *measuring) impact() error {
	res, err := m.s.Scores(m.ctx, m.links.Degrees, nil, m.o.Iterations, m.o)
	if err != nil {
		return err
	}
	m.scores, m.r.Iterations, m.ties = res.Scores, res.Iterations, m.o.ties(res)
	m.o.Tell("weighing links", 0, 0)
	m.impacts, err = hak.GetImpacts(m.ctx, m.s.View.In, m.s.Crawled, hak.Ranked{Scores: m.scores, Degrees: m.links.Degrees}, hak.ImpactOptions{
		Groups: m.groups, Failed: m.unwanted(), Wanted: m.o.Wanted, Linked: m.o.Top, Work: m.s.View.Work(m.o.Workers),
	})
	if err != nil {
		return err
	}
	n := m.links.Whole.Crawled
	m.r.Estimate = hak.Of(n, m.s.Ghosts(n), m.links.Gamma(), m.impacts.Im())
	m.r.Failed, m.r.Doubts = m.s.failures, []Doubt{}
	for _, d := range m.r.Estimate.Doubts() {
		m.r.Doubts = append(m.r.Doubts, Doubt{d, d.Explain()})
	}
	return m.top()
}

// unwanted returns the pages that the next crawl should not fetch: pages that failed, and pages that must not be
// requested.
func (m *measuring) unwanted() view.Bits {
	switch {
	case m.s.barred == nil:
		return m.s.Failed
	case m.s.Failed == nil:
		return m.s.barred
	}
	both := slices.Clone(m.s.barred)
	for i, word := range m.s.Failed {
		both[i] |= word
	}
	return both
}

// top finds the pages that may be missing at the top, and the pages that may fall from there.
func (m *measuring) top() error {
	best := rank.TopK(m.scores, min(m.o.Top, m.s.Pages), m.ties)
	k := min(m.o.Top, m.links.Whole.Crawled)
	m.r.Top = Top{
		Pages: m.o.Top, ByLinks: m.share(m.impacts.Linked), ByPageRank: m.share(best),
		Discordant: m.r.Discordant(k), Pairs: float64(k) * float64(k-1) / 2,
	}
	place := map[graph.Node]int{}
	var crawled []graph.Node
	for _, u := range best {
		if m.s.Crawled.Has(int(u)) {
			crawled = append(crawled, u)
			place[u] = len(crawled)
		}
	}
	risks, err := hak.Risks(m.s.View.In, crawled, m.scores, m.links.Degrees, m.o.Alpha)
	if err != nil {
		return err
	}
	slices.SortStableFunc(risks, func(a, b hak.Risk) int { return cmp.Compare(b.Share, a.Share) })
	m.r.AtRisk = []Risk{}
	for _, x := range risks[:min(m.o.List, len(risks))] {
		m.r.AtRisk = append(m.r.AtRisk, Risk{
			Page: uint32(x.Page), URL: m.url(x.Page), Rank: place[x.Page], Score: x.Score, Share: x.Share, From: uint32(x.From), FromURL: m.url(x.From),
		})
	}
	m.r.Wanted = []Wanted{}
	for _, g := range m.impacts.Wanted {
		m.r.Wanted = append(m.r.Wanted, Wanted{uint32(g.Page), m.url(g.Page), g.Arcs, m.gain(g.Want), g.Flow})
	}
	return nil
}

// gain is the growth of γ if want is added to its sum.
func (m *measuring) gain(want float64) float64 { return want / float64(max(1, m.links.Whole.Counted)) }

// url returns the name of a page; "" without names.
func (m *measuring) url(u graph.Node) string {
	if !m.c.HasNames() {
		return ""
	}
	return m.c.Label(u)
}

// share returns which share of some pages was crawled; 0 of none.
func (m *measuring) share(pages []graph.Node) float64 {
	n := 0
	for _, u := range pages {
		if m.s.Crawled.Has(int(u)) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(pages)))
}

// converge continues with PageRank until it has converged.
func (m *measuring) converge() error {
	done := 0
	if m.o.Iterations > 0 {
		res, err := m.s.Scores(m.ctx, m.links.Degrees, m.scores, 0, m.o)
		if err != nil {
			return err
		}
		m.scores, done = res.Scores, res.Iterations
	}
	n := m.links.Whole.Crawled
	im := hak.ClosedIm(m.scores, m.links.Degrees, m.s.Crawled, m.s.Pages, m.o.Alpha)
	e := hak.Of(n, m.s.Ghosts(n), m.links.Gamma(), im)
	m.r.Converged = Converged{Iterations: done, Im: im, X: e.X, HAK: e.HAK}
	return nil
}
