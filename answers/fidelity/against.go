package fidelity

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/alloc"
	"weft/stats"
	"weft/store"
)

// Rankings that can be compared with the target's rankings.
const (
	Personalised = "pagerank"       // of the target personalised to the crawl, as in the paper
	Plain        = "pagerank-plain" // of the target with uniform teleportation
	InDegree     = "indegree"
	HITS         = "hits" // authorities
	Harmonic     = "harmonic"
)

// Rankings are all of them.
var Rankings = []string{Personalised, Plain, InDegree, HITS, Harmonic}

// A Truth measures how far the rankings of a crawl agree with the rankings of its target.
//
//json:object fidelity --target
type Truth struct {
	*Report
	Tau         Tau        `json:"tau"`                   // Kendall's tau-b of the personalised PageRank
	Matched     int        `json:"matched"`               // crawled pages that the target has; only these are compared
	Absent      int        `json:"absent"`                // crawled pages that the target lacks, without gone ones
	TargetPages int        `json:"target_pages"`          // pages of the target that count
	TargetView  string     `json:"target_view,omitempty"` // filter applied to the target
	Links       SameLinks  `json:"links"`                 // check whether the target has the links of the crawl
	Error       float64    `json:"hak_error"`             // HAK minus tau-b of the top 30 %
	Compared    []Compared `json:"compared"`              // comparison of each ranking
}

// Tau is Kendall's tau-b of PageRank on the best of both rankings.
//
//json:object tau of shares
type Tau struct {
	Top30 float64 `json:"top30"` // tau-b of the best 30 %
	Top50 float64 `json:"top50"` // tau-b of the best 50 %
	Top70 float64 `json:"top70"` // tau-b of the best 70 %
	All   float64 `json:"all"`   // tau-b of all
}

// A Compared measures how far one ranking of the crawl agrees with the same ranking of the target.
//
//json:object compared
type Compared struct {
	Ranking  string          `json:"ranking"`      // name of the ranking
	Shares   []hak.Agreement `json:"shares"`       // agreement on the best 30, 50, 70 and 100 %
	Top      hak.Agreement   `json:"top"`          // agreement on a fixed number of best pages
	Weighted float64         `json:"weighted_tau"` // Vigna's weighted tau; 0 if undefined
}

// Against measures a crawl, and compares its rankings with its target's rankings. It compares the crawled pages
// that both have, matched by name, or by number if neither has names. The crawl is ranked with its ghosts as
// sinks. The target is ranked as the ranking defines, PageRank with the same number of iterations.
//
// Memory: the memory of Measure, or of PageRank of the target, and 100 bytes per compared page.
// Papers: fidelity, "Evaluation strategy".
func Against(ctx context.Context, c, target *store.Crawl, rankings []string, o Options) (*Truth, error) {
	if err := checkNames(c, target); err != nil {
		return nil, err
	}
	r, err := Measure(ctx, c, o, false)
	if err != nil {
		return nil, err
	}
	o.setDefaults()
	t := &Truth{Report: r, Compared: []Compared{}}
	x := &comparing{ctx: ctx, o: &o, t: t, rankings: rankings}
	if err := x.scoreCrawl(c, target); err != nil {
		return nil, err
	}
	if err := x.scoreTarget(target); err != nil {
		return nil, err
	}
	if d, ok := t.Links.doubt(c.HasNames()); ok {
		t.Doubts = append(t.Doubts, d)
	}
	return t, x.compare()
}

// comparing is a comparison under way.
type comparing struct {
	ctx      context.Context //nolint:containedctx // it lives as long as one call of Against
	o        *Options
	t        *Truth
	rankings []string
	u, v     []graph.Node      // the pages of both, in crawl and target
	a, b     map[string]scored // scores of these
	links    []graph.Arc       // some of the crawl, in the numbers of the target
}

// scored is the scores of some pages, and which of them tie.
type scored struct {
	values []float64
	ties   stats.Ties
}

// match finds the crawled pages that both have, and takes some of their links.
func (x *comparing) match(s *Seen, c, target *store.Crawl) error {
	to, err := samePages(c, target)
	if err != nil {
		return err
	}
	for u := range s.Crawled.All() {
		switch v := to[u]; {
		case v != store.NoPage && answers(target.State(v)):
			x.u, x.v = append(x.u, graph.Node(u)), append(x.v, v)
		case s.gone == nil || !s.gone.Has(u): // a gone page is not missing in the target
			x.t.Absent++
		}
	}
	if x.t.Matched = len(x.u); len(x.u) < 2 {
		return fmt.Errorf("crawl and target share %d crawled pages: too few to compare", len(x.u))
	}
	known := func(v graph.Node) bool { return answers(target.State(v)) }
	x.links, err = sampleLinks(s.View.Out, x.u, to, known, x.o.Seed)
	return err
}

// ofCrawl returns the ranking of the crawl that one of the target is compared with: it is PageRank for both kinds of it.
func ofCrawl(ranking string) string {
	if ranking == Plain {
		return Personalised
	}
	return ranking
}

// ofCrawls returns the rankings of the crawl that some of the target are compared with.
func ofCrawls(all []string) []string {
	var rankings []string
	for _, r := range all {
		if r = ofCrawl(r); !slices.Contains(rankings, r) {
			rankings = append(rankings, r)
		}
	}
	return rankings
}

// viewRanked says how the crawl is seen to be ranked.
func viewRanked(ctx context.Context, c *store.Crawl, rankings []string, o *Options) (store.ViewOptions, error) {
	need := sideNeed(c, rankings, c.NumPages()).And(store.Heap("the pages of both", 4*int64(c.NumPages())))
	return viewOptions(ctx, c, "ranking the crawl", need, o)
}

