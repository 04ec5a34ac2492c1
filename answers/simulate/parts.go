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

// Make makes the crawl that Run compares in a trial. It returns the pages that its seeds reach as a target, their
// numbers in increasing order, and the fetched part. The target and the pages are shared between the trials of a
// set. Time: a search for each set, and the crawl.
func (p *Parts) Make(t Trial) (*Target, []graph.Node, *Part, error) {
	if err := p.w.seed(t.Set); err != nil {
		return nil, nil, nil, err
	}
	part, err := p.w.target.Crawl(p.w.ctx, t.Order, t.Block, p.w.e.seedOf(t))
	return p.w.target, p.w.pages, part, err
}
