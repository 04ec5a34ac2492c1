package fetch

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/links"
	"weft/web/live"
)

// wants reports whether a response has a media type that is kept. Redirects and errors are always kept.
func (f *fetcher) wants(a *live.Answer) bool {
	types := f.linker.cfg.Scope.Types
	if len(types) == 0 || a.Status/100 != 2 {
		return true
	}
	kind := mediaType(contentType(a))
	for _, t := range types {
		if ok, _ := path.Match(strings.ToLower(t), kind); ok {
			return true
		}
	}
	return kind == ""
}

// The remarks of the crawl log on responses that differ from the requested page.
const (
	remarkUnasked = "unasked"            // a success without content: little or nothing has changed since a response that the crawl does not have
	remarkPart    = "partial"            // a part of the page, though no range was requested
	remarkInside  = "truncated:encoding" // all bytes that were promised came, and what they are packed in continues
)

// remark records facts about a response that number and length do not show. A page in part is kept but is not
// whole.
func (f *fetcher) remark() {
	switch a := &f.answer; {
	case a.Status == http.StatusNotModified && !f.unchanged(), a.Status == http.StatusIMUsed && f.page.State == page.Failed:
		f.p.remarks = append(f.p.remarks, remarkUnasked)
	case f.page.Part:
		f.p.remarks = append(f.p.remarks, remarkPart)
		f.linker.note.Cut = visit.CutPart
	case f.brokeInside():
		f.p.remarks = append(f.p.remarks, remarkInside)
		f.linker.note.Cut = visit.CutCoding
	}
}

// mediaType returns the media type of a Content-Type field in lower case; "" if it has no valid one. Several values are joined
// by commas.
func mediaType(field string) string { return strings.ToLower(links.MediaType(field)) }

// contentType returns the values of the Content-Type fields of a response, joined by commas.
func contentType(a *live.Answer) string {
	return strings.Join(slices.Collect(a.Fields("Content-Type")), ", ")
}
