package atlas

import (
	"image/color"
	"math"
	"slices"

	"weft/internal/digits"
	"weft/internal/plots"
)

// The colours of a map besides [plots.Shades], which show the share that was fetched.
var (
	LinkInk    = color.NRGBA{R: 0x8a, G: 0x94, B: 0x9e, A: 255}
	RingInk    = color.NRGBA{R: 0xb0, G: 0x4a, B: 0x00, A: 255}
	UnknownInk = color.NRGBA{R: 0xc9, G: 0xbf, B: 0xa8, A: 255}
)

const (
	mostLines  = 400 // links that are drawn
	legend     = 30  // height below the map
	thickest   = 3.0
	labelSize  = 11.0
	lineHeight = 12.5
	slack      = 1.2 // fonts of some systems are wider than the measured one
)

// Draw draws the map with its legend. Texts have the colour [plots.Ink], the others are variables of this package.
func (m *Map) Draw() *plots.Sheet { return m.DrawLarge(1) }

// DrawLarge draws the map with names that are larger by a factor, for maps that are shown small.
func (m *Map) DrawLarge(factor float64) *plots.Sheet {
	s := plots.NewSheet(Width, Height+legend, plots.Ink)
	lines, joined := m.lines()
	drawLines(s, m, lines)
	c := m.Colouring()
	for k := range slices.Backward(m.Nodes) {
		i := m.at(k)
		class := &c.Classes[c.Of[i]]
		m.drawNode(s, &m.Nodes[i], class.Ink, class.Ring)
	}
	m.drawLabels(s, c, factor)
	meaning := "links."
	if len(lines) < joined {
		meaning = "the " + digits.Grouped(len(lines)) + " strongest of " + digits.Grouped(joined) + " links."
	}
	if m.look == (Look{}) {
		m.drawShares(s, "Area: PageRank. Lines: "+meaning, factor)
	} else {
		m.drawLegend(s, c, meaning, factor)
	}
	return s
}

// at is the place of a node on a sheet, whose Y grows upwards.
func (n *Node) at() plots.Point { return plots.Point{X: n.X, Y: Height + legend - n.Y} }

// lines returns the strongest links, both directions joined, and how many pairs of nodes are linked at all.
func (m *Map) lines() (links []Link, joined int) {
	sums := map[[2]int]int64{}
	var order [][2]int
	for _, l := range m.Links {
		pair := [2]int{min(l.From, l.To), max(l.From, l.To)}
		if sums[pair] == 0 {
			order = append(order, pair)
		}
		sums[pair] += l.Arcs
	}
	both := Map{}
	for _, pair := range order {
		both.Links = append(both.Links, Link{pair[0], pair[1], sums[pair]})
	}
	sortLinks(both.Links)
	return both.Links[:min(len(both.Links), mostLines)], len(order)
}

// drawLines draws links as faint curves, the strongest on top. The stroke is wider for more arcs.
func drawLines(s *plots.Sheet, m *Map, lines []Link) {
	for _, l := range slices.Backward(lines) {
		width := 0.4 + (thickest-0.4)*math.Log1p(float64(l.Arcs))/math.Log1p(float64(lines[0].Arcs))
		s.Lines(plots.Line{Ink: LinkInk, Width: math.Round(width*2) / 2, Opacity: 0.35}, curve(m.Nodes[l.From].at(), m.Nodes[l.To].at()))
	}
}

// curve is a flat arc between two points.
func curve(a, b plots.Point) []plots.Point {
	const bend, pieces = 0.12, 8
	cx, cy := (a.X+b.X)/2-bend*(b.Y-a.Y), (a.Y+b.Y)/2+bend*(b.X-a.X)
	points := make([]plots.Point, 0, pieces+1)
	for i := range pieces + 1 {
		t := float64(i) / pieces
		p, q, r := (1-t)*(1-t), 2*t*(1-t), t*t
		points = append(points, plots.Point{X: p*a.X + q*cx + r*b.X, Y: p*a.Y + q*cy + r*b.Y})
	}
	return points
}

func (m *Map) drawNode(s *plots.Sheet, n *Node, ink color.Color, ring bool) {
	if ring {
		s.Discs(plots.Paper, n.Radius, n.at())
		s.Ring(plots.Line{Ink: RingInk, Width: min(1.5, n.Radius/2)}, n.at(), n.Radius-min(0.75, n.Radius/4))
		return
	}
	s.Discs(plots.Paper, n.Radius+0.6, n.at())
	s.Discs(ink, n.Radius, n.at())
}

// ink returns the colour of a node, and whether it is a ring.
func (n *Node) ink() (ink color.Color, ring bool) {
	switch known := n.Pages - n.Unknown; {
	case known <= 0:
		return UnknownInk, false
	case n.Fetched == 0:
		return nil, true
	default:
		share := float64(n.Fetched) / float64(known)
		return plots.Shades[min(int(share*float64(len(plots.Shades))), len(plots.Shades)-1)], false
	}
}

// isDark reports whether white text is more readable on a colour than dark text.
func isDark(ink color.Color) bool {
	r, g, b, _ := ink.RGBA()
	const half = 0.5 * 0xffff
	return 0.299*float64(r)+0.587*float64(g)+0.114*float64(b) < half
}

// Best returns the map with only its best nodes, and the links between them. It is drawn, and not kept.
func (m *Map) Best(nodes int) *Map {
	if len(m.Nodes) <= nodes {
		return m
	}
	best := *m
	best.order = nil
	best.Nodes, best.Links = m.Nodes[:nodes], nil
	for _, l := range m.Links {
		if l.From < nodes && l.To < nodes {
			best.Links = append(best.Links, l)
		}
	}
	if m.order != nil {
		best.sortBySize()
	}
	return &best
}
