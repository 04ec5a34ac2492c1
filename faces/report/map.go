package report

import (
	"math"
	"strings"

	"weft/answers/atlas"
	"weft/internal/plots"
)

// A mapView is the map of the crawl.
type mapView struct {
	card
	Sentence string
	Figure   *figureView
}

// leastMapped is the number of nodes from which a map shows more than a sentence.
const leastMapped = 4

// drawMap draws the map, if there are enough nodes on it.
func (b *builder) drawMap() {
	m := b.data.Map
	if m == nil || len(m.Nodes) < leastMapped {
		return
	}
	things := m.By + "s"
	best := "The " + count(len(m.Nodes)) + " " + things + " with the most PageRank, of " + count(m.All) + "."
	if len(m.Nodes) == m.All {
		best = "All " + count(m.All) + " " + things + " of the crawl."
	}
	ghosts := 0
	rows := make([][]any, 0, len(m.Nodes))
	for i := range m.Nodes {
		n := &m.Nodes[i]
		if n.Fetched+n.Unknown == 0 {
			ghosts++
		}
		rows = append(rows, []any{n.Name, n.Pages, n.Fetched, n.Score, n.Community, n.X, n.Y, n.Radius})
	}
	v := &mapView{card: b.card("map-of-crawl", "Map of "+things, b.data.MapHow)}
	v.Sentence = best
	if len(m.Nodes) < m.All {
		v.Sentence += " They have " + share(int64(1e6*m.Share), 1e6) + " of the PageRank."
	}
	if ghosts > 0 {
		v.Sentence += " " + unfetched(m.By, ghosts)
	}
	names := make([]string, 0, mostNamed)
	for i := range m.Nodes[:min(len(m.Nodes), mostNamed)] {
		names = append(names, shownName(m.Nodes[i].Name))
	}
	v.Figure = b.picture(Figure{
		Name: "map", Title: "Map of the crawl", Sheet: trim(m.DrawLarge(b.mapText())),
		Caption:     b.mapCaption(things),
		Description: "The largest " + things + ": " + strings.Join(names, ", ") + ".",
		Columns:     []string{m.By, "pages", "fetched", "pagerank", "community", "x", "y", "radius"}, Rows: rows,
	})
	b.Map = v
}

// unfetched counts the things without a fetched page.
func unfetched(by string, n int) string {
	if by == atlas.ByPage {
		return count(n) + " of them " + verb(n, "was", "were") + " not fetched."
	}
	return count(n) + " of them " + verb(n, "has", "have") + " no fetched page."
}

// mapCaption is the caption of the map.
func (b *builder) mapCaption(things string) string {
	text := "Map of the crawl: discs are " + things + ", their area PageRank"
	if info := &b.data.Info; info.Unknown < info.Pages {
		colour := ", their colour the share of their pages that was fetched; rings are " + things + " without a fetched page"
		if things == atlas.ByPage+"s" {
			colour = "; rings are pages that were not fetched"
		}
		text += colour
	}
	return text + ". Lines are links."
}

// mapText is the factor of the names on the map, which is half as wide in a small report.
func (b *builder) mapText() float64 {
	if b.Small {
		return 1.7
	}
	return 1.15
}

// trim cuts the empty parts above and below the nodes of a map off. The legend lies below them.
func trim(s *plots.Sheet) *plots.Sheet {
	const legend, gap = 30.0, 4.0
	least, most := s.Max.Y, legend
	for i := range s.Shapes {
		if low, high := extent(&s.Shapes[i]); high > legend {
			least, most = min(least, low), max(most, high)
		}
	}
	down := math.Floor(max(0, least-legend-gap))
	s.Max.Y = math.Ceil(min(s.Max.Y, most+gap) - down)
	for i := range s.Shapes {
		x := &s.Shapes[i]
		if _, high := extent(x); high <= legend {
			continue
		}
		x.Move(0, -down)
	}
	return s
}

// extent returns the lowest and the highest place of a shape.
func extent(s *plots.Shape) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, path := range append(s.Paths, s.Discs) {
		for _, p := range path {
			low, high = min(low, p.Y-s.Radius), max(high, p.Y+s.Radius)
		}
	}
	if t := s.Text; t != nil {
		low, high = min(low, t.At.Y-t.Size), max(high, t.At.Y+t.Size)
	}
	return low, high
}

// mostNamed bounds the names in the description of the map for screen readers.
const mostNamed = 10
