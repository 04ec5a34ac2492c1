package strategy

import (
	"io"

	"weft/crawl"
	"weft/graph/page"
)

// HandedName is the name of [Handed] in the configuration of a crawl. It stands in no list of strategies, because it holds
// for crawls that share a frontier, and only for these.
const HandedName = "handed"

// FromFrontier makes a [Handed].
var FromFrontier = Named{Name: HandedName, Wide: true, New: func(Given) crawl.Strategy { return &Handed{has: map[crawl.Page]bool{}} }}

// Handed takes the pages that a frontier for several crawls hands out, in their order, and no others. Memory: some 40
// bytes for each page that waits.
type Handed struct {
	waiting queue[crawl.Page]
	has     map[crawl.Page]bool // pages that wait
}

// Learn implements [crawl.Strategy]. The links of pages go to the frontier, which hands them out.
func (s *Handed) Learn(crawl.Page, page.State, []crawl.Link) {}

// Handed implements [crawl.Fed].
func (s *Handed) Handed(links []crawl.Link) {
	for _, l := range links {
		if !l.Barred {
			s.push(l.To)
		}
	}
}

func (s *Handed) push(p crawl.Page) {
	if !s.has[p] {
		s.has[p] = true
		s.waiting.push(p)
	}
}

// Next implements [crawl.Strategy].
func (s *Handed) Next() (crawl.Page, crawl.Turn) {
	if len(s.waiting.left()) == 0 {
		return 0, crawl.Wait
	}
	p := s.waiting.pop()
	delete(s.has, p)
	return p, crawl.Take
}

// Save implements [crawl.Strategy].
func (s *Handed) Save(w io.Writer) error {
	to := newSaver(w, HandedName)
	to.pages(s.waiting.left())
	return to.finish()
}

// Load implements [crawl.Strategy].
func (s *Handed) Load(r io.Reader) error {
	l := newLoader(r, HandedName)
	for n := l.count(); n > 0 && l.err == nil; n-- {
		s.push(l.page())
	}
	return l.finish()
}
