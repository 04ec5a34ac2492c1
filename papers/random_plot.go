package papers

import (
	"fmt"
	"math"
	"slices"

	"weft/answers/answer"
	"weft/answers/course"
	"weft/answers/measure"
	"weft/internal/plots"
)

// Blocks returns the figures, and then the rows of the comparison with the paper.
func (r *RandomResult) Blocks() []answer.Block {
	blocks := append([]answer.Block{answer.Text("FIGURES"), answer.Text("")}, rowBlocks(r.Rows)...)
	return append(
		append(blocks, answer.Text(""), answer.Text("CLAIMS OF SECTION 5"), answer.Text("")),
		rowBlocks(r.Claims)...)
}

// A drawing is a figure of the paper.
type drawing struct {
	name  string
	chart plots.Chart
}

// Plots draws Figs. 1 to 13 for the first draw of each crawl, with the values stated in the paper as lines.
func (r *RandomResult) Plots() []plots.Picture {
	var pictures []plots.Picture
	for _, d := range r.drawings() {
		pictures = d.chart.AddTo(pictures, d.name)
	}
	return pictures
}

// drawings are all plots, in the order of the figures.
func (r *RandomResult) drawings() []drawing {
	return append(r.degreeAndPathDrawings(), r.structureDrawings()...)
}

const (
	linksOrMore = "links"
	rankOrMore  = "PageRank / mean"
)

// degreeAndPathDrawings are Figs. 1 to 6.
func (r *RandomResult) degreeAndPathDrawings() []drawing {
	out := r.laws(func(p *course.Point) *measure.Law { return p.LinksOut }, randomOut)
	in := r.laws(func(p *course.Point) *measure.Law { return p.LinksIn }, randomIn)
	paths := plots.Chart{Title: "Lengths of paths at 30 %", Caption: "links", CaptionUpwards: "share of the pairs"}
	paths.X, paths.Y, paths.Series = plots.Wholes, plots.FromZero, r.lengths(spread)
	dfs := r.lengths([]string{"dfs", "dfs-repush", "bfs"})
	distances := append(r.curves(spread, "diameter, ", diameter), r.curves(spread, "mean, ", meanDistance)...)
	return []drawing{
		{"fig01-outdegree", logarithmic("Out-degrees at three steps of BFS", linksOrMore, out)},
		{"fig02-indegree", logarithmic("In-degrees at three steps of BFS", linksOrMore, in)},
		{"fig03-paths", paths},
		{"fig04-paths-dfs", logarithmic("Lengths of paths at 30 %, DFS", "links; upwards the share of the pairs, by the link", dfs)},
		{"fig05-distance", byPages("Diameter and mean distance", "links", plots.FromZero, distances)},
		{"fig06-clustering", byPages("Clustering", "the coefficient", plots.FromZero, r.curves(spread, "", clustering))},
	}
}

// structureDrawings are Figs. 7 to 13.
func (r *RandomResult) structureDrawings() []drawing {
	bow := slices.Concat(r.curves(spread, "SCC, ", sccShare), r.curves(spread, "OUT, ", outShare),
		level(r.Webs, "paper: 2/3", 2.0/3))
	cores := slices.Concat(r.perPage(), level(r.Cored, "paper: 1/50", 0.02), level(r.Cored, "paper: 1/100", 0.01))
	ranks := r.laws(func(p *course.Point) *measure.Law { return p.Ranked }, randomIn)
	captured := plots.Chart{Title: "PageRank captured", Caption: "share of the crawl", CaptionUpwards: "share of the final PageRank"}
	captured.X, captured.Y, captured.Series = plots.Shares, plots.Shares, r.captured()
	rate := slices.Concat(r.curves(spread, "crawled, ", toCrawled), r.curves(spread, "known, ", toKnown),
		level(r.Webs, "paper: 40 %", 0.4))
	sinks := r.curves(spread, "", sinkShare)
	return []drawing{
		{"fig07-bowtie", byPages("Largest strong component, and OUT", "shares of the pages", plots.Shares, bow)},
		{"fig08-cores", r.drawCores()},
		{"fig09-cores-4-4", logarithmic("(4,4)-cores", "crawled pages; upwards cores a page", cores)},
		{"fig10-pagerank", logarithmic("PageRank at three steps of BFS", rankOrMore, ranks)},
		{"fig11-captured", captured},
		{"fig12-discovery", byPages("Discovery rate", "links to pages crawled, or known", plots.Shares, rate)},
		{"fig13-sinks", byPages("Sinks", "pages without a crawled successor", plots.Shares, sinks)},
	}
}

// logarithmic is a chart with two logarithmic axes.
func logarithmic(title, caption string, series []plots.Series) plots.Chart {
	return plots.Chart{Title: title, Caption: caption, CaptionUpwards: "share of the pages with at least as much", X: plots.Log, Y: plots.Log, Series: series}
}

// byPages is a chart by the number of crawled pages.
func byPages(title, up string, y plots.Scale, series []plots.Series) plots.Chart {
	return plots.Chart{Title: title, Caption: "crawled pages", CaptionUpwards: up, X: plots.Log, Y: y, Series: series}
}

// first is the first draw of the crawls by a strategy.
func first(crawls []RandomCrawl, strategy string) *RandomCrawl {
	for i := range crawls {
		if crawls[i].Strategy == strategy && crawls[i].last() != nil {
			return &crawls[i]
		}
	}
	return nil
}

