package measure

import (
	"context"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/option"
	"weft/store"
)

var distancesQuestion = answer.Question{
	Name: "distances", Short: "Measure how far pages are from each other",
	Long: `Count how many pairs of pages are within each distance along links: the average distance, the effective diameter, within which 90 % of the joined
pairs lie (interpolated between whole numbers), the share of pairs that are joined, the share of joined pairs at each distance, the longest distance, and the
harmonic centrality of each page, Σ 1/distance over the pages that lead to it.

All this is counted, by searches from all pages, in crawls of up to 65,536 pages (fewer if pages times links are more than 17 thousand million), and in any crawl with --exact: of n pages and m
links that takes some n·m/5,000,000,000 seconds, more where paths are hundreds of links long, as each 512 pages take a pass for each link of the longest; of crawls of up to 65,536 pages
distances at which few pages change take none. In larger crawls pairs are estimated by searches from 2,048 pages that are drawn, with 95 % intervals, and centralities by HyperBall (Boldi and Vigna 2013), which also gives a lower bound of the longest
distance; --sources and --runs ask for that in any crawl; with as many sources as there are pages pairs are counted. But for the share of joined pairs, intervals know only of pairs that searches came by: where few pages lead to most of
what is reached, as in a tree, half of them or fewer hold, and there is a line that says that most pairs may not have been seen. Centralities and pairs go to results/harmonic.npy and distances.parquet.

With --from, search breadth first from one or more pages instead, which is exact: how many pages are at each distance.
Distances go to results/distance.npy.

With --diameter, find the longest of all shortest paths, and two pages that far apart, exactly (Borassi et al. 2015): by searches from a few
pages and bounds for all others. It takes from some passes to, where pages are joined in long rows, thousands, and more, at
most one for each page, where many pages are about as far from others as the farthest: as in random graphs, or where a few hubs lead everywhere, and back.`,
	More:  "\nweft distances crawl --from 0",
	Gives: []answer.Answer{(*Distances)(nil), (*Diameter)(nil), (*Search)(nil)},
	New:   func() answer.Asker { return new(askDistances) },
}

// farthest is the greatest distance that is looked at unasked.
const farthest = 1000

type askDistances struct {
	o    DistanceOptions
	from []string
	back bool
	// longest asks for the diameter.
	longest bool
}

func (q *askDistances) Flags(f answer.Flags) {
	f.IntVar(&q.o.Top, "top", 10, "list the `K` best pages")
	f.IntVar(&q.o.Sources, "sources", 0, "estimate pairs by searches from `N` pages, the more the narrower the intervals; 0 for 2048, or all where that is quick")
	f.IntVar(&q.o.Runs, "runs", 0, "estimate centralities by `N` runs of HyperBall; 0 for 4, or none where counting is quick")
	f.BoolVar(&q.o.Exact, "exact", false, "count all, however long that takes")
	f.IntVar(&q.o.MaxIterations, "iterations", farthest, "look at distances up to `N`; 0 for all, however long it takes")
	f.StringArrayVar(&q.from, "from", nil, "search from `PAGE`, a URL or a number; may be repeated")
	f.BoolVar(&q.longest, "diameter", false, "find the longest of all shortest paths, exactly")
	f.BoolVar(&q.back, "back", false, "search backwards along links: what leads to the pages")
}

// Check implements answer.Asker.
func (q *askDistances) Check() error {
	if q.back && len(q.from) == 0 {
		return answer.Refused("{back} goes with {from}")
	}
	if q.longest && len(q.from) > 0 {
		return answer.Refused("{diameter} does not go with {from}")
	}
	if q.o.Exact && (q.longest || len(q.from) > 0 || q.o.Runs > 0 || q.o.Sources > 0) {
		return answer.Refused("{exact} does not go with {from}, {diameter}, {sources} or {runs}")
	}
	if (q.longest || len(q.from) > 0) && (q.o.Runs > 0 || q.o.Sources > 0 || q.o.MaxIterations != farthest) {
		return answer.Refused("{from} and {diameter} do not go with {sources}, {runs} or {iterations}")
	}
	if q.o.Sources == 1 {
		return answer.Refused("{sources} 1 does not tell how far it is off: want 2 or more")
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
