package layout

import (
	"cmp"
	"context"
	"math"
	"slices"

	"weft/internal/plots"
)

// A part is a weak component of the graph.
type part struct {
	nodes []int  // of the graph, increasing
	edges []Edge // between places in nodes
}

// components returns the weak components of a graph, in the order of their first nodes.
func components(n int, edges []Edge) []*part {
	above := make([]int, n) // a node of the same component, itself for one node of each
	for i := range above {
		above[i] = i
	}
	root := func(i int) int {
		for above[i] != i {
			above[i] = above[above[i]]
			i = above[i]
		}
		return i
	}
	for _, e := range edges {
		a, b := root(e.A), root(e.B)
		above[max(a, b)] = min(a, b)
	}
	var parts []*part
	of, place := make([]int, n), make([]int, n) // component of each node, and place in it
	for i := range n {
		if r := root(i); r == i {
			of[i] = len(parts)
			parts = append(parts, new(part))
		} else {
			of[i] = of[r]
		}
		p := parts[of[i]]
		place[i] = len(p.nodes)
		p.nodes = append(p.nodes, i)
	}
	for _, e := range edges {
		p := parts[of[e.A]]
		p.edges = append(p.edges, Edge{place[e.A], place[e.B], e.Weight})
	}
	return parts
}

// area is the room that discs take, as the sum of the squares of their radii.
func (l *Layout) area(nodes []int) (sum float64) {
	for _, i := range nodes {
		sum += (l.R[i] + gap) * (l.R[i] + gap)
	}
	return sum
}

// placePart places a component into its cell of the rectangle.
func (l *Layout) placePart(ctx context.Context, p *part, cell plots.Rect, o *Options) error {
	own := *o
	if o.Group != nil {
		own.Group = at(o.Group, p.nodes)
	}
	s := newSimulation(len(p.nodes), p.edges, &own)
	if err := s.run(ctx, o.Steps, o.Workers); err != nil {
		return err
	}
	c := &Layout{X: make([]float64, len(p.nodes)), Y: make([]float64, len(p.nodes)), R: at(l.R, p.nodes)}
	for k, n := range s.nodes {
		c.X[k], c.Y[k] = n.x, n.y
	}
	width, height := cell.Max.X-cell.Min.X, cell.Max.Y-cell.Min.Y
	c.turn()
	c.gather()
	if height > width {
		c.X, c.Y = c.Y, c.X
	}
	border := min(widest, width/8, height/8)
	if len(p.nodes) == len(l.X) {
		border = 0
	}
	c.fit(width-2*border, height-2*border)
	for k, i := range p.nodes {
		l.X[i], l.Y[i] = cell.Min.X+border+c.X[k], cell.Min.Y+border+c.Y[k]
	}
	return nil
}

// widest is half of the largest distance between two components, in units of the rectangle.
const widest = 6.0

// at returns the values at some places.
func at[T any](values []T, places []int) []T {
	some := make([]T, len(places))
	for k, i := range places {
		some[k] = values[i]
	}
	return some
}

// gather moves nodes along the rays from the centre, so that a few nodes far from the others do not make these small. The
// new distance is a geometric mean of the old distance and a radius. A disc of this radius has room for all nodes that lie
// within the old distance.
func (l *Layout) gather() {
	const byRoom = 0.6 // exponent of the second
	cx, cy := mean(l.X), mean(l.Y)
	order, far := make([]int, len(l.X)), make([]float64, len(l.X))
	all, most := 0.0, 0.0
	for i, r := range l.R {
		order[i], far[i] = i, math.Hypot(l.X[i]-cx, l.Y[i]-cy)
		all, most = all+r*r, max(most, far[i])
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(a, b)) })
	within := 0.0
	for _, i := range order {
		r2 := l.R[i] * l.R[i]
		within += r2
		if far[i] == 0 {
			continue
		}
		room := math.Sqrt((within - r2/2) / all)
		scale := most / far[i] * math.Pow(far[i]/most, 1-byRoom) * math.Pow(room, byRoom)
		l.X[i], l.Y[i] = cx+scale*(l.X[i]-cx), cy+scale*(l.Y[i]-cy)
	}
}
