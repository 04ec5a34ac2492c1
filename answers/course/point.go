package course

import (
	"context"
	"errors"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/algo/triangle"
	"weft/answers/measure"
	"weft/graph"
	"weft/internal/splitmix"
	"weft/stats"
)

// A Point describes the graph of the crawled pages at a point of progress. Measures that were not requested are
// nil.
type Point struct {
	Step
	Arcs        int64 `json:"arcs"`           // arcs of the graph
	Loops       int64 `json:"loops"`          // links of crawled pages to themselves, which are left out of the graph
	Repeated    int64 `json:"repeated_links"` // repeated links between crawled pages, each counted after the first
	Outside     int64 `json:"outside_links"`  // links to pages that are not crawled
	*Bow        `absent:"not requested"`
	*Lengths    `absent:"not requested"`
	*Clustered  `absent:"not requested"`
	*DegreeLaws `absent:"not requested"`
	*CoreCount  `absent:"not requested"`
	// power law of PageRank, in hundredths of its mean
	Ranked *measure.Law `json:"pagerank_law,omitempty" absent:"not requested"`
}

// DegreeLaws are the laws of degrees.
type DegreeLaws struct {
	In  *measure.Law `json:"in_law"`  // power law of arcs to a crawled page
	Out *measure.Law `json:"out_law"` // power law of arcs from a crawled page
	// power law of links found, by the known page that they lead to
	LinksIn  *measure.Law `json:"links_in_law"`
	LinksOut *measure.Law `json:"links_out_law"` // power law of all links of a crawled page
}

// A Bow is the bow tie; Others are tendrils, tubes and what is not joined with it.
type Bow struct {
	SCC    int64        `json:"scc"`       // pages of the largest strong component
	In     int64        `json:"in"`        // pages from which the largest strong component is reached (IN)
	Out    int64        `json:"out"`       // pages reached from the largest strong component (OUT)
	Others int64        `json:"other"`     // all other pages: tendrils, tubes and disconnected pages
	Sizes  *measure.Law `json:"scc_sizes"` // power law of the sizes of strong components
}

// Lengths are the lengths of the shortest paths between connected pages, in the direction of the links.
type Lengths struct {
	Sources int `json:"sources"` // start pages of searches
	// mean distance from a page to a page that it reaches, links
	Mean *distance.Estimate `json:"mean_distance" absent:"null: there is no such pair"`
	// distance within which 90 % of these pairs lie, links
	Effective *distance.Estimate `json:"effective_diameter" absent:"null: there is no such pair"`
	Reachable *distance.Estimate `json:"reachable"`      // share of such pairs among all ordered pairs
	Diameter  uint32             `json:"diameter"`       // greatest distance found, links
	Exact     bool               `json:"diameter_exact"` // no distance is greater
	// upper bound of the diameter
	AtMost *uint32              `json:"diameter_at_most" absent:"null: the diameter is exact or has no bound"`
	Bins   []distance.LengthBin `json:"distances"` // shares of pairs by distance
}

// Clustered says how often pages that are linked with the same page are linked.
type Clustered struct {
	// share of pairs of neighbours of a page that are linked
	Transitivity *distance.Estimate `json:"transitivity" absent:"null: there are none"`
	// mean of that share over pages with at least two neighbours
	Local *distance.Estimate `json:"clustering" absent:"null: there are none"`
	Drawn int                `json:"clustering_draws"` // pairs that were drawn; 0 if all were counted
}

// CoreCount are cores with four fans and four centers, or more.
type CoreCount struct {
	// maximal bipartite cores of at least four fans and four centers
	Maximal *int64 `json:"maximal_cores_4_4" absent:"null: the graph is too large"`
	// disjoint cores of four fans and four centers: no two share a fan or a center, and no further core
	// can be added
	Disjoint *int64 `json:"disjoint_cores_4_4" absent:"null: the graph is too large"`
	// pages around which the search was given up; counts of cores are lower bounds if it is not 0
	Cut  int64 `json:"cores_cut"`
	Wide int64 `json:"cores_wide"` // pages with too many links to be part of maximal cores
}

