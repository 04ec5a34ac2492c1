package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"weft/answers/atlas"
	"weft/internal/corrupt"
	"weft/store"
)

// mostKeptMap is the size of the largest kept map, in bytes. A map of 100,000 nodes with all links has about half of it.
const mostKeptMap = 512 << 20

// keptName is the name of a kept map among the indexes of its crawl.
func (k mapKey) keptName() string { return fmt.Sprintf("map-%s-%d", k.by, k.top) }

// isKept reports whether maps of this kind are kept. A map of sites also depends on the sites that were found, so it is made
// again.
func (k mapKey) isKept() bool { return k.by != atlas.BySite }

// errNoKeptMap says that the crawl keeps no map of a kind.
var errNoKeptMap = errors.New("the crawl keeps no such map")

// mapGrowth is the memory of a map, as a multiple of its size as JSON. A link has about 35 bytes in JSON, and 48 in memory.
const mapGrowth = 2

// keptMap reads a map that an earlier server has kept. It refuses a map of another graph, of another version of weft, that is
// damaged, or that does not fit into some memory.
func (s *Server) keptMap(o *opened, key mapKey, memory int64) (*atlas.Map, error) {
	if o.Manifest == nil || !key.isKept() {
		return nil, errNoKeptMap
	}
	r, err := o.Results("")
	if err != nil {
		return nil, err
	}
	if r = r.Indexes(); !r.Has(key.keptName()) {
		return nil, errNoKeptMap
	}
	b, res, err := store.LoadBytes(r, key.keptName())
	if err != nil {
		return nil, err
	}
	defer b.Close() //nolint:errcheck // only read
	text := b.Data
	if res.Version != s.options.Version || len(text) > mostKeptMap || mapGrowth*int64(len(text)) > memory {
		return nil, errNoKeptMap
	}
	if err := b.Check(0, uint64(len(text))); err != nil {
		return nil, err
	}
	m, err := parseMap(text, key, o.NumPages())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Path, err)
	}
	return m, nil
}

// parseMap reads a kept map of a crawl with a number of pages.
func parseMap(text []byte, key mapKey, pages int) (*atlas.Map, error) {
	m := &atlas.Map{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, corrupt.Errorf("no map: %v", err)
	}
	n := len(m.Nodes)
	if m.By != key.by || n > key.top || m.Pages != pages || m.All < n {
		return nil, corrupt.Errorf("a map of %d of %d %ss and %d pages, expected at most %d %ss and %d pages", n, m.All, m.By, m.Pages, key.top, key.by, pages)
	}
	for i := range m.Nodes {
		x := &m.Nodes[i]
		if x.Pages < 0 || x.Fetched < 0 || x.Failed < 0 || x.LinksIn < 0 || x.Community < 0 || x.Unknown < 0 || x.Fetched > x.Pages || x.Unknown > x.Pages || x.Radius < 0 || x.Score < 0 || math.Abs(x.X) > 2*atlas.Width || math.Abs(x.Y) > 2*atlas.Width || x.Radius > atlas.Width {
			return nil, corrupt.Errorf("node %d of a map: values out of range", i)
		}
	}
	for i, l := range m.Links {
		if l.From < 0 || l.To < 0 || l.From >= n || l.To >= n {
			return nil, corrupt.Errorf("link %d of a map joins nodes %d and %d of %d", i, l.From, l.To, n)
		}
	}
	return m, nil
}

// keepMap keeps a map in its crawl for the next server. A map that cannot be kept is no failure of its request.
func (s *Server) keepMap(o *opened, key mapKey, m *atlas.Map) {
	if o.Manifest == nil || s.options.ReadOnly || !key.isKept() {
		return
	}
	if err := s.writeMap(o, key, m); err != nil {
		s.note(o.of.path + ": the map is not kept: " + s.words(err))
	}
}

func (s *Server) writeMap(o *opened, key mapKey, m *atlas.Map) error {
	text, err := json.Marshal(m)
	if err != nil || len(text) > mostKeptMap {
		return err
	}
	k := store.Keeping{Path: o.Path, ID: o.Manifest.ID(), Command: s.words(o.mapCommand(mapRequest{key, atlas.Look{}.WithDefaults()})), Version: s.options.Version, Waits: s.waits}
	return store.KeepIndex(k, store.Result{Name: key.keptName()}, int64(len(text)), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
