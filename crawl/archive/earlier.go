package archive

import (
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
}

// Earlier returns what is known of the last capture of a page, if that was an answer with status 200, or a revisit of one.
func (r *Reader) Earlier(url []byte) (e Earlier, found bool, err error) {
	for _, at := range slices.Backward(r.a.records(frontier.Fingerprint(url))) {
		if at.kind == notes {
			continue
		}
		rec, err := r.record(at)
		if rec == nil {
			return e, false, err
		}
		return r.earlier(rec, at.kind == revisit, url)
	}
	return e, false, nil
}

func (r *Reader) earlier(rec *warc.Record, revisit bool, url []byte) (e Earlier, found bool, err error) {
	if rec.Type == warc.TypeResource || r.http.Parse(rec.Body) != nil {
		return e, false, nil
	}
	if rec.Header.Get("WARC-Truncated") != "" || r.http.BrokeOff { // a part: the page is asked for whole
		return e, false, nil
	}
	e = Earlier{
		URL: string(url), Digest: rec.Header.Get("WARC-Payload-Digest"),
		ETag: r.http.Header.Get("ETag"), LastModified: r.http.Header.Get("Last-Modified"),
	}
	if e.Date, err = time.Parse(time.RFC3339, rec.Header.Get("WARC-Date")); err != nil {
		return e, false, nil //nolint:nilerr // a record without a date is of no use
	}
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
