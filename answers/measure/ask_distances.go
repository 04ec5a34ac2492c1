package measure

import (
	"context"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/option"
	"weft/store"
)

var distancesQuestion = answer.Question{
	Name: "distances", Short: "Estimate how far pages are from each other",
	Long: `Estimate, by HyperBall (Boldi and Vigna 2013), how many pairs of pages are within each distance along links: the average
distance, the effective diameter, within which 90 % of the joined
pairs lie (interpolated between whole numbers), the share of pairs that are joined, each with a 95 %
interval from several runs; a lower bound of the longest distance; and the harmonic centrality of each page, Σ 1/distance over the
pages that lead to it.
They go to results/harmonic.npy and distances.parquet.

With --from, search breadth first from one or more pages instead, which is exact: how many pages are at each distance.
Distances go to results/distance.npy.`,
	More: "\n  weft distances crawl --from 0",
	New:  func() answer.Asker { return new(askDistances) },
}

type askDistances struct {
	o    DistanceOptions
	from []string
	back bool
}

func (q *askDistances) Flags(f answer.Flags) {
	f.IntVar(&q.o.Top, "top", 10, "list the `K` best pages")
	f.IntVar(&q.o.Runs, "runs", 4, "`N` runs, the more the narrower the intervals")
	f.IntVar(&q.o.MaxIterations, "iterations", 1000, "look at distances up to `N`; 0 for all, however long it takes")
	f.StringArrayVar(&q.from, "from", nil, "search from `PAGE`, a URL or a number; may be repeated")
	f.BoolVar(&q.back, "back", false, "search backwards along links: what leads to the pages")
}

// Check implements answer.Asker.
func (q *askDistances) Check() error {
	switch {
	case q.o.Runs < 0:
		return &answer.OptionError{Option: "runs", Value: q.o.Runs, Want: "0 or more"}
	case q.o.MaxIterations < 0:
		return &answer.OptionError{Option: "iterations", Value: q.o.MaxIterations, Want: "0 or more"}
	case q.back && len(q.from) == 0:
		return &answer.OptionError{Option: "back", Lacks: "from"}
	}
	return answer.CheckTop(q.o.Top)
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

func (q *askDistances) Stages(ctx context.Context, c *store.Crawl, o answer.Options) ([]answer.Stage, error) {
	_, from, err := q.start(c, o)
	if err != nil {
		return nil, err
	}
	var s answer.Stage
	if len(from) > 0 {
		s, err = searchStage(ctx, c, q.back, o)
	} else {
		s, err = distancesStage(ctx, c, o)
	}
	return []answer.Stage{s}, err
}

func (q *askDistances) Ask(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Answer, error) {
	do, from, err := q.start(c, o)
	if err != nil {
		return nil, err
	}
	if len(from) > 0 {
		s, err := GetSearch(ctx, c, from, q.back, o)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	d, err := GetDistances(ctx, c, do)
	if err != nil {
		return nil, err
	}
	return d, nil
}
