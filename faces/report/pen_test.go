package report

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"weft/algo/distance"
	"weft/internal/plots"
	"weft/stats"
)

// A mark is something that was drawn: its colour, whether it was filled, and the points where its parts begin, end or bend.
type mark struct {
	ink    color.Color
	filled bool
	points []vg.Point
	radius vg.Length // of an arc in it
}

// drawn lets something draw on a plot of 100 by 100 for x and y from 0 to 10, and returns what was drawn.
func drawn(f func(canvas draw.Canvas, p *plot.Plot)) []mark {
	p := plot.New()
	plots.Between(&p.X, 0, 10, mutedColour)
	plots.Between(&p.Y, 0, 10, mutedColour)
	return drawnOn(p, f)
}

func drawnOn(p *plot.Plot, f func(canvas draw.Canvas, p *plot.Plot)) []mark {
	r := &recorder.Canvas{}
	f(draw.Canvas{Canvas: r, Rectangle: vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}}, p)
	var marks []mark
	var ink color.Color
	for _, a := range r.Actions {
		m := mark{ink: ink}
		var path vg.Path
		switch a := a.(type) {
		case *recorder.SetColor:
			ink = a.Color
			continue
		case *recorder.Fill:
			path, m.filled = a.Path, true
		case *recorder.Stroke:
			path = a.Path
		default:
			continue
		}
		for _, c := range path {
			switch c.Type {
			case vg.MoveComp, vg.LineComp:
				m.points = append(m.points, c.Pos)
			case vg.ArcComp:
				m.radius = c.Radius
			}
		}
		marks = append(marks, m)
	}
	return marks
}

func near(a, b vg.Point) bool {
	return math.Abs(float64(a.X-b.X)) < 1e-9 && math.Abs(float64(a.Y-b.Y)) < 1e-9
}

// TestPen holds that each stroke of a pen is drawn, in its colour, where its coordinates are; what is beyond the plot
// comes to its edge.
func TestPen(t *testing.T) {
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	for name, c := range map[string]struct {
		draw func(g plots.Pen)
		want []mark
	}{
		"line": {
			func(g plots.Pen) {
				g.Line(draw.LineStyle{Color: fitColour, Width: 2}, []vg.Point{g.At(0, 1), g.At(5, 2), g.At(20, -3)})
			},
			[]mark{{fitColour, false, []vg.Point{at(0, 10), at(50, 20), at(100, 0)}, 0}},
		},
		"line of one point": {func(g plots.Pen) { g.Line(draw.LineStyle{Color: fitColour, Width: 2}, []vg.Point{g.At(0, 1)}) }, nil},
		"disc":              {func(g plots.Pen) { g.Disc(dataColour, g.At(3, 4), 2) }, []mark{{dataColour, true, []vg.Point{at(32, 40)}, 2}}},
		"ring":              {func(g plots.Pen) { g.Ring(markColour, g.At(3, 4), 6) }, []mark{{markColour, false, []vg.Point{at(36, 40)}, 6}}},
		"whisker": {
			func(g plots.Pen) { g.Whisker(dataColour, 5, 4, 12) },
			[]mark{
				{dataColour, false, []vg.Point{at(50, 40), at(50, 100)}, 0},
				{dataColour, false, []vg.Point{at(47, 40), at(53, 40)}, 0},
				{dataColour, false, []vg.Point{at(47, 100), at(53, 100)}, 0},
			},
		},
		"spot": {
			func(g plots.Pen) { spot{x: 2, y: 3, xs: &distance.Estimate{Low: 1, High: 4}}.drawOn(g) },
			[]mark{
				{markColour, false, []vg.Point{at(10, 30), at(40, 30)}, 0},
				{markColour, true, []vg.Point{at(15, 30), at(20, 35), at(25, 30), at(20, 25)}, 0},
			},
		},
	} {
		got := drawn(func(canvas draw.Canvas, p *plot.Plot) { c.draw(plots.NewPen(canvas, p)) })
		if len(got) != len(c.want) {
			t.Errorf("%s: drew %+v, want %+v", name, got, c.want)
			continue
		}
		for i, w := range c.want {
			same := got[i].ink == w.ink && got[i].filled == w.filled && got[i].radius == w.radius && len(got[i].points) == len(w.points)
			for j := range w.points {
				same = same && near(got[i].points[j], w.points[j])
			}
			if !same {
				t.Errorf("%s, stroke %d: drew %+v, want %+v", name, i, got[i], w)
			}
		}
	}
}

