package atlas

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"weft/algo/layout"
	"weft/internal/choice"
	"weft/web/weburl"
)

// A Look says how a map is drawn. Empty fields stand for the first value of each list.
type Look struct {
	Size   string // one of Sizes: the value that the area of a disc shows
	Colour string // one of Colours
	Layout string // one of Layouts
	Start  string // name of the node from which the layout by distance measures; empty for the node with the most PageRank
}

// The values that the area of a disc can show.
const (
	BySizePageRank = "pagerank"
	BySizeLinks    = "links"
	BySizePages    = "pages"
	BySizeFetched  = "fetched"
)

// The layouts of a map.
const (
	Forces    = "forces"
	Clusters  = "clusters"
	Domains   = "domains"
	Distances = "distance"
)

// Sizes, Colours and Layouts are the values of a [Look], the default first. A map may not have all of them: see [Map.Offers].
var (
	Sizes   = []string{BySizePageRank, BySizeLinks, BySizePages, BySizeFetched}
	Colours = []string{ByFetched, ByFailed, ByCluster, ByDomainColour, ByTLD, BySiteColour, ByScore, ByLinks}
	Layouts = []string{Forces, Clusters, Domains, Distances}
)

// WithDefaults returns the look with all fields but the start.
func (l Look) WithDefaults() Look {
	return Look{cmp.Or(l.Size, Sizes[0]), cmp.Or(l.Colour, Colours[0]), cmp.Or(l.Layout, Layouts[0]), l.Start}
}

// IsDefault reports whether the map is drawn as without a choice.
func (l Look) IsDefault() bool {
	l = l.WithDefaults()
	return l == Look{Sizes[0], Colours[0], Layouts[0], ""}
}

// Offers are the sizes, colours and layouts of a map.
type Offers struct{ Sizes, Colours, Layouts []string }

// OffersFor returns what a map of some things offers, of a crawl with names or without, with known sites or without.
func OffersFor(by string, named, sited bool) Offers {
	o := Offers{Sizes: Sizes, Layouts: slices.Clone(Layouts)}
	if by == ByPage {
		o.Sizes = Sizes[:2] // a page is one page
	}
	inDomains := named && (by == ByPage || by == ByHost)
	if !inDomains {
		o.Layouts = slices.DeleteFunc(o.Layouts, func(x string) bool { return x == Domains })
	}
	for _, x := range Colours {
		switch {
		case x == ByDomainColour && !inDomains, x == ByTLD && !named, x == BySiteColour && (!sited || by == BySite):
			continue
		}
		o.Colours = append(o.Colours, x)
	}
	return o
}

// Check returns an error that names the option of the first value that is not offered, as in size=x.
func (o Offers) Check(l Look) error {
	l = l.WithDefaults()
	for _, x := range []struct {
		option, value string
		offered       []string
	}{{"size", l.Size, o.Sizes}, {"colour", l.Colour, o.Colours}, {"layout", l.Layout, o.Layouts}} {
		if !slices.Contains(x.offered, x.value) {
			return fmt.Errorf("%s=%.100s: expected %s", x.option, x.value, choice.Of(x.value, x.offered))
		}
	}
	if l.Start != "" && l.Layout != Distances {
		return fmt.Errorf("start=%.100s: only layout=%s measures from a start", l.Start, Distances)
	}
	return nil
}

// size returns the value that the area of a node shows.
func (l Look) size(n *Node) float64 {
	switch l.Size {
	case BySizeLinks:
		return float64(n.LinksIn)
	case BySizePages:
		return float64(n.Pages)
	case BySizeFetched:
		return float64(n.Fetched)
	}
	return n.Score
}

// As returns the map with another look: discs of other sizes at other places. Names, figures and links are the same. The map of
// a start that is not on it is refused.
func (m *Map) As(ctx context.Context, l Look) (*Map, error) {
	l = l.WithDefaults()
	as := *m
	as.look, as.Size, as.Colour, as.Layout = l, l.Size, l.Colour, l.Layout
	if l.Size == Sizes[0] && l.Layout == Layouts[0] {
		return &as, nil // the places of the map itself
	}
	placed, err := m.place(ctx, l)
	if err != nil {
		return nil, err
	}
	as.Nodes = slices.Clone(m.Nodes)
	scale, _ := room(len(m.Nodes))
	for i := range as.Nodes {
		as.Nodes[i].X, as.Nodes[i].Y, as.Nodes[i].Radius = placed.X[i]/scale+border, placed.Y[i]/scale+border, placed.R[i]/scale
	}
	as.sortBySize()
	return &as, nil
}

