package measure

import (
	"context"
	"fmt"
	"slices"

	"weft/algo/betweenness"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/page"
	"weft/internal/choice"
	"weft/stats"
	"weft/store"
)

// Names of rankings.
const (
	PageRank = "pagerank"
	HITS     = "hits"
	SALSA    = "salsa"
	InDegree = "indegree"
)

// Rankings are the names of the rankings of every report.
var Rankings = []string{PageRank, HITS, SALSA, InDegree}

// Names of further rankings, which a report shows only if a crawl keeps their results.
const (
	Katz        = "katz"
	Closeness   = "closeness"
	Betweenness = "betweenness"
)

// Centralities are the names of these.
var Centralities = []string{Katz, Closeness, Betweenness}

// SumsOverHosts reports whether it makes sense to add up the scores of a ranking, or of a kept vector, over the pages of
// a host.
func SumsOverHosts(name string) bool {
	return name != Closeness && name != Betweenness && name != harmonicVector
}

// AllRankings returns the names of all rankings that [GetRanking] computes.
func AllRankings() []string { return slices.Concat(Rankings, Centralities) }

// RankOptions of GetRanking. Zero values are the defaults of package rank.
type RankOptions struct {
	answer.Options
	// Top is the number of best pages and hosts that are listed.
	Top        int
	Alpha      float64 // of PageRank and Katz
	Dangling   rank.Dangling
	Method     string // one of Methods; empty for auto
	Weights    string // of arcs, for PageRank: one of Weights; empty for one
	Preference []float64
	Norm       rank.Norm
	Loops      bool // HITS counts arcs from a page to itself
	// Tolerance and Iterations stop PageRank, HITS and Katz. For closeness Iterations is the greatest distance, with a
	// negative number for no limit.
	Tolerance  float64
	Iterations int
	// Exact makes closeness and betweenness search from all pages, however long that takes.
	Exact bool
	// Sources are how many pages closeness searches from, two at least; 0 stands for 2048, or all pages where that is
	// soon done.
	Sources int
	// Samples are how many pairs of pages betweenness draws. 0 stands for as many as Error requires, or for an exact
	// count where that is soon done.
	Samples int
	// Error is the greatest error of a score of betweenness; 0 stands for 0.01.
	Error float64
}

// NeedOf is the memory that a ranking of a crawl takes.
func NeedOf(name string, c *store.Crawl) store.Need {
	n := c.NumPages()
	scores := rank.PageRankBytes(n)
	switch name {
	case HITS:
		scores = rank.HITSBytes(n)
	case SALSA:
		scores = rank.SALSABytes(n)
	case InDegree:
		scores = rank.DegreesBytes(n) + 8*int64(n)
	case Katz:
		scores = rank.KatzBytes(n)
	case Closeness:
		scores = distance.ClosenessBytes(n)
	case Betweenness:
		hits, _ := betweenness.SampleBytes(n, 1)
		scores = hits + 8*int64(n)
	}
	return store.Arrays(ScoresPart, scores).And(store.Heap(hostsPart, (hostBytes-16)*int64(hosts(c)))).And(store.Heap(tablePart, tableBytes))
}

// Names of parts of a need.
const (
	ScoresPart = "the scores" // and what computing them takes
	SearchPart = "the search"
	hostsPart  = "sums of hosts"
	tablePart  = "a table of names and scores"
)

// tableBytes is the memory for writing a table of names and scores.
const tableBytes = 12 << 20

// Directions says whether a ranking reads successors, and predecessors.
func Directions(name string) (out, in bool) {
	return name != PageRank && name != Katz && name != Closeness, name != SALSA && name != InDegree
}

// GetRanking scores all pages, ghosts too.
func GetRanking(ctx context.Context, c *store.Crawl, name string, o RankOptions) (*Ranking, error) {
	compute := map[string]func(context.Context, *store.View, *Ranking, RankOptions) error{
		PageRank: pageRank, HITS: hits, SALSA: salsa, InDegree: inDegree, Katz: katz, Closeness: closeness, Betweenness: between,
	}[name]
	if compute == nil {
		return nil, fmt.Errorf("there is no ranking %q: expected %s", name, choice.Of(name, AllRankings()))
	}
	p, err := PlanRanking(ctx, c, name, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o.Options, answer.Stage{View: p.view}, func(v *store.View) (*Ranking, error) {
		r := &Ranking{Name: name, Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, Direction: p.Direction, method: p.Method}
		if err := compute(ctx, v, r, o); err != nil {
			return nil, err
		}
		return r, r.list(c, o.Top)
	})
}

