package atlas_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"weft/answers/atlas"
)

// valueOf is what the area of a disc shows.
func valueOf(n *atlas.Node, size string) float64 {
	return map[string]float64{atlas.BySizePageRank: n.Score, atlas.BySizeLinks: float64(n.LinksIn), atlas.BySizePages: float64(n.Pages), atlas.BySizeFetched: float64(n.Fetched)}[size]
}

// TestLooks draws a map in all sizes, layouts and colours. Larger values have larger discs, all discs are on the map, the classes of a
// legend count all nodes, and names, figures and links stay.
func TestLooks(t *testing.T) {
	m := ask(t, web(t, 3000), "--by", atlas.ByHost, "--top", "80")
	offers := atlas.OffersFor(atlas.ByHost, true, false)
	for _, size := range offers.Sizes {
		for _, layout := range offers.Layouts {
			as, err := m.As(t.Context(), atlas.Look{Size: size, Layout: layout})
			if err != nil {
				t.Fatalf("%s, %s: %v", size, layout, err)
			}
			if len(as.Nodes) != len(m.Nodes) || !slices.Equal(as.Links, m.Links) {
				t.Fatalf("%s, %s: %d nodes and %d links, want %d and %d", size, layout, len(as.Nodes), len(as.Links), len(m.Nodes), len(m.Links))
			}
			for i := range as.Nodes {
				n := &as.Nodes[i]
				if n.X < 0 || n.X > atlas.Width || n.Y < 0 || n.Y > atlas.Height || n.Radius <= 0 || n.Name != m.Nodes[i].Name {
					t.Errorf("%s, %s: %+v is not on the map", size, layout, n)
				}
				for k := range as.Nodes[:i] {
					if o := &as.Nodes[k]; valueOf(o, size) > valueOf(n, size) && o.Radius < n.Radius-1e-9 {
						t.Errorf("%s, %s: %s has more than %s, and a smaller disc", size, layout, o.Name, n.Name)
					}
				}
			}
		}
	}
	for _, colour := range offers.Colours {
		as, err := m.As(t.Context(), atlas.Look{Colour: colour})
		if err != nil {
			t.Fatal(err)
		}
		c, sum := as.Colouring(), 0
		counts := make([]int, len(c.Classes))
		for _, class := range c.Of {
			counts[class]++
		}
		for i := range c.Classes {
			if sum += c.Classes[i].Count; c.Classes[i].Count != counts[i] {
				t.Errorf("%s: %q counts %d nodes, want %d", colour, c.Classes[i].Label, c.Classes[i].Count, counts[i])
			}
		}
		if sum != len(m.Nodes) || c.Title == "" {
			t.Errorf("%s: the legend %q counts %d of %d nodes", colour, c.Title, sum, len(m.Nodes))
		}
	}
}

// TestColumnsByDistance compares the columns of a map with distances that are computed in another way.
func TestColumnsByDistance(t *testing.T) {
	m := ask(t, web(t, 3000), "--by", atlas.ByHost, "--top", "60")
	start := len(m.Nodes) / 2
	far := make([]float64, len(m.Nodes)) // by rounds of Bellman and Ford
	for i := range far {
		far[i] = math.Inf(1)
	}
	far[start] = 0
	for range m.Nodes {
		for _, l := range m.Links {
			far[l.To] = min(far[l.To], far[l.From]+1)
		}
	}
	as, err := m.As(t.Context(), atlas.Look{Layout: atlas.Distances, Start: m.Nodes[start].Name})
	if err != nil {
		t.Fatal(err)
	}
	for i := range as.Nodes {
		for k := range as.Nodes {
			if far[i] < far[k] && as.Nodes[i].X > as.Nodes[k].X+1e-6 {
				t.Errorf("%s (distance %v) is at %.1f, right of %s (%v) at %.1f", as.Nodes[i].Name, far[i], as.Nodes[i].X, as.Nodes[k].Name, far[k], as.Nodes[k].X)
			}
		}
	}
	if _, err := m.As(t.Context(), atlas.Look{Layout: atlas.Distances, Start: "none.example"}); err == nil || !strings.Contains(err.Error(), "no such host") {
		t.Errorf("a start that is not on the map: %v", err)
	}
}

// TestOffers refuses looks that a map cannot have.
func TestOffers(t *testing.T) {
	for _, c := range []struct {
		by           string
		named, sited bool
		look         atlas.Look
		want         string
	}{
		{atlas.ByHost, true, false, atlas.Look{}, ""},
		{atlas.ByHost, true, false, atlas.Look{Size: "bytes"}, "size=bytes: expected"},
		{atlas.ByPage, true, false, atlas.Look{Size: atlas.BySizePages}, "size=pages: expected"},
		{atlas.ByPage, false, false, atlas.Look{Layout: atlas.Domains}, "layout=domains: expected"},
		{atlas.ByHost, true, false, atlas.Look{Colour: "site"}, "colour=site: expected"},
		{atlas.ByHost, true, true, atlas.Look{Colour: "site"}, ""},
		{atlas.ByHost, true, false, atlas.Look{Start: "a.example"}, "start=a.example: only"},
	} {
		err := atlas.OffersFor(c.by, c.named, c.sited).Check(c.look)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s, %+v: %v, want %q", c.by, c.look, err, c.want)
		}
	}
}
