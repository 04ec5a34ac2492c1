package fetch

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/inert"
	"weft/livecrawl/visit"
	"weft/web/live"
	"weft/web/sitemap"
	"weft/web/weburl"
)

// noteSitemaps notes which sitemaps robots.txt names, for the first page of a host: they are requested like pages. Where
// it names none, /sitemap.xml is requested in case it is there.
func (f *fetcher) noteSitemaps(verdict live.Verdict) {
	v := f.v
	if !f.web.visits.Config().Sitemaps || !v.First || v.mapped || verdict.Unread {
		return
	}
	v.mapped = true
	if len(verdict.Sitemaps) == 0 {
		v.mention([]byte(v.Origin+"/sitemap.xml"), visit.Guessed)
	}
	for _, url := range verdict.Sitemaps {
		if href, err := weburl.Resolve(string(v.URL), url); err == nil {
			v.mention([]byte(href), kinds.Sitemap)
		}
	}
}

// mention notes a URL, without a user's name and password.
func (v *task) mention(url []byte, kind kinds.Set) {
	url, _ = weburl.CutUserinfo(url)
	v.mentions = append(v.mentions, mention{url, kind})
}

// readMap adds the pages of a sitemap or a feed, and the sitemaps of an index. Other content has none.
func (f *fetcher) readMap() {
	v := f.v
	if !f.web.visits.Config().Sitemaps || f.page.State != page.Fetched || v.Role == visit.RequisiteRole {
		return
	}
	if v.Role == visit.PageRole && (f.page.HTML || !mayBeMap(f.page.Body)) { // a sitemap may have any media type
		return
	}
	var body io.Reader = bytes.NewReader(f.page.Body)
	if z, err := gzip.NewReader(bytes.NewReader(f.page.Body)); err == nil { // of a file, and not of the transfer
		body = z
	}
	first, unresolved := len(v.mentions), 0
	s, err := sitemap.Read(body, sitemap.Options{}, func(e sitemap.Entry) error {
		if href, err := weburl.Resolve(string(v.URL), e.Loc); err == nil {
			v.mention([]byte(href), 0)
		} else {
			unresolved++
		}
		return nil
	})
	s.Skipped += unresolved
	if v.Role == visit.GuessRole && (err != nil || f.page.HTML) { // a page that says that there is none
		v.mentions, f.linker.note.Pretends = v.mentions[:first], true
		return
	}
	f.remarkMap(&s)
	if err != nil {
		f.p.remarks = append(f.p.remarks, "map:"+inert.Text(err.Error()))
	}
	if s.Kind != sitemap.Index {
		return
	}
	if v.InARow() >= visit.MaxChain {
		f.p.remarks = append(f.p.remarks, fmt.Sprintf("sitemaps:%d-left", len(v.mentions)-first))
		v.mentions = v.mentions[:first]
		return
	}
	for i := range v.mentions[first:] {
		v.mentions[first+i].kind = kinds.Sitemap
	}
}

// remarkMap says how much of a sitemap or a feed was not taken.
func (f *fetcher) remarkMap(s *sitemap.Summary) {
	if s.Skipped > 0 {
		f.p.remarks = append(f.p.remarks, fmt.Sprintf("map:%d-skipped", s.Skipped))
	}
	if s.Beyond > 0 {
		f.p.remarks = append(f.p.remarks, fmt.Sprintf("map:%d-left", s.Beyond))
	}
	if s.Cut {
		f.p.remarks = append(f.p.remarks, fmt.Sprintf("map:read-%d-bytes", s.Bytes))
	}
}

// mayBeMap reports whether content that no robots.txt calls a sitemap may be a sitemap or a feed: XML with such a
// root.
func mayBeMap(body []byte) bool {
	head := body[:min(len(body), 4<<10)]
	if !bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"), []byte("<")) {
		return false
	}
	for _, root := range []string{"<urlset", "<sitemapindex", "<rss", "<feed", "<rdf:RDF"} {
		if bytes.Contains(head, []byte(root)) {
			return true
		}
	}
	return false
}
