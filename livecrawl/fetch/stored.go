package fetch

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"weft/crawl"
	"weft/crawl/archive"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/store"
	"weft/web/capture"
)

// Stored is a [crawl.Web] of pages fetched before: an archive or a graph.
type Stored struct {
	visits  Visits
	source  Source
	workers sync.Pool // *replayer
	reading *mem.Room // for pages; nil where none are read
	most    int64     // bytes of a page
}

// A Source returns stored pages by URL. It is safe for concurrent use.
type Source interface {
	// reader returns a function for one goroutine, which reads a stored page into p, and at most most bytes of its
	// body. The function reports a page that is not stored as failed.
	reader(most int64) func(url []byte, p *capture.Reading) error
	// seeds returns the default seeds.
	seeds() ([]string, error)
	// Bad returns how many records could not be read.
	Bad() int64
	Close() error
}

// A replayer holds the state of a worker.
type replayer struct {
	page   capture.Reading
	read   func(url []byte, p *capture.Reading) error
	linker *linker
}

// NewStored returns the Web of a source.
func NewStored(t Visits, s Source, m *Room) *Stored {
	w := &Stored{visits: t, source: s, reading: m.Reading, most: m.Body}
	w.workers.New = func() any { return &replayer{linker: newLinker(t), read: s.reader(w.most)} }
	return w
}

// OpenSource opens what a crawl replays.
func OpenSource(c *folder.Config) (Source, error) {
	if c.Web == folder.Graph {
		return openGraph(c.Inputs[0])
	}
	a, err := archive.Open(context.Background(), c.Inputs)
	if err != nil {
		return nil, err
	}
	return &archiveSource{a}, nil
}

// SeedsOf returns the pages to start from.
func SeedsOf(s Source, asked []string) ([]string, error) {
	if g, ok := s.(*graphSource); ok && len(asked) > 0 {
		return g.names(asked)
	}
	if len(asked) > 0 {
		return asked, nil
	}
	return s.seeds()
}

// archiveSource reads pages of an archive.
type archiveSource struct{ *archive.Archive }

// reader implements source.
func (a *archiveSource) reader(most int64) func(url []byte, p *capture.Reading) error {
	r := a.NewReader()
	r.Bound(most)
	return func(url []byte, p *capture.Reading) error {
		found, err := r.Read(url, p)
		if err == nil && !found {
			absent(p)
		}
		return err
	}
}

// seeds implements source.
func (a *archiveSource) seeds() ([]string, error) {
	if s := a.Seeds(); len(s) > 0 {
		return s, nil
	}
	return nil, errors.New("the archive has no page to start from: name one")
}

// Start implements [crawl.Web].
func (w *Stored) Start(p crawl.Pick) { w.visits.Start(p) }

// Fetch implements [crawl.Web].
func (w *Stored) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	v := w.visits.At(p.Seq)
	if v == nil {
		return fmt.Errorf("pick %d was not begun", p.Seq)
	}
	x := w.workers.Get().(*replayer) //nolint:forcetypeassert // nothing else is put there
	defer func() {
		if len(x.page.Body) <= maxKeptBody && cap(x.page.Links) <= maxKeptLinks { // else its buffers go
			w.workers.Put(x)
		}
	}()
	n := &x.linker.note
	n.Reset()
	if v.Out != "" {
		r.State, r.Again, n.Status, n.Final, n.Firm = page.Excluded, true, visit.StatusLeftOut, true, true
		r.Note = n.Append(r.Note[:0])
		return nil
	}
	if v.Rule != "" { // it stays known, and may be picked once more
		r.State, r.Again, n.Status = page.Ghost, true, visit.StatusLeftOut
		r.Note = n.Append(r.Note[:0])
		return nil
	}
	if w.reading != nil {
		taken, err := w.reading.Take(ctx, StoredFactor*w.most)
		if err != nil {
			return err
		}
		defer w.reading.Give(taken)
	}
	if err := x.read(v.URL, &x.page); err != nil {
		return fmt.Errorf("%s: %w", v.URL, err)
	}
	if w.reading != nil && w.most < MaxDecoded && int64(len(x.page.Body)) == w.most {
		n.Cut, n.Limit = visit.CutMemory, uint64(w.most) //nolint:gosec // not negative
	}
	pc := parcelOf(r, v)
	pc.arena = x.linker.fill(r, v, nil, &x.page, pc.arena)
	n.Status, n.Size = x.page.Status, uint64(len(x.page.Body))
	n.Facts.Status = x.page.Status
	n.Facts.SetType(x.page.ContentType)
	n.Facts.SetTitle(x.page.Title)
	n.Facts.SetSite(x.page.Site)
	n.Facts.Skin = x.page.Skin
	r.Note = n.Append(r.Note[:0])
	return nil
}

// graphSource is a stored graph.
type graphSource struct {
	crawl *store.Crawl
}

func openGraph(path string) (*graphSource, error) {
	c, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	return &graphSource{c}, nil
}

// reader implements source.
func (g *graphSource) reader(int64) func(url []byte, p *capture.Reading) error { return g.read }

// Bad implements source.
func (g *graphSource) Bad() int64 { return 0 }

func (g *graphSource) read(url []byte, p *capture.Reading) error {
	p.Reset()
	u, ok, err := g.crawl.Page(string(url))
	if err != nil {
		return err
	}
	if !ok || g.crawl.State(u) <= page.Excluded {
		absent(p)
		return nil
	}
	if p.State, p.Firm = g.crawl.State(u), true; p.State == page.Unknown { // a graph without states is a whole Web
		p.State = page.Fetched
	}
	c := g.crawl.Scan(graph.Range{Lo: int(u), Hi: int(u) + 1})
	for c.Next() {
		for i, to := range c.Succ() {
			p.Links = append(p.Links, capture.Outlink{URL: []byte(g.crawl.Label(to)), Kinds: c.Kinds()[i]})
		}
	}
	return errors.Join(c.Err(), g.crawl.Damage())
}

// absent says that nothing is known of a page but that others link to it.
func absent(p *capture.Reading) {
	p.Reset()
	p.State = page.Ghost
}

// names returns what the graph calls pages, which are named by URL or number.
func (g *graphSource) names(pages []string) ([]string, error) {
	var out []string
	for _, text := range pages {
		u, ok, err := g.crawl.Page(text)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fmt.Errorf("%s has no page %q", g.crawl.Path, text)
		}
		out = append(out, g.crawl.Label(u))
	}
	return out, g.crawl.Damage()
}

// seeds implements source.
func (g *graphSource) seeds() ([]string, error) {
	return nil, option.Errorf("%s: name the page to start from: {replay} %s PAGE {output} DIR", g.crawl.Path, g.crawl.Path)
}

// Close closes the graph.
func (g *graphSource) Close() error { return g.crawl.Close() }
