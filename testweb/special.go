package testweb

import (
	"strings"

	"weft/graph/kinds"
)

// linkSpecials links the pages that are no articles.
func (b *builder) linkSpecials() {
	for id := range b.hosts {
		h := &b.hosts[id]
		s := specialist{builder: b, h: h, article: h.home, search: -1, lastMoved: -1, dead: -1}
		if h.label == "www" && h.region == core {
			b.redirect(h.home+1, h.home)
		}
		for _, p := range h.slots {
			s.link(p)
		}
	}
	b.praiseFarm()
}

// A specialist links the special pages of one host, in order.
type specialist struct {
	*builder
	h         *host
	article   int32 // the latest
	search    int32
	french    int32
	lastMoved int32
	dead      int32 // the latest dead end
	moves     int
}

func (s *specialist) link(id int32) {
	p := &s.pages[id]
	switch p.kind {
	case article, entry:
		s.article = id
	case printed:
		p.head = append(p.head, link{to: s.article, kinds: kinds.Canonical, place: inHead})
		s.mention(id, "Print version")
	case french, japanese:
		s.translate(id)
	case search:
		s.linkSearch(id)
	case moved, chained, refresh:
		s.move(id)
	case frameset:
		s.frame(id)
	case paper:
		if s.moves++; s.moves%2 == 0 {
			p.fields = append(p.fields, link{to: s.article, kinds: kinds.Canonical, place: inLink})
		}
		if s.article != s.h.home {
			s.mention(id, s.pages[id].title+" (PDF)")
		}
	case tube, tendrilIn, tendrilOut, stray:
		s.linkTendril(id)
	}
}

// mention links to a page from the latest article.
func (s *specialist) mention(id int32, text string) {
	p := &s.pages[s.article]
	p.body = append(p.body, link{to: id, kinds: kinds.Link, place: inText, text: text})
}

// translate makes a page the translation of the latest article.
func (s *specialist) translate(id int32) {
	p := &s.pages[id]
	if p.kind == french {
		s.french = id
	}
	p.head = append(p.head, link{to: s.article, kinds: kinds.Alternate, place: inHead})
	original := &s.pages[s.article]
	original.head = append(original.head, link{to: id, kinds: kinds.Alternate, place: inHead})
	s.mention(id, p.title)
}

// linkSearch has the latest French page link to the results, in its own encoding: the word in the query is not escaped.
func (s *specialist) linkSearch(id int32) {
	results := &s.pages[id]
	for _, to := range s.h.slots[:min(len(s.h.slots), 12)] {
		if s.pages[to].kind == article {
			results.body = append(results.body, s.anchor(to, inList))
		}
	}
	if s.french == 0 {
		return
	}
	_, path, _ := strings.Cut(results.url, s.h.name)
	l := s.anchor(id, inText)
	l.href = strings.Replace(path, "%EA", "ê", 1)
	s.pages[s.french].body = append(s.pages[s.french].body, l)
}

// move makes a page refer its readers to the latest article, in some way. A chained one refers to the latest moved
// page, and some pages refer out of the Web.
func (s *specialist) move(id int32) {
	p := &s.pages[id]
	to := s.article
	s.moves++
	switch {
	case p.kind == chained && s.lastMoved >= 0:
		to = s.lastMoved
	case p.kind == moved && s.h.region == core && s.moves%4 == 0:
		to = s.someGhost()
	}
	if p.kind == refresh {
		s.refresh(p, to)
		return
	}
	s.lastMoved = id
	s.redirect(id, to)
}

func (s *specialist) refresh(p *page, to int32) {
	l := link{to: to, kinds: kinds.Refresh, place: inMeta}
	if s.moves%3 == 0 {
		l.place = inRefresh
		p.fields = append(p.fields, l)
		return
	}
	p.head = append(p.head, l)
}

// redirect answers with a Location, half of the time with a body that has a link, as servers do.
func (b *builder) redirect(id, to int32) {
	p := &b.pages[id]
	p.fields = append(p.fields, link{to: to, kinds: kinds.Redirect, place: inLocation})
	if id%2 == 0 {
		p.body = append(p.body, link{to: to, kinds: kinds.Link, place: inText, text: "here"})
	}
}

// frame shows the first directory and the latest article side by side.
func (s *specialist) frame(id int32) {
	p := &s.pages[id]
	for _, to := range []int32{s.h.dirs[0], s.article} {
		p.body = append(p.body, link{to: to, kinds: kinds.Embed, place: inFrame})
	}
}

// linkTendril links the pages that hang on the bow tie without being on its way.
func (s *specialist) linkTendril(id int32) {
	p := &s.pages[id]
	switch p.kind {
	case tendrilIn:
		s.dead = id
	case stray:
		if s.dead >= 0 {
			p.body = append(p.body, s.anchor(s.dead, inText))
		}
	case tube, tendrilOut:
		from := s.pool[outside]
		for range 2 + s.r.IntN(3) {
			p.body = append(p.body, s.anchor(from[s.r.IntN(len(from))], inText))
		}
	}
}

// praiseFarm is the careless link: a guest of some article of the core advertises the farm.
func (b *builder) praiseFarm() {
	for i := range b.hosts {
		if b.hosts[i].region != farm {
			continue
		}
		for _, id := range b.pool[core] {
			if p := &b.pages[id]; p.kind == article && p.robots == robotsFree {
				p.body = append(p.body, b.anchor(b.hosts[i].home, inText))
				return
			}
		}
	}
}
