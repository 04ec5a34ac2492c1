package measure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"weft/algo/component"
	"weft/answers/answer"
	"weft/graph/random"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/plots"
	"weft/internal/table"
	"weft/store"
)

// GrowthOptions of GetGrowth.
type GrowthOptions struct {
	answer.Options
	// Percents are how many random arcs there are to be, of the number of pages, increasing; none stands before them.
	Percents []float64
}

// A Growth is how the strong components of a crawl grow together when random arcs come to it.
//
//json:object growth of components
type Growth struct {
	Seed   uint64        `json:"seed"`   // seed of the random arcs
	Pages  int           `json:"pages"`  // pages of the crawl
	Points []GrowthPoint `json:"points"` // points by share of random arcs; the first point has none
}

// A GrowthPoint describes the crawl with a number of random arcs, the first ones of a sequence.
//
//json:object point of a growth
type GrowthPoint struct {
	Percent float64 `json:"percent"` // random arcs, % of the number of pages
	Arcs    int64   `json:"arcs"`    // random arcs, including loops and arcs that existed already
	Count   int     `json:"count"`   // number of strong components
	Largest int     `json:"largest"` // pages of the largest strong component
}

// arcsOf is the number of arcs that a share of the pages is.
func arcsOf(percent float64, pages int) int64 {
	return int64(math.Round(percent / 100 * float64(pages)))
}

// GrowthStage is how GetGrowth reads a crawl.
func GrowthStage(ctx context.Context, c *store.Crawl, o GrowthOptions) (answer.Stage, error) {
	n := c.NumPages()
	need := store.Arrays("random arcs", component.GrowthBytes(n, arcsOf(o.Percents[len(o.Percents)-1], n))).
		And(store.Arrays("the search for components", component.SCCBytes(n)))
	v, err := o.View(ctx, "the growth of components", true, false, need)
	v.Often = true
	return answer.Stage{View: v, Passes: fmt.Sprintf("%d in depth-first order", len(o.Percents)+1)}, err
}

// GetGrowth finds the strong components of the crawl, and of the crawl with more and more random arcs. The random
// arcs are the first ones of one sequence, which is a function of the seed. So each point has all arcs of the
// points before it, and does not depend on the other requested points.
func GetGrowth(ctx context.Context, c *store.Crawl, o GrowthOptions) (*Growth, error) {
	s, err := GrowthStage(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o.Options, s, func(v *store.View) (*Growth, error) { return growth(ctx, v, o) })
}

func growth(ctx context.Context, v *store.View, o GrowthOptions) (*Growth, error) {
	n := v.Out.NumNodes()
	r := &Growth{Seed: o.Seed, Pages: n}
	if n == 0 {
		return r, nil
	}
	aside, free := v.Aside()
	defer free() //nolint:errcheck // scratch
	g, err := component.NewGrowth(v.Out, random.NewSequence(n, o.Seed).At, arcsOf(o.Percents[len(o.Percents)-1], n), aside)
	if err != nil {
		return nil, err
	}
	u := o.Unfinished(v, "growth", fmt.Sprintf("seed %d", o.Seed)) // points do not depend on which others are requested
	var done []GrowthPoint
	if u.Load(&done) {
		u.GoesOn("after " + digits.Plural(len(done), "point"))
	}
	for i, percent := range append([]float64{0}, o.Percents...) {
		o.Tell("strong components with random arcs", int64(i), int64(len(o.Percents)+1))
		p := GrowthPoint{Percent: percent, Arcs: arcsOf(percent, n)}
		if k := slices.IndexFunc(done, func(x GrowthPoint) bool { return x.Arcs == p.Arcs }); k >= 0 {
			p.Count, p.Largest = done[k].Count, done[k].Largest
		} else if err := p.find(ctx, v, g, o.Workers); err != nil {
			return nil, u.Ended(err)
		} else {
			done = append(done, p)
			mem.Release()
		}
		r.Points = append(r.Points, p)
		u.Save("after "+digits.Plural(len(done), "point"), done)
	}
	return r, u.Ended(nil)
}

