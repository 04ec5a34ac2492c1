package job

import (
	"context"
	"fmt"
	"sync"

	"weft/capture"
	"weft/crawl"
	"weft/graph"
	"weft/page"
	"weft/store"
)

// A storedWeb is what was fetched before, as a crawl.Web: an archive or a graph.
type storedWeb struct {
	keeper  *keeper
	source  source
	workers sync.Pool // *replayer
}

// A source has pages by their URLs. It is safe for concurrent use.
type source interface {
	// read fills in what is known of a page; one that is not there is a failed page.
	read(url []byte, p *capture.Page) error
	// seeds returns what to start from if nobody says so.
	seeds() ([]string, error)
	Close() error
}

// A replayer is what a worker keeps.
type replayer struct {
	page   capture.Page
	linker *linker
}

func newStoredWeb(k *keeper, s source) *storedWeb {
	return &storedWeb{keeper: k, source: s, workers: sync.Pool{New: func() any { return &replayer{linker: newLinker(k.cfg)} }}}
}

// openSource opens what a crawl replays.
func openSource(c *Config) (source, error) {
	if c.Web == Graph {
		return openGraph(c.Inputs[0])
	}
	return openArchive(c.Inputs)
}

// Start is that of [crawl.Web].
func (w *storedWeb) Start(p crawl.Pick) {
	if _, err := w.keeper.start(p); err != nil {
		w.keeper.fail(err)
	}
}

// Fetch is that of [crawl.Web].
func (w *storedWeb) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	v := w.keeper.visit(p.Seq)
	if v == nil {
		return fmt.Errorf("pick %d was not begun", p.Seq)
	}
	x := w.workers.Get().(*replayer) //nolint:forcetypeassert // nothing else is put there
	defer w.workers.Put(x)
	n := &x.linker.note
	*n = note{places: n.places[:0]}
	if v.rule != "" {
		r.State, n.firm, n.status = page.Excluded, true, statusLeftOut
		r.Note = n.append(r.Note[:0])
		return nil
	}
	if err := w.source.read(v.url, &x.page); err != nil {
		return fmt.Errorf("%s: %w", v.url, err)
	}
	pc := parcelOf(r, v)
	pc.arena = x.linker.fill(r, v, &x.page, pc.arena)
	n.status, n.size = x.page.Status, uint64(len(x.page.Body))
	r.Note = n.append(r.Note[:0])
	return nil
}

// graphSource is a stored graph.
type graphSource struct {
	crawl *store.Crawl
}

// IsGraph says whether a path is that of a crawl's graph, or of a bare one.
func IsGraph(path string) bool {
	c, err := store.Open(path)
	if err != nil {
		return false
	}
	return c.Close() == nil
}

func openGraph(path string) (*graphSource, error) {
	c, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	return &graphSource{c}, nil
}

// read is that of source.
func (g *graphSource) read(url []byte, p *capture.Page) error {
	p.Reset()
	u, ok, err := g.crawl.Page(string(url))
	if err != nil {
		return err
	}
	p.State, p.Firm = page.Failed, true
	if !ok {
		return nil
	}
	if s := g.crawl.State(u); s > page.Excluded {
		p.State = s
	}
	c := g.crawl.Scan(graph.Range{Lo: int(u), Hi: int(u) + 1})
	for c.Next() {
		for i, to := range c.Succ() {
			p.Links = append(p.Links, capture.Link{URL: []byte(g.crawl.Label(to)), Kinds: c.Kinds()[i]})
		}
	}
	return c.Err()
}

// seeds is that of source.
func (g *graphSource) seeds() ([]string, error) {
	return nil, fmt.Errorf("%s: name the page to start from: weft crawl --replay %s PAGE -o DIR", g.crawl.Path, g.crawl.Path)
}

// Close closes the graph.
func (g *graphSource) Close() error { return g.crawl.Close() }

func openArchive(inputs []string) (source, error) {
	return nil, fmt.Errorf("%s: only graphs can be replayed", inputs[0])
}
