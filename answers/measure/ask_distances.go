package measure

import (
	"context"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/option"
	"weft/store"
)

var distancesQuestion = answer.Question{
	Name: "distances", Short: "Measure distances between pages along links",
	Long: `Measure distances along links: the average distance, the effective diameter (within which 90 % of the connected pairs
lie, interpolated between whole numbers), the share of pairs that are connected, the distribution of distances, the
longest distance, and the harmonic centrality of each page: Σ 1/distance over the pages that lead to it.

Small crawls are counted exactly, by searches from all pages: crawls of up to 65,536 pages, or fewer if pages times links
exceed 17,000 million. --exact counts in any crawl: n pages and m links take about n·m/5,000,000,000 seconds, and more if
paths are hundreds of links long.

Larger crawls are estimated. Pairs are estimated by searches from 2,048 random pages, with 95 % intervals; centralities
by HyperBall (Boldi and Vigna 2013), which also gives a lower bound of the longest distance. --sources and --runs choose
this method for any crawl; with as many sources as pages, pairs are counted. Except for the share of connected pairs,
intervals cover only pairs that the searches met. If few pages lead to most others, as in a tree, half of the intervals or
fewer hold; a line then warns that most pairs may not have been seen. Centralities are written to results/harmonic.npy,
pairs to results/distances.parquet.

--from searches breadth first from one or more pages and counts the pages at each distance, exactly. Distances are
written to results/distance.npy.

--diameter finds the longest shortest path and its two ends, exactly (Borassi et al. 2015): by searches from a few pages
and bounds for all others. It takes a few passes on most crawls. It takes thousands if pages form long chains, and at
most one per page if many pages are about equally far from the others: in random graphs, or if a few hubs lead to all
pages and back.`,
	More:  "\nweft distances crawl --from 0",
	Gives: []answer.Answer{(*Distances)(nil), (*Diameter)(nil), (*Search)(nil)},
	New:   func() answer.Asker { return new(askDistances) },
}

// farthest is the default limit of distances.
const farthest = 1000

type askDistances struct {
	o    DistanceOptions
	from []string
	back bool
	// longest asks for the diameter.
	longest bool
}

func (q *askDistances) Flags(f answer.Flags) {
	f.IntVarP(&q.o.Top, "top", "n", 10, "list the `K` best pages")
	f.IntVar(&q.o.Sources, "sources", 0, "estimate pairs by searches from `N` random pages; more pages give narrower intervals; 0 for 2048, or all pages where that is quick")
	f.IntVar(&q.o.Runs, "runs", 0, "estimate centralities by `N` runs of HyperBall; 0 for 4, or an exact count where that is quick")
	f.BoolVar(&q.o.Exact, "exact", false, "count all pairs, however long it takes")
	f.IntVar(&q.o.MaxIterations, "iterations", farthest, "examine distances up to `N`; 0 for all, however long it takes")
	f.StringArrayVar(&q.from, "from", nil, "search from `PAGE`, a URL or a number; repeatable")
	f.BoolVar(&q.longest, "diameter", false, "find the diameter exactly: the longest shortest path")
	f.BoolVar(&q.back, "back", false, "with --from, search backwards along links")
}

// Check implements answer.Asker.
func (q *askDistances) Check() error {
	if q.back && len(q.from) == 0 {
		return answer.Refused("{back} requires {from}")
	}
	if q.longest && len(q.from) > 0 {
		return answer.Refused("{diameter} cannot be combined with {from}")
	}
	if q.o.Exact && (q.longest || len(q.from) > 0 || q.o.Runs > 0 || q.o.Sources > 0) {
		return answer.Refused("{exact} cannot be combined with {from}, {diameter}, {sources} or {runs}")
	}
	if (q.longest || len(q.from) > 0) && (q.o.Runs > 0 || q.o.Sources > 0 || q.o.MaxIterations != farthest) {
		return answer.Refused("{from} and {diameter} cannot be combined with {sources}, {runs} or {iterations}")
	}
	if q.o.Sources == 1 {
		return answer.Refused("{sources} 1 gives no interval: expected 2 or more")
	}
	return answer.CheckAll(answer.AtLeast("runs", q.o.Runs, 0), answer.AtLeast("sources", q.o.Sources, 0), answer.AtLeast("iterations", q.o.MaxIterations, 0), answer.AtLeast("top", q.o.Top, 0))
}

// start reads the options, and the pages to search from.
func (q *askDistances) start(c *store.Crawl, o answer.Options) (DistanceOptions, []graph.Node, error) {
	do := q.o
	if do.MaxIterations == 0 {
		do.MaxIterations = -1
	}
	do.Options = o
	from := make([]graph.Node, 0, len(q.from))
	for _, text := range q.from {
		u, err := findPage(c, text)
		if err != nil {
			return do, nil, option.Errorf("{from} %s: %w", text, err)
		}
		from = append(from, u)
	}
	return do, from, nil
}

func (q *askDistances) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	do, from, err := q.start(c, o)
	if err != nil {
		return w, err
	}
	var s answer.Stage
	switch {
	case q.longest:
		w.Aside = true
		w.Do = func() (answer.Answer, error) { return answer.Got(getDiameter(ctx, c, o)) }
		s, err = diameterStage(ctx, c, o)
	case len(from) > 0:
		w.Do = func() (answer.Answer, error) { return answer.Got(GetSearch(ctx, c, from, q.back, o)) }
		s, err = searchStage(ctx, c, q.back, o)
	default:
		w.Do = func() (answer.Answer, error) { return answer.Got(GetDistances(ctx, c, do)) }
		s, err = DistancesStage(ctx, c, do)
	}
	w.Stages = []answer.Stage{s}
	return w, err
}