// place places the discs of another look.
func (m *Map) place(ctx context.Context, l Look) (*layout.Layout, error) {
	scale, ink := room(len(m.Nodes))
	o := layout.Options{Width: scale * (Width - 2*border), Height: scale * (Height - 2*border), Ink: ink}
	o.Size = make([]float64, len(m.Nodes))
	for i := range m.Nodes {
		o.Size[i] = l.size(&m.Nodes[i])
	}
	var err error
	switch l.Layout {
	case Clusters:
		o.Group = make([]int, len(m.Nodes))
		for i := range m.Nodes {
			o.Group[i] = m.Nodes[i].Community
		}
		return layout.Cells(ctx, len(m.Nodes), o)
	case Domains:
		o.Group, _ = Numbered(m.Nodes, m.domain)
		return layout.Cells(ctx, len(m.Nodes), o)
	case Distances:
		if o.Group, err = m.distances(l.Start); err != nil {
			return nil, err
		}
		return layout.Columns(ctx, len(m.Nodes), o)
	}
	x, y := make([]float64, len(m.Nodes)), make([]float64, len(m.Nodes))
	for i := range m.Nodes {
		x[i], y[i] = scale*(m.Nodes[i].X-border), scale*(m.Nodes[i].Y-border)
	}
	return layout.Resize(ctx, x, y, o)
}

// sortBySize finds the order of the discs, the largest first. Ties go to the better node.
func (m *Map) sortBySize() {
	m.order = make([]int, len(m.Nodes))
	for i := range m.order {
		m.order[i] = i
	}
	slices.SortStableFunc(m.order, func(a, b int) int { return cmp.Compare(m.Nodes[b].Radius, m.Nodes[a].Radius) })
}

// at returns the number of the node that is the k-th largest.
func (m *Map) at(k int) int {
	if m.order == nil {
		return k
	}
	return m.order[k]
}

// distances returns the number of links of the map from a start to each node. Nodes that no way reaches come last, one column
// after the farthest.
func (m *Map) distances(start string) ([]int, error) {
	far := make([]int, len(m.Nodes))
	if len(far) == 0 {
		return far, nil
	}
	first := 0
	if start != "" {
		if first = slices.IndexFunc(m.Nodes, func(n Node) bool { return n.Name == start }); first < 0 {
			return nil, fmt.Errorf("start=%.100s: the map has no such %s", start, m.By)
		}
	}
	next := make([][]int32, len(m.Nodes))
	for _, l := range m.Links {
		next[l.From] = append(next[l.From], int32(l.To)) //nolint:gosec // a map has at most 100,000 nodes
	}
	for i := range far {
		far[i] = -1
	}
	far[first] = 0
	most := 0
	for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
		most = far[queue[0]]
		for _, v := range next[queue[0]] {
			if far[v] < 0 {
				far[v] = most + 1
				queue = append(queue, int(v))
			}
		}
	}
	for i := range far {
		if far[i] < 0 {
			far[i] = most + 1
		}
	}
	return far, nil
}

// host is the host of a node; the name itself for domains.
func (m *Map) host(n *Node) string {
	switch m.By {
	case ByHost, ByDomain:
		return n.Name
	}
	_, rest, found := strings.Cut(n.Name, "://")
	if !found {
		rest = n.Name
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if host, _, err := net.SplitHostPort(rest); err == nil {
		return host
	}
	return rest
}

// domain is the registered domain of a node.
func (m *Map) domain(n *Node) string {
	host := m.host(n)
	lo, _, err := weburl.HostRange(host)
	if err != nil {
		return host
	}
	return weburl.DomainName(lo)
}

// noTLD is the group of addresses of machines.
const noTLD = "no domain"

// tld is the last label of the host of a node.
func (m *Map) tld(n *Node) string {
	host := strings.TrimSuffix(m.host(n), ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || strings.ContainsAny(last, ":]") || net.ParseIP(host) != nil {
		return noTLD
	}
	return "." + weburl.ShownHost(last)
}

// Numbered numbers the groups of nodes, the one with the most nodes first; ties go by name.
func Numbered(nodes []Node, nameOf func(*Node) string) (group []int, names []string) {
	of, count := make([]string, len(nodes)), map[string]int{}
	for i := range nodes {
		of[i] = nameOf(&nodes[i])
		if count[of[i]]++; count[of[i]] == 1 {
			names = append(names, of[i])
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	number := make(map[string]int, len(names))
	for i, name := range names {
		number[name] = i
	}
	group = make([]int, len(nodes))
	for i, name := range of {
		group[i] = number[name]
	}
	return group, names
}

// HasOwnPlaces reports whether the discs differ in place or size from the default look.
func (m *Map) HasOwnPlaces() bool { return m.order != nil }

// Recoloured returns the map in the colours of a look, and whether the look has the sizes and places of the map.
func (m *Map) Recoloured(l Look) (*Map, bool) {
	l = l.WithDefaults()
	old := m.look.WithDefaults()
	if l.Size != old.Size || l.Layout != old.Layout || l.Start != old.Start {
		return nil, false
	}
	as := *m
	as.look, as.Colour = l, l.Colour
	return &as, true
}
