package site

import (
	"context"
	"fmt"

	"weft/algo/sites"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

// A UnitStep is a unit of a site, or a unit that joined another.
//
//json:object step to a site
type UnitStep struct {
	Why   string `json:"why"`   // reason why the pages are a unit, or why the unit joined another
	Unit  string `json:"unit"`  // name of the first page of the unit
	Pages int    `json:"pages"` // pages of the unit, including units that joined it before
	// name of the first page of the unit that it joined
	Into  string   `json:"into,omitempty" absent:"the unit joined no other"`
	Score *float64 `json:"score,omitempty" absent:"the unit joined for another reason"` // score of the pair
	// decisions of the unit in favour of the other
	Out *int `json:"out,omitempty" absent:"the unit joined for another reason"`
	// decisions of the other unit in favour of this one
	In *int `json:"in,omitempty" absent:"the unit joined for another reason"`
}

// addSteps divides the crawl again, and adds the steps of the page's site. The steps of the page's own unit come
// first.
func (x *Explained) addSteps(ctx context.Context, v *store.View, r *answer.Options, w graph.Work, top int) error {
	s, err := see(ctx, v, w, r)
	if err != nil {
		return err
	}
	d, err := s.divide(ctx)
	if err != nil {
		return err
	}
	u := x.Page.Page
	if s.moved != nil && d.Of[s.moved.To(u)] != sites.None {
		u = s.moved.To(u)
	}
	if d.Of[u] == sites.None {
		return nil
	}
	for _, s := range stepsOf(d.Result, u) {
		if len(x.Steps) == top {
			x.OtherSteps++
			continue
		}
		x.Steps = append(x.Steps, stepOf(v.Crawl(), d.Result, s))
	}
	return nil
}

// stepsOf returns the steps of a page's site: first its own unit and the units it joined, then the others, in
// order.
func stepsOf(r *sites.Result, u graph.Node) []sites.Step {
	into := map[uint32]uint32{}
	for _, s := range r.Steps {
		into[s.Unit] = s.Into
	}
	own, end := map[uint32]bool{}, r.Unit[u]
	for own[end] = true; into[end] != end; own[end] = true {
		end = into[end]
	}
	var first, others []sites.Step
	for _, s := range r.Steps {
		k := s.Unit
		for into[k] != k {
			k = into[k]
		}
		switch {
		case k != end:
		case own[s.Unit]:
			first = append(first, s)
		default:
			others = append(others, s)
		}
	}
	return append(first, others...)
}

// stepOf is a step with the names of pages.
func stepOf(c *store.Crawl, r *sites.Result, s sites.Step) UnitStep {
	x := UnitStep{Why: s.Why.String(), Unit: c.Label(s.Page), Pages: s.Pages}
	if s.Into == s.Unit {
		return x
	}
	for _, o := range r.Steps {
		if o.Unit == s.Into {
			x.Into = c.Label(o.Page)
			break
		}
	}
	if s.Why == sites.Tied {
		x.Score, x.Out, x.In = &s.Score, &s.Out, &s.In
	}
	return x
}

// block is the step for people.
func (s *UnitStep) block() answer.Block {
	if s.Into == "" {
		return answer.Row("unit", "%s with %s: %s", s.Unit, digits.Plural(s.Pages, "page"), s.Why)
	}
	why := s.Why
	if s.Score != nil {
		why += fmt.Sprintf(" (%d there, %d back; score %.2f)", *s.Out, *s.In, *s.Score)
	}
	return answer.Row("joined", "%s with %s, %s: %s", s.Unit, digits.Plural(s.Pages, "page"), s.Into, why)
}
