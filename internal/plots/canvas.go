package plots

import (
	"image/color"
)

// A Point is a place on a sheet, in units of its view box, about a pixel each. Y grows upwards.
type Point struct{ X, Y float64 }

// A Rect is the part of a sheet between two corners.
type Rect struct{ Min, Max Point }

// Center returns the middle of a part.
func (r Rect) Center() Point { return Point{(r.Min.X + r.Max.X) / 2, (r.Min.Y + r.Max.Y) / 2} }

// A Line is the style of lines.
type Line struct {
	Ink    color.Color
	Width  float64
	Dashes []float64 // alternating lengths of strokes and gaps; empty for a solid line
	// Opacity of the line, 0 < Opacity < 1; 0 stands for an opaque one.
	Opacity float64
}

// A Shape is something that was drawn: polygons, circles or polylines of one style, or a text.
type Shape struct {
	Ink    color.Color
	Filled bool      // polygons and circles are filled; else their outlines, and polylines, are drawn
	Line   Line      // outline of a shape that is not filled
	Paths  [][]Point // polygons if filled, else polylines
	Discs  []Point   // middles of circles
	Radius float64   // of all circles
	Text   *Label    // nil for all else
}

// Places where a text is held, along its line and across.
const (
	Start  = 0
	Middle = 0.5
	End    = 1
)

// A Label is a text at a point.
type Label struct {
	Text string
	At   Point
	Size float64
	// AlongAt is the part of the text's length that lies before the point; AcrossAt the part of its height below it.
	AlongAt, AcrossAt float64
	Upwards           bool // written from below upwards
}

// A Canvas holds the drawn shapes, in order.
type Canvas struct{ Shapes []Shape }

// Lines draws polylines of one style; it skips polylines of fewer than two points.
func (c *Canvas) Lines(style Line, paths ...[]Point) {
	s := Shape{Ink: style.Ink, Line: style}
	for _, p := range paths {
		if len(p) > 1 {
			s.Paths = append(s.Paths, p)
		}
	}
	if len(s.Paths) > 0 {
		c.Shapes = append(c.Shapes, s)
	}
}

// Polygons fills polygons; it skips empty ones.
func (c *Canvas) Polygons(ink color.Color, polygons ...[]Point) {
	s := Shape{Ink: ink, Filled: true}
	for _, p := range polygons {
		if len(p) > 0 {
			s.Paths = append(s.Paths, p)
		}
	}
	if len(s.Paths) > 0 {
		c.Shapes = append(c.Shapes, s)
	}
}

// Move moves a shape.
func (x *Shape) Move(right, up float64) {
	for _, path := range append(x.Paths, x.Discs) {
		for i := range path {
			path[i].X, path[i].Y = path[i].X+right, path[i].Y+up
		}
	}
	if x.Text != nil {
		x.Text.At.X, x.Text.At.Y = x.Text.At.X+right, x.Text.At.Y+up
	}
}

// Corners returns the corners of a rectangle, as a polygon.
func (r Rect) Corners() []Point {
	return []Point{r.Min, {r.Max.X, r.Min.Y}, r.Max, {r.Min.X, r.Max.Y}}
}

// Discs fills circles.
func (c *Canvas) Discs(ink color.Color, radius float64, at ...Point) {
	if len(at) > 0 {
		c.Shapes = append(c.Shapes, Shape{Ink: ink, Filled: true, Discs: at, Radius: radius})
	}
}

// Ring draws a circle.
func (c *Canvas) Ring(style Line, at Point, radius float64) {
	c.Shapes = append(c.Shapes, Shape{Ink: style.Ink, Line: style, Discs: []Point{at}, Radius: radius})
}

// Write writes a text.
func (c *Canvas) Write(ink color.Color, l Label) {
	if l.Text != "" {
		c.Shapes = append(c.Shapes, Shape{Ink: ink, Filled: true, Text: &l})
	}
}
