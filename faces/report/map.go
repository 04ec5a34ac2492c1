package report

import (
	"html/template"
	"image/color"
	"strings"

	"weft/answers/atlas"
	"weft/internal/plots"
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
	v.Caption = "Map of the crawl: discs are " + things + ", their area PageRank, their colour the share of their pages that was fetched. Lines are the strongest links."
	names := make([]string, 0, len(m.Nodes))
	for i := range m.Nodes[:min(len(m.Nodes), mostNamed)] {
		names = append(names, m.Nodes[i].Name)
	}
	v.Plot = template.HTML(m.Draw().Inline("map-plot", "Map of the crawl", "The largest "+things+": "+strings.Join(names, ", ")+".", mapInk)) //nolint:gosec // Inline escapes all text
	b.Map = v
	b.section("map", "Map")
}

// mostNamed bounds the names in the description of the map for screen readers.
const mostNamed = 10

// mapClasses are the classes of the style sheet for the colours of a map.
var mapClasses = map[color.Color]string{
	plots.Shades[0]: "m0", plots.Shades[1]: "m1", plots.Shades[2]: "m2", plots.Shades[3]: "m3", atlas.Paper: "paper",
	atlas.LinkInk: "muted", atlas.RingInk: "fit", atlas.UnknownIn: "unknown", plots.Ink: "ink",
}

// mapInk is the plots.Paint of a map.
func mapInk(ink color.Color, filled bool) string {
	return ` class="` + map[bool]string{true: "f-", false: "s-"}[filled] + mapClasses[ink] + `"`
}
