package seeds

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"weft/internal/axes"
)

// The size of a plot, in units of about a pixel, and the room that is left around it.
const (
	plotWidth, plotHeight = 620, 360
	titleRoom, nameRoom   = 30, 18
	legendRoom            = 130
)

var (
	ink  = color.NRGBA{R: 0x33, G: 0x33, B: 0x33, A: 255}
	rule = color.NRGBA{R: 0xe2, G: 0xe2, B: 0xe2, A: 255}
	grey = color.NRGBA{R: 0x77, G: 0x77, B: 0x77, A: 255}
	band = color.NRGBA{R: 0xd6, G: 0xd6, B: 0xd6, A: 255}
	// lineInks can be told apart by those who do not see all colours (Okabe and Ito); the first is that of the seeds.
	lineInks = []color.Color{
		color.NRGBA{G: 0x72, B: 0xb2, A: 255},
		color.NRGBA{R: 0xd5, G: 0x5e, A: 255},
		color.NRGBA{G: 0x9e, B: 0x73, A: 255},
		color.NRGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 255},
		color.NRGBA{R: 0xe6, G: 0x9f, A: 255},
		color.NRGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 255},
	}
	lineDashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}
)

// Plots draws mean PageRank, pages visited and, if they are known, hosts or sites visited by depth: a line for each walk, and the 95 %
// interval of the mean where it was drawn at random. The first two are on logarithmic scales. Depths at which no walk meets a page are left out, as are
// values of 0.
func (r *Compared) Plots() ([]axes.Picture, error) {
	type subject struct {
		name, title string
		log         bool
		value       func(*Depth) float64
	}
	subjects := []subject{
		{"pagerank.svg", "Mean PageRank of the pages new at each depth", true, func(d *Depth) float64 { return d.PageRank }},
		{"pages.svg", "Pages visited down to each depth", true, func(d *Depth) float64 { return d.Visited }},
	}
	if r.Groups != "" {
		title := "Hosts visited down to each depth"
		if r.Groups == "sites" {
			title = "Sites visited down to each depth"
		}
		subjects = append(subjects, subject{r.Groups + ".svg", title, false, func(d *Depth) float64 { return d.Groups }})
	}
	var plots []axes.Picture
	for _, s := range subjects {
		svg, err := r.draw(s.title, s.log, s.value)
		if err != nil {
			return nil, fmt.Errorf("draw %s: %w", s.name, err)
		}
		plots = append(plots, axes.Picture{Name: s.name, SVG: svg})
	}
	return plots, nil
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
func (r *Compared) draw(title string, log bool, value func(*Depth) float64) ([]byte, error) {
	least, largest := r.span(value)
	p := plot.New()
	p.BackgroundColor = nil
	axes.Steps(&p.X, r.last(), ink)
	if log {
		axes.Log(&p.Y, least, largest, ink)
	} else {
		axes.Plain(&p.Y, largest, ink)
	}
	p.Add(axes.Grid(rule))
	lines := r.lines(value)
	for _, l := range lines {
		if l.walk.Low != nil {
			p.Add(interval95{l})
		}
	}
	// Seeds come last, so that no other line hides them.
	for _, l := range slices.Backward(lines) {
		p.Add(l)
	}
	canvas := vgsvg.New(plotWidth, plotHeight)
	whole := draw.New(canvas)
	whole.SetColor(color.White)
	whole.Fill(whole.Path())
	p.Draw(draw.Crop(whole, 8, -legendRoom, nameRoom+4, -titleRoom))
	annotate(whole, p.X.Tick.Label, title, lines)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
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

// lines returns what is drawn of each walk.
func (r *Compared) lines(value func(*Depth) float64) []*line {
	var lines []*line
	coloured := 0
	for _, w := range r.Walks {
		l := &line{walk: w, value: value, last: r.last()}
		if w.Low != nil {
			l.style = draw.LineStyle{Color: grey, Width: 1.6}
		} else {
			l.style = draw.LineStyle{Color: lineInks[coloured%len(lineInks)], Width: 1.8, Dashes: lineDashes[coloured%len(lineDashes)]}
			coloured++
		}
		lines = append(lines, l)
	}
	if len(lines) > 0 {
		lines[0].style.Width = 2.6
	}
	return lines
}

// annotate writes the title, the name of the axis of depths, and what each line is.
func annotate(c draw.Canvas, style draw.TextStyle, title string, lines []*line) {
	head := style
	head.Font = font.From(axes.Sans, 14)
	head.XAlign, head.YAlign = draw.XLeft, draw.YTop
	c.FillText(head, vg.Point{X: c.Min.X + 10, Y: c.Max.Y - 8}, title)
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	c.FillText(style, vg.Point{X: (c.Min.X + c.Max.X - legendRoom) / 2, Y: c.Min.Y + 5}, "depth: links from the seeds")
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	at := vg.Point{X: c.Max.X - legendRoom + 12, Y: c.Max.Y - titleRoom - 10}
	for _, l := range lines {
		if l.walk.Low != nil {
			c.SetColor(band)
			c.Fill(vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 5}, Max: vg.Point{X: at.X + 22, Y: at.Y + 5}}.Path())
		}
		c.StrokeLine2(l.style, at.X, at.Y, at.X+22, at.Y)
		c.FillText(style, vg.Point{X: at.X + 28, Y: at.Y}, shortened(l.walk.Name))
		at.Y -= 19
		if l.walk.Low != nil {
			c.FillText(style, vg.Point{X: at.X + 28, Y: at.Y + 4}, "(mean, 95 %)")
			at.Y -= 15
		}
	}
}

