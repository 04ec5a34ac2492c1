package serve

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/atlas"
	"weft/internal/choice"
	"weft/internal/digits"
)

func (s *Server) mapRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /c/{crawl}/map", s.of(s.mapScreen))
	mux.HandleFunc("GET /c/{crawl}/map.json", s.of(s.mapData))
	mux.HandleFunc("GET /c/{crawl}/map-links.json", s.of(s.mapLinksData))
	mux.HandleFunc("GET /c/{crawl}/map.svg", s.of(s.mapPicture))
	mux.HandleFunc("GET /c/{crawl}/map.png", s.of(s.mapPicture))
}

// Numbers of rows on the screen of a map.
const (
	mostFound  = 20 // nodes that a search shows
	mostBeside = 50 // links of a node, each way
	// mostSuggested is the number of names that the field of a way suggests, and mostMeant the number of further matches.
	mostSuggested, mostMeant = 200, 5
	fewestMap                = 8 // hosts from which a map of hosts is drawn first
)

// A mapNode is a node of a map as a row.
type mapNode struct {
	At                   int // its number on the map, from 0
	Name, Link, Pages    string
	Fetched, Score, Note string
	Query                string // of the screen with this node
}

// mapView are the values of the screen of a map.
type mapView struct {
	By, Things    string
	Units         []string
	Top           int
	Tops          []int
	Doing         string // what is being done while the map is made; empty if it is made
	Failed        string
	Command       string
	Nodes, All    string
	Share         string
	Links, Cut    string
	HasSites      bool
	Domains       bool
	Data, Picture string
	PNG           string
	Gone          string // a node of the address that is not on the map
	Words         mapWords
	Query         string   // what was searched for
	Suggested     []string // names of the best nodes
	Found         []mapNode
	FoundMore     int
	Chosen        *mapChosen
	To            string // the end of the requested way
	List          []mapNode
	Previous      string
	Next          string
	First         int
}

// mapChosen is a node that was chosen, with its links, and the way to another node.
type mapChosen struct {
	mapNode
	Out, In       []mapNode
	OutAll, InAll string
	// number of further nodes; empty if there are none
	OutMore, InMore string
	Way             []mapNode
	NoWay, Unfound  bool
	Meant           string    // the best match for a part of a name as the end of the way; empty for a whole name
	Others          []mapNode // further matches
	Path            string    // of its pages; empty if they cannot be listed
	Domain, Cluster string
	LinksIn, Failed string
	Measure         string // query of the map by distance from here
}

// parseMapKey reads which map a request names. Without a choice it is a map of hosts, or of pages for crawls with few hosts.
func (o *opened) parseMapKey(v url.Values) (key mapKey, err error) {
	units := o.mapUnits()
	key = mapKey{by: v.Get("by"), top: usualTop}
	if key.by == "" {
		if key.by = units[0]; key.by == atlas.ByHost && countsOf(o).Hosts < fewestMap {
			key.by = atlas.ByPage
		}
	}
	if !slices.Contains(units, key.by) {
		return key, fmt.Errorf("by=%s: expected %s", key.by, choice.Of(key.by, units))
	}
	if text := v.Get("top"); text != "" {
		key.top, err = strconv.Atoi(text)
		if err != nil || !slices.Contains(mapTops, key.top) {
			return key, fmt.Errorf("top=%s: expected one of %v", text, mapTops)
		}
	}
	return key, nil
}

// mapUnits are the things that a map of the crawl can show.
func (o *opened) mapUnits() []string {
	if !o.HasNames() {
		return []string{atlas.ByPage}
	}
	units := []string{atlas.ByHost, atlas.ByDomain, atlas.ByPage}
	if _, kept := o.sites(); kept {
		units = append(units, atlas.BySite)
	}
	return units
}

