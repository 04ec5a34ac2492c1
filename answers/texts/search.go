package texts

import (
	"context"
	"fmt"
	"os"
	"unicode/utf8"

	"weft/crawl/archive"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/internal/par"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/store/textindex"
	"weft/web/capture"
	"weft/web/links"
)

// Archives returns the archive of a crawl: the files of a live crawl whose snapshot it is, or the archives that were
// imported. The error of a crawl without an archive names the option archive.
func Archives(c *store.Crawl) ([]string, error) {
	if dir, ok := folder.Of(c.Path); ok {
		files, err := folder.Archives(dir)
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("%s: there is no finished archive in it", dir)
		}
		return files, err
	}
	var all []string
	if c.Manifest != nil && len(c.Manifest.Steps) > 0 {
		for _, in := range c.Manifest.Steps[0].Inputs {
			if in.Format != "archive" && in.Format != "wacz" {
				continue
			}
			if info, err := os.Stat(in.Path); err != nil || info.Size() != in.Bytes {
				return nil, option.Errorf("%s: the archive from which the crawl was imported is not there, or has changed: name the archive with {archive}", in.Path)
			}
			all = append(all, in.Path)
		}
	}
	if len(all) == 0 {
		return nil, option.Errorf("the crawl has no archive with the texts of its pages: name WARC, ARC or WACZ files, or the folder of a live crawl, with {archive}")
	}
	return all, nil
}

const (
	mostBody   = 2 << 20 // bytes of a page that are read
	batch      = 16      // pages that a worker reads at a time
	ahead      = 5       // batches of a worker that are held
	entryBytes = 48      // of a record of the archive, while records are sorted
)

// workerBytes is the memory of a worker, in bytes: a reader with its decoded pages, and batches with their texts.
const workerBytes = 12*mostBody + ahead*batch*textindex.MaxText

// readingNeeds lists the memory to read the texts of a crawl with one worker. It estimates the records of the archive
// by the import, or by the number of pages.
func readingNeeds(c *store.Crawl) []mem.Part {
	records := int64(2 * c.NumPages())
	if c.Manifest != nil {
		counts := &c.Manifest.Counts
		records = int64(2 * (counts.Fetched + counts.Redirected + counts.Failed + counts.Unknown))
		for _, s := range c.Manifest.Steps {
			for _, in := range s.Inputs {
				records = max(records, in.Records)
			}
		}
	}
	return []mem.Part{{Name: "records of the archive", Bytes: entryBytes * records}, {Name: "pages being read", Bytes: workerBytes}}
}

// A Reading says how the texts of pages are read for a search.
type Reading struct {
	Workers int // each takes about 45 MiB; 0 for all processors
	// Note, if not nil, receives the progress.
	Note func(what string, done, total int64)
}

// A text is a page that is being read.
type text struct {
	url      []byte
	position int
	page     textindex.Page // Title and Text are held for reuse
	left     textindex.Left // 1 for the reason why it has no text
	has      bool
	err      error
}

// ForSearch returns the titles and visible texts of the pages of a crawl that an archive has as HTML, in the order of
// their names. Pages are read by several workers; their number does not change the result.
func ForSearch(c *store.Crawl, a *archive.Archive, o Reading) textindex.Source {
	return func(ctx context.Context, f func(p *textindex.Page) error) (left textindex.Left, err error) {
		free := make(par.Free[[batch]text], ahead*par.Workers(o.Workers))
		read := func() func(b *[batch]text) {
			r := &reader{archive: a.NewReader()}
			r.archive.Bound(mostBody)
			return func(b *[batch]text) {
				for i := range b {
					if len(b[i].url) > 0 {
						r.read(&b[i])
					}
				}
			}
		}
		err = par.Ordered(ctx, o.Workers, func(put func(*[batch]text) error) error { return produce(ctx, c, o.Note, free, put) }, read, func(b *[batch]text) error {
			for i := range b {
				if t := &b[i]; len(t.url) > 0 {
					if t.err != nil {
						return t.err
					}
					add(&left, t)
					if !t.has {
						continue
					}
					if err := f(&t.page); err != nil {
						return err
					}
				}
			}
			free.Put(b)
			return nil
		})
		return left, err
	}
}

