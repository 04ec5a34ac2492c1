package archive

import (
	"context"
	"sync"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/graph/kinds"
	"weft/web/capture"
)

// A Web is an archive as a crawl.Web. The key of a page is the fingerprint of its URL, frontier.Fingerprint; links come with
// their URLs and texts, each page once, with the kinds of all links to it and the text of the first. A page that is not in
// the archive fails with the note NotThere.
type Web struct {
	readers sync.Pool
}

// NotThere is the note of a page that the archive does not have.
const NotThere = "not in the archive"

// NewWeb returns the web of an archive, which must stay open.
func NewWeb(a *Archive) *Web {
	return &Web{readers: sync.Pool{New: func() any { return a.NewReader() }}}
}

// Seed returns a link to a canonical URL, for the seeds of a crawl.
func Seed(url string) crawl.Out {
	return crawl.Out{Key: frontier.Fingerprint([]byte(url)), Name: []byte(url)}
}

// Start does nothing.
func (w *Web) Start(crawl.Pick) {}

// A kept is what a reply keeps of a page: its links point into it.
type kept struct {
	page capture.Page
	at   map[crawl.Key]int
}

// Fetch reads a page.
func (w *Web) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	k, ok := r.Attached.(*kept)
	if !ok {
		k = &kept{at: map[crawl.Key]int{}}
		r.Attached = k
	}
	reader := w.readers.Get().(*Reader) //nolint:forcetypeassert // nothing else is put there
	found, err := reader.ReadKey(p.Key, &k.page)
	k.page.Body, k.page.Title = nil, nil
	w.readers.Put(reader)
	if err != nil {
		return err
	}
	r.State, r.Links, r.Note = k.page.State, r.Links[:0], r.Note[:0]
	if !found {
		r.Note = append(r.Note, NotThere...)
	}
	clear(k.at)
	for i := range k.page.Links {
		k.add(&k.page.Links[i], r)
	}
	return nil
}

// add adds a link, or its kinds to that to the same page.
func (k *kept) add(l *capture.Link, r *crawl.Reply) {
	key := frontier.Fingerprint(l.URL)
	if i, ok := k.at[key]; ok {
		out := &r.Links[i]
		out.Kinds = kinds.OfLabel(out.Kinds.Label() | l.Kinds.Label())
		return
	}
	k.at[key] = len(r.Links)
	r.Links = append(r.Links, crawl.Out{Key: key, Kinds: l.Kinds, Name: l.URL, Anchor: l.Anchor})
}
