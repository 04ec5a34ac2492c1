package serve

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"

	"weft/answers/atlas"
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
	Names  []string  `json:"names"`  // empty with names=0
	X      []float32 `json:"x"`      // place from the left, 0 to 1000
	Y      []float32 `json:"y"`      // place from the top, 0 to 640
	R      []float32 `json:"r"`      // radius
	Colour []int     `json:"colour"` // its colour: a place in legend
	// Lines are the links with the most arcs, strongest first: source, target and arcs of each. Only in the first part.
	Lines  []int64     `json:"lines,omitempty"`
	Title  string      `json:"title"` // what the colours show
	Legend []mapColour `json:"legend"`
}

// A mapColour is a colour of the legend.
type mapColour struct {
	Key   string `json:"key"` // name of the colour in the style sheet
	Label string `json:"label"`
	Count int    `json:"count"` // nodes of this colour
}

// mapData serves a part of the nodes of a map. While the map is made, the response has status 202.
func (s *Server) mapData(w http.ResponseWriter, r *http.Request, o *opened) {
	d, m, ok := s.readyMap(w, r, o, dataFields)
	if !ok {
		return
	}
	from, err := strconv.Atoi(r.FormValue("from"))
	if names := r.FormValue("names"); names != "" && names != "0" {
		s.fail(w, http.StatusBadRequest, fmt.Sprintf("names=%.100s: expected 0, or none", names), "Use the links of the map.")
		return
	}
	if r.FormValue("from") != "" && err != nil || from < 0 || from > len(d.Nodes) {
		s.fail(w, http.StatusBadRequest, "from: expected a number of a node", "Use the links of the map.")
		return
	}
	s.writeJSON(w, http.StatusOK, d.chunk(m, from, r.FormValue("names") != "0"))
}

// readyMap returns the map of a request if it is made; otherwise it writes the response.
func (s *Server) readyMap(w http.ResponseWriter, r *http.Request, o *opened, fields []string) (d *drawnMap, m *atlas.Map, ok bool) {
	asked, err := o.parseMap(r.URL.Query(), fields)
	if err != nil {
		s.mapFailed(w, r, err)
		return nil, nil, false
	}
	d, doing, err := s.mapOf(r.Context(), o, asked.key)
	switch {
	case err != nil:
		s.fail(w, http.StatusConflict, s.words(err), "The map needs more memory, or other data.")
	case d == nil:
		s.fail(w, http.StatusAccepted, "The map is being made: "+doing, "Ask again later.")
	}
	if d == nil || err != nil {
		return nil, nil, false
	}
	asked.colour(d, r.URL.Query())
	if m, err = d.as(r.Context(), asked.look); err != nil {
		s.mapFailed(w, r, err)
	}
	return d, m, err == nil
}

// chunk returns the part of the nodes from a node on. Without names it is all of them.
func (d *drawnMap) chunk(m *atlas.Map, from int, named bool) *mapChunk {
	to := min(from+chunk, len(m.Nodes))
	if !named {
		to = len(m.Nodes)
	}
	colours := m.Colouring()
	c := &mapChunk{By: d.By, Total: len(m.Nodes), From: from, Names: []string{}, Title: colours.Title}
	for _, x := range colours.Classes {
		c.Legend = append(c.Legend, mapColour{x.Key, x.Label, x.Count})
	}
	for i := from; i < to; i++ {
		n := &m.Nodes[i]
		c.X, c.Y, c.R = append(c.X, rounded(n.X)), append(c.Y, rounded(n.Y)), append(c.R, rounded(n.Radius))
		c.Colour = append(c.Colour, int(colours.Of[i]))
	}
	if named {
		c.Names = d.names[from:to]
	}
	if from == 0 && named {
		c.Lines = make([]int64, 0, 3*mostLines)
		for _, l := range d.Links[:min(len(d.Links), mostLines)] {
			c.Lines = append(c.Lines, int64(l.From), int64(l.To), l.Arcs)
		}
	}
	return c
}

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
	d, _, ok := s.readyMap(w, r, o, linkFields)
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

// mapPicture serves the picture of weft map, as SVG or PNG. Of a large map it shows the best nodes.
func (s *Server) mapPicture(w http.ResponseWriter, r *http.Request, o *opened) {
	d, m, ok := s.readyMap(w, r, o, mapFields)
	if !ok {
		return
	}
	form := strings.TrimPrefix(path.Ext(r.URL.Path), ".")
	usual := form == "svg" && !m.HasOwnPlaces() && m.Colour == atlas.Colours[0]
	picture, kept := d.texts.get("svg")
	if !usual || !kept {
		var err error
		if picture, err = m.Best(usualTop).Picture(form); err != nil {
			s.fail(w, http.StatusInternalServerError, err.Error(), "Take the other picture of the map.")
			return
		}
	}
	if usual && !kept {
		s.keepText(d, "svg", picture)
	}
	w.Header().Set("Content-Type", map[string]string{"svg": "image/svg+xml", "png": "image/png"}[form])
	w.Write(picture) //nolint:errcheck // the reader has gone
}

// mapCommand is the command that makes a map.
func (o *opened) mapCommand(q mapRequest) error {
	text, values := "weft map %s {by} %s {top} %d", []any{option.Word(o.of.path), q.key.by, q.key.top}
	base := q.key.base(q.look)
	for _, name := range mapFields[2:] {
		if value := base.Get(name); value != "" {
			text += " {" + name + "} %s"
			values = append(values, option.Word(value))
		}
	}
	return option.Errorf(text+" {output} map.svg", values...)
}
