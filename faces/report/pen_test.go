package report

import (
	"image/color"
	"math"
	"testing"

	"weft/algo/distance"
	"weft/internal/plots"
	"weft/stats"
)

// between is where layers are drawn in tests.
var between = plots.Rect{Max: plots.Point{X: 100, Y: 100}}

// drawn lets something draw on a plot of 100 by 100 for x and y from 0 to 10, and returns what was drawn.
func drawn(f func(plots.Pen)) []plots.Shape {
	p := &plots.Plot{}
	plots.Between(&p.X, 0, 10, mutedColour)
	plots.Between(&p.Y, 0, 10, mutedColour)
	return drawnOn(p, f)
}

func drawnOn(p *plots.Plot, f func(plots.Pen)) []plots.Shape {
	c := &plots.Canvas{}
	f(plots.NewPen(c, p, between))
	return c.Shapes
}

func near(a, b plots.Point) bool { return math.Abs(a.X-b.X) < 1e-9 && math.Abs(a.Y-b.Y) < 1e-9 }

// alike says whether two shapes are the same but for what belongs to lines alone.
func alike(a, b plots.Shape) bool {
	same := a.Ink == b.Ink && a.Filled == b.Filled && a.Radius == b.Radius && len(a.Discs) == len(b.Discs) && len(a.Paths) == len(b.Paths)
	for i := range b.Discs {
		same = same && near(a.Discs[i], b.Discs[i])
	}
	for i := range b.Paths {
		same = same && len(a.Paths[i]) == len(b.Paths[i])
		for j := range b.Paths[i] {
			same = same && near(a.Paths[i][j], b.Paths[i][j])
		}
	}
	return same
}

// TestPen holds that each stroke of a pen is drawn, in its colour, where its coordinates are; what is beyond the plot
// comes to its edge.
func TestPen(t *testing.T) {
	at := func(x, y float64) plots.Point { return plots.Point{X: x, Y: y} }
	line, outline := plots.Line{Ink: fitColour, Width: 2}, plots.Line{Ink: markColour, Width: 1.6}
	for name, c := range map[string]struct {
		draw func(g plots.Pen)
		want []plots.Shape
	}{
		"line": {
			func(g plots.Pen) { g.Lines(line, []plots.Point{g.At(0, 1), g.At(5, 2), g.At(20, -3)}) },
			[]plots.Shape{{Ink: fitColour, Paths: [][]plots.Point{{at(0, 10), at(50, 20), at(100, 0)}}}},
		},
		"line of one point": {func(g plots.Pen) { g.Lines(line, []plots.Point{g.At(0, 1)}) }, nil},
		"disc": {
			func(g plots.Pen) { g.Discs(dataColour, 2, g.At(3, 4)) },
			[]plots.Shape{{Ink: dataColour, Filled: true, Discs: []plots.Point{at(30, 40)}, Radius: 2}},
		},
		"ring": {
			func(g plots.Pen) { g.Ring(outline, g.At(3, 4), 6) },
			[]plots.Shape{{Ink: markColour, Discs: []plots.Point{at(30, 40)}, Radius: 6}},
		},
		"whisker": {
			func(g plots.Pen) { g.Whisker(dataColour, 5, 4, 12) },
			[]plots.Shape{{Ink: dataColour, Paths: [][]plots.Point{
				{at(50, 40), at(50, 100)}, {at(47, 40), at(53, 40)}, {at(47, 100), at(53, 100)},
			}}},
		},
		"spot": {
			func(g plots.Pen) { spot{x: 2, y: 3, xs: &distance.Estimate{Low: 1, High: 4}}.drawOn(g) },
			[]plots.Shape{
				{Ink: markColour, Paths: [][]plots.Point{{at(10, 30), at(40, 30)}}},
				{Ink: markColour, Filled: true, Paths: [][]plots.Point{{at(15, 30), at(20, 35), at(25, 30), at(20, 25)}}},
			},
		},
	} {
		got := drawn(c.draw)
		if len(got) != len(c.want) {
			t.Errorf("%s: drew %+v, want %+v", name, got, c.want)
			continue
		}
		for i, w := range c.want {
			if !alike(got[i], w) {
				t.Errorf("%s, stroke %d: drew %+v, want %+v", name, i, got[i], w)
			}
		}
	}
}

