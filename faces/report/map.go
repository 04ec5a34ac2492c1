package report

import (
	"strings"
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
	v.Sentence = best + " They have " + share(int64(1e6*m.Share), 1e6) + " of the PageRank."
	if ghosts > 0 {
		v.Sentence += " Nothing was fetched of " + count(ghosts) + " of them."
	}
	names := make([]string, 0, mostNamed)
	for i := range m.Nodes[:min(len(m.Nodes), mostNamed)] {
		names = append(names, m.Nodes[i].Name)
	}
	v.Figure = b.picture(Figure{
		Name: "map", Title: "Map of the crawl", Sheet: m.DrawLarge(b.mapText()),
		Caption:     "Map of the crawl: discs are " + things + ", their area PageRank, their colour the share of their pages that was fetched; rings are " + things + " without a fetched page. Lines are links.",
		Description: "The largest " + things + ": " + strings.Join(names, ", ") + ".",
		Columns:     []string{m.By, "pages", "fetched", "pagerank", "community", "x", "y", "radius"}, Rows: rows,
	})
	b.Map = v
}

// mapText is the factor of the names on the map, which is half as wide in a small report.
func (b *builder) mapText() float64 {
	if b.Small {
		return 1.7
	}
	return 1.15
}

// mostNamed bounds the names in the description of the map for screen readers.
const mostNamed = 10
