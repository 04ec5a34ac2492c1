package strategy

import (
	"io"

	"weft/crawl"
	"weft/graph/page"
)

// RoundRobin takes a page of each group in turn, such as of each host: of each the one found first. A group comes back
// to the end of the round when it gets pages again. Memory: 4 bytes a page that waits, and some 80 a group that has
// such pages, besides what group keeps.
type RoundRobin struct {
	group func(crawl.Link) uint32
	of    map[uint32]*queue[crawl.Page] // of groups with pages that wait, those found first first
	round queue[uint32]                 // these groups
}

// NewRoundRobin returns a RoundRobin over groups that a function of the first link to a page tells, numbered from 0 on.
func NewRoundRobin(group func(crawl.Link) uint32) *RoundRobin {
	return &RoundRobin{group: group, of: map[uint32]*queue[crawl.Page]{}}
}

// Learn implements [crawl.Strategy].
func (r *RoundRobin) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		if l.New && !l.Barred {
			r.add(r.group(l), l.To)
		}
	}
}

func (r *RoundRobin) add(g uint32, p crawl.Page) {
	q := r.of[g]
	if q == nil {
		q = &queue[crawl.Page]{}
		r.of[g] = q
		r.round.push(g)
	}
	q.push(p)
}

// Next implements [crawl.Strategy].
func (r *RoundRobin) Next() (crawl.Page, crawl.Turn) {
	if len(r.round.left()) == 0 {
		return 0, crawl.Wait
	}
	g := r.round.pop()
	q := r.of[g]
	p := q.pop()
	if len(q.left()) == 0 {
		delete(r.of, g)
	} else {
		r.round.push(g)
	}
	return p, crawl.Take
}

// Save implements [crawl.Strategy].
func (r *RoundRobin) Save(w io.Writer) error {
	s := newSaver(w, "hosts")
	s.uint(uint64(len(r.round.left())))
	for _, g := range r.round.left() {
		s.uint(uint64(g))
		s.pages(r.of[g].left())
	}
	return s.finish()
}

// Load implements [crawl.Strategy].
func (r *RoundRobin) Load(in io.Reader) error {
	l := newLoader(in, "hosts")
	for n := l.count(); n > 0 && l.err == nil; n-- {
		g := uint32(l.page())
		pages := l.pages(nil)
		if r.of[g] != nil || len(pages) == 0 {
			l.damaged("group %d with %d pages", g, len(pages))
		}
		for _, p := range pages {
			r.add(g, p)
		}
	}
	return l.finish()
}
