package simulate

import (
	"context"

	"weft/graph"
)

// Parts makes the crawls of an experiment one by one, for callers that need more than their outcomes. It keeps the
// target of the last set, so request the trials set by set. It is not safe for concurrent use.
type Parts struct{ w worker }

// Parts returns the crawls of an experiment. It returns errors of the options and, with TopSeeds, of PageRank.
func (e *Experiment) Parts(ctx context.Context) (*Parts, error) {
	if err := e.setDefaults(); err != nil {
		return nil, err
	}
	top, err := e.best(ctx)
	if err != nil {
		return nil, err
	}
	return &Parts{worker{e: e, ctx: ctx, top: top}}, nil
}

// Make simulates the crawl of a trial, as Run does. It returns the target (all pages that the seeds reach), the pages of
// the target in increasing order, and the part of the target that was fetched. All trials of a set share the target and
// its pages. Time: one search for each set, and the crawl.
func (p *Parts) Make(t Trial) (*Target, []graph.Node, *Part, error) {
	if err := p.w.seed(t.Set); err != nil {
		return nil, nil, nil, err
	}
	part, err := p.w.target.Crawl(p.w.ctx, t.Order, t.Block, p.w.e.seedOf(t))
	return p.w.target, p.w.pages, part, err
}
