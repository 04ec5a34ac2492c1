package archive

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/graph/page"
	"weft/web/capture"
	"weft/web/warc"
	"weft/web/weburl"
)

// A Reader reads pages of an archive. It keeps its memory, about 1.2 MiB and a few times the largest page; one goroutine may
// use it.
type Reader struct {
	a     *Archive
	warc  *warc.Reader
	read  capture.Reader
	http  warc.Response // of Earlier
	notes capture.Reading
	uri   []byte
	other []byte
}

// NewReader returns a Reader.
func (a *Archive) NewReader() *Reader {
	return &Reader{a: a, warc: warc.NewReader(eofReader{}, warc.Options{})}
}

// Bound makes the Reader keep at most most bytes of a page, as sent and decoded; longer pages are cut. Its memory
// is then about twelve times as much.
func (r *Reader) Bound(most int64) {
	const head = 1 << 20
	r.read.MaxBody = most
	r.warc = warc.NewReader(eofReader{}, warc.Options{MaxBody: most + head})
}

// Read fills in the page with a canonical URL, from the last record of its content: a response, a file, or a
// revisit. The content of a revisit is read from the record that it refers to. Notes of the crawl that wrote the
// archive complete revisits, and replace missing content. If the page's record is damaged, its state is failed. If
// the archive lacks the page, Read also returns false. The error is an error of reading the files.
func (r *Reader) Read(url []byte, p *capture.Reading) (found bool, err error) {
	found, err = r.readKey(frontier.Fingerprint(url), p)
	if len(p.URL) == 0 {
		p.URL = append(p.URL[:0], url...)
	}
	return found, err
}

func (r *Reader) readKey(key crawl.Key, p *capture.Reading) (found bool, err error) {
	p.Reset()
	entries := r.a.records(key)
	last := -1
	for i, e := range entries {
		if e.kind != notes {
			last = i
		}
	}
	if last >= 0 {
		err = r.readContent(entries, last, p)
	}
	for i := last + 1; err == nil && i < len(entries) && (last < 0 || entries[last].kind == revisit); i++ {
		err = r.addNotes(entries[i], p)
	}
	if p.State == page.Ghost {
		p.State, p.Firm = page.Failed, true
	}
	return len(entries) > 0, err
}

// readContent reads the record of content that an entry says.
func (r *Reader) readContent(entries []entry, i int, p *capture.Reading) error {
	rec, err := r.record(entries[i])
	if rec == nil {
		return err
	}
	r.uri = append(r.uri[:0], rec.TargetURIBytes()...)
	if entries[i].kind != revisit {
		return damaged(p, r.parse(rec, p))
	}
	if err := r.read.Revisit(r.uri, rec.Body, p); err != nil || p.State == page.Redirected {
		return damaged(p, err)
	}
	rec, err = r.original(entries[:i], rec)
	if rec == nil {
		return err
	}
	return damaged(p, r.parse(rec, p))
}

// parse reads a record under the name in uri.
func (r *Reader) parse(rec *warc.Record, p *capture.Reading) error {
	if rec.Type == warc.TypeResource {
		return r.read.Resource(r.uri, rec.ContentType(), rec.Body, p)
	}
	return r.read.Response(r.uri, rec.Body, p)
}

// damaged makes a page failed that cannot be read.
func damaged(p *capture.Reading, err error) error {
	if err != nil {
		p.Reset()
	}
	return nil
}

// original returns the record that a revisit repeats: the last one with content before it, or the last of another page. Nil if
// there is none.
func (r *Reader) original(before []entry, rec *warc.Record) (*warc.Record, error) {
	if uri := rec.Header.Bytes("WARC-Refers-To-Target-URI"); len(uri) > 0 {
		url, err := weburl.Append(r.other[:0], []byte(rec.RefersToTargetURI()))
		if err == nil {
			r.other = url
			if key := frontier.Fingerprint(url); len(before) == 0 || key != before[0].key {
				before = r.a.records(key)
			}
		}
	}
	for _, e := range slices.Backward(before) {
		if e.kind == content {
			return r.record(e)
		}
	}
	return nil, nil //nolint:nilnil // there is none
}

// addNotes adds what a crawl noted of a page.
func (r *Reader) addNotes(e entry, p *capture.Reading) error {
	rec, err := r.record(e)
	if rec == nil {
		return err
	}
	if err := r.read.Notes(rec.TargetURIBytes(), rec.Body, &r.notes); err != nil {
		return damaged(p, err)
	}
	p.Join(&r.notes)
	return nil
}

// record reads the record of an entry; nil if it is damaged.
func (r *Reader) record(e entry) (*warc.Record, error) {
	f := &r.a.files[e.file]
	r.warc.Reset(io.NewSectionReader(f, e.offset, f.size-e.offset))
	rec, err := r.warc.Next()
	if errors.Is(err, warc.ErrBadRecord) || errors.Is(err, io.EOF) {
		return nil, nil //nolint:nilnil // it is damaged
	}
	if err != nil {
		return nil, fmt.Errorf("%s, offset %d: %w", f.name, e.offset, err)
	}
	return rec, nil
}
