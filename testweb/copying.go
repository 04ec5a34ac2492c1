package testweb

import (
	"math"
	"slices"

	"weft/graph/kinds"
)

// The copying model. Articles come one after the other, with all hosts mixed. Each takes an earlier one on its
// topic as its prototype and draws its links one at a time. With probability copying, a link is one of the
// prototype's. Otherwise it leads to a page of the host, of the topic or of any host. In-degrees then follow a
// power law of exponent about 1 + 1/copying.
const copying = 0.8

// atHome is the share of links that stay on their host, as most links of the Web do.
const atHome = 0.65

// maxRelated bounds the number of links of one article.
const maxRelated = 60

// linkArticles draws the links of all articles.
func (b *builder) linkArticles() {
	var order []int32
	for i := range b.served {
		switch b.pages[i].kind {
		case article, entry, french, japanese:
			order = append(order, int32(i))
		}
	}
	b.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, id := range order {
		b.linkArticle(id)
	}
}

func (b *builder) linkArticle(id int32) {
	p := &b.pages[id]
	p.related = b.drawRelated(id)
	for i, to := range p.related {
		at := inList
		if i < 6 {
			at = inText
		}
		p.body = append(p.body, b.anchor(to, at))
	}
	b.adorn(id, p)
	if p.kind == article {
		b.offer(id)
	}
}

// drawRelated draws 1 + 3·Pareto(1.7) pages, rounded down,, without repetition and without the page itself.
func (b *builder) drawRelated(id int32) []int32 {
	h := &b.hosts[b.pages[id].host]
	n := min(maxRelated, 1+int(3*math.Pow(1-b.r.Float64(), -1/1.7)))
	prototype := b.prototype(h, b.pages[id].host)
	var related []int32
	for range n {
		var to int32
		if len(prototype) > 0 && b.r.Float64() < copying {
			to = prototype[b.r.IntN(len(prototype))]
		} else {
			to = b.fresh(h, b.pages[id].host)
		}
		if to >= 0 && to != id && !slices.Contains(related, to) {
			related = append(related, to)
		}
	}
	return related
}

// prototype returns the links of an earlier article that a page of h may copy.
func (b *builder) prototype(h *host, id int32) []int32 {
	from := b.pool[h.region]
	switch {
	case h.region == core && b.r.Float64() < atHome:
		from = b.byHost[id]
	case h.region == core || h.region == inside:
		from = b.byTopic[h.topic]
	}
	if len(from) == 0 {
		from = b.byHost[id]
	}
	return b.pages[from[b.r.IntN(len(from))]].related
}

// fresh draws a page that is no copy: what a region may link to decides the shape of the Web.
func (b *builder) fresh(h *host, id int32) int32 {
	u := b.r.Float64()
	var from []int32
	switch {
	case u < atHome && h.region != inside:
		from = b.byHost[id]
	case h.region == outside, h.region == island:
		from = b.pool[h.region]
	case u < 0.8:
		from = b.byTopic[h.topic]
	case u < 0.9:
		from = b.pool[core]
	default:
		from = b.pool[outside]
	}
	if len(from) == 0 {
		return -1
	}
	return from[b.r.IntN(len(from))]
}

// offer lets later articles link to a page. Pages of notebooks and the farm are not offered.
func (b *builder) offer(id int32) {
	p := &b.pages[id]
	h := &b.hosts[p.host]
	b.byHost[p.host] = append(b.byHost[p.host], id)
	switch h.region {
	case core:
		b.byTopic[h.topic] = append(b.byTopic[h.topic], id)
	case inside, farm:
		return
	}
	b.pool[h.region] = append(b.pool[h.region], id)
}

// adorn adds what only some articles have.
func (b *builder) adorn(id int32, p *page) {
	h := &b.hosts[p.host]
	world := h.region == core || h.region == inside
	switch n := b.r.IntN(100); {
	case n < 12 && world:
		p.body = append(p.body, b.anchor(b.someGhost(), inText))
	case n < 15 && world:
		spam := b.anchor(b.someGhost(), inText)
		spam.kinds |= kinds.Nofollow
		p.body = append(p.body, spam)
	case n < 25:
		p.head = append(p.head, link{to: id, kinds: kinds.Canonical, place: inHead})
	case n < 28:
		p.fields = append(p.fields, link{to: id, kinds: kinds.Canonical, place: inLink})
	case n < 32 && h.widget >= 0:
		p.body = append(p.body, link{to: h.widget, kinds: kinds.Embed, place: inIframe})
	case n < 35:
		for _, d := range h.dirs {
			p.body = append(p.body, b.anchor(d, inMap))
		}
	case n < 40:
		top := b.anchor(id, inText)
		top.text = "Back to top"
		p.body = append(p.body, top)
	case n < 45:
		p.body = append(p.body, link{to: h.home, kinds: kinds.Link, place: inText, text: "our first page"})
	}
}
