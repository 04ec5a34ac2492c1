package seeds

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"weft/internal/plots"
)

// The size of a plot, in units of about a pixel, and the room that is left around it.
const (
	plotWidth, plotHeight = 620, 360
	titleRoom, nameRoom   = 30, 18
	legendRoom            = 130
)

var (
	grey = color.NRGBA{R: 0x77, G: 0x77, B: 0x77, A: 255}
	band = color.NRGBA{R: 0xd6, G: 0xd6, B: 0xd6, A: 255}
	// The first color is for the seeds.
	lineInks   = []color.Color{plots.Blue, plots.Vermilion, plots.Green, plots.Pink, plots.Orange, plots.Sky}
	lineDashes = [][]float64{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}
)

// Plots draws mean PageRank, pages visited and, if they are known, hosts, domains or sites visited, by depth. Each
// walk has a line, and random walks also have the 95 % interval of the mean. The first two are on logarithmic
// scales. Values of 0, and depths at which no walk meets a page, are left out.
func (r *Compared) Plots() []plots.Picture {
	type subject struct {
		name, title string
		log         bool
		value       func(*Depth) float64
	}
	subjects := []subject{
		{"pagerank", "Mean PageRank of the pages new at each depth", true, func(d *Depth) float64 { return d.PageRank }},
		{"pages", "Pages visited down to each depth", true, func(d *Depth) float64 { return d.Visited }},
	}
	if r.Groups != "" {
		title := strings.ToUpper(r.Groups[:1]) + r.Groups[1:] + " visited down to each depth"
		subjects = append(subjects, subject{r.Groups, title, false, func(d *Depth) float64 { return d.Groups }})
	}
	var pictures []plots.Picture
	for _, s := range subjects {
		pictures = append(pictures, r.draw(s.name, s.title, s.log, s.value))
	}
	return pictures
}

// last returns the greatest depth at which a walk meets a page.
func (r *Compared) last() int {
	last := 0
	for _, w := range r.Walks {
		for d := range w.Depths {
			if w.Depths[d].Pages > 0 {
				last = max(last, d)
			}
		}
	}
	return last
}

// draw makes one picture.
func (r *Compared) draw(name, title string, log bool, value func(*Depth) float64) plots.Picture {
	lines := r.lines(value)
	s := plots.NewPaper(plotWidth, plotHeight)
	s.Draw(8, legendRoom, nameRoom+4, titleRoom, func(p *plots.Plot) {
		plots.Steps(&p.X, 0, r.last(), plots.Ink)
		if least, largest := r.span(value); log {
			plots.Log(&p.Y, least, largest, plots.Ink)
		} else {
			plots.Plain(&p.Y, largest, plots.Ink)
		}
		p.Add(plots.Grid{Ink: plots.Rule})
		for _, l := range lines {
			if l.banded {
				p.Add(plots.Band{Ink: band, Runs: l.Runs})
			}
		}
		// Seeds come last, so that no other line hides them.
		for _, l := range slices.Backward(lines) {
			p.Add(l)
		}
	})
	annotate(s, title, lines)
	rows := [][]string{plots.RunsHead}
	for _, l := range lines {
		for _, run := range l.Runs {
			rows = append(rows, plots.Rows(l.name, run, l.banded)...)
		}
	}
	return plots.Picture{Name: name, Title: title, Sheet: s, Rows: rows}
}

// span returns the least and the largest positive value that is drawn.
func (r *Compared) span(value func(*Depth) float64) (least, largest float64) {
	least = math.Inf(1)
	for _, w := range r.Walks {
		for d := range w.Depths {
			if v := value(&w.Depths[d]); v > 0 {
				least, largest = min(least, v), max(largest, v)
			}
			if w.High != nil {
				largest = max(largest, value(&w.High[d]))
			}
		}
	}
	if largest == 0 {
		return 1, 10
	}
	return least, largest
}

// A line is a walk ready to be drawn.
type line struct {
	plots.Curve
	name   string
	banded bool // with the interval of its mean
}

// lines returns what is drawn of each walk.
func (r *Compared) lines(value func(*Depth) float64) []*line {
	var lines []*line
	coloured := 0
	for _, w := range r.Walks {
		l := &line{name: w.Name, banded: w.Low != nil}
		l.Runs = w.runs(r.last(), value)
		if l.banded {
			l.Style = plots.Line{Ink: grey, Width: 1.6}
		} else {
			l.Style = plots.Line{Ink: lineInks[coloured%len(lineInks)], Width: 1.8, Dashes: lineDashes[coloured%len(lineDashes)]}
			coloured++
		}
		lines = append(lines, l)
	}
	if len(lines) > 0 {
		lines[0].Style.Width = 2.6
	}
	return lines
}

// annotate writes the title, the name of the axis of depths, and what each line is.
func annotate(s *plots.Sheet, title string, lines []*line) {
	s.Title(s.Min.X+10, s.Max.Y-8, title)
	s.Caption((s.Min.X+s.Max.X-legendRoom)/2, s.Min.Y+5, "depth: links from the seeds")
	at := plots.Point{X: s.Max.X - legendRoom + 12, Y: s.Max.Y - titleRoom - 10}
	for _, l := range lines {
		if l.banded {
			box := plots.Rect{Min: plots.Point{X: at.X, Y: at.Y - 5}, Max: plots.Point{X: at.X + 22, Y: at.Y + 5}}
			s.Polygons(band, box.Corners())
		}
		s.Key(l.Style, at, 22, shortened(l.name))
		at.Y -= 19
		if l.banded {
			s.Note(plots.Point{X: at.X + 28, Y: at.Y + 4}, "(mean, 95 %)")
			at.Y -= 15
		}
	}
}

// shortened returns a name that fits beside a plot: the end of a long name, because the end of a path says the
// most.
func shortened(name string) string {
	if r := []rune(name); len(r) > 15 {
		return "…" + string(r[len(r)-14:])
	}
	return name
}

// runs returns the depths at which there is something to draw, without gaps, with the interval where there is one.
func (w *Walk) runs(last int, value func(*Depth) float64) [][]plots.Mean {
	var runs [][]plots.Mean
	open := false
	for d := range w.Depths[:min(last+1, len(w.Depths))] {
		m := plots.Mean{X: float64(d), Value: value(&w.Depths[d])}
		if m.Value <= 0 {
			open = false
			continue
		}
		if w.Low != nil {
			m.Low, m.High = value(&w.Low[d]), value(&w.High[d])
		}
		if !open {
			runs, open = append(runs, nil), true
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], m)
	}
	return runs
}
