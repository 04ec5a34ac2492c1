package measure

import (
	"context"
	"fmt"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

// A Diameter is the longest of the shortest paths, exactly.
//
//json:object distances --diameter
type Diameter struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View     string `json:"view,omitempty" absent:"all arcs are seen"`
	Form     string `json:"form"`                                              // how the graph was read: memory, scratch, stream or disk
	Diameter uint32 `json:"diameter"`                                          // length of the longest shortest path, links
	From     *End   `json:"from_page" absent:"null: no page leads to another"` // first page of a longest path
	To       *End   `json:"to_page" absent:"null: no page leads to another"`   // last page of a longest path
	Searches int    `json:"searches"`                                          // searches, each one pass over the graph or its transpose
}

// An End of a path is a page.
//
//json:object path end
type End struct {
	Page uint32 `json:"page"`                                       // number of the page, from 0
	URL  string `json:"url,omitempty" absent:"pages have no names"` // URL of the page

	label string
}

func diameterStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	n := c.NumPages()
	v, err := o.View(ctx, "the diameter", true, true, store.Arrays("strong components", component.SCCBothBytes(n, 0)).
		And(store.Arrays("bounds of pages and components", distance.DiameterBytes(n, n))).And(store.Heap(tablePart, tableBytes)))
	v.Often = true
	return answer.Stage{View: v, Passes: "a few to find components, then as many searches as it takes"}, err
}

func getDiameter(ctx context.Context, c *store.Crawl, o answer.Options) (*Diameter, error) {
	s, err := diameterStage(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o, s, func(v *store.View) (*Diameter, error) {
		o.Tell("strong components", 0, 0)
		strong, err := component.SCCBoth(ctx, v.Out, v.In, v.Work(o.Workers))
		if err != nil {
			return nil, err
		}
		do := distance.DiameterOptions{Work: v.Work(o.Workers), Labels: strong.Labels, Components: strong.Count(), Progress: func(searches int, least, most uint32) {
			o.Tell(fmt.Sprintf("pass %d: the diameter is %d to %d", searches, least, most), int64(searches), 0)
		}}
		ended := resumeDiameter(v, &o, &do)
		l, err := distance.Diameter(ctx, v.Out, v.In, do)
		if err = ended(err); err != nil {
			return nil, err
		}
		d := &Diameter{Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, Diameter: l.Diameter, Searches: l.Searches}
		if l.Diameter > 0 {
			d.From, d.To = endOf(c, l.From), endOf(c, l.To)
		}
		return d, c.Damage()
	})
}

func endOf(c *store.Crawl, u graph.Node) *End {
	e := &End{Page: uint32(u), label: c.Label(u)}
	if c.HasNames() {
		e.URL = e.label
	}
	return e
}

// Blocks implements answer.Answer.
func (d *Diameter) Blocks() []answer.Block {
	if d.From == nil {
		return []answer.Block{answer.Row("diameter", "none: no page leads to another")}
	}
	return []answer.Block{
		answer.Row("diameter", "%s: the longest of all shortest paths, exactly", digits.Plural(int64(d.Diameter), "link")),
		answer.Row("from", "%s", d.From.label), answer.Row("to", "%s", d.To.label),
		answer.Row("passes", "%s over the graph, in one direction or the other", digits.Grouped(d.Searches)),
	}
}

// Kept implements answer.Answer: nothing is known of single pages.
func (d *Diameter) Kept() answer.Kept { return answer.Kept{} }
