package serve

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"weft/answers/answer"
	"weft/answers/atlas"
	"weft/graph"
	"weft/web/weburl"
)

// A mapKey names a map: what its nodes are, and how many there are at most.
type mapKey struct {
	by  string
	top int
}

// mapTops are the sizes of maps that can be chosen.
var mapTops = []int{200, 2000, 20_000, 100_000}

const (
	usualTop = 2000
	// mapShare is the share of the budget that the maps of all crawls take at most while they are held. The map that was used
	// last is held in any case.
	mapShare = 64
)

// A mapStore makes the maps of a crawl, and holds the latest ones.
type mapStore struct {
	mu  sync.Mutex
	all map[mapKey]*mapWork
}

// A mapWork is a map that is being made, or was made.
type mapWork struct {
	*task[*drawnMap]
	used time.Time // of the last request
}

// A drawnMap is a map with its links by node.
type drawnMap struct {
	*atlas.Map
	names   []string       // of the nodes, harmless
	lower   []string       // the names in lower case, with hosts as the crawl has them, for the search
	own     map[int]string // the same with hosts in their own letters, where they differ
	looks   lookStore
	domain  []int    // number of the domain of each node, the one of most nodes first; nil for other things than hosts
	domains []string // the names of the domains
	site    []int    // number of the site of each node, the one of most nodes first; nil without sites
	sites   []string
	out, in mapLinks
	named   bool                   // pages have names
	texts   keeper[string, []byte] // the map as JSON and as a picture, after the first request
}

// mapLinks are the links of each node, those with the most arcs first.
type mapLinks struct {
	start []uint32 // of the links of a node; one more than nodes
	to    []uint32
	arcs  []int64
}

func (l *mapLinks) of(node int) (to []uint32, arcs []int64) {
	a, b := l.start[node], l.start[node+1]
	return l.to[a:b], l.arcs[a:b]
}

// bytes is about the memory of a map.
func (d *drawnMap) bytes() int64 {
	const node, link = 250, 24 + 2*12
	return node*int64(len(d.Nodes)) + link*int64(len(d.Links)) + d.texts.bytes() + d.looks.bytes()
}

// mostMapTexts is the number of forms in which a map is kept as text.
const mostMapTexts = 2

// mapRoom is the memory for the texts of a map, beside the map itself.
func (s *Server) mapRoom(d *drawnMap) int64 { return s.options.Memory/mapShare - d.bytes() }

// keepText keeps a map in some form, if there is room. Maps that were not used for long make place for it.
func (s *Server) keepText(d *drawnMap, form string, text []byte) {
	if int64(len(text)) <= s.mapRoom(d) {
		d.texts.put(form, text, int64(cap(text)), mostMapTexts, s.options.Memory/mapShare)
		s.thinMaps()
	}
}

// newLinks sorts links by one of their ends. The links come with the most arcs first, and stay so.
func newLinks(nodes int, links []atlas.Link, ends func(atlas.Link) (from, to int)) mapLinks {
	l := mapLinks{start: make([]uint32, nodes+1), to: make([]uint32, len(links)), arcs: make([]int64, len(links))}
	for _, x := range links {
		from, _ := ends(x)
		l.start[from+1]++
	}
	for i := range nodes {
		l.start[i+1] += l.start[i]
	}
	next := slices.Clone(l.start[:nodes])
	for _, x := range links {
		from, to := ends(x)
		l.to[next[from]], l.arcs[next[from]] = uint32(to), x.Arcs //nolint:gosec // the number of a node
		next[from]++
	}
	return l
}

// mapOf returns a map. It returns nil, and what is being done, while the map is made.
func (s *Server) mapOf(ctx context.Context, o *opened, key mapKey) (d *drawnMap, doing string, err error) {
	return s.mapWork(o, key).wait(ctx)
}

// mapWork returns the work on a map, and begins it for the first request. A map that failed is tried again.
func (s *Server) mapWork(o *opened, key mapKey) *mapWork {
	m := o.maps
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.all[key]
	if w == nil || w.hasFailed() {
		w = &mapWork{task: newTask[*drawnMap]()}
		if m.all == nil {
			m.all = map[mapKey]*mapWork{}
		}
		m.all[key] = w
		o.hold()
		go s.makeMap(o, key, w)
	}
	w.used = time.Now()
	return w
}

// makeMap makes a map of a crawl that it holds.
func (s *Server) makeMap(o *opened, key mapKey, w *mapWork) {
	defer o.release()
	defer s.thinMaps()
	if w.readKept(s, o, key) {
		return
	}
	w.run(s, "make the map", func(memory int64) (*drawnMap, error) {
		if m, err := s.keptMap(o, key, memory); err == nil { // another server has made it meanwhile
			return newDrawnMap(o, m)
		}
		d, err := s.askMap(o, key, answer.Options{Memory: memory, Workers: s.options.Workers, Seed: 1, Note: w.tell})
		if err == nil {
			s.keepMap(o, key, d.Map)
		}
		return d, err
	})
}

