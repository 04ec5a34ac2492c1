package serve

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"weft/answers/atlas"
)

// mapFields are the names of the values in the address of a map. The other lists add the values of a screen and of data.
var (
	mapFields  = []string{"by", "top", "size", "colour", "layout", "start"}
	viewFields = append(slices.Clone(mapFields), "at", "node", "n", "to", "q", "list")
	dataFields = append(slices.Clone(mapFields), "from", "names")
	linkFields = append(slices.Clone(mapFields), "node", "n", "to")
)

// checkFields refuses an address with other names, or with a name twice.
func checkFields(v url.Values, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("the map knows no %.100q: expected %s", name, strings.Join(known, ", "))
		}
		if len(v[name]) > 1 {
			return fmt.Errorf("%s is there %d times: expected once", name, len(v[name]))
		}
	}
	return nil
}

// parseMapLook reads how a request wants a map to be drawn.
func (o *opened) parseMapLook(v url.Values, by string) (atlas.Look, error) {
	look := atlas.Look{Size: v.Get("size"), Colour: v.Get("colour"), Layout: v.Get("layout"), Start: v.Get("start")}.WithDefaults()
	if look.Layout != atlas.Distances && v.Get("layout") != "" {
		look.Start = "" // the form may leave it from another layout
	}
	return look, o.mapOffers(by).Check(look)
}

// mapOffers are the choices of a map.
func (o *opened) mapOffers(by string) atlas.Offers {
	_, sited := o.sites()
	return atlas.OffersFor(by, o.HasNames(), sited)
}

// checkAt refuses a place of the camera that is not three numbers in their ranges: x, y and the factor of the whole map.
func checkAt(text string) error {
	if text == "" {
		return nil
	}
	parts, ranges := strings.Split(text, ","), [][2]float64{{0, atlas.Width}, {0, atlas.Height}, {0.5, 400}}
	if len(parts) == len(ranges) {
		good := true
		for i, part := range parts {
			x, err := strconv.ParseFloat(part, 64)
			good = good && err == nil && !math.IsNaN(x) && x >= ranges[i][0] && x <= ranges[i][1]
		}
		if good {
			return nil
		}
	}
	return fmt.Errorf("at=%.100s: expected a place and a zoom, such as 500,320,4: 0 to %d, 0 to %d, 0.5 to 400", text, atlas.Width, atlas.Height)
}

// base is the address of a map with its look. Callers add a place or a node. The usual size and layout are left out.
func (k mapKey) base(look atlas.Look) url.Values {
	v := url.Values{"by": {k.by}, "top": {strconv.Itoa(k.top)}, "colour": {look.Colour}}
	for _, x := range []struct{ name, value, usual string }{
		{"size", look.Size, atlas.Sizes[0]}, {"layout", look.Layout, atlas.Layouts[0]}, {"start", look.Start, ""},
	} {
		if x.value != x.usual {
			v.Set(x.name, x.value)
		}
	}
	return v
}

// mostLooks is the number of looks that a map holds besides its own.
const mostLooks = 2

// A lookStore holds the latest looks of a map. It makes one at a time.
type lookStore struct {
	making chan struct{} // holds a value while a look is made
	once   sync.Once
	mu     sync.Mutex
	all    []*atlas.Map // the latest last
}

// as returns the map with a look. Maps of the same sizes and layout share their discs.
func (d *drawnMap) as(ctx context.Context, look atlas.Look) (*atlas.Map, error) {
	s := &d.looks
	s.once.Do(func() { s.making = make(chan struct{}, 1) })
	select {
	case s.making <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.making }()
	for _, m := range s.held() {
		if recoloured, same := m.Recoloured(look); same {
			return recoloured, nil
		}
	}
	m, err := d.As(ctx, look)
	if err == nil && m.HasOwnPlaces() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.all = append(s.all, m); len(s.all) > mostLooks {
			s.all = slices.Delete(s.all, 0, 1)
		}
	}
	return m, err
}

func (s *lookStore) held() []*atlas.Map {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// bytes is about the memory of the looks.
func (s *lookStore) bytes() (sum int64) {
	const node = 144
	for _, m := range s.held() {
		sum += node * int64(len(m.Nodes))
	}
	return sum
}

// A mapRequest names a map and its look.
type mapRequest struct {
	key  mapKey
	look atlas.Look
}

// parseMap reads an address of a map that may have some fields.
func (o *opened) parseMap(v url.Values, fields []string) (q mapRequest, err error) {
	if err := checkFields(v, fields); err != nil {
		return q, err
	}
	if q.key, err = o.parseMapKey(v); err != nil {
		return q, err
	}
	if err := checkAt(v.Get("at")); err != nil {
		return q, err
	}
	q.look, err = o.parseMapLook(v, q.key.by)
	return q, err
}

// A mapWords are the choices of the form and what the picture means.
type mapWords struct {
	Sizes, Colours, Layouts []mapChoice
	Start                   string // the start of the layout by distance; empty for none or the best node
	Placed                  string // what the places mean
	SizeWord                string
}

// A mapChoice is a value of a field of the form.
type mapChoice struct {
	Value, Text string
	Chosen      bool
}

// choiceWords are the texts of the choices.
var choiceWords = map[string]string{
	atlas.BySizePageRank: "PageRank", atlas.BySizeLinks: "links in", atlas.BySizePages: "pages",
	atlas.ByFetched: "share fetched", atlas.ByFailed: "share failed", atlas.ByTLD: "top-level domain",
	atlas.Forces: "forces between links", atlas.Clusters: "cells by cluster", atlas.Domains: "cells by domain", atlas.Distances: "columns by distance",
}

// choicesOf are the values of a field, with the chosen one.
func choicesOf(values []string, chosen string, words map[string]string) []mapChoice {
	all := make([]mapChoice, len(values))
	for i, x := range values {
		text := words[x]
		if text == "" {
			text = x
		}
		all[i] = mapChoice{x, text, x == chosen}
	}
	return all
}

// words are the choices of a request.
func (o *opened) mapWords(q mapRequest) mapWords {
	offers, sizes := o.mapOffers(q.key.by), maps.Clone(choiceWords)
	sizes[atlas.BySizeFetched] = "fetched pages"
	return mapWords{
		Sizes: choicesOf(offers.Sizes, q.look.Size, sizes), Colours: choicesOf(offers.Colours, q.look.Colour, choiceWords), Layouts: choicesOf(offers.Layouts, q.look.Layout, choiceWords),
		Start: q.look.Start, SizeWord: atlas.SizeWord(q.look.Size),
	}
}

// colour chooses the colours for an address that names none: clusters, if all discs had the usual colour.
func (q *mapRequest) colour(d *drawnMap, v url.Values) {
	if v.Get("colour") == "" && d.Colouring().Used() < 2 {
		q.look.Colour = atlas.ByCluster
	}
}

// mapFailed answers a request for a look that cannot be made.
func (s *Server) mapFailed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		s.fail(w, http.StatusBadRequest, err.Error(), "Begin at the map of the crawl.")
	}
}
