package testweb

import (
	"slices"

	"weft/graph/kinds"
)

// anchor makes a link whose text is the title of its target.
func (b *builder) anchor(to int32, at place) link {
	return link{to: to, kinds: kinds.Link, place: at, text: b.pages[to].title}
}

// linkHosts makes templates, homes and directories, and fills the pools of pages that articles link to.
func (b *builder) linkHosts() {
	for id := range b.hosts {
		h := &b.hosts[id]
		h.nav = b.nav(h)
		h.foot = b.foot(h)
		for i, l := range h.listings {
			b.fillListing(h, i, &b.pages[l])
		}
		b.fillHome(h)
		for _, p := range h.dirs {
			b.offer(p)
		}
		b.offer(h.home)
	}
}

// nav returns the beginning of every page of a host: links to its home and directories and, in the core, to its
// sister hosts.
func (b *builder) nav(h *host) []link {
	home := b.anchor(h.home, inImage)
	home.text = "Home"
	nav := []link{home}
	for _, d := range h.dirs[:min(len(h.dirs), 8)] {
		nav = append(nav, b.anchor(d, inList))
	}
	if h.region == core || h.region == island {
		for i := range b.hosts {
			if s := &b.hosts[i]; s.owner == h.owner && s != h && s.region == h.region {
				nav = append(nav, b.anchor(s.home, inList))
			}
		}
	}
	if h.private >= 0 {
		login := b.anchor(h.private, inList)
		login.kinds |= kinds.Nofollow
		nav = append(nav, login)
	}
	return nav
}

// foot returns the end of every page of a host. Libraries, islands and the farm have no footer.
func (b *builder) foot(h *host) []link {
	if h.region != core && h.region != inside {
		return nil
	}
	portal := b.anchor(b.hosts[0].home, inText)
	foot := []link{portal}
	if b.r.IntN(3) == 0 {
		powered := b.anchor(b.ghosts[b.r.IntN(3)], inText)
		powered.text = "Powered by " + powered.text
		foot = append(foot, powered)
	}
	return foot
}

// fillListing lists the pages of one page of a directory and links it with those before and after it.
func (b *builder) fillListing(h *host, i int, p *page) {
	for _, s := range h.slots[min(i*perListing, len(h.slots)):min((i+1)*perListing, len(h.slots))] {
		switch kind := b.pages[s].kind; {
		case kind == picture:
			p.body = append(p.body, b.anchor(s, inImage))
		case kind.listed() || h.region == inside && kind == entry:
			p.body = append(p.body, b.anchor(s, inList))
		}
	}
	b.neighbour(p, h, i, i-1)
	b.neighbour(p, h, i, i+1)
}

// neighbour links page i of the listings, which is p, with page j if both are of one directory.
func (b *builder) neighbour(p *page, h *host, i, j int) {
	k, text := kinds.Next, "Next page"
	if j < i {
		k, text = kinds.Prev, "Previous page"
	}
	if j < 0 || j >= len(h.listings) {
		return
	}
	if slices.Contains(h.dirs, h.listings[max(i, j)]) { // the later of the two begins a directory
		return
	}
	to := h.listings[j]
	p.head = append(p.head, link{to: to, kinds: k, place: inHead})
	p.body = append(p.body, link{to: to, kinds: kinds.Link, place: inText, text: text})
}

// fillHome lists directories and news. The portal lists the hosts of the core and some libraries.
func (b *builder) fillHome(h *host) {
	p := &b.pages[h.home]
	for _, d := range h.dirs {
		p.body = append(p.body, b.anchor(d, inList))
	}
	for _, s := range h.slots[:min(len(h.slots), 10)] {
		if b.pages[s].kind == article {
			p.body = append(p.body, b.anchor(s, inText))
		}
	}
	for _, s := range h.slots {
		if b.pages[s].kind == search {
			p.body = append(p.body, b.anchor(s, inText))
		}
	}
	if h == &b.hosts[0] {
		b.fillPortal(p)
	}
	if h.region == farm {
		b.fillFarm(h)
	}
}

func (b *builder) fillPortal(p *page) {
	for i := range b.hosts {
		h := &b.hosts[i]
		switch {
		case h.region == core && h.label == "www" && i%2 == 0:
			p.body = append(p.body, b.anchor(h.home+1, inList)) // the bare name of the domain
		case h.region == core, h.region == outside && i%2 == 0:
			p.body = append(p.body, b.anchor(h.home, inList))
		}
	}
}

// fillFarm links all pages of the farm with each other and with the host they praise.
func (b *builder) fillFarm(h *host) {
	praised := b.hosts[1].home
	all := append([]int32{h.home}, h.slots...)
	for _, from := range all {
		p := &b.pages[from]
		for _, to := range all {
			if to != from {
				p.body = append(p.body, b.anchor(to, inText))
			}
		}
		praise := b.anchor(praised, inText)
		praise.text = "cheap " + topics[b.hosts[1].topic].name + " here"
		p.body = append(p.body, praise)
	}
}
