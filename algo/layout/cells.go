package layout

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"weft/internal/plots"
)

// Cells places each group into a cell of a treemap: its discs lie around the middle of the cell, the largest
// innermost. The area of a cell is the room that its discs take. It takes O(n log n) time, and then pushes discs apart
// as [Place] does.
func Cells(ctx context.Context, n int, o Options) (*Layout, error) {
	l, groups, err := begin(n, &o)
	if err != nil || n == 0 {
		return l, err
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(l.area(b), l.area(a)) })
	areas := make([]float64, len(groups))
	for k, nodes := range groups {
		areas[k] = l.area(nodes)
	}
	for k, cell := range plots.Squarify(areas, plots.Rect{Max: plots.Point{X: o.Width, Y: o.Height}}) {
		l.spiral(groups[k], cell)
	}
	return l, l.settle(ctx, &o)
}

// spiral places discs along a spiral from the middle of a cell to its border, the largest first. The distance of the
// turns grows with the discs.
func (l *Layout) spiral(nodes []int, cell plots.Rect) {
	slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(l.R[b], l.R[a]) })
	all, within := l.area(nodes), 0.0
	width, height := cell.Max.X-cell.Min.X, cell.Max.Y-cell.Min.Y
	border := min(widest, width/8, height/8)
	for k, i := range nodes {
		own := (l.R[i] + gap) * (l.R[i] + gap)
		far := 0.0
		if k > 0 {
			far = math.Sqrt((within + own/2) / all)
		}
		within += own
		sin, cos := math.Sincos(float64(k) * golden)
		l.X[i] = (cell.Min.X+cell.Max.X)/2 + cos*far*max(0, width/2-border-l.R[i])
		l.Y[i] = (cell.Min.Y+cell.Max.Y)/2 + sin*far*max(0, height/2-border-l.R[i])
	}
}

// Columns places the groups side by side, in the order of their numbers. In a column the largest discs are at the top. The
// width of a column grows with the root of the room that its discs take.
func Columns(ctx context.Context, n int, o Options) (*Layout, error) {
	l, groups, err := begin(n, &o)
	if err != nil || n == 0 {
		return l, err
	}
	widths, sum := make([]float64, len(groups)), 0.0
	for k, nodes := range groups {
		widths[k] = math.Sqrt(l.area(nodes))
		sum += widths[k]
	}
	left := 0.0
	for k, nodes := range groups {
		width := o.Width * (0.5/float64(len(groups)) + 0.5*widths[k]/sum)
		l.column(nodes, plots.Rect{Min: plots.Point{X: left}, Max: plots.Point{X: left + width, Y: o.Height}})
		left += width
	}
	return l, l.settle(ctx, &o)
}

// column places discs in rows from the top, the largest first. Rows fill the cell.
func (l *Layout) column(nodes []int, cell plots.Rect) {
	slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(l.R[b], l.R[a]) })
	width := cell.Max.X - cell.Min.X
	inner := width - 2*min(widest, width/8)
	var rows [][]int
	var heights []float64
	room, high := 0.0, 0.0
	for _, i := range nodes {
		if d := 2*l.R[i] + gap; len(rows) == 0 || room < d {
			rows, room = append(rows, nil), inner
			heights = append(heights, d)
			high += d
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		room -= 2*l.R[i] + gap
	}
	scale, y := min(6, (cell.Max.Y-cell.Min.Y)/high), 0.0
	for k, row := range rows {
		for j, i := range row {
			l.X[i] = cell.Min.X + width/2 + inner*(float64(j)+0.5-float64(len(row))/2)/float64(len(row))
			l.Y[i] = cell.Min.Y + y + scale*heights[k]/2
		}
		y += scale * heights[k]
	}
}

// Resize gives discs at known places other sizes, and pushes them apart where they overlap.
func Resize(ctx context.Context, x, y []float64, o Options) (*Layout, error) {
	l, _, err := begin(len(x), &o)
	if err != nil {
		return nil, err
	}
	copy(l.X, x)
	copy(l.Y, y)
	return l, l.settle(ctx, &o)
}

// begin returns a layout with radii, and the nodes of each group that is not empty.
func begin(n int, o *Options) (*Layout, [][]int, error) {
	if err := o.check(n, nil); err != nil {
		return nil, nil, fmt.Errorf("layout: %w", err)
	}
	*o = o.withDefaults(n)
	l := &Layout{X: make([]float64, n), Y: make([]float64, n), R: radii(n, o)}
	most := 0
	for i, g := range o.Group {
		if g < 0 || g > n {
			return nil, nil, fmt.Errorf("layout: node %d has the group %d: want 0 to %d", i, g, n)
		}
		most = max(most, g)
	}
	groups := make([][]int, most+1)
	for i := range n {
		g := 0
		if o.Group != nil {
			g = o.Group[i]
		}
		groups[g] = append(groups[g], i)
	}
	return l, slices.DeleteFunc(groups, func(nodes []int) bool { return len(nodes) == 0 }), nil
}

// settleTries is the number of rounds that push more than [crowd] discs apart, whose places are good already.
const settleTries = 20

// settle pushes discs apart. Among many discs it pushes for some rounds only.
func (l *Layout) settle(ctx context.Context, o *Options) error {
	if len(l.X) <= crowd {
		return l.separate(ctx, o.Width, o.Height)
	}
	for range settleTries {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.clamp(o.Width, o.Height)
		if !l.push() {
			break
		}
	}
	l.clamp(o.Width, o.Height)
	return nil
}
