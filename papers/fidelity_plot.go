package papers

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"weft/answers/simulate"
	"weft/internal/digits"
	"weft/internal/plots"
)

// The size of a panel, in units of about a pixel, and the room that is left around all.
const (
	panelWidth, panelHeight = 250, 230
	headRoom, footRoom      = 44, 44
)

var (
	curveInks   = []color.NRGBA{plots.Blue, plots.Green, plots.Pink, plots.Vermilion}
	curveNames  = []string{"τ, top 30 %", "τ, top 50 %", "τ, top 70 %", "HAK"}
	curveDashes = [][]float64{nil, {6, 2}, {2, 2}, {8, 3, 2, 3}}
)

// orderNames are the paper's names of the orders.
var orderNames = map[simulate.Order]string{
	simulate.Blocked: "BFS", simulate.SomeLinks: "BfsRnd", simulate.FewLinks: "BfsGeo", simulate.MostLinks: "SEC",
}

// Plots draws Fig. 4, a picture for each model, and Fig. 3, of the crawl. There is a panel for each order. It
// shows tau-b of the best 30, 50 and 70 % and HAK by the share of pages that were not crawled, each with the 95 %
// interval of the mean. Values below 0 are drawn at 0.
func (r *FidelityResult) Plots() []plots.Picture {
	all := slices.Clone(r.Models)
	if r.Crawl != nil {
		all = append(all, r.Crawl)
	}
	var pictures []plots.Picture
	for _, s := range all {
		pictures = append(pictures, plots.Picture{Name: s.file, Title: s.title(), Sheet: s.draw(), Rows: s.rows()})
	}
	return pictures
}

// draw makes the picture of a graph.
func (s *Subject) draw() *plots.Sheet {
	paper := plots.NewPaper(panelWidth*float64(len(simulate.Orders)), panelHeight+headRoom+footRoom)
	for i, o := range simulate.Orders {
		left := panelWidth * float64(i)
		paper.Draw(left+12, paper.Max.X-left-panelWidth+8, footRoom, headRoom, func(p *plots.Plot) {
			plots.Plain(&p.X, 50, plots.Ink)
			plots.Plain(&p.Y, 1, plots.Ink)
			p.X.Max = 52.5
			p.X.Ticks, p.Y.Ticks = ticks(10, 20, 30, 40, 50), ticks(0, 0.2, 0.4, 0.6, 0.8, 1)
			p.Add(plots.Grid{Ink: plots.Rule})
			for k := range curveNames {
				s.addCurve(p, o, k)
			}
		})
		paper.Caption(left+panelWidth/2+12, paper.Max.Y-headRoom+4, orderNames[o])
		paper.Caption(left+panelWidth/2+12, footRoom-16, "not crawled, %")
	}
	s.annotate(paper)
	return paper
}

func ticks(values ...float64) plots.Ticks {
	var t []plots.Tick
	for _, v := range values {
		t = append(t, plots.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', -1, 64)})
	}
	return plots.At(t...)
}

func (s *Subject) title() string {
	return fmt.Sprintf("Ranking deviations of %s, measured and estimated: mean of %s, 95 %%", s.Name, digits.Plural(s.Sets, "set"))
}

// rows are the drawn values, a curve for each order and measure.
func (s *Subject) rows() [][]string {
	all := [][]string{plots.RunsHead}
	for _, o := range simulate.Orders {
		for k, name := range curveNames {
			all = append(all, plots.Rows(orderNames[o]+", "+name, s.run(o, k), true)...)
		}
	}
	return all
}

// annotate writes the title, and what each line is.
func (s *Subject) annotate(paper *plots.Sheet) {
	paper.Title(12, paper.Max.Y-6, s.title())
	at := plots.Point{X: 40, Y: 10}
	for k, name := range curveNames {
		paper.Key(curveStyle(k), at, 28, name)
		at.X += 130
	}
}

func curveStyle(k int) plots.Line {
	return plots.Line{Ink: curveInks[k], Width: 1.8, Dashes: curveDashes[k]}
}

// addCurve adds the curve of an order: tau of a share, or HAK, and its band.
func (s *Subject) addCurve(p *plots.Plot, o simulate.Order, k int) {
	run := s.run(o, k)
	band := curveInks[k]
	band.A = 0x38
	p.Add(plots.Band{Ink: band, Runs: [][]plots.Mean{run}}, plots.Curve{Style: curveStyle(k), Runs: [][]plots.Mean{run}})
}

// run returns the means of a curve.
func (s *Subject) run(o simulate.Order, k int) (run []plots.Mean) {
	for _, b := range fidelityBlocks {
		c := s.cell(o, b)
		if c == nil {
			continue
		}
		e := c.HAK
		if k < len(c.Shares)-1 {
			e = c.Shares[k].TauB
		}
		run = append(run, plots.Mean{X: 100 * b, Value: e.Value, Low: e.Low, High: e.High})
	}
	return run
}