// find finds the components of a point, with arrays that are given back at once.
func (p *GrowthPoint) find(ctx context.Context, v *store.View, g *component.Growth, workers int) error {
	w := v.Work(workers)
	aside, free := v.Aside()
	defer free() //nolint:errcheck // scratch
	w.Space = aside
	scc, err := g.At(ctx, p.Arcs, w)
	if err == nil {
		p.Count, p.Largest = scc.Count(), scc.Largest()
	}
	return err
}

// MostPercent is the maximum number of random arcs, in percent.
const MostPercent = 10_000

// ParseGrowth reads 1..300% as a series of round shares between its ends, and 5,50,200% as these. The sign at the end
// says that 0.5 is not a half. Its errors name the option grow.
func ParseGrowth(text string) ([]float64, error) {
	wrong := answer.Refused("{grow} %q: expected shares of the number of pages, such as 1..300%% or 10,50,200%%, increasing, above 0 and up to %d%%", text, MostPercent)
	if !strings.HasSuffix(strings.TrimSpace(text), "%") {
		return nil, wrong
	}
	from, to, is := strings.Cut(text, "..")
	fields := strings.Split(text, ",")
	if is {
		fields = []string{from, to}
	}
	var percents []float64
	for _, f := range fields {
		x, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(f), "%"), 64)
		if err != nil || !(x > 0 && x <= MostPercent) || len(percents) > 0 && x <= percents[len(percents)-1] {
			return nil, wrong
		}
		percents = append(percents, x)
	}
	if !is {
		return percents, nil
	}
	least, most := percents[0], percents[1]
	if least < 1e-6 {
		return nil, wrong
	}
	percents = []float64{least}
	for power := math.Floor(math.Log10(least)); math.Pow(10, power) < most; power++ {
		for _, x := range []float64{1, 1.5, 2, 3, 5, 7} {
			x, _ = strconv.ParseFloat(fmt.Sprintf("%.6g", x*math.Pow(10, power)), 64) // 0.3 is not 3 times 0.1
			if x > least*(1+1e-9) && x < most*(1-1e-9) {
				percents = append(percents, x)
			}
		}
	}
	return append(percents, most), nil
}

// blocks are the points.
func (g *Growth) blocks() []answer.Block {
	t := &answer.Table{Apart: true, Columns: []answer.Column{
		{Title: "random arcs", Width: 12}, {Title: "arcs", Width: 14, Gap: 1}, {Title: "strong components", Width: 18, Gap: 1}, {Title: "largest", Width: 14, Gap: 1}, {Title: "of the pages", Width: 13, Gap: 1},
	}}
	for _, p := range g.Points {
		t.Add(strconv.FormatFloat(p.Percent, 'g', 6, 64)+" %", digits.Grouped(p.Arcs), digits.Grouped(p.Count), digits.Grouped(p.Largest), digits.Share(p.Largest, g.Pages))
	}
	return []answer.Block{t}
}

// addGrowth adds the points as a table.
func addGrowth(k *answer.Kept, g *Growth) {
	cols := []table.Column{{Name: "percent", Type: table.Float}, {Name: "arcs", Type: table.Int}, {Name: "components", Type: table.Int}, {Name: "largest", Type: table.Int}}
	k.AddTable("growth", cols, func(_ *store.Crawl, w *table.Writer) error {
		for _, p := range g.Points {
			if err := w.Append(p.Percent, p.Arcs, int64(p.Count), int64(p.Largest)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Plots implements answer.Plotter: the share of the pages that is in the largest component, and components a page, by
// how many arcs came.
func (g *Growth) Plots() []plots.Picture {
	var largest, count []plots.Mean
	for _, p := range g.Points {
		if p.Percent > 0 { // it has no place on a logarithmic scale
			largest = append(largest, plots.Mean{X: p.Percent, Value: float64(p.Largest) / float64(g.Pages)})
			count = append(count, plots.Mean{X: p.Percent, Value: float64(p.Count) / float64(g.Pages)})
		}
	}
	chart := plots.Chart{
		Title: "Strong components when random arcs come", Caption: "random arcs, % of the number of pages", CaptionUpwards: "share, or components a page", X: plots.Log, Y: plots.Shares,
		Series: []plots.Series{{Name: "pages in the largest", Points: largest}, {Name: "components a page", Points: count}},
	}
	return chart.AddTo(nil, "growth")
}