// readKept ends the work with the map that the crawl keeps, and reports whether there is one. It waits for no count
// and no other map of the server: it takes the memory of a short work.
func (w *mapWork) readKept(s *Server, o *opened, key mapKey) bool {
	if !s.draws.wait(s.ctx) {
		return false
	}
	defer s.draws.Unlock()
	memory, back := s.memory(drawShare)
	defer back()
	d, err := try("read a kept map", func() (*drawnMap, error) {
		m, err := s.keptMap(o, key, memory)
		if err != nil {
			return nil, err
		}
		return newDrawnMap(o, m)
	})
	if err != nil {
		if !errors.Is(err, errNoKeptMap) {
			s.note(o.of.path + ": the map is made again: " + s.words(err))
		}
		return false
	}
	w.end(d, nil)
	return true
}

// bytes is the memory of the maps of a crawl.
func (m *mapStore) bytes() (sum int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.all {
		if w.hasEnded() && w.got != nil {
			sum += w.got.bytes()
		}
	}
	return sum
}

// thinMaps forgets the maps of all crawls that were not used for longest, until the others fit. The newest stays.
func (s *Server) thinMaps() {
	type held struct {
		of    *mapStore
		key   mapKey
		used  time.Time
		bytes int64
	}
	var all []held
	for _, k := range s.all() {
		o, err := k.use()
		if err != nil {
			continue
		}
		o.maps.mu.Lock()
		for key, w := range o.maps.all {
			if w.hasEnded() && w.got != nil {
				all = append(all, held{o.maps, key, w.used, w.got.bytes()})
			}
		}
		o.maps.mu.Unlock()
		o.release()
	}
	slices.SortFunc(all, func(a, b held) int { return b.used.Compare(a.used) })
	sum := int64(0)
	for i, h := range all {
		if sum += h.bytes; i > 0 && sum > s.options.Memory/mapShare {
			h.of.mu.Lock()
			delete(h.of.all, h.key)
			h.of.mu.Unlock()
		}
	}
}

// askMap asks the question of weft map.
func (s *Server) askMap(o *opened, key mapKey, options answer.Options) (*drawnMap, error) {
	q := atlas.Of(key.by, key.top)
	if err := q.Check(); err != nil {
		return nil, err
	}
	work, err := q.Plan(s.ctx, o.Crawl, options)
	if err != nil {
		return nil, err
	}
	got, err := work.Do()
	if err != nil {
		return nil, err
	}
	m, ok := got.(*atlas.Map)
	if !ok {
		return nil, errors.New("weft map has another result")
	}
	return newDrawnMap(o, m)
}

// newDrawnMap prepares a map for its screen.
func newDrawnMap(o *opened, m *atlas.Map) (*drawnMap, error) {
	d := withLinks(m)
	d.named = o.HasNames()
	if m.By == atlas.ByHost {
		d.domain, d.domains = atlas.Numbered(m.Nodes, func(n *atlas.Node) string { return domainOf(n.Name) })
	}
	err := d.findSites(o)
	d.SetSites(d.site, d.sites)
	return d, err
}

// withLinks gives a map harmless names, and its links by node.
func withLinks(m *atlas.Map) *drawnMap {
	d := &drawnMap{Map: m, names: make([]string, len(m.Nodes)), lower: make([]string, len(m.Nodes)), own: map[int]string{}}
	for i := range m.Nodes {
		d.names[i] = shown(m.Nodes[i].Name)
		d.lower[i] = strings.ToLower(short(m.Nodes[i].Name))
		if own := strings.ToLower(d.names[i]); own != d.lower[i] {
			d.own[i] = own
		}
	}
	d.out = newLinks(len(m.Nodes), m.Links, func(l atlas.Link) (int, int) { return l.From, l.To })
	d.in = newLinks(len(m.Nodes), m.Links, func(l atlas.Link) (int, int) { return l.To, l.From })
	return d
}

// domainOf returns the registered domain of a host.
func domainOf(host string) string {
	lo, _, err := weburl.HostRange(host)
	if err != nil {
		return host
	}
	return weburl.DomainName(lo)
}

// findSites finds the site of each node, if the crawl keeps sites: of a host or domain the site of its first page.
func (d *drawnMap) findSites(o *opened) error {
	fronts, kept := o.sites()
	if !kept || d.By == atlas.BySite {
		return nil
	}
	var failed error
	d.site, d.sites = atlas.Numbered(d.Nodes, func(n *atlas.Node) string {
		at, err := firstPage(o, d.By, n.Name)
		if err != nil {
			failed = err
		}
		if err != nil || at < 0 {
			return ""
		}
		return o.Label(graph.Node(fronts[at]))
	})
	return failed
}

// firstPage returns the first page of a node in the order of URLs, or -1.
func firstPage(o *opened, by, name string) (int, error) {
	if by == atlas.ByPage {
		u, known, err := o.Page(name)
		if err != nil || !known {
			return -1, err
		}
		return int(u), nil
	}
	r, err := o.Addressed(name)
	if err != nil || r.Len() == 0 {
		return -1, err
	}
	return int(o.AtKey(r.Lo)), nil
}
