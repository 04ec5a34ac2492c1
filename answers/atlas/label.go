package atlas

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"weft/internal/inert"
	"weft/internal/plots"
)

const (
	mostLabels   = 60
	surelyNamed  = 10  // largest discs that have a label in any case
	longestLabel = 32  // characters of a label beside its disc
	spacing      = 3.0 // between a disc and its label
)

// A placed label names a node: on its disc, beside it, or elsewhere with a line that leads to it.
type placed struct {
	node   int
	lines  []plots.Label
	box    plots.Rect
	leader []plots.Point // two points; nil without a line
}

// labels places the names of nodes.
type labels struct {
	m      *Map
	factor float64 // of all sizes
	placed []placed
}

// label places names. The names of the largest discs come first and always find a place. Further names follow, if they cover
// neither other labels nor other discs.
func (m *Map) label(factor float64) []placed {
	l := &labels{m: m, factor: factor}
	for k := range min(surelyNamed, len(m.Nodes)) {
		l.surely(m.at(k))
	}
	for k := surelyNamed; k < len(m.Nodes) && len(l.placed) < mostLabels; k++ {
		i := m.at(k)
		if text := l.text(i); !l.inside(i, text, 1) {
			l.beside(i, cut(text, longestLabel), 1)
		}
	}
	return l.placed
}

// drawLabels draws labels, lines that lead to discs first.
func (m *Map) drawLabels(s *plots.Sheet, c *Colouring, factor float64) {
	all := m.label(factor)
	for _, p := range all {
		if p.leader != nil {
			s.Lines(plots.Line{Ink: plots.Ink, Width: leaderWidth}, p.leader)
		}
	}
	for _, p := range all {
		ink := color.Color(plots.Ink)
		if fill := &c.Classes[c.Of[p.node]]; p.isInside(m) && !fill.Ring && isDark(fill.Ink) {
			ink = plots.Paper
		}
		for _, line := range p.lines {
			s.Write(ink, line)
		}
	}
}

const leaderWidth = 0.8

// isInside reports whether a label stands on its disc.
func (p *placed) isInside(m *Map) bool {
	at := m.Nodes[p.node].at()
	return p.leader == nil && at.X > p.box.Min.X && at.X < p.box.Max.X && at.Y > p.box.Min.Y && at.Y < p.box.Max.Y
}

// text is the name of a node for its label.
func (l *labels) text(i int) string { return inert.Text(l.m.short(l.m.Nodes[i].Name)) }

// cut cuts a text to a number of characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// surely places the name of a node: on its disc or beside it, smaller or shortened if needed. Without room there, the name
// stands at the nearest free place, with a line.
func (l *labels) surely(i int) {
	text := l.text(i)
	if l.inside(i, text, 1) {
		return
	}
	for _, way := range []struct {
		longest int
		size    float64
	}{{longestLabel, 1}, {longestLabel, 0.85}, {24, 0.85}} {
		if l.beside(i, cut(text, way.longest), way.size) || l.inside(i, text, way.size) {
			return
		}
	}
	for _, obstacles := range []int{mostObstacles, surelyNamed, 0} {
		for _, longest := range []int{24, 12} {
			if l.away(i, cut(text, longest), 0.85, obstacles) {
				return
			}
		}
	}
}

// mostObstacles is the number of discs that a label with a line avoids, the largest ones. A map of many nodes has small discs
// everywhere.
const mostObstacles = 2000

// beside places a text right, left, above or below a disc, or at its corners, where there is room. It reports whether there
// is.
func (l *labels) beside(i int, text string, scale float64) bool {
	n := &l.m.Nodes[i]
	size := scale * l.factor * labelSize
	r, at, diagonal := n.Radius+spacing, n.at(), (n.Radius+1)*math.Sqrt2/2
	for _, place := range []struct{ x, y, along float64 }{
		{r, 0, plots.Start},
		{-r, 0, plots.End},
		{0, r + size/2, plots.Middle},
		{0, -r - size/2, plots.Middle},
		{diagonal, diagonal + size/2, plots.Start},
		{-diagonal, diagonal + size/2, plots.End},
		{diagonal, -diagonal - size/2, plots.Start},
		{-diagonal, -diagonal - size/2, plots.End},
	} {
		p := newPlaced(i, plots.Label{Text: text, At: plots.Point{X: at.X + place.x, Y: at.Y + place.y}, Size: size, AlongAt: place.along, AcrossAt: plots.Middle})
		if l.isFree(&p, len(l.m.Nodes)) {
			l.placed = append(l.placed, p)
			return true
		}
	}
	return false
}

// newPlaced is a label of one line in its box.
func newPlaced(node int, label plots.Label) placed {
	wide := slack * plots.Width(label.Text, label.Size)
	low := plots.Point{X: label.At.X - label.AlongAt*wide, Y: label.At.Y - label.Size/2}
	return placed{node: node, lines: []plots.Label{label}, box: plots.Rect{Min: low, Max: plots.Point{X: low.X + wide, Y: low.Y + label.Size}}}
}

