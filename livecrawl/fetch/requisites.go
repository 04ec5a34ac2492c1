package fetch

import (
	"bytes"
	"fmt"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/links"
)

// readRequisites finds what the page needs to be shown, so that a replay of the archive looks like it.
func (f *fetcher) readRequisites() {
	v, p := f.v, &f.page
	most := f.linker.cfg.Requisites
	if most == 0 || p.State != page.Fetched || v.Role.IsMap() || v.Role == visit.RequisiteRole && v.InARow() >= visit.MaxChain {
		return
	}
	read := f.needs.HTML
	switch {
	case mediaType(p.ContentType) == "text/css":
		read = f.needs.CSS
	case !p.HTML:
		return
	}
	seen := map[string]bool{}
	taken := 0
	err := read(links.Document{URL: v.URL, ContentType: p.ContentType, Body: p.Body}, func(url []byte) {
		if seen[string(url)] {
			return
		}
		if seen[string(url)] = true; taken < most {
			taken++
			v.mention(bytes.Clone(url), kinds.Requisite)
		}
	})
	if left := len(seen) - taken; err == nil && left > 0 {
		f.p.remarks = append(f.p.remarks, fmt.Sprintf("requisites:%d-left", left))
	}
}

// setAside sees to it that a sitemap or a requisite is no page of the crawl. Where it redirects to is one, too. A
// requisite that turns out to be an HTML page of the crawl is a page.
func (f *fetcher) setAside() {
	v, p := f.v, &f.page
	if v.Role == visit.PageRole || v.Role == visit.RequisiteRole && p.HTML && p.State == page.Fetched && v.Scope.Judge(v.URL, v.Place, kinds.Embed).In {
		return
	}
	for i := range p.Links {
		switch l := &p.Links[i]; {
		case l.Kinds&kinds.Redirect == 0:
		case v.InARow() < visit.MaxRedirects:
			v.mention(bytes.Clone(l.URL), mentionOf[v.Role])
		default:
			f.p.remarks = append(f.p.remarks, "redirect-left")
		}
	}
	p.SetAside()
	f.r.Aside = true
}

// mentionOf says how a URL of a role is mentioned.
var mentionOf = [...]kinds.Set{visit.SitemapRole: kinds.Sitemap, visit.RequisiteRole: kinds.Requisite, visit.GuessRole: visit.Guessed}
