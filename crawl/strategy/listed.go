package strategy

import (
	"io"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
)

// OnlyName is the name of [Listed] in the configuration of a crawl. It stands in no list of strategies, because it holds for
// a run and not for a crawl.
const OnlyName = "only"

// Only makes a [Listed] from a file of URLs: their scores are positive.
var Only = Named{Name: OnlyName, Takes: File, Wants: Scores, New: func(g Given) crawl.Strategy {
	return NewListed(func(l crawl.Link) bool { return g.Score(l) > 0 })
}}

// Listed takes the pages of a list in the order of discovery, and the targets of their redirects. All others stay. Memory:
// 2 bits a known page, 4 bytes for each page of the list.
type Listed struct {
	has     func(crawl.Link) bool
	waiting queue[crawl.Page]
	open    bitset.Set // known pages that may be picked and were not taken
	listed  bitset.Set
}

// NewListed returns a Listed by a function of the first link to a page, which has its name.
func NewListed(has func(crawl.Link) bool) *Listed { return &Listed{has: has} }

// Has reports whether a page is in the list, or a page of the list redirects to it.
func (s *Listed) Has(p crawl.Page) bool { return s.listed.Has(int(p)) }

// Learn implements [crawl.Strategy].
func (s *Listed) Learn(p crawl.Page, state page.State, links []crawl.Link) {
	redirects := p != crawl.None && state == page.Redirected && s.Has(p)
	for _, l := range links {
		if l.New && !l.Barred {
			s.open.Put(int(l.To))
		}
		if l.New && s.has(l) || redirects && l.Kinds&kinds.Redirect != 0 {
			s.listed.Put(int(l.To))
		}
		if s.open.Has(int(l.To)) && s.Has(l.To) {
			s.open.Remove(int(l.To))
			s.waiting.push(l.To)
		}
	}
}

// Next implements [crawl.Strategy].
func (s *Listed) Next() (crawl.Page, crawl.Turn) {
	if len(s.waiting.left()) == 0 {
		return 0, crawl.Wait
	}
	return s.waiting.pop(), crawl.Take
}

// Save implements [crawl.Strategy].
func (s *Listed) Save(w io.Writer) error {
	to := newSaver(w, OnlyName)
	to.pages(s.waiting.left())
	for _, set := range []bitset.Set{s.open, s.listed} {
		to.uint(uint64(len(set)))
		for _, word := range set {
			to.uint(word)
		}
	}
	return to.finish()
}

// Load implements [crawl.Strategy].
func (s *Listed) Load(r io.Reader) error {
	l := newLoader(r, OnlyName)
	for n := l.count(); n > 0 && l.err == nil; n-- {
		s.waiting.push(l.page())
	}
	for _, set := range []*bitset.Set{&s.open, &s.listed} {
		for n := l.count(); n > 0 && l.err == nil; n-- {
			*set = append(*set, l.uint())
		}
	}
	return l.finish()
}
