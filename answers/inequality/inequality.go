// Package inequality measures how unequally links, PageRank and pages are spread.
package inequality

import (
	"context"
	"slices"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/plots"
	"weft/stats"
	"weft/store"
)

const long = `Measure how unequally links and PageRank are spread over pages, and pages over hosts: the coefficient of Gini and the
Lorenz curve. A coefficient of 0 means that all have the same, near 1 that one has nearly everything.

Random graphs with the same degrees (weft chance) have the same coefficients of degrees. So weft compares these with
random graphs of as many pages and links. Their links join pages at random, and their degrees have a Poisson
distribution.

--plots DIR draws the Lorenz curves.`

var how = []string{
	"The Lorenz curve shows the share of all links, or of the PageRank, that the pages with the smallest values have together. " +
		"The coefficient of Gini is twice the area between this curve and the diagonal (Gini, “Measurement of inequality of incomes”, 1921). On the diagonal all pages have the same. " +
		"It is exact: all values are sorted.",
	"Every random graph in which pages keep their degrees has the same coefficients of degrees. The comparison is with a random graph of as many pages and links, " +
		"whose links join pages at random: a Poisson distribution of the same mean. There is no such comparison for PageRank and for the pages of hosts.",
}

// Question asks how unequally links, PageRank and pages are spread.
var Question = answer.Question{
	Name: "inequality", Short: "Measure how unequally links and PageRank are spread", Long: long, More: "\nweft inequality crawl --plots curves",
	Own:     []string{"output"},
	Gives:   []answer.Answer{(*Inequality)(nil)},
	New:     func() answer.Asker { return new(asked) },
	Section: &answer.Section{Title: "How unequally links are spread", Asked: new(asked), How: how},
}

type asked struct{ plots string }

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) { answer.PlotsFlag(f, &q.plots, "the Lorenz curves") }

// Check implements answer.Asker.
func (q *asked) Check() error { return answer.CheckAll(answer.PlotsRule(q.plots)) }

// Plan implements answer.Asker.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	ranking := measure.RankOptions{Options: o}
	ranks, err := measure.RankingStage(ctx, c, measure.PageRank, ranking)
	if err != nil {
		return w, err
	}
	need := store.Arrays("degrees", 8*int64(c.NumPages())).And(store.Heap("sorted scores and their curve", 40*int64(c.NumPages())))
	v, err := o.View(ctx, "inequality", true, false, need)
	own := answer.Stage{View: v, Passes: "1 over the graph"}
	return answer.Work{Aside: true, Stages: []answer.Stage{ranks, own}, Do: func() (answer.Answer, error) {
		var scores []float64
		var err error
		if o.Filter != nil {
			scores, err = filteredScores(ctx, c, ranking)
		} else {
			scores, err = measure.PageRankOf(ctx, c, ranking)
		}
		if err != nil {
			return nil, err
		}
		r, err := answer.See(c, &o, own, func(v *store.View) (*Inequality, error) { return spread(ctx, c, v, scores) })
		if err == nil && q.plots != "" {
			r.files = answer.Plots(q.plots, r)
		}
		return answer.Got(r, err)
	}}, err
}

// filteredScores computes the PageRank of a view, which no crawl keeps under its plain name.
func filteredScores(ctx context.Context, c *store.Crawl, o measure.RankOptions) ([]float64, error) {
	r, err := measure.GetRanking(ctx, c, measure.PageRank, o)
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.Scores), nil
}

// Inequality describes how links, PageRank and pages are spread.
//
//json:object inequality
type Inequality struct {
	Kinds   string   `json:"kinds"`          // kinds of arcs that count, joined by +
	View    string   `json:"view,omitempty"` // filter applied to the crawl, such as between-hosts
	Spreads []Spread `json:"spreads"`        // quantities whose total is above 0

	files []answer.File
}

// A Spread describes how a quantity is spread over pages or hosts.
//
//json:object inequality of a quantity
type Spread struct {
	Key   string  `json:"quantity"`                          // quantity: indegree, outdegree, pagerank or host_pages
	Title string  `json:"title" label:"spread"`              // quantity and units as text
	Count int64   `json:"count" label:"units"`               // number of pages or hosts
	Mean  float64 `json:"mean" label:"mean" show:"digits:4"` // mean of the quantity
	Gini  float64 `json:"gini" label:"Gini" show:"fixed:3"`  // coefficient of Gini, from 0 to 1
	// coefficient of Gini of a random graph with as many pages and arcs
	Random *float64 `json:"gini_random" label:"at random" show:"fixed:3" absent:"null: the quantity is no degree"`
	// share of the total that the 1 % of the units with the largest values have
	Top float64 `json:"top_share" label:"largest 1 % have" show:"share"`
	// smallest share of the units that have half of the total
	Half  float64 `json:"half" label:"half is with" show:"share"`
	Curve []Point `json:"lorenz"` // points of the Lorenz curve: each percent, and finer steps in the last
}