func pageRank(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	method, err := rankMethod(r.method)
	if err != nil {
		return err
	}
	if o.Weights == KeptWeights {
		method = rank.Power
	}
	ro := rank.PageRankOptions{
		Alpha: o.Alpha, Dangling: o.Dangling, Method: method, Preference: o.Preference,
		Tolerance: o.Tolerance, MaxIterations: o.Iterations, Work: v.Work(o.Workers), Room: Room(v, o.Memory), Spare: Spare(v),
		Progress: func(i int, _ float64) { o.Tell(PageRank, int64(i), 0) },
	}
	if r.Direction == Push {
		ro.Push = v.Out
	}
	if o.hides() {
		if err := o.leaveHidden(&ro, v.In.NumNodes()); err != nil {
			return err
		}
	}
	ended := o.resume(v, r, &ro)
	var res *rank.PageRankResult
	if o.Weights == KeptWeights {
		res, err = weightedPageRank(ctx, v, ro)
	} else {
		res, err = rank.PageRank(ctx, v.In, nil, ro)
	}
	if err = ended(err); err != nil {
		return err
	}
	r.Scores, r.Iterations, r.Residual, r.Norm, r.Converged = res.Scores, res.Iterations, res.Residual, res.Norm, res.Converged
	r.Params = map[string]any{
		"alpha": orValue(o.Alpha, 0.85), "dangling": o.Dangling.String(), "method": r.method, "bound": res.Bound,
		"tolerance": orValue(o.Tolerance, 1e-9), "personalised": o.Preference != nil,
	}
	if o.Weights == KeptWeights {
		r.Params["weights"] = KeptWeights
	}
	if o.Preference != nil {
		r.Params["preference"] = sumOf(o.Preference)
	}
	return nil
}

// weightedPageRank scores pages by the kept weights of arcs.
func weightedPageRank(ctx context.Context, v *store.View, ro rank.PageRankOptions) (*rank.PageRankResult, error) {
	out, in, err := v.Weighted()
	if err != nil {
		return nil, err
	}
	return rank.WeightedPageRank(ctx, out, in, ro)
}

// hides reports whether surfers restart on any page except the pages that the filter hides.
func (o *RankOptions) hides() bool {
	return o.Preference == nil && o.Filter.Hidden() > 0
}

// shownBytes is the memory per page in the list of visible pages, and in two copies that package rank makes.
const shownBytes = 12

// leaveHidden makes the preference uniform over the visible pages. Their scores are then the scores of the graph
// without the hidden pages. Surfers on a dangling page also restart on a visible page.
func (o *RankOptions) leaveHidden(ro *rank.PageRankOptions, n int) error {
	shown := n - o.Filter.Hidden()
	if shown == 0 {
		return fmt.Errorf("%s: the view %s hides all %d pages", PageRank, o.Filter.Name(), n)
	}
	ro.Pages = make([]graph.Node, 0, shown)
	for u := range n {
		if !o.Filter.Hides(graph.Node(u)) {
			ro.Pages = append(ro.Pages, graph.Node(u))
		}
	}
	if ro.Dangling == rank.Weak {
		ro.Dangling = rank.Strong
	}
	return nil
}

func orValue(v, d float64) float64 {
	if v == 0 {
		return d
	}
	return v
}

func hits(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	ho := rank.HITSOptions{
		Iterations: o.Iterations, Tolerance: o.Tolerance, Norm: o.Norm, Loops: o.Loops, Push: r.Direction == Push, Room: Room(v, o.Memory), Work: v.Work(o.Workers),
		Progress: func(i int, _ float64) { o.Tell(HITS, int64(i), 0) },
	}
	ended := o.resumeHITS(v, &ho)
	res, err := rank.HITS(ctx, v.Out, v.In, ho)
	if err = ended(err); err != nil {
		return err
	}
	r.Scores, r.HubScores = res.Authorities, res.Hubs
	r.Iterations, r.Residual, r.Norm, r.Converged = res.Iterations, res.Residual, res.Norm, res.Converged
	r.Params = map[string]any{"tolerance": o.Tolerance, "loops": o.Loops}
	return nil
}

