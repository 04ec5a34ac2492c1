package report

import (
	"slices"
	"strings"

	"weft/answers/changes"
	"weft/internal/plots"
)

// A seriesView shows figures of three crawls or more over their dates, a small plot each.
type seriesView struct {
	Sentence string
	Panels   []panelView
	Heads    []string // of the table: names of the crawls
	Rows     []seriesRow
	How      []string
}

type panelView struct {
	Span   string // from the first value to the last
	Figure *figureView
}

type seriesRow struct {
	Title string
	Cells []string
}

// A panel is a figure with a value for each crawl, where the value is known.
type panel struct {
	id, title string
	value     func(i int, c *changes.Crawl) (float64, bool)
	interval  func(c *changes.Crawl) *[2]float64
	text      func(v float64) string
	from0     bool // the axis begins at 0
	share     bool // the axis ends at 1
}

// series shows how figures changed over the dates; nothing for two crawls.
func (b *changesBuilder) series() {
	if len(b.crawls) < 3 {
		return
	}
	v := &seriesView{Sentence: b.sayDates()}
	for i := range b.crawls {
		v.Heads = append(v.Heads, b.named(i))
	}
	for _, p := range b.panels() {
		b.addPanel(v, p)
	}
	v.How = []string{"Overlap is the share of the best " + count(changes.BestPages) + " pages by PageRank (of all, where there are fewer) that are also among the best of the first crawl, or of the crawl before. " +
		"Core is the share of pages in the largest strongly connected component. Received bytes come from the crawl log, or from the responses of the imported archives. Whiskers are 95 % intervals of exponents."}
	b.Series = v
	b.section("series", "Over time")
}

// panels are the figures of the series.
func (b *changesBuilder) panels() []panel {
	whole := func(v float64) string { return count(int64(v)) }
	asShare := func(v float64) string { return share(int64(1e6*v), 1e6) }
	exact := func(n func(c *changes.Crawl) int64, known func(c *changes.Crawl) bool) func(int, *changes.Crawl) (float64, bool) {
		return func(_ int, c *changes.Crawl) (float64, bool) { return float64(n(c)), known(c) }
	}
	always := func(*changes.Crawl) bool { return true }
	states := func(c *changes.Crawl) bool { return c.Info.Unknown == 0 }
	overlap := func(shared func(c *changes.Crawl) int, other func(i int) int) func(int, *changes.Crawl) (float64, bool) {
		return func(i int, c *changes.Crawl) (float64, bool) {
			if i == 0 || len(c.Best) == 0 {
				return 0, false
			}
			return float64(shared(c)) / float64(min(len(c.Best), max(1, len(b.crawls[other(i)].Best)))), true
		}
	}
	return []panel{
		{id: "pages", title: "Known pages", text: whole, from0: true, value: exact(func(c *changes.Crawl) int64 { return int64(c.Info.Pages) }, always)},
		{id: "fetched", title: "Fetched pages", text: whole, from0: true, value: exact(func(c *changes.Crawl) int64 { return int64(c.Info.Fetched) }, states)},
		{id: "failed", title: "Failed pages", text: whole, from0: true, value: exact(func(c *changes.Crawl) int64 { return int64(c.Info.Failed) }, states)},
		{id: "arcs", title: "Links", text: whole, from0: true, value: exact(func(c *changes.Crawl) int64 { return c.Info.Arcs }, always)},
		{id: "hosts", title: "Hosts", text: whole, from0: true, value: exact(func(c *changes.Crawl) int64 { return int64(c.Info.Hosts) }, func(c *changes.Crawl) bool { return c.Info.Names })},
		{id: "bytes", title: "Received", text: func(v float64) string { return size(int64(v)) }, from0: true, value: exact(func(c *changes.Crawl) int64 { return c.Bytes }, func(c *changes.Crawl) bool { return c.Bytes > 0 })},
		{id: "core", title: "Core (largest SCC)", text: asShare, from0: true, share: true, value: func(_ int, c *changes.Crawl) (float64, bool) {
			return float64(c.Core) / float64(max(1, c.Info.Pages)), c.Info.Pages > 0
		}},
		{id: "first", title: "Best 100 as in the first", text: asShare, from0: true, share: true, value: overlap(func(c *changes.Crawl) int { return c.SharedFirst }, func(int) int { return 0 })},
		{id: "before", title: "Best 100 as the time before", text: asShare, from0: true, share: true, value: overlap(func(c *changes.Crawl) int { return c.SharedBefore }, func(i int) int { return i - 1 })},
		{id: "exponent", title: "Exponent of in-degrees", text: func(v float64) string { return fixed(v, 2) }, value: func(_ int, c *changes.Crawl) (float64, bool) {
			if c.In.Fit == nil {
				return 0, false
			}
			return c.In.Fit.Exponent, true
		}, interval: func(c *changes.Crawl) *[2]float64 {
			if c.In.Fit == nil {
				return nil
			}
			return c.In.Fit.Interval
		}},
	}
}

// addPanel adds a figure as a plot and as a row of the table. A figure that no crawl has, or that is 0 throughout, has none.
func (b *changesBuilder) addPanel(v *seriesView, p panel) {
	xs, _ := b.places()
	var points []plots.Mean
	row := seriesRow{Title: p.title}
	some := false
	for i := range b.crawls {
		x, known := p.value(i, &b.crawls[i])
		if !known {
			row.Cells = append(row.Cells, none)
			continue
		}
		some = some || x != 0 || p.share
		m := plots.Mean{X: xs[i], Value: x, Low: x, High: x}
		text := p.text(x)
		if p.interval != nil {
			if in := p.interval(&b.crawls[i]); in != nil {
				m.Low, m.High = min(in[0], x), max(in[1], x)
				text += " (" + p.text(in[0]) + " to " + p.text(in[1]) + ")"
			}
		}
		points = append(points, m)
		row.Cells = append(row.Cells, text)
	}
	if !some {
		return
	}
	v.Rows = append(v.Rows, row)
	if len(points) < 2 {
		return
	}
	first, last := points[0], points[len(points)-1]
	v.Panels = append(v.Panels, panelView{p.text(first.Value) + " → " + p.text(last.Value), b.drawPanel(p, points, row.Cells)})
}

