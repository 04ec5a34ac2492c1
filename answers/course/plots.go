package course

import (
	"math"
	"slices"
	"strings"

	"weft/answers/measure"
	"weft/internal/digits"
	"weft/internal/plots"
)

// Plots implements answer.Plotter with the figures of the paper on random Web crawls. Figures over the course of
// the crawls show all strategies together; figures of the laws show one strategy each.
func (r *Courses) Plots() (all []plots.Picture) {
	draw := func(name string, c *plots.Chart) {
		all = c.AddTo(all, name)
	}
	for _, c := range r.Crawls {
		name := strings.ReplaceAll(c.Strategy, ":", "-") + "-"
		draw(name+"in-degrees", c.degrees("in-degree", func(l *DegreeLaws) *measure.Law { return l.LinksIn }))
		draw(name+"out-degrees", c.degrees("out-degree", func(l *DegreeLaws) *measure.Law { return l.LinksOut }))
		draw(name+"pagerank", c.ranks())
		draw(name+"bowtie", c.bowTie())
	}
	draw("path-lengths", r.lengths(false))
	draw("path-lengths-log", r.lengths(true))
	for _, f := range figures {
		draw(f.name, r.over(f))
	}
	return all
}

// A figure is something over the number of crawled pages.
type figure struct {
	name, title, upwards string
	scale                plots.Scale
	step                 func(*Step) (float64, bool)  // on the trail
	point                func(*Point) (float64, bool) // or at points
	far                  bool                         // it may differ by powers of ten
}

var figures = []figure{
	{name: "discovery-crawled", title: "Links whose end was crawled already", upwards: "share of the links so far", scale: plots.Shares, step: ToCrawledOf},
	{name: "discovery-known", title: "Links whose end was known already", upwards: "share of the links so far", scale: plots.Shares, step: ToKnownOf},
	{name: "sinks", title: "Sinks: pages that link to no crawled page", upwards: "share of the crawled pages", scale: plots.Shares, step: SinksOf},
	{name: "pagerank-captured", title: "Share of the last graph's PageRank that was crawled", upwards: "share", scale: plots.Shares, step: func(s *Step) (float64, bool) { return s.Ranks, true }},
	{name: "indegree-captured", title: "Share of the last graph's arcs to crawled pages", upwards: "share", scale: plots.Shares, step: func(s *Step) (float64, bool) { return numberOf(s.Indegrees) }},
	{name: "frontier", title: "Frontier: pages known and not crawled", upwards: "pages", scale: plots.FromZero, step: func(s *Step) (float64, bool) { return float64(s.Frontier), true }},
	{name: "clustering", title: "Clustering: mean over pages with two neighbours", upwards: "clustering", scale: plots.FromZero, point: ClusteringOf},
	{name: "transitivity", title: "Pairs of neighbours that are linked", upwards: "share", scale: plots.FromZero, point: TransitivityOf},
	{name: "mean-distance", title: "Mean distance of joined pairs", upwards: "links", scale: plots.FromZero, far: true, point: MeanDistanceOf},
	{name: "diameter", title: "Diameter, or the longest distance seen", upwards: "links", scale: plots.FromZero, far: true, point: LongestOf},
	{name: "cores", title: "Maximal (4,4) cores, without pages of 256 links or more", upwards: "cores for each page", scale: plots.FromZero, point: MaximalOf},
}

// over draws a figure, a line for each strategy.
func (r *Courses) over(f figure) *plots.Chart {
	chart := &plots.Chart{Title: f.title, Caption: "crawled pages", CaptionUpwards: f.upwards, X: plots.FromZero, Y: f.scale}
	for _, c := range r.Crawls {
		var run []plots.Mean
		add := func(crawled int, y float64, has bool) {
			if has {
				run = append(run, plots.Mean{X: float64(crawled), Value: y})
			}
		}
		if f.step != nil {
			for i := range c.Trail {
				y, has := f.step(&c.Trail[i])
				add(c.Trail[i].Crawled, y, has)
			}
		} else {
			for _, p := range c.points {
				y, has := f.point(p)
				add(p.Crawled, y, has)
			}
		}
		if len(run) > 0 {
			chart.Series = append(chart.Series, plots.Series{Name: c.Strategy, Points: run})
		}
	}
	if f.far && isFar(chart.Series) {
		chart.Y = plots.Log
	}
	return chart
}

