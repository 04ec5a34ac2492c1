package simulate

import (
	"slices"

	"weft/algo/distance"
	"weft/graph"
)

// A Curve shows the crawls of one strategy at each point: means over the sets of seeds with 95 % intervals. The
// intervals are wide if there are few sets. A single set has no interval: both ends equal the mean.
//
//json:object curve
type Curve struct {
	Strategy  string       `json:"strategy"`            // strategy, as on the command line
	Reference bool         `json:"reference,omitempty"` // reference only: no real crawler can follow this order
	Points    []CurvePoint `json:"points"`              // values after given numbers of pages
	End       CurvePoint   `json:"end"`                 // values at the end of the crawls
}

// A CurvePoint shows the crawls of a strategy after a number of pages.
//
//json:object point of a curve
type CurvePoint struct {
	Pages    distance.Estimate `json:"pages"`    // pages that were fetched
	Sets     int               `json:"sets"`     // crawls that reached this point; all values are means over them
	PageRank distance.Estimate `json:"pagerank"` // share of the PageRank of the whole graph, 0 to 1
	Known    distance.Estimate `json:"known"`    // share of the pages that were known, 0 to 1
	Frontier distance.Estimate `json:"frontier"` // known pages that were waiting
	// share of PageRank minus the share of the first strategy after the same number of pages from the
	// same seeds
	Ahead *distance.Estimate `json:"ahead,omitempty" absent:"no set reached this point with both strategies"`
	// share of the arcs of the whole graph that lead to fetched pages, 0 to 1
	InDegree *distance.Estimate `json:"indegree,omitempty" absent:"the graph has no arcs"`
	// share of the groups with at least one fetched page, 0 to 1
	Groups *distance.Estimate `json:"groups,omitempty" absent:"groups are unknown"`
	// share of the pages that are in completely fetched groups, 0 to 1
	Whole *distance.Estimate `json:"whole,omitempty" absent:"groups are unknown"`
	// fidelity of the ranking of the fetched pages
	Fidelity *CurveFidelity `json:"fidelity,omitempty" absent:"it was not computed"`
}

// A CurveFidelity shows how far the ranking of the crawled pages can be trusted.
//
//json:object fidelity of a curve
type CurveFidelity struct {
	// γ, the mean share of the links of a fetched page that lead to fetched pages
	Gamma distance.Estimate `json:"gamma"`
	HAK   distance.Estimate `json:"hak"` // HAK, the estimate of tau
	// crawls in which not all pages are tied; `tau_b` is the mean over them, 0 if there are none
	TauSets int `json:"tau_sets"`
	// tau-b between the rankings of the fetched pages and of all reachable pages, on the best 30 % of
	// either
	TauB distance.Estimate `json:"tau_b"`
}

// Curves puts the crawls of a contest into curves, in the order of its strategies.
func (c *Contest) Curves(tracks []Track) []Curve {
	of := map[string][]Track{}
	for _, t := range tracks {
		of[t.Strategy] = append(of[t.Strategy], t)
	}
	var all []Curve
	limits := c.limitsAt()
	for _, e := range c.Entrants {
		v := c.curve(e.Name, of[e.Name], limits)
		c.compare(&v, of[e.Name], of[c.Entrants[0].Name], limits)
		all = append(all, v)
	}
	return all
}

// mean estimates the mean of a figure over sets of seeds. Where all sets are the same, values that are equal are so by
// need, and there is nothing that was not drawn.
func (c *Contest) mean(values []float64, b bound, probability float64) distance.Estimate {
	if len(values) > 1 && c.sameStarts() {
		return b.cut(distance.EstimateMeanAt(values, probability))
	}
	return meanWithin(values, b, probability)
}

// sameStarts says whether all sets of seeds are the same.
func (c *Contest) sameStarts() bool {
	return !slices.ContainsFunc(c.Starts, func(s []graph.Node) bool { return !slices.Equal(s, c.Starts[0]) })
}