// away places a text at the nearest free place, with a line to its disc. Only some of the discs, the largest, are obstacles.
// It reports whether there is a place.
func (l *labels) away(i int, text string, scale float64, obstacles int) bool {
	const step = 6.0
	at, size := l.m.Nodes[i].at(), scale*l.factor*labelSize
	var places []plots.Point
	for y := legend + size/2; y <= Height+legend-size/2; y += step {
		for x := 0.0; x <= Width; x += step {
			places = append(places, plots.Point{X: x, Y: y})
		}
	}
	slices.SortStableFunc(places, func(p, q plots.Point) int {
		return cmp.Compare(math.Hypot(p.X-at.X, p.Y-at.Y), math.Hypot(q.X-at.X, q.Y-at.Y))
	})
	for _, place := range places {
		along := float64(plots.Start)
		if place.X < at.X {
			along = plots.End
		}
		p := newPlaced(i, plots.Label{Text: text, At: place, Size: size, AlongAt: along, AcrossAt: plots.Middle})
		p.leader = l.leader(i, p.box)
		if l.isFree(&p, obstacles) {
			l.placed = append(l.placed, p)
			return true
		}
	}
	return false
}

// leader is the line from the border of a disc to the nearest point of a box.
func (l *labels) leader(i int, box plots.Rect) []plots.Point {
	n := &l.m.Nodes[i]
	at := n.at()
	to := plots.Point{X: min(max(at.X, box.Min.X), box.Max.X), Y: (box.Min.Y + box.Max.Y) / 2}
	far := math.Hypot(to.X-at.X, to.Y-at.Y)
	if far <= n.Radius {
		return []plots.Point{at, to}
	}
	from := plots.Point{X: at.X + (to.X-at.X)*n.Radius/far, Y: at.Y + (to.Y-at.Y)*n.Radius/far}
	return []plots.Point{from, {X: from.X + 0.9*(to.X-from.X), Y: from.Y + 0.9*(to.Y-from.Y)}}
}

// inside places a name on its disc, in as many lines as needed, and reports whether it fits.
func (l *labels) inside(i int, text string, scale float64) bool {
	n, size, line := &l.m.Nodes[i], scale*l.factor*labelSize, scale*l.factor*lineHeight
	lines := plots.Break(text, size, 1.8*n.Radius/slack)
	height, at := float64(len(lines))*line, n.at()
	p := placed{node: i}
	for k, part := range lines {
		y := height/2 - (float64(k)+0.5)*line // of the middle of the line
		far := math.Abs(y) + size/2
		if far >= n.Radius || slack*plots.Width(part, size)/2 > math.Sqrt(n.Radius*n.Radius-far*far) {
			return false
		}
		p.lines = append(p.lines, plots.Label{Text: part, At: plots.Point{X: at.X, Y: at.Y + y}, Size: size, AlongAt: plots.Middle, AcrossAt: plots.Middle})
	}
	r := n.Radius
	p.box = plots.Rect{Min: plots.Point{X: at.X - r, Y: at.Y - height/2}, Max: plots.Point{X: at.X + r, Y: at.Y + height/2}}
	if l.isCovered(&p) {
		return false
	}
	l.placed = append(l.placed, p)
	return true
}

// isFree reports whether a label fits on the sheet without covering another label or one of the first discs.
func (l *labels) isFree(p *placed, discs int) bool {
	box := p.box
	if box.Min.X < 0 || box.Max.X > Width || box.Min.Y < legend || box.Max.Y > Height+legend || l.isCovered(p) {
		return false
	}
	for k := range min(discs, len(l.m.Nodes)) {
		j := l.m.at(k)
		n := &l.m.Nodes[j]
		if j == p.node && p.leader == nil {
			continue
		}
		at := n.at()
		dx := at.X - min(max(at.X, box.Min.X), box.Max.X)
		dy := at.Y - min(max(at.Y, box.Min.Y), box.Max.Y)
		if dx*dx+dy*dy < n.Radius*n.Radius {
			return false
		}
	}
	return true
}

// isCovered reports whether a label, with its line, meets another one.
func (l *labels) isCovered(p *placed) bool {
	for i := range l.placed {
		q := &l.placed[i]
		if meet(p.box, q.box) || crosses(p.leader, q.box) || crosses(q.leader, p.box) {
			return true
		}
	}
	return false
}

// meet reports whether two boxes overlap, or stand nearly without a gap in a line.
func meet(a, b plots.Rect) bool {
	const gap = 2
	return a.Min.X < b.Max.X+gap && b.Min.X < a.Max.X+gap && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// crosses reports whether a line, or nil, meets a box.
func crosses(line []plots.Point, box plots.Rect) bool {
	if line == nil {
		return false
	}
	a, b := line[0], line[1]
	low, high := 0.0, 1.0 // the part of the line within the box
	for _, side := range [][3]float64{{a.X, b.X - a.X, 0}, {a.Y, b.Y - a.Y, 1}} {
		least, most := box.Min.X, box.Max.X
		if side[2] > 0 {
			least, most = box.Min.Y, box.Max.Y
		}
		if side[1] == 0 {
			if side[0] < least || side[0] > most {
				return false
			}
			continue
		}
		s, t := (least-side[0])/side[1], (most-side[0])/side[1]
		low, high = max(low, min(s, t)), min(high, max(s, t))
	}
	return low < high
}
