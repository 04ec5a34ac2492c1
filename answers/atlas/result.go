package atlas

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/table"
	"weft/store"
)

// Width and Height are the size of a map.
const (
	Width  = 1000
	Height = 640
	border = 4
)

// Map shows the best pages, hosts, domains or sites of a crawl.
//
//json:object map
type Map struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	By    string `json:"by"`    // what the nodes are: host, page, domain or site
	// what the area of a disc is: pagerank, links, pages or fetched
	Size string `json:"size"`
	// what the colour of a disc is in a drawing: fetched, failed, cluster, domain, tld, pagerank or links
	Colour string `json:"colour"`
	Layout string `json:"layout"` // forces, clusters, domains or distance
	Pages  int    `json:"pages"`  // pages of the crawl
	// number of hosts, pages, domains or sites in the crawl
	All int `json:"all"`
	// share of the PageRank of all pages that the nodes have
	Share float64 `json:"share" label:"PageRank" show:"share" note:"of the sum of all pages is on the map"`
	Nodes []Node  `json:"nodes"` // the best, by PageRank
	Links []Link  `json:"links"` // links between different nodes, most arcs first
	// number of links left out: a map of more than 5000 nodes has the 32 links with most arcs from each node
	LinksCut int64 `json:"links_cut,omitempty"`

	asked   *asked
	look    Look
	order   []int    // the nodes by the size of their discs, the largest first; nil for the order of the nodes
	site    []int    // number of the site of each node, for the colour by site
	sites   []string // their names
	ownFont bool     // it is drawn with the font of PNG and PDF
}

// Node is a disc of the map.
//
//json:object map_node
type Node struct {
	Name    string `json:"name" label:"name"`       // name of the page, host, domain or site
	Pages   int    `json:"pages" label:"pages"`     // its pages in the crawl, ghosts too
	Fetched int    `json:"fetched" label:"fetched"` // pages that were fetched
	Failed  int    `json:"failed"`                  // pages that were requested without success
	Unknown int    `json:"unknown"`                 // pages whose state is unknown
	LinksIn int64  `json:"links_in"`                // arcs from pages of other nodes, and of the crawl beyond the map, to its pages
	// PageRank of its pages, as a share of the PageRank of all pages
	Score     float64 `json:"score" label:"PageRank" show:"share"`
	Community int     `json:"community" label:"community"` // number of its cluster by Leiden, the largest is 0
	X         float64 `json:"x"`                           // place from the left, 0 to 1000
	Y         float64 `json:"y"`                           // place from the top, 0 to 640
	Radius    float64 `json:"radius"`                      // radius of the disc
}

// Link joins two nodes of the map.
//
//json:object map_link
type Link struct {
	From int   `json:"from"` // place of the source in the list of nodes, from 0
	To   int   `json:"to"`   // place of the target in the list of nodes, from 0
	Arcs int64 `json:"arcs"` // arcs from pages of the source to pages of the target
}

// sortLinks sorts links by their number of arcs.
func sortLinks(links []Link) {
	slices.SortFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(b.Arcs, a.Arcs), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// Blocks are the figures and the best nodes.
func (m *Map) Blocks() []answer.Block {
	const listed = 20
	blocks := []answer.Block{answer.Row("nodes", "%s of %s", digits.Grouped(int64(len(m.Nodes))), digits.Plural(int64(m.All), m.By))}
	links := digits.Grouped(int64(len(m.Links)))
	if m.LinksCut > 0 {
		links += fmt.Sprintf(", and %s left out (the %d strongest of each %s stay)", digits.Grouped(m.LinksCut), strongest, m.By)
	}
	blocks = append(append(blocks, answer.Describe(m)...), answer.Row("links", "%s", links))
	if len(m.Nodes) > 0 {
		blocks = append(blocks, answer.TableOf("", m.Nodes[:min(listed, len(m.Nodes))]))
	}
	return blocks
}

// Kept are the tables of nodes and links, and the files of the options.
func (m *Map) Kept() answer.Kept {
	k := answer.Kept{Kinds: m.Kinds}
	k.Apart("top", m.asked.top, usualTop)
	look := m.asked.look.WithDefaults()
	k.Apart("size", look.Size, Sizes[0])
	k.Apart("layout", look.Layout, Layouts[0])
	if look.Start != "" {
		k.Apart("start", fmt.Sprintf("%x", sha256.Sum256([]byte(look.Start)))[:12], "")
	}
	if m.By == ByPage {
		k.AddFigures(keptPlaces, m.Nodes)
	}
	k.AddTable("map-"+m.By, nodeColumns, func(_ *store.Crawl, w *table.Writer) error {
		for i, n := range m.Nodes {
			if err := w.Append(int64(i), n.Name, int64(n.Pages), int64(n.Fetched), n.Score, int64(n.Community), n.X, n.Y, n.Radius, int64(n.Failed), n.LinksIn); err != nil {
				return err
			}
		}
		return nil
	})
	k.AddTable("map-"+m.By+"-links", linkColumns, func(_ *store.Crawl, w *table.Writer) error {
		for _, l := range m.Links {
			if err := w.Append(int64(l.From), int64(l.To), l.Arcs); err != nil {
				return err
			}
		}
		return nil
	})
	for _, path := range m.asked.files {
		k.Files = append(k.Files, answer.File{Path: path, Write: func(w io.Writer) error { return m.write(w, path) }})
	}
	return k
}

var (
	nodeColumns = []table.Column{
		{Name: "node", Type: table.Int},
		{Name: "name", Type: table.Text},
		{Name: "pages", Type: table.Int},
		{Name: "fetched", Type: table.Int},
		{Name: "pagerank", Type: table.Float},
		{Name: "community", Type: table.Int},
		{Name: "x", Type: table.Float},
		{Name: "y", Type: table.Float},
		{Name: "radius", Type: table.Float},
		{Name: "failed", Type: table.Int},
		{Name: "links_in", Type: table.Int},
	}
	linkColumns = []table.Column{{Name: "from", Type: table.Int}, {Name: "to", Type: table.Int}, {Name: "arcs", Type: table.Int}}
)