// compare says how much a strategy is ahead of another at each point.
func (c *Contest) compare(v *Curve, of, other []Track, at []limits) {
	from := map[int]*Track{}
	for i := range other {
		from[other[i].Set] = &other[i]
	}
	for i := range v.Points {
		var ahead []float64
		for _, t := range of {
			if b := from[t.Set]; b != nil && i < len(t.Marks) && i < len(b.Marks) {
				ahead = append(ahead, t.Marks[i].PageRank-b.Marks[i].PageRank)
			}
		}
		if len(ahead) > 0 {
			e := distance.Estimate{} // of a strategy and itself there is no difference
			if v.Strategy != other[0].Strategy {
				e = c.mean(ahead, at[i].pageRank.between(), 0.95)
			}
			v.Points[i].Ahead = &e
		}
	}
}

func (c *Contest) curve(name string, of []Track, at []limits) Curve {
	v := Curve{Strategy: name, Reference: name == Best, Points: []CurvePoint{}}
	var ends []Mark
	for _, t := range of {
		ends = append(ends, t.End)
	}
	v.End = c.point(ends, nil)
	for i := range c.Points {
		var marks []Mark
		for _, t := range of {
			if i < len(t.Marks) {
				marks = append(marks, t.Marks[i])
			}
		}
		if len(marks) > 0 {
			p := c.point(marks, &at[i])
			n := float64(c.Points[i]) // all the same, which a mean need not come to, as it is rounded
			p.Pages = distance.Estimate{Value: n, Low: n, High: n}
			v.Points = append(v.Points, p)
		}
	}
	return v
}

// point is the mean of some marks, within limits: nil where crawls ended, each elsewhere.
func (c *Contest) point(marks []Mark, at *limits) CurvePoint {
	n, arcs, groups := float64(c.Graph.NumNodes()), float64(c.Graph.NumArcs()), float64(c.NumGroups())
	if at == nil {
		at = &limits{bound{0, 1}, bound{0, n}, bound{0, n}, bound{0, arcs}, bound{0, groups}, bound{0, n}}
	}
	mean := func(b bound, unit float64, of func(*Mark) float64) distance.Estimate {
		values := make([]float64, len(marks))
		for i := range marks {
			values[i] = of(&marks[i]) / unit
		}
		return c.mean(values, bound{b.least / unit, b.most / unit}, 0.95)
	}
	p := CurvePoint{
		Pages: mean(bound{0, n}, 1, func(m *Mark) float64 { return float64(m.Pages) }), Sets: len(marks),
		PageRank: mean(at.pageRank, 1, func(m *Mark) float64 { return m.PageRank }),
		Known:    mean(at.known, n, func(m *Mark) float64 { return float64(m.Known) }),
		Frontier: mean(at.frontier, 1, func(m *Mark) float64 { return float64(m.Known - m.Pages) }),
	}
	if arcs > 0 {
		e := mean(at.arcs, arcs, func(m *Mark) float64 { return float64(m.Arcs) })
		p.InDegree = &e
	}
	if groups > 0 {
		e := mean(at.groups, groups, func(m *Mark) float64 { return float64(m.Groups) })
		whole := mean(at.whole, n, func(m *Mark) float64 { return float64(m.Whole) })
		p.Groups, p.Whole = &e, &whole
	}
	if len(marks) > 0 && marks[0].Fidelity != nil {
		p.Fidelity = c.fidelityOf(marks)
	}
	return p
}

func (c *Contest) fidelityOf(marks []Mark) *CurveFidelity {
	mean := func(list []Mark, least float64, of func(*Fidelity) float64) distance.Estimate {
		values := make([]float64, len(list))
		for i := range list {
			values[i] = of(list[i].Fidelity)
		}
		return c.mean(values, bound{least, 1}, 0.95)
	}
	f := &CurveFidelity{
		Gamma: mean(marks, 0, func(f *Fidelity) float64 { return f.Gamma }),
		HAK:   mean(marks, 0, func(f *Fidelity) float64 { return f.HAK }),
	}
	told := slices.DeleteFunc(slices.Clone(marks), func(m Mark) bool { return m.Fidelity.Tied })
	f.TauSets, f.TauB = len(told), mean(told, -1, func(f *Fidelity) float64 { return f.TauB })
	return f
}

// At returns the last point of a curve at or before a number of pages; nil if there is none.
func (v *Curve) At(pages int) *CurvePoint {
	for i := len(v.Points) - 1; i >= 0; i-- {
		if v.Points[i].Pages.Value <= float64(pages) {
			return &v.Points[i]
		}
	}
	return nil
}