// shortened is a name that fits beside a plot: the end of a long one, as that of a path says the most.
func shortened(name string) string {
	if r := []rune(name); len(r) > 15 {
		return "…" + string(r[len(r)-14:])
	}
	return name
}

// A line is a walk ready to be drawn. It is a plot.Plotter.
type line struct {
	walk  *Walk
	value func(*Depth) float64
	last  int
	style draw.LineStyle
}

// Plot draws the line.
func (l *line) Plot(c draw.Canvas, p *plot.Plot) {
	dots := draw.GlyphStyle{Color: l.style.Color, Radius: l.style.Width, Shape: draw.CircleGlyph{}}
	for _, run := range l.runs() {
		points := l.points(c, p, l.walk.Depths, run)
		c.StrokeLines(l.style, points)
		for _, q := range points {
			c.DrawGlyph(dots, q)
		}
	}
}

// points returns where the values at some depths lie.
func (l *line) points(c draw.Canvas, p *plot.Plot, depths []Depth, run []int) []vg.Point {
	toX, toY := p.Transforms(&c)
	points := make([]vg.Point, len(run))
	for i, d := range run {
		points[i] = vg.Point{X: toX(float64(d)), Y: toY(min(max(l.value(&depths[d]), p.Y.Min), p.Y.Max))}
	}
	return points
}

// An interval95 is the band around a line. It is a plot.Plotter.
type interval95 struct{ *line }

// Plot draws the band.
func (b interval95) Plot(c draw.Canvas, p *plot.Plot) {
	for _, run := range b.runs() {
		low := b.points(c, p, b.walk.Low, run)
		slices.Reverse(low)
		c.FillPolygon(band, append(b.points(c, p, b.walk.High, run), low...))
	}
}

// runs returns the depths at which there is something to draw, without gaps.
func (l *line) runs() [][]int {
	var runs [][]int
	open := false
	for d := range l.walk.Depths[:min(l.last+1, len(l.walk.Depths))] {
		if l.value(&l.walk.Depths[d]) <= 0 {
			open = false
			continue
		}
		if !open {
			runs, open = append(runs, nil), true
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], d)
	}
	return runs
}