// mapScreen shows a map.
func (s *Server) mapScreen(w http.ResponseWriter, r *http.Request, o *opened) {
	q := r.URL.Query()
	asked, err := o.parseMap(q, viewFields)
	if err != nil {
		s.mapFailed(w, r, err)
		return
	}
	key, status := asked.key, http.StatusOK
	d, doing, err := s.mapOf(r.Context(), o, key)
	if r.Context().Err() != nil {
		return
	}
	m := mapView{By: key.by, Things: key.by + "s", Units: o.mapUnits(), Top: key.top, Tops: mapTops, Command: s.words(o.mapCommand(asked)), Words: o.mapWords(asked), Query: q.Get("q"), To: q.Get("to")}
	v := &view{Title: "Map", Crawl: o.of, Here: "Map"}
	switch {
	case err != nil:
		m.Failed = s.shown(s.words(err))
	case d == nil:
		m.Doing, v.Again = doing, 2
	default:
		asked.colour(d, q)
		m.Words, m.Command = o.mapWords(asked), s.words(o.mapCommand(asked))
		drawn, err := d.as(r.Context(), asked.look)
		if err != nil {
			s.mapFailed(w, r, err)
			return
		}
		m.Words.Placed = drawn.Placed()
		m.fill(d, asked, q)
		if (q.Has("node") || q.Has("n")) && m.Chosen == nil {
			status, m.Gone = http.StatusNotFound, s.shown(cmp.Or(q.Get("node"), q.Get("n")))
		}
	}
	v.Of = m
	s.render(w, status, "map", v)
}

// fill adds what a finished map has.
func (m *mapView) fill(d *drawnMap, asked mapRequest, q url.Values) {
	base := asked.key.base(asked.look)
	m.Nodes, m.All, m.Share = digits.Grouped(len(d.Nodes)), digits.Grouped(d.All), digits.Share(int64(1e6*min(d.Share, 1)), 1_000_000)
	m.Links, m.HasSites, m.Domains = digits.Grouped(len(d.Links)), d.site != nil, d.domain != nil
	if d.LinksCut > 0 {
		m.Cut = digits.Grouped(d.LinksCut)
	}
	m.Data, m.Picture = "map.json?"+base.Encode(), "map.svg?"+base.Encode()
	m.PNG = "map.png?" + base.Encode()
	if m.Query != "" {
		m.search(d, base)
	}
	if at := d.find(q.Get("node"), q.Get("n")); at >= 0 {
		m.Chosen = d.chosen(at, base, m.To)
	}
	m.Suggested = d.names[:min(len(d.names), mostSuggested)]
	m.list(d, base, q.Get("list"))
}

// list takes a page of the list of nodes.
func (m *mapView) list(d *drawnMap, base url.Values, from string) {
	at, err := strconv.Atoi(from)
	if err != nil || at < 0 || at >= len(d.Nodes) {
		at = 0
	}
	m.First = at + 1
	for i := at; i < min(at+rowsShown, len(d.Nodes)); i++ {
		m.List = append(m.List, d.row(i, base))
	}
	link := func(i int) string {
		v := url.Values{"list": {strconv.Itoa(i)}}
		maps.Copy(v, base)
		return "?" + v.Encode() + "#list"
	}
	if at > 0 {
		m.Previous = link(max(0, at-rowsShown))
	}
	if at+rowsShown < len(d.Nodes) {
		m.Next = link(at + rowsShown)
	}
}

// search takes the nodes whose name has a text, those with the best rank first.
func (m *mapView) search(d *drawnMap, base url.Values) {
	text := strings.ToLower(strings.TrimSpace(m.Query))
	for i := range d.lower {
		if !d.match(i, func(name string) bool { return strings.Contains(name, text) }) {
			continue
		}
		if len(m.Found) == mostFound {
			m.FoundMore++
			continue
		}
		m.Found = append(m.Found, d.row(i, base))
	}
}