// produce puts the pages that may have text, in the order of their names.
func produce(ctx context.Context, c *store.Crawl, note func(what string, done, total int64), free par.Free[[batch]text], put func(*[batch]text) error) error {
	names := c.Names()
	b, n := free.Get(), 0
	send := func() error {
		for i := n; i < batch; i++ {
			b[i].url = b[i].url[:0]
		}
		err := put(b)
		b, n = free.Get(), 0
		return err
	}
	for i := range c.NumPages() {
		if i%(1<<8) == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if note != nil {
				note("reading texts", int64(i), int64(c.NumPages()))
			}
		}
		u := c.AtKey(i)
		if !textindex.MayHaveText(c.State(u)) {
			continue
		}
		t := &b[n]
		var err error
		if t.url, err = names.Append(t.url[:0], u); err != nil {
			return err
		}
		if len(t.url) == 0 {
			continue
		}
		t.position = i
		if n++; n == batch {
			if err := send(); err != nil {
				return err
			}
		}
	}
	return send()
}

// add adds the count of a page.
func add(left *textindex.Left, t *text) {
	left.NotHTML += t.left.NotHTML
	left.Missing += t.left.Missing
	left.Damaged += t.left.Damaged
	left.Empty += t.left.Empty
	left.Cut += t.left.Cut
}

// A reader reads texts of pages.
type reader struct {
	archive *archive.Reader
	page    capture.Reading
	decoder links.Decoder
	facts   store.Facts
}

// read reads the text of a page.
func (r *reader) read(t *text) {
	t.left, t.has, t.page.Position = textindex.Left{}, false, t.position
	p := &r.page
	found, err := r.archive.Read(t.url, p)
	t.err = err
	switch {
	case err != nil:
		return
	case !found:
		t.left.Missing = 1
		return
	case !p.HTML && !p.State.MayLink():
		t.left.Damaged = 1
		return
	case !p.HTML:
		t.left.NotHTML = 1
		return
	}
	r.facts.SetTitle(p.Title)
	t.page.Title = append(t.page.Title[:0], r.facts.Title...)
	cut := false
	t.page.Text, cut = appendText(t.page.Text[:0], r.decoder.Decode(p.Body, p.ContentType))
	if t.has = len(t.page.Title)+len(t.page.Text) > 0; !t.has {
		t.left.Empty = 1
	} else if cut || p.Capped || p.Damaged {
		t.left.Cut = 1
	}
}

// appendText appends the visible text of a page in UTF-8, without its title: spaces joined, and words apart where an
// element ends a line. It reports whether the text has more than textindex.MaxText bytes, which are left out.
func appendText(to, body []byte) (text []byte, cut bool) {
	walk(body, func(p piece) bool {
		if p.title {
			return true
		}
		space := !p.joined
		for rest := p.text; len(rest) > 0; {
			r, n := utf8.DecodeRune(rest)
			letter := rest[:n]
			rest = rest[n:]
			switch {
			case r == ' ' || '\t' <= r && r <= '\r' || r == 0xa0:
				space = true
				continue
			case r < ' ' || r == 0xad || r == utf8.RuneError && n == 1: // a soft hyphen divides no word
				continue
			}
			if cut = len(to)+1+n > textindex.MaxText; cut {
				return false
			}
			if space && len(to) > 0 && to[len(to)-1] != ' ' {
				to = append(to, ' ')
			}
			space = false
			to = append(to, letter...)
		}
		if space && len(to) > 0 && to[len(to)-1] != ' ' && len(to) < textindex.MaxText {
			to = append(to, ' ')
		}
		return true
	})
	return to, cut
}