// scoreCrawl finds the pages of both, and ranks the crawl, ghosts being sinks.
func (x *comparing) scoreCrawl(c, target *store.Crawl) error {
	rankings := ofCrawls(x.rankings)
	vo, err := viewRanked(x.ctx, c, rankings, x.o)
	if err != nil {
		return err
	}
	s, err := x.o.open(c, vo)
	if err != nil {
		return err
	}
	if err = x.match(s, c, target); err == nil {
		x.a, err = x.side(s, rankings, x.u, s.Part, "crawl: ")
	}
	return errors.Join(err, s.View.Close())
}

// scoreTarget ranks the target, PageRank personalised to the pages of the crawl.
func (x *comparing) scoreTarget(target *store.Crawl) error {
	s, err := seeTarget(x.ctx, target, sideNeed(target, x.rankings, len(x.u)), *x.o)
	if err != nil {
		return err
	}
	x.t.TargetPages, x.t.TargetView = s.Pages, s.View.Filter
	if x.t.Links, err = findLinks(s.View.Out, x.links, x.o.Seed); err == nil {
		x.b, err = x.side(s, x.rankings, x.v, x.v, "target: ")
	}
	return errors.Join(err, s.View.Close())
}

// AgainstStages are how Against reads crawl and target.
func AgainstStages(ctx context.Context, c, target *store.Crawl, rankings []string, o Options) ([]answer.Stage, error) {
	own, err := Stage(ctx, c, o, false)
	if err != nil {
		return nil, err
	}
	o.setDefaults()
	ranked, err := viewRanked(ctx, c, ofCrawls(rankings), &o)
	if err != nil {
		return nil, err
	}
	vo, err := viewTarget(ctx, target, sideNeed(target, rankings, min(c.NumPages(), target.NumPages())), &o)
	const passes = "the passes of each ranking"
	return []answer.Stage{own, {View: ranked, Passes: passes}, {View: vo, Of: target, Passes: passes}}, err
}

// sideNeed is the memory for rankings of a crawl besides its view, if a given number of pages is compared.
func sideNeed(c *store.Crawl, rankings []string, pages int) store.Need {
	n := c.NumPages()
	most := rank.PageRankBytes(n)
	for _, r := range rankings {
		switch r {
		case HITS:
			most = max(most, rank.HITSBytes(n))
		case Harmonic:
			most = max(most, distance.HarmonicBytes(n))
		}
	}
	return store.Arrays(measure.ScoresPart, most).And(store.Heap("scores and ranks of the pages of both", int64(pages)*int64(24+16*len(rankings))))
}

// side computes the rankings of a side, and keeps the scores of some pages. preferred are those where PageRank begins;
// nil for all.
func (x *comparing) side(s *Seen, rankings []string, pages, preferred []graph.Node, name string) (map[string]scored, error) {
	kept := map[string]scored{}
	for _, r := range rankings {
		x.o.Tell(name+r, 0, 0)
		from := s.Part
		if r == Personalised {
			from = preferred
		}
		all, err := x.score(s, r, from)
		if err != nil {
			return nil, fmt.Errorf("%s%s: %w", name, r, err)
		}
		some := make([]float64, len(pages))
		for i, u := range pages {
			some[i] = all.values[u]
		}
		kept[r] = scored{some, all.ties}
	}
	return kept, nil
}

func (x *comparing) score(s *Seen, ranking string, from []graph.Node) (scored, error) {
	v := s.View
	w := v.Work(x.o.Workers)
	switch ranking {
	case InDegree:
		degrees, err := rank.InDegrees(x.ctx, v.Out, w)
		if err != nil {
			return scored{}, err
		}
		scores, err := alloc.Make[float64](v.Space, len(degrees))
		if err != nil {
			return scored{}, err
		}
		for u, d := range degrees {
			scores[u] = float64(d)
		}
		return scored{scores, 0}, nil
	case HITS:
		ho, u := rank.HITSOptions{Work: w}, s.unfinished("fidelity hits", x.o, "")
		measure.ResumeHITS(u, &ho)
		res, err := rank.HITS(x.ctx, v.Out, v.In, ho)
		if err = u.Ended(err); err != nil {
			return scored{}, err
		}
		return scored{res.Authorities, stats.Rounding}, nil
	case Harmonic:
		scores, err := distance.Harmonic(x.ctx, v.In, x.o.Seed, w)
		return scored{scores, stats.Rounding}, err
	}
	part := Seen{View: v, Part: from, Crawled: s.Crawled, ranking: ranking}
	res, err := part.Scores(x.ctx, nil, nil, x.o.Iterations, x.o)
	if err != nil {
		return scored{}, err
	}
	return scored{res.Scores, x.o.ties(res)}, nil
}

// compare compares what both sides say.
func (x *comparing) compare() error {
	for _, r := range x.rankings {
		c := Compared{Ranking: r}
		var err error
		a, b := x.a[ofCrawl(r)], x.b[r]
		if c.Shares, err = hak.CompareTied(a.values, b.values, a.ties, b.ties, hak.Shares); err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
		if c.Top, err = hak.CompareTopTied(a.values, b.values, a.ties, b.ties, x.o.Top); err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
		if c.Weighted, err = stats.WeightedTauTied(a.values, b.values, a.ties, b.ties); err != nil && !errors.Is(err, stats.ErrConstant) {
			return fmt.Errorf("%s: %w", r, err)
		}
		x.t.Compared = append(x.t.Compared, c)
		if r == Personalised {
			x.t.Tau = Tau{c.Shares[0].TauB, c.Shares[1].TauB, c.Shares[2].TauB, c.Shares[3].TauB}
			x.t.Error = x.t.HAK - x.t.Tau.Top30
		}
	}
	return nil
}
