package strategy

import (
	"io"

	"weft/crawl"
	"weft/page"
)

// RoundRobin takes a page of each group in turn, such as of each host: of each the one found first. A group comes back to the
// end of the round when it gets pages again. Memory: 4 bytes a page that waits, and some 80 a group that has such pages, besides what
// group keeps.
type RoundRobin struct {
	group func(crawl.Link) uint32
	of    map[uint32]*queue // of groups with pages that wait
	round []uint32          // these groups, from at on
	at    int
}

// A queue holds pages in the order in which they were found.
type queue struct {
	pages []crawl.Page
	at    int
}

// NewRoundRobin returns a RoundRobin over groups that a function of the first link to a page tells, numbered from 0 on.
func NewRoundRobin(group func(crawl.Link) uint32) *RoundRobin {
	return &RoundRobin{group: group, of: map[uint32]*queue{}}
}

// Learn is that of [crawl.Strategy].
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
		q = &queue{}
		r.of[g] = q
		r.round = append(r.round, g)
	}
	q.pages = append(q.pages, p)
}

// Next is that of [crawl.Strategy].
func (r *RoundRobin) Next() (crawl.Page, crawl.Turn) {
	if r.at == len(r.round) {
		return 0, crawl.Wait
	}
	g := r.round[r.at]
	if r.at++; r.at >= 1024 && r.at > len(r.round)/2 {
		r.round = r.round[:copy(r.round, r.round[r.at:])]
		r.at = 0
	}
	q := r.of[g]
	p := q.pages[q.at]
	if q.at++; q.at == len(q.pages) {
		delete(r.of, g)
		return p, crawl.Take
	}
	r.round = append(r.round, g)
	if q.at >= 64 && q.at > len(q.pages)/2 {
		q.pages = q.pages[:copy(q.pages, q.pages[q.at:])]
		q.at = 0
	}
	return p, crawl.Take
}

// Save is that of [crawl.Strategy].
func (r *RoundRobin) Save(w io.Writer) error {
	s := newSaver(w, "hosts")
	s.uint(uint64(len(r.round) - r.at))
	for _, g := range r.round[r.at:] {
		s.uint(uint64(g))
		s.pages(r.of[g].pages[r.of[g].at:])
	}
	return s.finish()
}

// Load is that of [crawl.Strategy].
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
