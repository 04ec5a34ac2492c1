package atlas

import (
	"fmt"
	"image/color"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/plots"
	"weft/store"
)

// A Place says where and how a node is drawn. Y grows upwards.
type Place struct {
	X, Y, Size float64 // size is the diameter of the disc
	R, G, B    uint8
}

// Viz returns the place as elements of GEXF's namespace viz.
func (p *Place) Viz() string {
	return fmt.Sprintf(`<viz:position x="%.2f" y="%.2f" z="0"/><viz:size value="%.2f"/><viz:color r="%d" g="%d" b="%d"/>`, p.X, p.Y, p.Size, p.R, p.G, p.B)
}

// VizNamespace declares the namespace of [Place.Viz].
const VizNamespace = ` xmlns:viz="http://gexf.net/1.3/viz"`

// PlaceKeys are the names of the values of [Place.Values], as attributes of nodes in GraphML.
var PlaceKeys = []string{"x", "y", "size"}

// Values returns the values for [PlaceKeys].
func (p *Place) Values() []string {
	return []string{fmt.Sprintf("%.2f", p.X), fmt.Sprintf("%.2f", p.Y), fmt.Sprintf("%.2f", p.Size)}
}

// place is the place of a node of the map, in its colour.
func (n *Node) place(ink color.Color, ring bool) *Place {
	if ring {
		ink = plots.Paper
	}
	r, g, b, _ := ink.RGBA()
	return &Place{X: n.X, Y: Height - n.Y, Size: 2 * n.Radius, R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}
}

// keptPlaces is the name of the result with the places of a map of pages.
const keptPlaces = "map-" + ByPage

// PagePlaces returns the places of the map of pages that a crawl keeps, with the default options; nil if it keeps none.
// It returns an error for a map of another graph.
func PagePlaces(c *store.Crawl) (map[graph.Node]*Place, error) {
	var nodes []Node
	found, err := answer.SavedFigures(c, keptPlaces, kinds.Measured, &nodes)
	if err != nil || !found {
		return nil, err
	}
	places := map[graph.Node]*Place{}
	for i := range nodes {
		u, known, err := c.Page(nodes[i].Name)
		if err != nil {
			return nil, err
		}
		if known {
			places[u] = nodes[i].place(nodes[i].ink())
		}
	}
	return places, nil
}