// inked counts what was drawn in a colour.
func inked(marks []mark, ink color.Color, filled bool) (n, points int) {
	for _, m := range marks {
		if m.ink == ink && m.filled == filled {
			n++
			points += len(m.points)
		}
	}
	return n, points
}

// TestPlotsShow counts what plots draw of their data.
func TestPlotsShow(t *testing.T) {
	l := law(t, "in", 2.2, 20000, -1, 9)
	c, _ := newCurve(l.Histogram, l.Fit)
	p := plot.New()
	plots.Log(&p.X, c.points[0].X, c.last, mutedColour)
	plots.Log(&p.Y, c.points[len(c.points)-1].Y, 1, mutedColour)
	marks := drawnOn(p, c.Plot)
	if n, points := inked(marks, dataColour, true); n != 1 || points != len(c.points) {
		t.Errorf("a curve of %d points drew %d in %d paths", len(c.points), points, n)
	}
	if n, points := inked(marks, fitColour, false); n != 1 || points < 10 {
		t.Errorf("the law is drawn by %d lines of %d points", n, points)
	}
	if n, points := inked(marks, markColour, false); n != 1 || points != 2 {
		t.Errorf("x_min is drawn by %d lines of %d points", n, points)
	}
	for _, m := range marks {
		if m.ink == fitColour && !m.filled { // from x_min to the end, falling all the way
			toX, toY := p.Transforms(&draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}})
			if !near(m.points[0], vg.Point{X: toX(float64(l.Fit.XMin)), Y: toY(c.atXMin)}) {
				t.Errorf("the law begins at %v", m.points[0])
			}
			for i := 1; i < len(m.points); i++ {
				if m.points[i].X <= m.points[i-1].X || m.points[i].Y > m.points[i-1].Y {
					t.Errorf("the law goes from %v to %v", m.points[i-1], m.points[i])
				}
			}
		}
	}
	e := distance.Estimate{Value: 0.5, Low: 0.4, High: 0.6}
	parts := trials{parts: []trialPoint{{0.5, 0.6, e}, {0.7, 0.7, e}, {0.9, 0.8, e}}, here: spot{x: 0.8, y: 0.5}, recrawl: &e}
	marks = drawn(parts.Plot)
	if discs, _ := inked(marks, dataColour, true); discs != 3 {
		t.Errorf("%d dots of 3 parts", discs)
	}
	if lines, _ := inked(marks, dataColour, false); lines != 1+3*3+3+1 { // a line, whiskers of three strokes, a ring
		t.Errorf("%d strokes of what was measured", lines)
	}
	if n, points := inked(marks, fitColour, false); n != 1 || points != 3 {
		t.Errorf("HAK is drawn by %d lines of %d points", n, points)
	}
	if n, _ := inked(marks, markColour, true); n != 1 {
		t.Errorf("this crawl is drawn %d times", n)
	}
	marks = drawn(parabola{spot{x: 0.2, y: 0.4}}.Plot)
	if n, points := inked(marks, fitColour, false); n != 1 || points < 30 {
		t.Errorf("the parabola is drawn by %d lines of %d points", n, points)
	}
	marks = drawn(gammaBars{3, 0, 5, 7}.Plot)
	if n, points := inked(marks, dataColour, true); n != 1 || points != 3*4 {
		t.Errorf("three bars are drawn as %d paths of %d points", n, points)
	}
	if _, ok := newCurve(stats.Histogram{}, nil); ok {
		t.Error("nothing can be drawn")
	}
}