// row describes a node.
func (d *drawnMap) row(at int, base url.Values) mapNode {
	n := &d.Nodes[at]
	v := url.Values{"node": {n.Name}}
	if len(n.Name) > longestLink {
		v = url.Values{"n": {strconv.Itoa(at)}}
	}
	maps.Copy(v, base)
	row := mapNode{At: at, Name: d.names[at], Pages: digits.Grouped(n.Pages), Fetched: digits.Grouped(n.Fetched), Query: "?" + v.Encode()}
	row.Score = digits.Share(int64(1e9*min(n.Score, 1)), 1_000_000_000)
	if n.Unknown == n.Pages {
		row.Fetched = "unknown"
	}
	return row
}

// find returns the number of the node with a name, or with a number as text; -1 if there is none.
func (d *drawnMap) find(name, number string) int {
	if name != "" {
		return slices.IndexFunc(d.Nodes, func(n atlas.Node) bool { return n.Name == name })
	}
	at, err := strconv.Atoi(number)
	if err != nil || at < 0 || at >= len(d.Nodes) {
		return -1
	}
	return at
}

// chosen describes a node with its links. With to, it describes the shortest way to the node of that name.
func (d *drawnMap) chosen(at int, base url.Values, to string) *mapChosen {
	c := &mapChosen{mapNode: d.row(at, base), LinksIn: digits.Grouped(d.Nodes[at].LinksIn), Failed: digits.Grouped(d.Nodes[at].Failed), Cluster: strconv.Itoa(d.Nodes[at].Community)}
	if d.domain != nil {
		c.Domain = shown(d.domains[d.domain[at]])
	}
	switch d.By {
	case atlas.ByHost:
		c.Path = pagesOfHost(d.Nodes[at].Name)
	case atlas.ByDomain:
		c.Path = pagesAt(d.Nodes[at].Name)
	default:
		if q := pageOf(d.named, d.Nodes[at].Name); q != "" {
			c.Path = map[string]string{atlas.ByPage: "page", atlas.BySite: "site"}[d.By] + q
		}
	}
	c.Out, c.OutAll, c.OutMore = d.beside(d.out.of(at))(base)
	c.In, c.InAll, c.InMore = d.beside(d.in.of(at))(base)
	c.Measure = d.measured(at, base)
	if to == "" {
		return c
	}
	end, others := d.meant(to)
	if end < 0 {
		c.Unfound = true
		return c
	}
	if d.Nodes[end].Name != to {
		c.Meant = d.names[end]
	}
	for _, other := range others {
		row := d.row(other, base)
		v := url.Values{"n": {strconv.Itoa(at)}, "to": {d.Nodes[other].Name}}
		maps.Copy(v, base)
		row.Query = "?" + v.Encode()
		c.Others = append(c.Others, row)
	}
	way := d.way(at, end)
	c.NoWay = way == nil
	for i, node := range way {
		row := d.row(node, base)
		if i > 0 {
			row.Note = digits.Plural(d.arcsBetween(way[i-1], node), "link")
		}
		c.Way = append(c.Way, row)
	}
	return c
}

// measured is the query of the map by distance from a node; empty for a name that is too long for an address.
func (d *drawnMap) measured(at int, base url.Values) string {
	name := d.Nodes[at].Name
	if len(name) > longestLink {
		return ""
	}
	v := maps.Clone(base)
	v.Set("layout", atlas.Distances)
	v.Set("start", name)
	v.Set("node", name)
	return "?" + v.Encode()
}

// beside returns the rows of the first links of a node.
func (d *drawnMap) beside(nodes []uint32, arcs []int64) func(base url.Values) (rows []mapNode, all, more string) {
	return func(base url.Values) (rows []mapNode, all, more string) {
		for i, node := range nodes[:min(len(nodes), mostBeside)] {
			row := d.row(int(node), base)
			row.Note = digits.Grouped(arcs[i])
			rows = append(rows, row)
		}
		if n := len(nodes) - len(rows); n > 0 {
			more = digits.Grouped(n) + " more"
		}
		return rows, digits.Grouped(len(nodes)), more
	}
}
