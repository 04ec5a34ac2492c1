package layout

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"weft/internal/plots"
)

// An Edge joins two nodes. Its weight is positive. Loops are ignored, and repeated edges add up.
type Edge struct {
	A, B   int
	Weight float64
}

// Options of [Place]. The zero value of a field stands for its default.
type Options struct {
	Width, Height float64 // of the rectangle; default 1000 × 640
	Steps         int     // of the simulation; default 600, and fewer for more than 2,000 nodes, at least 100
	Workers       int     // default 1
	// Group is the group of each node, numbered from 0, from which the simulation starts; nil for one group.
	Group []int
	// Size is the size of each node; nil for equal sizes. The area of a disc is proportional to the size.
	Size []float64
	// Ink is the share of the rectangle that all discs take together; default 0.12.
	Ink float64
}

// A Layout is a place and a radius for each node, in the units of the rectangle, whose corner is (0, 0). Discs lie within
// the rectangle, and touch at most; of more than 5,000 some may overlap.
type Layout struct{ X, Y, R []float64 }

const (
	defaultWidth, defaultHeight = 1000, 640
	defaultInk                  = 0.12
	mostInk                     = 0.4  // discs could not be pushed apart beyond
	leastDisc                   = 0.18 // the smallest radius, as a share of the radius of equal discs
)

// Place computes a layout of n nodes. Errors: an edge to a missing node, a weight that is not positive, lists of another
// length than n, and the error of ctx.
func Place(ctx context.Context, n int, edges []Edge, o Options) (*Layout, error) {
	if err := o.check(n, edges); err != nil {
		return nil, fmt.Errorf("layout: %w", err)
	}
	o = o.withDefaults(n)
	l := &Layout{X: make([]float64, n), Y: make([]float64, n), R: radii(n, &o)}
	if n == 0 {
		return l, nil
	}
	parts := components(n, edges)
	areas := make([]float64, len(parts))
	for k, p := range parts {
		areas[k] = l.area(p.nodes)
	}
	slices.SortStableFunc(parts, func(a, b *part) int { return cmp.Compare(l.area(b.nodes), l.area(a.nodes)) })
	slices.SortFunc(areas, func(a, b float64) int { return cmp.Compare(b, a) })
	for k, cell := range plots.Squarify(areas, plots.Rect{Max: plots.Point{X: o.Width, Y: o.Height}}) {
		if err := l.placePart(ctx, parts[k], cell, &o); err != nil {
			return nil, err
		}
	}
	if err := l.separate(ctx, o.Width, o.Height); err != nil {
		return nil, err
	}
	return l, nil
}

func (o *Options) check(n int, edges []Edge) error {
	for i, e := range edges {
		if e.A < 0 || e.B < 0 || e.A >= n || e.B >= n {
			return fmt.Errorf("edge %d joins node %d and node %d: want 0 to %d", i, e.A, e.B, n-1)
		}
		if !(e.Weight > 0) || math.IsInf(e.Weight, 0) {
			return fmt.Errorf("edge %d has the weight %v: want a positive number", i, e.Weight)
		}
	}
	if o.Group != nil && len(o.Group) != n || o.Size != nil && len(o.Size) != n {
		return fmt.Errorf("%d groups and %d sizes: want %d of each, or none", len(o.Group), len(o.Size), n)
	}
	for i, s := range o.Size {
		if !(s >= 0) || math.IsInf(s, 0) {
			return fmt.Errorf("node %d has the size %v: want 0 or more", i, s)
		}
	}
	return nil
}

func (o Options) withDefaults(n int) Options {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = defaultWidth, defaultHeight
	}
	if o.Steps <= 0 {
		const steps, least, usual = 600, 100, 2000
		o.Steps = max(least, min(steps, steps*usual/max(n, 1)))
	}
	if o.Ink <= 0 {
		o.Ink = defaultInk
	}
	o.Ink, o.Workers = min(o.Ink, mostInk), max(o.Workers, 1)
	return o
}

// radii returns the radius of each disc. The areas are proportional to the sizes, except that the smallest discs are
// enlarged to remain visible.
func radii(n int, o *Options) []float64 {
	r := make([]float64, n)
	total := 0.0
	for _, s := range o.Size {
		total += s
	}
	area := o.Ink * o.Width * o.Height / math.Pi // all r² together
	least := leastDisc * math.Sqrt(area/float64(max(n, 1)))
	for i := range r {
		share := 1 / float64(n)
		if total > 0 {
			share = o.Size[i] / total
		}
		r[i] = max(least, math.Sqrt(area*share))
	}
	// One node of nearly all the size must still fit in.
	most := min(o.Width, o.Height) / 5
	for i := range r {
		r[i] = min(r[i], most)
	}
	return r
}