// curves are a quantity along the way of crawls, a curve for each strategy.
func (r *RandomResult) curves(strategies []string, label string, of quantity) (series []plots.Series) {
	for _, s := range strategies {
		l := plots.Series{Name: label + paperNames[s]}
		if x := first(r.Webs, s); x != nil {
			for _, p := range x.Points {
				if v, ok := of.of(p.Point); ok && v > 0 {
					l.Points = append(l.Points, plots.Mean{X: float64(p.Crawled), Value: v})
				}
			}
		}
		series = append(series, l)
	}
	return series
}

// level is a line at a value stated in the paper, along the last of some crawls.
func level(crawls []RandomCrawl, name string, value float64) []plots.Series {
	l := plots.Series{Name: name}
	if len(crawls) > 0 {
		if x := &crawls[len(crawls)-1]; x.last() != nil {
			l.Points = []plots.Mean{
				{X: float64(max(x.Points[0].Crawled, 1)), Value: value},
				{X: float64(x.last().Crawled), Value: value},
			}
		}
	}
	return []plots.Series{l}
}

// laws are the distributions of something at three steps of BFS, and the paper's exponent.
func (r *RandomResult) laws(of func(p *course.Point) *measure.Law, exponent float64) (series []plots.Series) {
	x := first(r.Webs, "bfs")
	if x == nil {
		return nil
	}
	for _, step := range steps {
		p := x.point(step)
		if p.DegreeLaws == nil || of(p) == nil {
			continue
		}
		unit := 1.0
		if of(p) == p.Ranked {
			unit = 0.01
		}
		series = append(series, plots.Series{Name: percent(step * realistic), Points: measure.Falling(of(p).Histogram, unit)})
	}
	line := plots.Series{Name: fmt.Sprintf("exponent %g", exponent)}
	for _, d := range []float64{10, 1000} {
		line.Points = append(line.Points, plots.Mean{X: d, Value: math.Pow(d, 1-exponent)})
	}
	return append(series, line)
}

// lengths are the distributions of lengths of paths at the end of crawls.
func (r *RandomResult) lengths(strategies []string) (series []plots.Series) {
	for _, s := range strategies {
		l := plots.Series{Name: paperNames[s]}
		if x := first(r.Webs, s); x != nil && x.last().Lengths != nil {
			for _, b := range x.last().Bins {
				if v := b.Share.Value / float64(b.To-b.From+1); v > 0 && b.From > 0 {
					l.Points = append(l.Points, plots.Mean{X: float64(b.From+b.To) / 2, Value: v})
				}
			}
		}
		series = append(series, l)
	}
	return series
}

// captured is the share of PageRank that pages have which were crawled until then.
func (r *RandomResult) captured() (series []plots.Series) {
	for _, s := range randomStrategies {
		l := plots.Series{Name: paperNames[s]}
		if x := first(r.Webs, s); x != nil {
			for i := range x.Trail {
				l.Points = append(
					l.Points,
					plots.Mean{X: float64(x.Trail[i].Crawled) / float64(x.last().Crawled), Value: x.Trail[i].Ranks},
				)
			}
		}
		series = append(series, l)
	}
	return series
}

// perPage are the cores of four and four along the larger crawls whose cores were counted.
func (r *RandomResult) perPage() []plots.Series {
	all := []plots.Series{{Name: "maximal"}, {Name: "disjoint"}}
	if len(r.Cored) == 0 {
		return all
	}
	for _, p := range r.Cored[len(r.Cored)-1].Points {
		for i, of := range []quantity{maximalCores, disjointCores} {
			if v, ok := of.of(p.Point); ok && v > 0 {
				all[i].Points = append(all[i].Points, plots.Mean{X: float64(p.Crawled), Value: v})
			}
		}
	}
	return all
}

// drawCores draws Fig. 8: the paper's counts, and ours at 1,000 pages under each law, in the order of the paper's table.
func (r *RandomResult) drawCores() plots.Chart {
	paper := plots.Series{Name: "paper"}
	for i, c := range smallCoreCounts() {
		paper.Points = append(paper.Points, plots.Mean{X: float64(i + 1), Value: float64(c[2])})
	}
	chart := plots.Chart{
		Title:   "Small cores, 1,000 crawled pages",
		Caption: "rows of the paper's table, (2,2) to (6,6)", CaptionUpwards: "cores, just of this shape or of more",
		X:      plots.FromOne,
		Y:      plots.Log,
		Series: []plots.Series{paper},
	}
	for _, x := range r.coreSizes() {
		if x.pages == smallCores && x.crawled == smallCores {
			crawls := r.ofSize(x.crawled, x.law)
			chart.Series = append(
				chart.Series,
				coreCurve("just, "+x.law, crawls, exactly),
				coreCurve("or more, "+x.law, crawls, atLeast),
			)
		}
	}
	return chart
}

// coreCurve is a count of cores of the shapes of the paper's table.
func coreCurve(name string, crawls []RandomCrawl, of cellOf) plots.Series {
	s := plots.Series{Name: name}
	for i, c := range smallCoreCounts() {
		if v := coresIn(crawls, smallCores, c[0], c[1], of); v.n > 0 && v.Value > 0 {
			s.Points = append(s.Points, plots.Mean{X: float64(i + 1), Value: v.Value})
		}
	}
	return s
}
