package papers

import (
	"fmt"
	"math"
	"strconv"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/plots"
	"weft/stats"
)

// sizeDots are the points of Fig. 10, and the law that fits them.
type sizeDots struct {
	h   stats.Histogram
	fit *stats.Fit
}

// Draw implements plots.Layer.
func (d sizeDots) Draw(g plots.Pen) {
	var dots []plots.Point
	for i, v := range d.h.Values {
		dots = append(dots, g.At(float64(v), float64(d.h.Counts[i])))
	}
	g.Discs(plots.Blue, 2.4, dots...)
	if d.fit == nil {
		return
	}
	law := d.fit.Law()
	at := func(x uint64) float64 { return float64(d.fit.Tail) * (law.CCDF(x) - law.CCDF(x+1)) }
	most := d.h.Max()
	if end := float64(d.fit.XMin) * math.Pow(at(d.fit.XMin)/0.7, 1/d.fit.Exponent); end < float64(most) {
		most = uint64(end)
	}
	if most > d.fit.XMin {
		from, to := g.At(float64(d.fit.XMin), at(d.fit.XMin)), g.At(float64(most), at(most))
		g.Lines(plots.Line{Ink: plots.Vermilion, Width: 1.4}, []plots.Point{from, to})
	}
}

// Plots draws Fig. 10: the number of clusters of each size, on logarithmic axes.
func (r *SiteResult) Plots() []plots.Picture {
	l := r.Main.Sizes
	most := int64(1)
	for _, n := range l.Histogram.Counts {
		most = max(most, n)
	}
	paper := plots.NewPaper(520, 400)
	paper.Draw(52, 16, 44, 36, func(p *plots.Plot) {
		plots.Log(&p.X, 1, float64(max(l.Max, 10)), plots.Ink)
		plots.Log(&p.Y, 1, float64(max(most, 10)), plots.Ink)
		p.Add(plots.Grid{Ink: plots.Rule}, sizeDots{l.Histogram, l.Fit})
	})
	title := fmt.Sprintf("Sizes of %s: %s", digits.Plural(l.Count, "cluster"), r.Main.Of)
	paper.Title(12, paper.Max.Y-6, title)
	paper.Caption(paper.Max.X/2, 24, "pages of a cluster")
	paper.CaptionUpwards(12, paper.Max.Y/2, "number of clusters")
	rows := [][]string{{"pages", "clusters"}}
	for i, v := range l.Histogram.Values {
		rows = append(rows, []string{strconv.FormatUint(v, 10), strconv.FormatInt(l.Histogram.Counts[i], 10)})
	}
	return []plots.Picture{{Name: "sizes", Title: title, Sheet: paper, Rows: rows}}
}

// Blocks returns the rows of the comparison with the paper, the methods, and the sites sought.
func (r *SiteResult) Blocks() []answer.Block {
	all := append(rowBlocks(r.Rows), answer.Text(""))
	t := &answer.Table{Columns: []answer.Column{
		{
			Title: "method",
			Width: -23,
		},
		{Title: "σ", Width: 5},
		{Title: "ε", Width: -5},
		{Title: "sites", Width: 5},
		{Title: "pages", Width: 9},
		{Title: "precision", Width: 9},
		{Title: "recall", Width: 7},
		{Title: "F1", Width: 6},
	}}
	for _, m := range r.Methods {
		sigma := ""
		if m.Epsilon != "" {
			sigma = digits.Fixed(m.Sigma, 2)
		}
		t.Add(
			m.Name,
			sigma,
			m.Epsilon,
			digits.Grouped(m.Sites),
			digits.Grouped(int(math.Round(m.Found))),
			digits.Fixed(m.Precision, 3),
			digits.Fixed(m.Recall, 3),
			digits.Fixed(m.F1, 3),
		)
	}
	sites := &answer.Table{
		Apart: true,
		Columns: []answer.Column{
			{Title: "pages", Width: 9},
			{Title: "hosts", Width: 5},
			{Title: "keyword", Width: -24},
			{Title: "site"},
		},
	}
	for _, s := range r.Sites {
		sites.Add(digits.Grouped(s.Pages), digits.Grouped(s.Hosts), s.Word, s.Name)
	}
	return append(all, t, sites)
}