func salsa(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	res, err := rank.SALSA(ctx, v.Out, v.Work(o.Workers))
	if err != nil {
		return err
	}
	r.Scores, r.HubScores, r.Norm, r.Converged = res.Authorities, res.Hubs, "l1", true
	r.Params = map[string]any{"method": "closed form"}
	return nil
}

func inDegree(ctx context.Context, v *store.View, r *Ranking, o RankOptions) error {
	degrees, err := rank.InDegrees(ctx, v.Out, v.Work(o.Workers))
	if err != nil {
		return err
	}
	if r.Scores, err = alloc.Make[float64](v.Space, len(degrees)); err != nil {
		return err
	}
	r.degrees = degrees
	for u, d := range degrees {
		r.Scores[u] = float64(d)
	}
	r.Norm, r.Converged = "none", true
	return nil
}

// Ties says which scores of a ranking tie.
func (r *Ranking) Ties() stats.Ties {
	if r.degrees != nil {
		return 0
	}
	return TiesOf(r.params())
}

// TiesOf decides which scores of a saved ranking tie, by how its computation ended: at a requested bound (for
// HITS, a residual), or after a requested number of steps.
func TiesOf(params map[string]any) stats.Ties {
	tolerance, _ := params["tolerance"].(float64)
	if !(tolerance > 0) {
		return stats.Rounding
	}
	for _, end := range []string{"bound", "residual"} {
		if x, ok := params[end].(float64); ok {
			return stats.TiesOf(x)
		}
	}
	return stats.TiesOf(tolerance)
}

// list names the best pages and hosts.
func (r *Ranking) list(c *store.Crawl, k int) error {
	if k <= 0 {
		return nil
	}
	if r.HubScores == nil {
		r.Top = r.withIntervals(topPages(c, r.Scores, k, r.Ties()))
	} else {
		r.Authorities, r.Hubs = topPages(c, r.Scores, k, r.Ties()), topPages(c, r.HubScores, k, r.Ties())
	}
	if !c.HasNames() || c.Damage() != nil || !SumsOverHosts(r.Name) {
		return c.Damage()
	}
	hosts, err := c.Hosts()
	if err != nil {
		return err
	}
	sums := make([]float64, hosts.Len())
	for g, u := range hosts.Sorted() {
		sums[g] += r.Scores[u]
	}
	for _, h := range rank.TopK(sums, k+1, r.Ties()) { // one more, for pages without a host
		name, err := hosts.Name(int(h))
		if err != nil {
			return err
		}
		if name != "" && len(r.TopHosts) < k {
			r.TopHosts = append(r.TopHosts, TopHost{Host: name, Score: sums[h]})
		}
	}
	return nil
}

// topPages lists the k best pages. Numbers of a list that are no pages, as they occur in none of its lines, are left out: they
// are ghosts without arcs.
func topPages(c *store.Crawl, scores []float64, k int, ties stats.Ties) []Top {
	for most := k; ; most *= 2 {
		var top []Top
		best := rank.TopK(scores, most, ties)
		for _, u := range best {
			if len(top) == k {
				return top
			}
			if isAbsent(c, u) {
				continue
			}
			t := Top{Page: uint32(u), Score: scores[u]}
			if c.HasNames() {
				t.URL = c.Label(u)
			}
			top = append(top, t)
		}
		if len(top) == k || len(best) < most {
			return top
		}
	}
}

// isAbsent reports whether a number belongs to no page: a ghost without links to it. Damage is reported elsewhere.
func isAbsent(c *store.Crawl, u graph.Node) bool {
	if c.HasNames() || c.State(u) != page.Ghost {
		return false
	}
	for _, g := range []graph.Random{c.Graph(), c.Back()} {
		if g == nil {
			return false
		}
		if list, err := g.AppendSucc(nil, u); err != nil || len(list) > 0 {
			return false
		}
	}
	return true
}
