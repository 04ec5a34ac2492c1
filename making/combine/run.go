package combine

import (
	"context"
	"errors"
	"fmt"

	"weft/graph"
	"weft/graph/view"
	"weft/store"
)

// Union makes the crawl of the pages and arcs of all crawls. Pages with equal names are one page; without names, pages with
// equal numbers. A page gets the best of its states, and an arc the kinds of all ([kinds.Set.Join]); all anchors are kept.
// The order of the crawls does not matter. They must be in the order of their names, if they have any.
//
// Passes: two over the names, one over each graph and each transpose, two over anchors. Memory: [Options.Need].
// The bytes do not depend on memory and workers. After a failure, or when ctx is done, no output exists. Errors:
// [ErrBare], [store.ErrSame], [store.ErrMixed], [store.ErrOrder], *mem.ShortError.
func Union(ctx context.Context, crawls []*store.Crawl, o Options) (*store.Manifest, error) {
	if len(crawls) == 0 {
		return nil, errors.New("no crawls to unite: name some")
	}
	if err := o.check(crawls...); err != nil {
		return nil, err
	}
	p, err := store.JoinAll(ctx, crawls...)
	if err != nil {
		return nil, err
	}
	r := &recipe{pages: p.Pages, inputs: crawls}
	for i, c := range crawls {
		r.parts = append(r.parts, &part{c: c, number: func(u graph.Node) graph.Node { return p.Place(i, u) }})
	}
	return o.make(ctx, r)
}

// Difference makes the crawl of all pages of a, in their states in a, with the arcs of a that b does not have,
// whatever their kinds. For passes, memory and errors see [Union].
func Difference(ctx context.Context, a, b *store.Crawl, o Options) (*store.Manifest, error) {
	if err := o.check(a, b); err != nil {
		return nil, err
	}
	j, err := store.Join(ctx, a, b)
	if err != nil {
		return nil, err
	}
	return o.make(ctx, &recipe{
		pages: a.NumPages(), inputs: []*store.Crawl{a, b}, parts: []*part{{c: a}}, minus: &part{c: b, number: memberOf(j.B), take: j.A},
	})
}

// memberOf returns a function that returns the members of a set by their positions.
func memberOf(s *view.Subset) func(graph.Node) graph.Node {
	return func(u graph.Node) graph.Node { return graph.Node(s.Select(int(u))) } //nolint:gosec // a page
}

// SourceVector is the result of a part that holds for each page the number that it has in the crawl that it comes from.
const SourceVector = "source-page"

// Extract makes the crawl of some pages of c, with the arcs between them. The result [SourceVector] holds their numbers in
// c. The rest is as [Union] says.
func Extract(ctx context.Context, c *store.Crawl, pages *view.Subset, o Options) (*store.Manifest, error) {
	if err := o.check(c); err != nil {
		return nil, err
	}
	if pages.Universe() != c.NumPages() {
		return nil, fmt.Errorf("a part of %s, which has %d pages: the set is of %d", c.Path, c.NumPages(), pages.Universe())
	}
	return o.make(ctx, &recipe{
		pages: pages.Len(), inputs: []*store.Crawl{c}, parts: []*part{{c: c, take: pages}}, numbers: pages,
	})
}

// A recipe describes how a crawl is made from others.
type recipe struct {
	pages   int
	inputs  []*store.Crawl
	parts   []*part      // what is united
	minus   *part        // whose arcs are left out; nil for none
	numbers *view.Subset // the pages of the input that the new ones are, if that is worth keeping
}

func (o *Options) make(ctx context.Context, r *recipe) (*store.Manifest, error) {
	draft, err := store.Begin(ctx, &o.DraftOptions)
	if err != nil {
		return nil, err
	}
	defer draft.Abort()
	b := &builder{Draft: draft, r: r}
	if err := b.build(ctx); err != nil {
		return nil, err
	}
	return &b.Manifest, nil
}
