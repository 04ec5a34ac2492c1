package fetch

import (
	"context"

	"weft/graph/page"
	"weft/web/capture"
	"weft/web/live"
	"weft/web/warc"
)

// condition asks for a page only if it has changed since the earlier crawl.
func (f *fetcher) condition(url []byte) (live.Condition, error) {
	f.earlier = nil
	if f.since == nil {
		return live.Condition{}, nil
	}
	e, found, err := f.since.Earlier(url)
	if err != nil || !found {
		return live.Condition{}, err
	}
	f.earlier = &e
	return live.Condition{ETag: e.ETag, LastModified: e.LastModified}, nil
}

// unchanged says whether the server was asked whether the page has changed since the earlier crawl, and says that it has not.
func (f *fetcher) unchanged() bool {
	return f.answer.Status == 304 && f.earlier != nil && f.answer.Conditional()
}

// readAnswer reads the page. If it has not changed, readAnswer reads the copy of the earlier crawl.
func (f *fetcher) readAnswer(ctx context.Context, url []byte) error {
	if !f.unchanged() {
		return f.readBody(ctx, url)
	}
	if err := f.takeRoom(ctx, StoredFactor*MaxDecoded/ReadFactor); err != nil {
		return err
	}
	if _, err := f.since.Read(url, &f.page); err != nil {
		return err
	}
	f.page.Status = f.answer.Status
	return nil
}

// revisit returns the record of a response that equals the earlier crawl's, and the notes that complete it. It
// returns false for new content.
func (f *fetcher) revisit(url string) (rec warc.NewRecord, notes capture.Notes, ok bool) {
	e, a := f.earlier, &f.answer
	if e == nil || f.page.State != page.Fetched {
		return rec, notes, false
	}
	header := a.Response[:a.HeaderLen]
	switch {
	case f.unchanged():
		if len(e.Header) > 0 {
			header = warc.Freshen(e.Header, header)
		}
		rec = warc.NotModified(url, a.Began, header, warc.Earlier{Digest: e.Digest, URI: e.URL, Date: e.Date})
	case a.Status == 200 && a.Truncated == "" && hasPayload(a, e.Digest):
		rec = warc.Revisit(url, a.Began, header, warc.Earlier{Digest: e.Digest, URI: e.URL, Date: e.Date})
	default:
		return rec, notes, false
	}
	if f.page.Firm {
		notes.State = page.Fetched
	}
	notes.Outlinks = f.page.Links
	return rec, notes, true
}

// hasPayload reports whether the payload of a response has the digest. Older archives have the digest of its
// chunks.
func hasPayload(a *live.Answer, digest string) bool {
	return digest != "" && (warc.PayloadDigest(a.Response) == digest || warc.Digest(a.Body()) == digest)
}
