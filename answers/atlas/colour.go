package atlas

import (
	"fmt"
	"image/color"

	"weft/internal/inert"
	"weft/internal/plots"
	"weft/web/weburl"
)

// The values that the colour of a disc can show.
const (
	ByFetched      = "fetched"
	ByFailed       = "failed"
	ByCluster      = "cluster"
	ByDomainColour = "domain"
	ByTLD          = "tld"
	BySiteColour   = "site"
	ByScore        = "pagerank"
	ByLinks        = "links"
)

// A Class is a colour with its meaning.
type Class struct {
	Key   string // name of the colour in a style sheet, such as m0 to m3 for shades and cat0 to cat7 for groups
	Label string
	Count int // nodes of this colour
	Ink   color.Color
	Ring  bool // nodes are rings of [RingInk]
}

// A Colouring gives each node of a map a colour.
type Colouring struct {
	Title   string
	Of      []uint8 // class of each node
	Classes []Class // some may have no node
}

// Used returns the number of colours that some node has.
func (c *Colouring) Used() (n int) {
	for i := range c.Classes {
		n += min(1, c.Classes[i].Count)
	}
	return n
}

// Categories are the colours of groups: the palette of Okabe and Ito, which remains distinguishable with colour blindness.
var Categories = []color.Color{
	plots.Blue, plots.Vermilion, plots.Green, plots.Pink, plots.Orange, plots.Sky,
	color.NRGBA{R: 0xf0, G: 0xe4, B: 0x42, A: 255},
	plots.Ink,
}

// otherInk is the colour of all further groups.
var otherInk = color.NRGBA{R: 0xc4, G: 0xca, B: 0xd0, A: 255}

// Colouring returns the colours of the nodes for the look of the map.
func (m *Map) Colouring() *Colouring {
	var c *Colouring
	switch m.look.WithDefaults().Colour {
	case ByFailed:
		c = m.shaded("Failed pages", shareClasses(), func(n *Node) int { return shareClass(n, n.Failed) })
	case ByScore:
		c = m.shaded("PageRank", shadeClasses("below 0.01 %", "0.01 to 0.1 %", "0.1 to 1 %", "1 % or more"), func(n *Node) int { return steps(n.Score, 0.0001, 0.001, 0.01) })
	case ByLinks:
		c = m.shaded("Links in", shadeClasses("below 10", "10 to 99", "100 to 999", "1,000 or more"), func(n *Node) int { return steps(float64(n.LinksIn), 10, 100, 1000) })
	case ByCluster:
		c = m.grouped("Cluster", func() ([]int, []string) {
			return Numbered(m.Nodes, func(n *Node) string { return fmt.Sprintf("cluster %d", n.Community) })
		})
	case ByDomainColour:
		c = m.grouped("Domain", func() ([]int, []string) { return Numbered(m.Nodes, m.domain) })
	case ByTLD:
		c = m.grouped("Top-level domain", func() ([]int, []string) { return Numbered(m.Nodes, m.tld) })
	case BySiteColour:
		c = m.grouped("Site", func() ([]int, []string) { return m.site, m.sites })
	default:
		c = m.shaded("Fetched pages", shareClasses(), func(n *Node) int { return shareClass(n, n.Fetched) })
		c.Classes[0].Ring, c.Classes[0].Key = true, "failed"
	}
	for _, class := range c.Of {
		c.Classes[class].Count++
	}
	return c
}

// SetSites gives the map the site of each node for the colour by site, and the names of the sites, that with most nodes first.
func (m *Map) SetSites(site []int, names []string) { m.site, m.sites = site, names }

// shaded colours nodes by a class each.
func (m *Map) shaded(title string, classes []Class, of func(*Node) int) *Colouring {
	c := &Colouring{Title: title, Of: make([]uint8, len(m.Nodes)), Classes: classes}
	for i := range m.Nodes {
		c.Of[i] = uint8(of(&m.Nodes[i])) //nolint:gosec // one of the classes
	}
	return c
}

// shadeClasses are classes of shades.
func shadeClasses(labels ...string) []Class {
	classes := make([]Class, len(labels))
	for i, label := range labels {
		classes[i] = Class{Key: fmt.Sprintf("m%d", i), Label: label, Ink: plots.Shades[i]}
	}
	return classes
}

// shareClasses are the classes of shares: no page, the shades, and unknown.
func shareClasses() []Class {
	classes := append([]Class{{Key: "ghost", Label: "none", Ink: otherInk}}, shadeClasses("below 25 %", "25 to 50 %", "50 to 75 %", "75 % or more")...)
	return append(classes, Class{Key: "unknown", Label: "unknown", Ink: UnknownInk})
}

// shareClass is the class of a node by the share of its pages with a known state that are counted.
func shareClass(n *Node, counted int) int {
	known := n.Pages - n.Unknown
	switch {
	case known <= 0:
		return 1 + len(plots.Shades)
	case counted == 0:
		return 0
	}
	return 1 + min(int(float64(counted)/float64(known)*float64(len(plots.Shades))), len(plots.Shades)-1)
}

// steps returns the number of bounds that a value reaches.
func steps(value float64, bounds ...float64) (n int) {
	for n < len(bounds) && value >= bounds[n] {
		n++
	}
	return n
}

// grouped colours the groups with the most nodes. All others have one colour.
func (m *Map) grouped(title string, of func() ([]int, []string)) *Colouring {
	group, names := of()
	c := m.shaded(title, make([]Class, len(Categories)+1), func(*Node) int { return len(Categories) })
	for i := range c.Classes[:len(Categories)] {
		c.Classes[i] = Class{Key: fmt.Sprintf("cat%d", i), Ink: Categories[i]}
		if i < len(names) {
			c.Classes[i].Label = inert.Text(cut(weburl.Shown(names[i]), longestLabel))
		}
	}
	c.Classes[len(Categories)] = Class{Key: "ghost", Label: "others", Ink: otherInk}
	if further := len(names) - len(Categories); further > 0 {
		c.Classes[len(Categories)].Label = fmt.Sprintf("%d others", further)
	}
	for i := range min(len(c.Of), len(group)) {
		c.Of[i] = uint8(min(group[i], len(Categories))) //nolint:gosec // one of the classes
	}
	return c
}