// CountedArcs is up to how many arcs clustering is counted and not drawn.
const CountedArcs = 1 << 22

// measure makes the graph of a point, and measures it.
func (c *Course) measure(ctx context.Context, s Step) (*Point, error) {
	g, err := c.prefix(ctx, s.Crawled)
	if err != nil {
		return nil, err
	}
	p := &Point{Step: s, Arcs: g.out.NumArcs(), Loops: g.loops, Repeated: g.repeated, Outside: g.outside}
	for _, m := range []struct {
		of  Measures
		run func(context.Context, *prefix, *Point) error
	}{{Laws, c.laws}, {BowTie, c.bow}, {Paths, c.paths}, {Clustering, c.clustering}, {Cores, c.cores}, {PageRank, c.ranked}} {
		if c.o.Measures&m.of == 0 {
			continue
		}
		if err := m.run(ctx, g, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// law describes a histogram and fits a power law to it.
func (c *Course) law(name, population string, h stats.Histogram) (*measure.Law, error) {
	samples := c.o.FitSamples
	if samples == 0 {
		samples = -1
	}
	l := &measure.Law{Name: name, Population: population, Count: h.Total(), Mean: h.Mean(), Max: h.Max(), Histogram: h}
	fit, err := stats.FitPowerLaw(h, stats.FitOptions{Samples: samples, Seed: c.o.Seed, Workers: c.o.Workers, Sound: true, NoAlternatives: true})
	switch {
	case errors.Is(err, stats.ErrTooFew):
		l.FitError = errors.Unwrap(err).Error() // what it says of the values
	case err != nil:
		return nil, err
	default:
		l.Fit = &fit
	}
	return l, nil
}

func (c *Course) laws(ctx context.Context, g *prefix, p *Point) error {
	var in, out, linksIn, linksOut stats.Counter
	for u := range graph.Node(g.out.NumNodes()) {
		in.Add(uint64(len(g.in.Succ(u))))
		out.Add(uint64(len(g.out.Succ(u))))
	}
	to := make([]uint32, p.Known)
	var scratch []uint32
	link := 0
	for i := range p.Crawled {
		if i%chunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		size := int(c.sizes.at(i))
		linksOut.Add(uint64(size))
		for _, v := range c.links.span(&scratch, link, size) {
			to[v]++
		}
		link += size
	}
	for _, n := range to {
		linksIn.Add(uint64(n))
	}
	l := &DegreeLaws{}
	p.DegreeLaws = l
	for _, of := range []struct {
		law              **measure.Law
		name, population string
		counter          *stats.Counter
	}{
		{&l.In, "in", "crawled pages", &in},
		{&l.Out, "out", "crawled pages", &out},
		{&l.LinksIn, "links in", "known pages", &linksIn},
		{&l.LinksOut, "links out", "crawled pages", &linksOut},
	} {
		var err error
		if *of.law, err = c.law(of.name, of.population, of.counter.Histogram()); err != nil {
			return err
		}
	}
	return nil
}

func (c *Course) bow(ctx context.Context, g *prefix, p *Point) error {
	scc, err := component.SCCBothFrom(ctx, g.out, g.in, component.BothOptions{Work: c.work(), Searches: true})
	if err != nil {
		return err
	}
	bow, err := component.BowTie(ctx, g.out, g.in, component.Known{SCC: scc}, c.work())
	if err != nil {
		return err
	}
	law, err := c.law("scc size", "strong components", stats.Decreasing(scc.Sizes))
	n := bow.Counts
	p.Bow = &Bow{SCC: n.SCC, In: n.In, Out: n.Out, Others: int64(p.Crawled) - n.SCC - n.In - n.Out, Sizes: law}
	return err
}

// Seeds of the random draws.
const (
	ofPaths  splitmix.Domain = 0x7061746873
	ofWedges splitmix.Domain = 0x776564676573
)

func (c *Course) paths(ctx context.Context, g *prefix, p *Point) error {
	afford := c.o.Reads / (g.out.NumArcs() + int64(p.Crawled))
	searches := int(min(max(afford, leastSearches), 1024))
	l, err := distance.SampleLengths(ctx, g.out, g.in, distance.LengthOptions{Work: c.work(), Sources: searches, Seed: ofPaths.Seed(c.o.Seed, uint64(p.Crawled))})
	if err != nil {
		return err
	}
	p.Lengths = &Lengths{Sources: l.Sources, Reachable: &l.Reachable, Diameter: l.Longest, Exact: l.Exact, Bins: l.Bins}
	if l.Longest > 0 {
		p.Mean, p.Effective = &l.Mean, &l.Effective
	}
	if l.Exact || afford < leastSearches {
		return nil
	}
	return c.diameter(ctx, g, p.Lengths, searches)
}

// leastSearches is the minimum number of searches for reporting lengths, because fewer give too narrow intervals.
// It is also the minimum for computing the diameter.
const leastSearches = 32

// errEnough ends a search.
var errEnough = errors.New("enough")

// diameter computes the exact diameter with a limited number of searches.
func (c *Course) diameter(ctx context.Context, g *prefix, l *Lengths, searches int) error {
	scc, err := component.SCCBoth(ctx, g.out, g.in, c.work())
	if err != nil {
		return err
	}
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var low, high uint32
	d, err := distance.Diameter(within, g.out, g.in, distance.DiameterOptions{
		Work: c.work(), Labels: scc.Labels, Components: scc.Count(),
		Progress: func(n int, least, most uint32) {
			if low, high = least, most; n >= searches {
				stop(errEnough)
			}
		},
	})
	switch {
	case err == nil:
		l.Diameter, l.Exact = d.Diameter, true
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.Is(context.Cause(within), errEnough):
		return err
	default:
		l.Diameter, l.AtMost = max(l.Diameter, low), &high
	}
	return nil
}

func (c *Course) clustering(ctx context.Context, g *prefix, p *Point) error {
	p.Clustered = &Clustered{}
	if g.out.NumArcs() > CountedArcs {
		return c.drawWedges(ctx, g, p.Clustered)
	}
	n, err := triangle.Count(ctx, g.out, g.in, triangle.Options{Work: c.work()})
	if err != nil {
		return err
	}
	sum := 0.0
	for u, d := range n.Degrees {
		if d >= 2 {
			sum += float64(n.Of[u]) / (float64(d) * float64(d-1) / 2)
		}
	}
	p.Transitivity = exactly(3*float64(n.Triangles), float64(n.Wedges))
	p.Local = exactly(sum, float64(n.Several))
	return nil
}

// exactly is a share without an interval; nil of nothing.
func exactly(part, of float64) *distance.Estimate {
	if of == 0 {
		return nil
	}
	x := part / of
	return &distance.Estimate{Value: x, Low: x, High: x}
}

func (c *Course) drawWedges(ctx context.Context, g *prefix, to *Clustered) error {
	s, err := triangle.Sample(ctx, g.out, g.in, triangle.SampleOptions{Work: c.work(), Samples: c.o.Draws, Seed: ofWedges.Seed(c.o.Seed)})
	if err != nil {
		return err
	}
	drawn := func(hits int) *distance.Estimate {
		low, high := stats.Binomial(hits, s.Samples)
		return &distance.Estimate{Value: float64(hits) / float64(s.Samples), Low: low, High: high}
	}
	if to.Drawn = s.Samples; s.Wedges > 0 {
		to.Transitivity, to.Local = drawn(s.Joined), drawn(s.Local)
	}
	return nil
}

func (c *Course) ranked(ctx context.Context, g *prefix, p *Point) error {
	r, err := rank.PageRank(ctx, g.in, nil, rank.PageRankOptions{Work: c.work(), Tolerance: 1e-6})
	if err != nil {
		return err
	}
	p.Ranked, err = c.law("PageRank", "crawled pages", measure.Hundredths(r.Scores))
	return err
}