// isFar says whether some values are so far from others that on a linear axis only one of them would be seen.
func isFar(all []plots.Series) bool {
	least, most := math.Inf(1), 0.0
	for _, x := range all {
		for _, m := range x.Points {
			least, most = min(least, m.Value), max(most, m.Value)
		}
	}
	return least > 0 && most > 20*least
}

// mostLaws is how many points of progress have their laws in one picture.
const mostLaws = 5

// few are at most mostLaws of the points, the last among them.
func (c *Crawl) few() (some []*Point) {
	for i := range min(mostLaws, len(c.points)) {
		some = append(some, c.points[len(c.points)-1-i*len(c.points)/min(mostLaws, len(c.points))])
	}
	slices.Reverse(some)
	return some
}

// at says which point a line is of.
func (p *Point) at() string { return digits.Grouped(p.Crawled) + " crawled" }

// degrees draws the share of pages with at least a given number of links.
func (c *Crawl) degrees(what string, law func(*DegreeLaws) *measure.Law) *plots.Chart {
	chart := &plots.Chart{Title: c.Strategy + ": share of pages with at least this number of links", Caption: what, CaptionUpwards: "share of the pages", X: plots.Log, Y: plots.Log}
	for _, p := range c.few() {
		if p.DegreeLaws != nil {
			chart.Series = append(chart.Series, plots.Series{Name: p.at(), Points: measure.Falling(law(p.DegreeLaws).Histogram, 1)})
		}
	}
	return chart
}

func (c *Crawl) ranks() *plots.Chart {
	chart := &plots.Chart{Title: c.Strategy + ": share of pages with so much PageRank or more", Caption: "PageRank as a multiple of its mean", CaptionUpwards: "share of the pages", X: plots.Log, Y: plots.Log}
	for _, p := range c.few() {
		if p.Ranked != nil {
			chart.Series = append(chart.Series, plots.Series{Name: p.at(), Points: measure.Falling(p.Ranked.Histogram, 0.01)})
		}
	}
	return chart
}

// bowTie draws the shares of its parts.
func (c *Crawl) bowTie() *plots.Chart {
	chart := &plots.Chart{Title: c.Strategy + ": parts of the bow tie", Caption: "crawled pages", CaptionUpwards: "share of the crawled pages", X: plots.FromZero, Y: plots.Shares}
	for _, part := range []struct {
		name string
		of   func(*Bow) int64
	}{
		{"SCC", func(b *Bow) int64 { return b.SCC }},
		{"IN", func(b *Bow) int64 { return b.In }},
		{"OUT", func(b *Bow) int64 { return b.Out }},
		{"other", func(b *Bow) int64 { return b.Others }},
	} {
		var run []plots.Mean
		for _, p := range c.points {
			if p.Bow != nil {
				run = append(run, plots.Mean{X: float64(p.Crawled), Value: float64(part.of(p.Bow)) / float64(p.Crawled)})
			}
		}
		if len(run) > 0 {
			chart.Series = append(chart.Series, plots.Series{Name: part.name, Points: run})
		}
	}
	return chart
}

// mostPlain is the longest distance that is drawn on a linear scale. Depth-first crawls have distances that would
// push all other lines together.
const mostPlain = 64

// lengths draws the share of joined pairs at each distance, at the last point of each crawl.
func (r *Courses) lengths(log bool) *plots.Chart {
	chart := &plots.Chart{Title: "Distances of joined pairs", Caption: "links", CaptionUpwards: "share of pairs at that distance", X: plots.FromZero, Y: plots.FromZero}
	if log {
		chart.X, chart.Y = plots.Log, plots.Log
	}
	for _, c := range r.Crawls {
		if len(c.points) == 0 || c.points[len(c.points)-1].Lengths == nil {
			continue
		}
		var run []plots.Mean
		for _, b := range c.points[len(c.points)-1].Bins {
			if y := b.Share.Value / float64(b.To-b.From+1); y > 0 && (log || b.To <= mostPlain) {
				run = append(run, plots.Mean{X: float64(b.From+b.To) / 2, Value: y})
			}
		}
		if len(run) > 0 {
			chart.Series = append(chart.Series, plots.Series{Name: c.Strategy, Points: run})
		}
	}
	return chart
}
