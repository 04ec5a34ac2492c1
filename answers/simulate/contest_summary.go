package simulate

import (
	"math"
	"slices"

	"weft/algo/distance"
)

// A Curve is what the crawls of one strategy came to along the way: means over the sets of seeds, with 95 % intervals
// (Student's t); of one set there is none, so that they are the mean.
type Curve struct {
	Strategy string `json:"strategy"`
	// Reference says that it is no strategy that a crawler can have, but what the others are measured by.
	Reference bool         `json:"reference,omitempty"`
	Points    []CurvePoint `json:"points"` // to which a crawl came
	End       CurvePoint   `json:"end"`    // where crawls ended, each elsewhere
}

// A CurvePoint is where some crawls of a strategy are after so many pages.
type CurvePoint struct {
	Pages    distance.Estimate `json:"pages"` // fetched; all the same but at the end
	Sets     int               `json:"sets"`  // that came so far: all means are of them
	PageRank distance.Estimate `json:"pagerank"`
	Known    distance.Estimate `json:"known"`    // share of the pages of the graph that are known
	Frontier distance.Estimate `json:"frontier"` // pages that are known and wait
	// Ahead is how much more of PageRank that is than the first strategy has after as many pages, from the same seeds:
	// the mean over the sets from which both came so far; nil where there are none.
	Ahead *distance.Estimate `json:"ahead,omitempty"`
	// InDegree is the share of all links that lead to fetched pages; nil where there are no links.
	InDegree *distance.Estimate `json:"indegree,omitempty"`
	// Groups is the share of the groups of which a page was fetched, Whole that of the pages that are in groups of
	// which all were.
	Groups   *distance.Estimate `json:"groups,omitempty"`
	Whole    *distance.Estimate `json:"whole,omitempty"`
	Fidelity *CurveFidelity     `json:"fidelity,omitempty"`
}

// A CurveFidelity is how far the ranking of what was crawled can be trusted.
type CurveFidelity struct {
	Gamma distance.Estimate `json:"gamma"`
	HAK   distance.Estimate `json:"hak"`
	// TauB is the agreement that HAK estimates, of the best 30 %, over TauSets: those where not all is tied.
	TauSets int               `json:"tau_sets"`
	TauB    distance.Estimate `json:"tau_b"`
}

// Curves puts the crawls of a contest into curves, in the order of its strategies.
func (c *Contest) Curves(tracks []Track) []Curve {
	of := map[string][]Track{}
	for _, t := range tracks {
		of[t.Strategy] = append(of[t.Strategy], t)
	}
	var all []Curve
	for _, e := range c.Entrants {
		v := c.curve(e.Name, of[e.Name])
		v.compare(of[e.Name], of[c.Entrants[0].Name])
		all = append(all, v)
	}
	return all
}

// compare says how much a strategy is ahead of another at each point.
func (v *Curve) compare(of, other []Track) {
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
			e := distance.EstimateMean(ahead).Within(-1, 1)
			v.Points[i].Ahead = &e
		}
	}
}

func (c *Contest) curve(name string, of []Track) Curve {
	v := Curve{Strategy: name, Reference: name == Best, Points: []CurvePoint{}}
	var ends []Mark
	for _, t := range of {
		ends = append(ends, t.End)
	}
	v.End = c.point(ends)
	for i := range c.Points {
		var marks []Mark
		for _, t := range of {
			if i < len(t.Marks) {
				marks = append(marks, t.Marks[i])
			}
		}
		if len(marks) > 0 {
			p := c.point(marks)
			n := float64(c.Points[i]) // all the same, which a mean need not come to, as it is rounded
			p.Pages = distance.Estimate{Value: n, Low: n, High: n}
			v.Points = append(v.Points, p)
		}
	}
	return v
}

// point is the mean of some marks.
func (c *Contest) point(marks []Mark) CurvePoint {
	n, arcs := float64(c.Graph.NumNodes()), float64(c.Graph.NumArcs())
	share := func(of func(*Mark) float64) distance.Estimate { return mean(marks, of).Within(0, 1) }
	p := CurvePoint{
		Pages: mean(marks, func(m *Mark) float64 { return float64(m.Pages) }).Within(0, math.Inf(1)), Sets: len(marks),
		PageRank: share(func(m *Mark) float64 { return m.PageRank }),
		Known:    share(func(m *Mark) float64 { return float64(m.Known) / n }),
		Frontier: mean(marks, func(m *Mark) float64 { return float64(m.Known - m.Pages) }).Within(0, math.Inf(1)),
	}
	if arcs > 0 {
		e := share(func(m *Mark) float64 { return float64(m.Arcs) / arcs })
		p.InDegree = &e
	}
	if groups := float64(c.NumGroups()); groups > 0 {
		e := share(func(m *Mark) float64 { return float64(m.Groups) / groups })
		whole := share(func(m *Mark) float64 { return float64(m.Whole) / n })
		p.Groups, p.Whole = &e, &whole
	}
	if len(marks) > 0 && marks[0].Fidelity != nil {
		p.Fidelity = fidelityOf(marks)
	}
	return p
}

func fidelityOf(marks []Mark) *CurveFidelity {
	f := &CurveFidelity{
		Gamma: mean(marks, func(m *Mark) float64 { return m.Fidelity.Gamma }).Within(0, 1),
		HAK:   mean(marks, func(m *Mark) float64 { return m.Fidelity.HAK }).Within(0, 1),
	}
	told := slices.DeleteFunc(slices.Clone(marks), func(m Mark) bool { return m.Fidelity.Tied })
	f.TauSets, f.TauB = len(told), mean(told, func(m *Mark) float64 { return m.Fidelity.TauB }).Within(-1, 1)
	return f
}

// At returns the last point of a curve at so many pages or fewer; nil if there is none.
func (v *Curve) At(pages int) *CurvePoint {
	for i := len(v.Points) - 1; i >= 0; i-- {
		if v.Points[i].Pages.Value <= float64(pages) {
			return &v.Points[i]
		}
	}
	return nil
}