// inkedBy counts the paths and circles drawn in a colour, and their points.
func inkedBy(marks []plots.Shape, ink color.Color, filled bool) (n, points int) {
	for _, m := range marks {
		if m.Ink != ink || m.Filled != filled || m.Text != nil {
			continue
		}
		n += len(m.Paths) + len(m.Discs)
		points += len(m.Discs)
		for _, p := range m.Paths {
			points += len(p)
		}
	}
	return n, points
}

// TestPlotsShow counts what plots draw of their data.
func TestPlotsShow(t *testing.T) {
	l := law(t, "in", 2.2, 20000, -1, 9)
	c, _ := newCurve(l.Histogram, l.Fit)
	p := &plots.Plot{}
	plots.Log(&p.X, c.points[0].X, c.last, mutedColour)
	plots.Log(&p.Y, c.points[len(c.points)-1].Y, 1, mutedColour)
	marks := drawnOn(p, c.Draw)
	if n, _ := inkedBy(marks, dataColour, true); n != len(c.points) {
		t.Errorf("a curve of %d points drew %d", len(c.points), n)
	}
	if n, points := inkedBy(marks, fitColour, false); n != 1 || points < 10 {
		t.Errorf("the law is drawn by %d lines of %d points", n, points)
	}
	if n, points := inkedBy(marks, markColour, false); n != 1 || points != 2 {
		t.Errorf("x_min is drawn by %d lines of %d points", n, points)
	}
	g := plots.NewPen(&plots.Canvas{}, p, between)
	for _, m := range marks {
		if m.Ink == fitColour { // from x_min to the end, falling all the way
			line := m.Paths[0]
			if !near(line[0], g.At(float64(l.Fit.XMin), c.atXMin)) {
				t.Errorf("the law begins at %v", line[0])
			}
			for i := 1; i < len(line); i++ {
				if line[i].X <= line[i-1].X || line[i].Y > line[i-1].Y {
					t.Errorf("the law goes from %v to %v", line[i-1], line[i])
				}
			}
		}
	}
	e := distance.Estimate{Value: 0.5, Low: 0.4, High: 0.6}
	parts := trials{parts: []trialPoint{{0.5, 0.6, e}, {0.7, 0.7, e}, {0.9, 0.8, e}}, here: spot{x: 0.8, y: 0.5}, recrawl: &e}
	marks = drawn(parts.Draw)
	if discs, _ := inkedBy(marks, dataColour, true); discs != 3 {
		t.Errorf("%d dots of 3 parts", discs)
	}
	if lines, _ := inkedBy(marks, dataColour, false); lines != 1+3*3+3+1 { // a line, whiskers of three strokes, a ring
		t.Errorf("%d strokes of what was measured", lines)
	}
	if n, points := inkedBy(marks, fitColour, false); n != 1 || points != 3 {
		t.Errorf("HAK is drawn by %d lines of %d points", n, points)
	}
	if n, _ := inkedBy(marks, markColour, true); n != 1 {
		t.Errorf("this crawl is drawn %d times", n)
	}
	marks = drawn(parabola{spot{x: 0.2, y: 0.4}}.Draw)
	if n, points := inkedBy(marks, fitColour, false); n != 1 || points < 30 {
		t.Errorf("the parabola is drawn by %d lines of %d points", n, points)
	}
	marks = drawn(gammaBars{3, 0, 5, 7}.Draw)
	if n, points := inkedBy(marks, dataColour, true); n != 3 || points != 3*4 {
		t.Errorf("three bars are drawn as %d paths of %d points", n, points)
	}
	if _, ok := newCurve(stats.Histogram{}, nil); ok {
		t.Error("nothing can be drawn")
	}
}