// A Point lies on a Lorenz curve.
//
//json:object point of a lorenz curve
type Point struct {
	Units float64 `json:"units"` // share of the units, from the smallest value on
	Part  float64 `json:"part"`  // share of the total that these units have
}

// spread measures a view.
func spread(ctx context.Context, c *store.Crawl, v *store.View, scores []float64) (*Inequality, error) {
	in, out, err := measure.CountDegrees(ctx, v)
	if err != nil {
		return nil, err
	}
	r := &Inequality{Kinds: v.Kinds.String(), View: v.Filter}
	var ins, outs, pages stats.Counter
	for u := range in {
		ins.Add(uint64(in[u]))
		if c.State(graph.Node(u)).MayLink() {
			outs.Add(uint64(out[u]))
		}
	}
	r.add("indegree", "links to pages", true, ins.Histogram())
	r.add("outdegree", linkingTitle(c), true, outs.Histogram())
	slices.Sort(scores)
	if l, ok := stats.NewLorenz(scores, nil); ok {
		r.Spreads = append(r.Spreads, newSpread("pagerank", "PageRank of pages", &l))
	}
	if c.HasNames() {
		hosts, err := c.Hosts()
		if err != nil {
			return nil, err
		}
		for h := range hosts.Len() {
			pages.Add(uint64(hosts.Size(h)))
		}
		if hosts.Len() > 1 { // one host is not spread
			r.add("host_pages", "pages of hosts", false, pages.Histogram())
		}
	}
	return r, nil
}

// linkingTitle names the links of pages that may link, by the known states.
func linkingTitle(c *store.Crawl) string {
	switch unknown := c.Unknown(); {
	case unknown == 0:
		return "links from fetched pages"
	case unknown == c.NumPages():
		return "links from pages"
	}
	return "links from fetched and unknown pages"
}

func (r *Inequality) add(key, title string, degrees bool, h stats.Histogram) {
	l, ok := h.Lorenz()
	if !ok {
		return
	}
	s := newSpread(key, title, &l)
	if degrees {
		random := stats.PoissonGini(s.Mean) * (1 - 1/float64(s.Count)) // no page differs from itself
		s.Random = &random
	}
	r.Spreads = append(r.Spreads, s)
}

func newSpread(key, title string, l *stats.Lorenz) Spread {
	s := Spread{Key: key, Title: title, Count: int64(l.Count), Mean: l.Total / l.Count, Gini: l.Gini, Top: 1 - l.Part(0.99), Half: 1 - l.Units(0.5)}
	at := func(x float64) { s.Curve = append(s.Curve, Point{x, l.Part(x)}) }
	for i := range 99 {
		at(float64(i) / 100)
	}
	for i := range 9 {
		at(0.99 + float64(i)/1000)
	}
	for i := range 11 {
		at(0.999 + float64(i)/10000)
	}
	s.Curve[len(s.Curve)-1] = Point{1, 1}
	return s
}

// Lorenz draws the Lorenz curves, beside the diagonal.
func (r *Inequality) Lorenz() *plots.Chart {
	c := &plots.Chart{Title: "Lorenz curves", Caption: "share of the pages or hosts, from the smallest value on", CaptionUpwards: "share of the total", X: plots.Shares, Y: plots.Shares}
	for _, s := range r.Spreads {
		line := plots.Series{Name: s.Title, Bare: true}
		for _, p := range s.Curve {
			line.Points = append(line.Points, plots.Mean{X: p.Units, Value: p.Part})
		}
		c.Series = append(c.Series, line)
	}
	if len(c.Series) > 0 {
		c.Series = append(c.Series, plots.Series{Name: "all the same", Aside: true, Bare: true, Points: []plots.Mean{{}, {X: 1, Value: 1}}})
	}
	return c
}

// Plots implements answer.Plotter.
func (r *Inequality) Plots() []plots.Picture { return r.Lorenz().AddTo(nil, "lorenz") }

// Blocks implements answer.Answer.
func (r *Inequality) Blocks() []answer.Block {
	if len(r.Spreads) == 0 {
		return []answer.Block{answer.Text("There are no links.")}
	}
	first := r.Spreads[0]
	return []answer.Block{
		answer.Text("The largest 1 % have " + digits.Percent(first.Top) + " of the " + first.Title + "; " + digits.Percent(first.Half) + " have half."),
		answer.TableOf("", r.Spreads),
	}
}

// Kept implements answer.Answer: only plots are kept.
func (r *Inequality) Kept() answer.Kept { return answer.Kept{Files: r.files} }
