package report

import (
	"image/color"

	"weft/answers/changes"
	"weft/answers/measure"
	"weft/internal/plots"
	"weft/stats"
)

// A changedLaws view shows distributions of degrees of the first and of the last crawl.
type changedLaws struct {
	Laws []changedLaw
	How  []string
}

type changedLaw struct {
	ID, Title string
	Line      string // instead of all else, where there is too little to show
	Figure    *figureView
	Rows      []exponentRow
}

// An exponentRow is the fit of one crawl, or the reason why there is none.
type exponentRow struct{ Name, Exponent, Interval, From, Verdict, Why string }

// laws shows in- and out-degrees side by side.
func (b *changesBuilder) laws() {
	v := &changedLaws{How: []string{
		"The points of a curve are the share of pages with a degree of at least x (the CCDF). In-degrees are of all known pages; out-degrees are of fetched pages, and of pages of unknown state. Zeros count, but cannot be shown on a logarithmic axis.",
		"Exponents are of discrete power laws fitted to the tail by maximum likelihood (Clauset, Shalizi and Newman, SIAM Review 51, 2009). Intervals are 95 % percentile intervals of 200 bootstrap samples, which choose their own start of the tail. " +
			"A law is stated only if its tail has " + value(stats.SoundTail) + " values or more that span a factor of " + value(stats.SoundSpan) + ".",
	}}
	for _, l := range []struct {
		id, title, axis string
		of              func(*changes.Crawl) *measure.Law
	}{
		{"in-degree", "In-degree", "in-degree x", func(c *changes.Crawl) *measure.Law { return &c.In }},
		{"out-degree", "Out-degree", "out-degree x", func(c *changes.Crawl) *measure.Law { return &c.Out }},
	} {
		if one := b.law(l.id, l.title, l.axis, l.of); one != nil {
			v.Laws = append(v.Laws, *one)
		}
	}
	if len(v.Laws) > 0 {
		b.Laws = v
		b.section("laws", "Degrees")
	}
}

// leastDistinct is the number of distinct degrees from which distributions without a fit are drawn.
const leastDistinct = 8

// law shows a distribution; nil if neither crawl has values above zero.
func (b *changesBuilder) law(id, title, axis string, of func(*changes.Crawl) *measure.Law) *changedLaw {
	last := len(b.crawls) - 1
	first, final := positive(of(&b.crawls[0]).Histogram), positive(of(&b.crawls[last]).Histogram)
	if len(first)+len(final) == 0 {
		return nil
	}
	if a, z := of(&b.crawls[0]), of(&b.crawls[last]); a.Fit == nil && z.Fit == nil && max(len(a.Histogram.Values), len(z.Histogram.Values)) < leastDistinct {
		return &changedLaw{ID: id, Title: title, Line: "mean " + fixed(a.Mean, 2) + " → " + fixed(z.Mean, 2) + ", largest " + count(a.Max) + " → " + count(z.Max) + "; no power law fitted."}
	}
	l := &changedLaw{ID: id, Title: title}
	if len(first) > 1 || len(final) > 1 {
		legend := []sign{{dashMark, fitColour, b.name(0)}, {lineMark, dataColour, b.name(last)}}
		f := Figure{
			Name: id, Title: title + " of " + b.first() + " and of " + b.last(), Description: describeLaws(b, of), Columns: []string{"crawl", "x", "fraction_at_least_x"},
			Caption: title + ": the fraction of pages with at least x, in the first and in the last crawl.",
			Sheet: chart{axis, "fraction at least x", plotWidth, plotHeight, legend}.sheet(func(p *plots.Plot) {
				setLogs(p, first, final)
				p.Add(plots.Grid{Ink: ruleColour}, falling{first, plots.Line{Ink: fitColour, Width: 1.8, Dashes: []float64{5, 3}}}, falling{final, plots.Line{Ink: dataColour, Width: 2}})
			}),
		}
		for i, points := range [][]stats.Point{first, final} {
			for _, p := range points {
				f.Rows = append(f.Rows, []any{b.name(i * last), p.X, p.Y})
			}
		}
		l.Figure = b.once(f)
	}
	for i := range b.crawls {
		l.Rows = append(l.Rows, newExponent(b.named(i), of(&b.crawls[i])))
	}
	return l
}

// positive returns the points of a distribution that a logarithmic axis can show.
func positive(h stats.Histogram) (points []stats.Point) {
	if h.Validate() != nil {
		return nil
	}
	for _, p := range h.CCDF() {
		if p.X > 0 {
			points = append(points, p)
		}
	}
	if len(points) < 2 {
		return points
	}
	return thin(points, most)
}

// setLogs makes axes that show all points.
func setLogs(p *plots.Plot, curves ...[]stats.Point) {
	least, largest, low := 0.0, 0.0, 1.0
	for _, c := range curves {
		for _, at := range c {
			if least == 0 || at.X < least {
				least = at.X
			}
			largest, low = max(largest, at.X), min(low, at.Y)
		}
	}
	var ink color.Color = mutedColour
	plots.Log(&p.X, least, largest, ink)
	plots.Log(&p.Y, low, 1, ink)
}

// A falling curve is a CCDF as a line.
type falling struct {
	points []stats.Point
	style  plots.Line
}

// Draw implements plots.Layer.
func (f falling) Draw(g plots.Pen) {
	var line []plots.Point
	for _, p := range f.points {
		line = append(line, g.At(p.X, p.Y))
	}
	g.Lines(f.style, line)
}

// newExponent describes the fit of a law.
func newExponent(name string, l *measure.Law) exponentRow {
	r := exponentRow{Name: name}
	f := l.Fit
	if f == nil {
		r.Why = "no power law fitted"
		if l.FitError != "" {
			r.Why += ": " + l.FitError
		}
		return r
	}
	r.Exponent, r.From, r.Interval = withError(f.Exponent, f.StdErr), count(f.XMin), none
	if f.Interval != nil {
		r.Interval = fixed(f.Interval[0], 2) + " to " + fixed(f.Interval[1], 2)
	}
	switch {
	case f.P == nil:
		r.Verdict = "not tested"
	case *f.P < rejected:
		r.Verdict = "rejected, " + isProbability(*f.P, f.Samples)
	default:
		r.Verdict = "consistent, " + isProbability(*f.P, f.Samples)
	}
	return r
}

func describeLaws(b *changesBuilder, of func(*changes.Crawl) *measure.Law) string {
	said := func(i int) string {
		l := of(&b.crawls[i])
		return " " + b.name(i) + ": mean " + fixed(l.Mean, 2) + ", largest " + count(l.Max) + "."
	}
	return "Plot with logarithmic axes: the fraction of pages with a degree of at least x." + said(0) + said(len(b.crawls)-1)
}