// places returns the places of the crawls on the axis: years if all dates are known and in order, else their numbers.
func (b *changesBuilder) places() (xs []float64, dated bool) {
	dated = true
	for i := range b.crawls {
		d := b.crawls[i].Date
		dated = dated && d.Text != "" && (i == 0 || d.Time.After(b.crawls[i-1].Date.Time))
	}
	for i := range b.crawls {
		x := float64(i + 1)
		if dated {
			x = float64(b.crawls[i].Date.Time.Unix())
		}
		xs = append(xs, x)
	}
	return xs, dated
}

// sayDates describes the axis of the small plots.
func (b *changesBuilder) sayDates() string {
	if _, dated := b.places(); dated {
		return "Each figure over time, on a true axis of time."
	}
	return "Each figure from crawl to crawl, in the order in which they were named. The distances on the axis have no meaning, because not all dates are known and in order."
}

// drawPanel draws a small plot.
func (b *changesBuilder) drawPanel(p panel, points []plots.Mean, values []string) *figureView {
	const width, high = 230, 112
	s := plots.NewSheet(width, high, mutedColour)
	xs, dated := b.places()
	low, most := points[0].Low, points[0].High
	for _, m := range points {
		low, most = min(low, m.Low), max(most, m.High)
	}
	s.Draw(6, 10, 2, 6, func(plot *plots.Plot) {
		span := xs[len(xs)-1] - xs[0]
		plots.Between(&plot.X, xs[0]-span/40, xs[len(xs)-1]+span/40, mutedColour)
		plot.X.Ticks = plots.At(b.ticks(xs, dated)...)
		switch {
		case p.share:
			plots.Between(&plot.Y, 0, 1, mutedColour)
			plot.Y.Ticks = plots.At(plots.Tick{Value: 0, Label: "0"}, plots.Tick{Value: 0.5, Label: "50 %"}, plots.Tick{Value: 1, Label: "100 %"})
		case p.from0:
			plots.FromZero(&plot.Y, 0, max(most, 1), mutedColour)
			plot.Y.Ticks = fewer(p.text, max(most, 1))
		default:
			pad := max((most-low)*0.15, 0.05)
			plots.Between(&plot.Y, low-pad, most+pad, mutedColour)
			plot.Y.Ticks = plots.At(plots.Tick{Value: low, Label: p.text(low)}, plots.Tick{Value: most, Label: p.text(most)})
		}
		plot.Add(plots.Grid{Ink: ruleColour}, whiskers(points), plots.Curve{Style: plots.Line{Ink: dataColour, Width: 2}, Runs: [][]plots.Mean{points}})
	})
	f := Figure{
		Name: "series-" + p.id, Title: p.title, Caption: p.title + " of each crawl.", Sheet: s, Columns: []string{"crawl", "date", p.id},
		Description: p.title + " of " + strings.Join(b.d.Names, ", ") + ": " + strings.Join(values, "; ") + ".",
	}
	for i := range b.crawls {
		var cell any = ""
		if v, known := p.value(i, &b.crawls[i]); known {
			cell = v
		}
		f.Rows = append(f.Rows, []any{b.name(i), b.crawls[i].Date.Text, cell})
		if p.interval != nil {
			f.Rows[i] = append(f.Rows[i], ends(p.interval(&b.crawls[i]))...)
		}
	}
	if p.interval != nil {
		f.Columns = append(f.Columns, "low", "high")
	}
	return b.once(f)
}

// ends are the ends of an interval as cells; empty if there is none.
func ends(interval *[2]float64) []any {
	if interval == nil {
		return []any{"", ""}
	}
	return []any{interval[0], interval[1]}
}

// fewer puts two ticks on an axis: at 0 and at the largest value.
func fewer(text func(float64) string, most float64) plots.Ticks {
	return plots.At(plots.Tick{Value: 0, Label: "0"}, plots.Tick{Value: most, Label: text(most)})
}

// ticks labels the first and the last crawl, and marks the others.
func (b *changesBuilder) ticks(xs []float64, dated bool) (all []plots.Tick) {
	for i, x := range xs {
		t := plots.Tick{Value: x}
		if i == 0 || i == len(xs)-1 {
			if t.Label = ordinal(i + 1); dated {
				t.Label = b.crawls[i].Date.Text
			}
		}
		all = append(all, t)
	}
	return all
}

// ordinal writes 1st, 2nd, 3rd and so on.
func ordinal(n int) string {
	suffix := "th"
	if tens := n / 10 % 10; tens != 1 && n%10 > 0 && n%10 < 4 {
		suffix = []string{"st", "nd", "rd"}[n%10-1]
	}
	return value(n) + suffix
}

// whiskers are the intervals of points that have one.
type whiskers []plots.Mean

// Draw implements plots.Layer.
func (w whiskers) Draw(g plots.Pen) {
	for _, m := range slices.All(w) {
		if m.Low < m.High {
			g.Whisker(mutedColour, m.X, m.Low, m.High)
		}
	}
}
