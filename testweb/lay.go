package testweb

import (
	"fmt"
	"strconv"
	"strings"
)

// layPages makes all pages that are served, without their links.
func (b *builder) layPages() {
	for h := range b.hosts {
		b.layHost(int32(h))
	}
	b.served = len(b.pages)
}

func (b *builder) addPage(p page) int32 {
	id := int32(len(b.pages))
	if p.status == 0 && p.kind != ghost {
		p.status = 200
	}
	b.byURL[p.url] = id
	b.pages = append(b.pages, p)
	return id
}

func (b *builder) layHost(id int32) {
	h := &b.hosts[id]
	left := h.quota - 1
	h.home = b.addPage(page{url: h.site() + "/", title: b.hostTitle(h), host: id, kind: home})
	if h.region == core && h.label == "www" {
		b.names[h.domain] = id
		b.addPage(page{url: "http://" + h.domain + "/", title: h.domain, host: id, kind: bare, status: 301})
		left--
	}
	listings := (left + perListing) / (perListing + 1)
	b.layListings(id, listings)
	for i := range left - listings {
		b.laySlot(id, h.listings[i/perListing])
	}
}

// hostTitle returns the name that other pages use for a host.
func (b *builder) hostTitle(h *host) string {
	t := topics[h.topic]
	switch h.region {
	case inside:
		return capital(h.name[:len(h.name)-len(".example")]) + " – notes"
	case outside:
		return "Library of " + t.name
	case farm:
		return "Best links 4 U"
	}
	name, _, _ := strings.Cut(h.domain, ".")
	if h.folder != "" {
		return "Pages of " + capital(strings.Trim(h.folder, "/~"))
	}
	return capital(name) + " " + h.label
}

// layListings makes the directories of a host, each of one to four pages.
func (b *builder) layListings(id int32, n int) {
	h := &b.hosts[id]
	for dir := 0; len(h.listings) < n; dir++ {
		name := sections[(dir+int(id))%len(sections)]
		if dir >= len(sections) {
			name += strconv.Itoa(dir)
		}
		size := 1 + b.r.IntN(4)
		if id == 0 && dir == 0 {
			size = max(size, 2) // so that there are next pages in every Web
		}
		size = min(size, n-len(h.listings))
		for i := range size {
			p := page{host: id, kind: listing, title: capital(name)}
			if i > 0 {
				p.title = fmt.Sprintf("%s, page %d", p.title, i+1)
			}
			switch {
			case h.label == "forum" && i == 0:
				p.url = fmt.Sprintf("%s/viewforum.php?f=%d", h.site(), dir+1)
			case h.label == "forum":
				p.url = fmt.Sprintf("%s/viewforum.php?f=%d&start=%d", h.site(), dir+1, i*perListing)
			case i == 0:
				p.url = fmt.Sprintf("%s/%s/", h.site(), name)
			default:
				p.url = fmt.Sprintf("%s/%s/?page=%d", h.site(), name, i+1)
			}
			page := b.addPage(p)
			if i == 0 {
				h.dirs = append(h.dirs, page)
			}
			h.listings = append(h.listings, page)
		}
	}
}

// laySlot makes one of the other pages of a host.
func (b *builder) laySlot(id, in int32) {
	h := &b.hosts[id]
	kind := b.nextKind(h.region)
	p := page{host: id, kind: kind, title: makeTitle(b.r, &topics[h.topic])}
	b.dress(&p)
	dir, _, _ := strings.Cut(b.pages[in].url, "?")
	p.url = b.slotURL(h, &p, dir)
	page := b.addPage(p)
	switch kind {
	case private:
		h.private = page
	case widget:
		h.widget = page
	}
	h.slots = append(h.slots, page)
}

// nextKind lets the special kinds of a region take turns.
func (b *builder) nextKind(r region) pageKind {
	s := &specials[r]
	if b.since[r]++; b.since[r] < s.period {
		return r.common()
	}
	b.since[r] = 0
	kind := s.kinds[b.turn[r]%len(s.kinds)]
	b.turn[r]++
	return kind
}

// dress gives a page what its kind asks for.
func (b *builder) dress(p *page) {
	n := len(b.pages)
	switch p.kind {
	case french:
		p.charset, p.title = windows1252, "Le "+pick(b.r, frenchText)+" caché à côté de la forêt"
	case japanese:
		p.charset, p.title = shiftJIS, "静かな"+pick(b.r, japaneseText)+"の町"
	case search:
		p.title = "Search results"
	case private:
		p.title = "Log in"
	case gone:
		p.status = []int{404, 404, 410, 404, 503}[n%5]
	case moved, chained:
		p.status = []int{301, 301, 302, 308, 301, 307, 303}[n%7]
	case article:
		switch b.r.IntN(60) {
		case 0:
			p.robots = robotsMeta
		case 1:
			p.robots = robotsHeader
		case 2:
			p.charset = utf8Undeclared
		case 3:
			p.charset = utf8Mark
		}
	}
}

// slotURL makes a canonical URL that no other page has: its number is in it.
func (b *builder) slotURL(h *host, p *page, dir string) string {
	n := len(b.pages)
	site := h.site()
	switch p.kind {
	case paper:
		return fmt.Sprintf("%s/files/%s-%d.pdf", site, slug(p.title), n)
	case picture:
		return fmt.Sprintf("%s/images/%d.png", site, n)
	case search:
		return fmt.Sprintf("%s/search?n=%d&q=for%%EAt", site, n)
	case private:
		return fmt.Sprintf("%s/login?session=%d", site, n)
	case widget:
		return fmt.Sprintf("%s/embed/%d", site, n)
	case french:
		return fmt.Sprintf("%s/fr/page-%d.html", site, n)
	case japanese:
		return fmt.Sprintf("%s/ja/%d.html", site, n)
	case printed:
		return fmt.Sprintf("%s/print.php?id=%d", site, n)
	}
	switch h.label {
	case "forum":
		return fmt.Sprintf("%s/viewtopic.php?f=%d&t=%d", site, len(h.dirs), n)
	case "blog":
		return fmt.Sprintf("%s/20%02d/%02d/%s-%d", site, 15+n%10, 1+n%12, slug(p.title), n)
	case "wiki":
		return fmt.Sprintf("%s/wiki/%s_(%d)", site, capital(slug(p.title)), n)
	}
	return fmt.Sprintf("%s%s-%d.html", dir, slug(p.title), n)
}
