package strategy

import (
	"io"

	"weft/crawl"
	"weft/graph/page"
)

// MostLinked takes the page with the most links from pages that were learnt, each page counting once; seeds count one. Memory:
// 8 bytes a known page, 4 more for each that waits.
type MostLinked struct{ heap }

// Learn implements [crawl.Strategy].
func (m *MostLinked) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		m.grow(l.To)
		m.score[l.To]++ // exact up to 2²⁴ links
		switch {
		case !l.New:
			m.raise(l.To)
		case !l.Barred:
			m.push(l.To)
		}
	}
}

// Save implements [crawl.Strategy].
func (m *MostLinked) Save(w io.Writer) error { return saveHeap(w, "indegree", &m.heap) }

// Load implements [crawl.Strategy].
func (m *MostLinked) Load(r io.Reader) error { return loadHeap(r, "indegree", &m.heap) }

func saveHeap(w io.Writer, kind string, h *heap) error {
	s := newSaver(w, kind)
	h.save(s)
	return s.finish()
}

func loadHeap(r io.Reader, kind string, h *heap) error {
	l := newLoader(r, kind)
	h.load(l)
	return l.finish()
}

// OPIC takes the page with the most cash. Seeds begin with equal shares of 1. A learnt page gives its cash to its
// links in equal parts, and keeps none. A page without links gives nothing, so the remaining cash stays
// comparable.
//
// After S. Abiteboul, M. Preda and G. Cobena, "Adaptive on-line page importance computation", WWW 2003. Their
// virtual page, which links every page to every other, is left out: it would give the same to all waiting pages.
// Memory: as [MostLinked]. Cash has 32 bits.
type OPIC struct{ heap }

// Learn implements [crawl.Strategy].
func (o *OPIC) Learn(p crawl.Page, _ page.State, links []crawl.Link) {
	if len(links) == 0 {
		return
	}
	share := float32(1) / float32(len(links))
	if p != crawl.None {
		share *= o.score[p]
		o.score[p] = 0
	}
	for _, l := range links {
		o.grow(l.To)
		o.score[l.To] += share
		switch {
		case !l.New:
			o.raise(l.To)
		case !l.Barred:
			o.push(l.To)
		}
	}
}

// Save implements [crawl.Strategy].
func (o *OPIC) Save(w io.Writer) error { return saveHeap(w, "opic", &o.heap) }

// Load implements [crawl.Strategy].
func (o *OPIC) Load(r io.Reader) error { return loadHeap(r, "opic", &o.heap) }

// Scored takes the page with the greatest score, which is known when it is found. Memory: as [MostLinked].
type Scored struct {
	heap
	score func(crawl.Link) float32
}

// NewScored returns a Scored by a function of the first link to a page, which has its name.
func NewScored(score func(crawl.Link) float32) *Scored { return &Scored{score: score} }

// Learn implements [crawl.Strategy].
func (c *Scored) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		if l.New && !l.Barred {
			c.grow(l.To)
			c.heap.score[l.To] = c.score(l)
			c.push(l.To)
		}
	}
}

// Save implements [crawl.Strategy].
func (c *Scored) Save(w io.Writer) error { return saveHeap(w, "score", &c.heap) }

// Load implements [crawl.Strategy].
func (c *Scored) Load(r io.Reader) error { return loadHeap(r, "score", &c.heap) }
