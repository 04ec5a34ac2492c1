package strategies

import (
	"image/color"
	"strings"

	"weft/algo/distance"
	"weft/answers/simulate"
	"weft/internal/plots"
)

// Plots implements answer.Plotter. Each share has a picture with all strategies and the 95 % intervals of their
// means as bands. PageRank has a second picture, on a scale that shows its beginning. Further pictures show the
// lead over the first strategy, the frontier, and HAK if rankings were compared. Pages are on a logarithmic scale.
func (r *Comparison) Plots() (all []plots.Picture) {
	add := func(name string, chart plots.Chart) {
		all = chart.AddTo(all, name)
	}
	for _, s := range r.subjects() {
		add(s.name, r.chart(strings.ToUpper(s.title[:1])+s.title[1:], plots.Shares, s.of))
	}
	add("pagerank-early", r.chart("Share of PageRank, on a logarithmic scale", plots.Log, func(p *simulate.CurvePoint) *distance.Estimate {
		if p.PageRank.Value <= 0 {
			return nil
		}
		return &p.PageRank
	}))
	if len(r.Curves) > 1 {
		add("ahead", r.chart("Share of PageRank, minus the share of "+shortened(r.Curves[0].Strategy)+" from the same seeds", r.aheadScale, ahead))
	}
	waits := r.chart("Pages that are known and wait", plots.Log, func(p *simulate.CurvePoint) *distance.Estimate {
		if p.Frontier.Value < 1 {
			return nil
		}
		e := p.Frontier.Within(1, p.Frontier.High)
		return &e
	})
	add("frontier", waits)
	add("fidelity", r.chart("HAK of the crawled pages: how far their ranking can be trusted", plots.Shares, func(p *simulate.CurvePoint) *distance.Estimate {
		if p.Fidelity == nil {
			return nil
		}
		return &p.Fidelity.HAK
	}))
	return all
}

// chart draws a value of all curves.
func (r *Comparison) chart(title string, y plots.Scale, of func(*simulate.CurvePoint) *distance.Estimate) plots.Chart {
	c := plots.Chart{Title: title, Caption: "pages fetched", X: plots.Log, Y: y}
	if r.Sets > 1 {
		c.Caption += "; bands are 95 % intervals"
	}
	for _, v := range r.Curves {
		s := plots.Series{Name: shortened(v.Strategy), Banded: r.Sets > 1, Aside: v.Reference}
		for i := range v.Points {
			if e := of(&v.Points[i]); e != nil {
				s.Points = append(s.Points, plots.Mean{X: v.Points[i].Pages.Value, Value: e.Value, Low: e.Low, High: e.High})
			}
		}
		if len(s.Points) > 0 {
			c.Series = append(c.Series, s)
		}
	}
	return c
}

func ahead(p *simulate.CurvePoint) *distance.Estimate { return p.Ahead }

// aheadScale sets a scale that contains the intervals of the leads.
func (r *Comparison) aheadScale(a *plots.Axis, least, most float64, ink color.Color) {
	for _, v := range r.Curves {
		for _, p := range v.Points {
			if p.Ahead != nil && p.Sets > 2 {
				least, most = min(least, p.Ahead.Low), max(most, p.Ahead.High)
			}
		}
	}
	plots.Between(a, least, most, ink)
}

// shortened returns a name that fits beside a plot: the end of a long name, because the end of a path says the
// most.
func shortened(name string) string {
	if r := []rune(name); len(r) > 18 {
		return "…" + string(r[len(r)-17:])
	}
	return name
}
