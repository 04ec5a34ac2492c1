package serve

import (
	"net/http"
	"strconv"

	"weft/internal/option"
)

const (
	chunk     = 20_000 // nodes of a response
	mostLines = 6000   // links that the map draws at most without a chosen node
)

// mapChunk is a part of the nodes of a map, a list for each figure. Names are harmless texts.
type mapChunk struct {
	By    string `json:"by"`
	Total int    `json:"total"` // nodes of the map
	From  int    `json:"from"`  // number of the first node of this part
	// A value for each node of this part.
	Names  []string  `json:"names"`
	X      []float32 `json:"x"`      // place from the left, 0 to 1000
	Y      []float32 `json:"y"`      // place from the top, 0 to 640
	R      []float32 `json:"r"`      // radius
	Share  []float32 `json:"share"`  // share of its pages with a known state that were fetched; -1 if no state is known
	Score  []float32 `json:"score"`  // share of the PageRank
	Group  []int     `json:"group"`  // number of the cluster
	Domain []int     `json:"domain"` // number of the domain; absent for other things than hosts
	Site   []int     `json:"site"`   // number of the site; absent without sites
	// Lines are the links with the most arcs, strongest first: source, target and arcs of each. Only in the first part.
	Lines []int64 `json:"lines,omitempty"`
	// Domains and Sites are the names of the first numbers. Only in the first part.
	Domains []string `json:"domains,omitempty"`
	Sites   []string `json:"sites,omitempty"`
}

// mapData serves a part of the nodes of a map. While the map is made, the response has status 202.
func (s *Server) mapData(w http.ResponseWriter, r *http.Request, o *opened) {
	d, ok := s.readyMap(w, r, o)
	if !ok {
		return
	}
	from, err := strconv.Atoi(r.FormValue("from"))
	if r.FormValue("from") != "" && err != nil || from < 0 || from > len(d.Nodes) {
		s.fail(w, http.StatusBadRequest, "from: expected a number of a node", "Use the links of the map.")
		return
	}
	s.writeJSON(w, http.StatusOK, d.chunk(from))
}

// readyMap returns the map of a request if it is made; otherwise it writes the response.
func (s *Server) readyMap(w http.ResponseWriter, r *http.Request, o *opened) (*drawnMap, bool) {
	key, err := o.parseMapKey(r.URL.Query())
	if err != nil {
		s.fail(w, http.StatusBadRequest, err.Error(), "Begin at the map of the crawl.")
		return nil, false
	}
	d, doing, err := s.mapOf(r.Context(), o, key)
	switch {
	case err != nil:
		s.fail(w, http.StatusConflict, s.words(err), "The map needs more memory, or other data.")
	case d == nil:
		s.fail(w, http.StatusAccepted, "The map is being made: "+doing, "Ask again later.")
	}
	return d, d != nil && err == nil
}

// chunk returns the part of the nodes from a node on.
func (d *drawnMap) chunk(from int) *mapChunk {
	to := min(from+chunk, len(d.Nodes))
	c := &mapChunk{By: d.By, Total: len(d.Nodes), From: from, Names: d.names[from:to]}
	for i := from; i < to; i++ {
		n := &d.Nodes[i]
		share := float32(-1)
		if known := n.Pages - n.Unknown; known > 0 {
			share = float32(n.Fetched) / float32(known)
		}
		c.X, c.Y, c.R = append(c.X, rounded(n.X)), append(c.Y, rounded(n.Y)), append(c.R, rounded(n.Radius))
		c.Share, c.Score, c.Group = append(c.Share, share), append(c.Score, float32(n.Score)), append(c.Group, n.Community)
	}
	if d.domain != nil {
		c.Domain = d.domain[from:to]
	}
	if d.site != nil {
		c.Site = d.site[from:to]
	}
	if from == 0 {
		c.Lines = make([]int64, 0, 3*mostLines)
		for _, l := range d.Links[:min(len(d.Links), mostLines)] {
			c.Lines = append(c.Lines, int64(l.From), int64(l.To), l.Arcs)
		}
		c.Domains, c.Sites = d.domains[:min(len(d.domains), coloured)], d.sites[:min(len(d.sites), coloured)]
	}
	return c
}

// coloured is the number of groups with colours of their own.
const coloured = 8

// rounded keeps three digits after the point.
func rounded(v float64) float32 {
	const digits = 1000
	return float32(float64(int64(v*digits+0.5)) / digits)
}

// mapLit are the links of a node, for lines on the map.
type mapLit struct {
	Node int      `json:"node"`
	Out  []uint32 `json:"out"` // targets of its links, those with the most arcs first
	In   []uint32 `json:"in"`  // sources of links to it
	// Way is the shortest way from this node to another, both included; absent without a second node or a way.
	Way []int `json:"way,omitempty"`
}

// mapLinksData serves the links of a node of a map.
func (s *Server) mapLinksData(w http.ResponseWriter, r *http.Request, o *opened) {
	d, ok := s.readyMap(w, r, o)
	if !ok {
		return
	}
	q := r.URL.Query()
	at := d.find(q.Get("node"), q.Get("n"))
	if at < 0 {
		s.fail(w, http.StatusNotFound, "The map has no such node.", "Use the links of the map.")
		return
	}
	out, _ := d.out.of(at)
	in, _ := d.in.of(at)
	lit := mapLit{Node: at, Out: out, In: in}
	if to, _ := d.meant(q.Get("to")); to >= 0 {
		lit.Way = d.way(at, to)
	}
	s.writeJSON(w, http.StatusOK, lit)
}

// mapPicture serves the picture of weft map. Of a large map it shows the best nodes.
func (s *Server) mapPicture(w http.ResponseWriter, r *http.Request, o *opened) {
	d, ok := s.readyMap(w, r, o)
	if !ok {
		return
	}
	picture, kept := d.texts.get("svg")
	if !kept {
		picture = d.Best(usualTop).Draw().SVG()
		s.keepText(d, "svg", picture)
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Write(picture) //nolint:errcheck // the reader has gone
}

// mapCommand is the command that makes a map.
func (o *opened) mapCommand(key mapKey) error {
	return option.Errorf("weft map %s {by} %s {top} %d {output} map.svg", option.Word(o.of.path), key.by, key.top)
}
