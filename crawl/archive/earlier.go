package archive

import (
	"bytes"
	"slices"
	"time"

	"weft/crawl/frontier"
	"weft/web/warc"
)

// Earlier says of a page what a crawl needs to know to ask whether it has changed.
type Earlier struct {
	URL                string    // whose record has the content: the page's own, or what a revisit refers to
	Date               time.Time // of that record
	Digest             string    // of its payload, such as "sha1:…"; "" if it has none
	ETag, LastModified string    // of the last answer; "" if it has none
	Header             []byte    // status line and header that the page had, for replay; the status is 200
}

// Earlier returns the last capture of a page, if it was a response with status 200, or a revisit of one.
func (r *Reader) Earlier(url []byte) (e Earlier, found bool, err error) {
	for _, at := range slices.Backward(r.a.records(frontier.Fingerprint(url))) {
		if at.kind == notes {
			continue
		}
		rec, err := r.record(at)
		if rec == nil {
			return e, false, err
		}
		e, found, err = r.earlier(rec, at.kind == revisit, url)
		if err == nil && found && r.http.Status == 304 { // earlier versions of weft kept the header of the 304 response
			return r.freshened(e, bytes.Clone(headOf(&r.http, rec)))
		}
		return e, found, err
	}
	return e, false, nil
}

func (r *Reader) earlier(rec *warc.Record, revisit bool, url []byte) (e Earlier, found bool, err error) {
	if rec.Type == warc.TypeResource || r.http.Parse(rec.Body) != nil {
		return e, false, nil
	}
	if rec.Header.Get("WARC-Truncated") != "" || r.http.BrokeOff { // a part: the page is requested whole
		return e, false, nil
	}
	e = Earlier{
		URL: string(url), Digest: rec.Header.Get("WARC-Payload-Digest"),
		ETag: r.http.Header.Get("ETag"), LastModified: r.http.Header.Get("Last-Modified"),
	}
	if e.Date, err = time.Parse(time.RFC3339, rec.Header.Get("WARC-Date")); err != nil {
		return e, false, nil //nolint:nilerr // a record without a date is of no use
	}
	e.Header = bytes.Clone(headOf(&r.http, rec))
	if !revisit {
		return e, r.http.Status == 200, nil
	}
	if to := rec.Header.Get("WARC-Refers-To-Target-URI"); to != "" {
		e.URL = to
	}
	if date, err := time.Parse(time.RFC3339, rec.Header.Get("WARC-Refers-To-Date")); err == nil {
		e.Date = date
	}
	return e, r.http.Status == 200 || r.http.Status == 304, nil
}

// headOf returns status line and header of a record that was parsed.
func headOf(h *warc.Response, rec *warc.Record) []byte { return rec.Body[:len(rec.Body)-len(h.Raw)] }

// freshened gives e the header of the record that has the content, as a later response of status 304 updates it. Without that
// record the page is not known.
func (r *Reader) freshened(e Earlier, later []byte) (Earlier, bool, error) {
	for _, at := range slices.Backward(r.a.records(frontier.Fingerprint([]byte(e.URL)))) {
		if at.kind != content {
			continue
		}
		rec, err := r.record(at)
		if rec == nil || err != nil {
			return e, false, err
		}
		if rec.Type != warc.TypeResource && r.http.Parse(rec.Body) == nil && r.http.Status == 200 {
			e.Header = warc.Freshen(headOf(&r.http, rec), later)
			return e, true, nil
		}
	}
	e.Header = nil // the content is in an archive before this one
	return e, true, nil
}
