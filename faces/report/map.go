package report

import (
	"html/template"
	"strings"
)

// A mapView is the map of the crawl.
type mapView struct {
	Sentence string
	Plot     template.HTML
	Caption  string
	How      []string
}

// drawMap draws the map, if there is more than one node on it.
func (b *builder) drawMap() {
	m := b.data.Map
	if m == nil || len(m.Nodes) < 2 {
		return
	}
	v := &mapView{How: b.data.MapHow}
	things := m.By + "s"
	best := "The " + count(len(m.Nodes)) + " " + things + " with the most PageRank, of " + count(m.All) + "."
	if len(m.Nodes) == m.All {
		best = "All " + count(m.All) + " " + things + " of the crawl."
	}
	ghosts := 0
	for i := range m.Nodes {
		if m.Nodes[i].Fetched+m.Nodes[i].Unknown == 0 {
			ghosts++
		}
	}
	v.Sentence = best + " They have " + share(int64(1e6*m.Share), 1e6) + " of the PageRank."
	if ghosts > 0 {
		v.Sentence += " Nothing was fetched of " + count(ghosts) + " of them."
	}
	v.Caption = "Map of the crawl: discs are " + things + ", their area PageRank, their colour the share of their pages that was fetched. Lines are links."
	names := make([]string, 0, len(m.Nodes))
	for i := range m.Nodes[:min(len(m.Nodes), mostNamed)] {
		names = append(names, m.Nodes[i].Name)
	}
	v.Plot = inline(m.Draw(), "map-plot", "Map of the crawl", "The largest "+things+": "+strings.Join(names, ", ")+".")
	b.Map = v
	b.section("map", "Map")
}

// mostNamed bounds the names in the description of the map for screen readers.
const mostNamed = 10
