package job

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/klauspost/compress/gzip"

	"weft/crawl"
	"weft/links/sitemap"
	"weft/polite"
	"weft/warc"
	"weft/web/live"
	"weft/weburl"
)

// Bounds of what is read for a host.
const (
	maxSitemaps     = 100
	maxSitemapPages = 1_000_000
)

// noteSitemaps notes which sitemaps robots.txt names, for the first page of a host.
func (f *fetcher) noteSitemaps(verdict live.Verdict) {
	v := f.v
	if !f.web.keeper.cfg.Sitemaps || !v.first || v.live.mapped || verdict.Later {
		return
	}
	v.live.mapped = true
	for _, url := range verdict.Sitemaps {
		v.addSitemap(url)
	}
}

// readSitemaps reads the sitemaps of a host, one a turn. It returns crawl.ErrLater if the page has to wait for the next turn.
// A sitemap that cannot be had or read has no pages.
func (f *fetcher) readSitemaps(ctx context.Context) error {
	w, v := f.web, f.v
	for v.live.nextMap < len(v.live.maps) {
		href := v.live.maps[v.live.nextMap]
		v.live.nextMap++
		err := w.client.Get(ctx, href, live.Condition{}, &f.answer)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			if err := v.keep(href, &f.answer, "sitemap"); err != nil {
				return err
			}
			v.readSitemap(href, &f.answer)
		}
		if w.polite.Delay > 0 {
			w.sched.Back(v.live.turn, polite.Outcome{Took: f.answer.Took, Status: f.answer.Status})
			return crawl.ErrLater
		}
	}
	return nil
}

// readSitemap takes the pages of a sitemap, or the sitemaps of an index, or where it has gone.
func (v *visit) readSitemap(url string, a *live.Answer) {
	if to := a.Location(); to != "" && a.Status/100 == 3 {
		if href, err := weburl.Resolve(url, to); err == nil {
			v.addSitemap(href)
		}
		return
	}
	r := warc.Response{MaxBody: sitemap.MaxBytes}
	if a.Status/100 != 2 || r.Parse(a.Response) != nil {
		return
	}
	var body io.Reader = bytes.NewReader(r.Body)
	if z, err := gzip.NewReader(bytes.NewReader(r.Body)); err == nil { // of a file, and not of the transfer
		body = z
	}
	take := func(e sitemap.Entry) error {
		href, err := weburl.Append(nil, []byte(e.Loc))
		if err == nil {
			href, _ = weburl.CutUserinfo(href)
			v.live.entries = append(v.live.entries, string(href))
		}
		return nil
	}
	v.live.entries = v.live.entries[:0]
	s, err := sitemap.Read(body, sitemap.Options{}, take)
	if err != nil && s.Entries == 0 {
		return
	}
	for _, href := range v.live.entries {
		if s.Kind == sitemap.Index {
			v.addSitemap(href)
		} else if len(v.live.found) < maxSitemapPages {
			v.live.found = append(v.live.found, []byte(href))
		}
	}
}

// addSitemap notes a sitemap, each once.
// addSitemap adds a sitemap of the host to those to be read. Others have robots.txt files and delays of their own.
func (v *visit) addSitemap(url string) {
	href, err := weburl.Resolve(string(v.url), url)
	if err == nil {
		bare, _ := weburl.CutUserinfo([]byte(href))
		href = string(bare)
	}
	if err == nil && string(authority([]byte(href))) == v.host && len(v.live.maps) < maxSitemaps && !slices.Contains(v.live.maps, href) {
		v.live.maps = append(v.live.maps, href)
	}
}
