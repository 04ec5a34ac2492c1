package site

import (
	"context"
	"slices"

	"weft/algo/flow"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/bitset"
	"weft/store"
)

// NewGround makes the ground for boundaries on a crawl, under the options of r. It holds the links in memory, both ways.
// Papers: websites, §3.2.
func NewGround(ctx context.Context, c *store.Crawl, r Request) (*Ground, error) {
	if err := r.setDefaults(); err != nil {
		return nil, err
	}
	stage, err := r.stage(ctx, c)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &r.Options, stage, func(v *store.View) (*Ground, error) { return newGround(ctx, c, v, r) })
}

// Graph returns the links of the superset, and the same turned round.
func (g *Ground) Graph() (out, in *graph.Memory) { return g.out, g.in }

// Measured returns σ as it was measured over pairs of URLs; nil without names.
func (g *Ground) Measured() *Sigma { return g.sigma }

// Weigh gives the links other capacities, one of Capacities, and takes the clusters away: what is left is to Cut.
func (g *Ground) Weigh(ctx context.Context, capacity string, sigma float64) (err error) {
	g.r.Cluster, g.r.Capacity, g.r.Sigma, g.r.Merge = Given, capacity, sigma, false
	g.tree, g.of, g.members, g.net = nil, nil, nil, nil
	if sigma, err = g.sigmaValue(); err != nil {
		return err
	}
	all, err := g.capacities(ctx, capacity, sigma)
	if err != nil {
		return err
	}
	g.net, err = flow.New(ctx, g.out, all, g.work())
	return err
}

// Cut draws the boundary around a core, for ε as in Request, and returns the pages inside, in order. A core that was
// given, not found, is taken to be less than a site.
// Papers: websites, §2.4.1.
func (g *Ground) Cut(ctx context.Context, core []graph.Node, given bool, epsilon float64) ([]graph.Node, *Boundary, error) {
	with := *g
	if with.r.Epsilon = epsilon; !given {
		with.r.Cluster = Found
	}
	b, err := with.boundary(ctx, core)
	if err != nil {
		return nil, nil, err
	}
	var pages []graph.Node
	for u := range bitset.Each[uint32](b.inside) {
		pages = append(pages, graph.Node(u))
	}
	return pages, b, nil
}

// From finds the site of some pages as the request says that the ground was made for.
func (g *Ground) From(ctx context.Context, pages []graph.Node) (*Site, error) {
	r := g.r
	r.Pages, r.Keyword = slices.Clone(pages), ""
	slices.Sort(r.Pages)
	r.Pages = slices.Compact(r.Pages)
	return g.Find(ctx, &r)
}

// List returns the pages of a site, in order.
func (s *Site) List() []graph.Node { return s.pages }

// KeywordsOf returns the three words of link texts that best distinguish pages from the rest of a crawl. It
// returns nil for a crawl without texts.
// Papers: websites, §4.1.
func KeywordsOf(ctx context.Context, c *store.Crawl, pages []graph.Node) (*Keywords, error) {
	inside := bitset.New(c.NumPages())
	for _, u := range pages {
		inside.Add(int(u))
	}
	return keywords(ctx, c, inside)
}
