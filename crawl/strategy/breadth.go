package strategy

import (
	"io"

	"weft/crawl"
	"weft/graph/page"
)

// BreadthFirst takes pages in the order in which they were found. Memory: 8 bytes per run of consecutive pages
// without a barred one; the new links of a page form such a run.
type BreadthFirst struct{ runs queue[run] }

// A run is pages first … end-1.
type run struct{ first, end crawl.Page }

// Learn implements [crawl.Strategy].
func (b *BreadthFirst) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		if !l.New || l.Barred {
			continue
		}
		left := b.runs.left()
		if n := len(left); n > 0 && left[n-1].end == l.To {
			left[n-1].end++
		} else {
			b.runs.push(run{l.To, l.To + 1})
		}
	}
}

// Next implements [crawl.Strategy].
func (b *BreadthFirst) Next() (crawl.Page, crawl.Turn) {
	left := b.runs.left()
	if len(left) == 0 {
		return 0, crawl.Wait
	}
	p := left[0].first
	if left[0].first++; left[0].first == left[0].end {
		b.runs.pop()
	}
	return p, crawl.Take
}

// Save implements [crawl.Strategy].
func (b *BreadthFirst) Save(w io.Writer) error {
	s := newSaver(w, "bfs")
	s.uint(uint64(len(b.runs.left())))
	for _, r := range b.runs.left() {
		s.uint(uint64(r.first))
		s.uint(uint64(r.end - r.first))
	}
	return s.finish()
}

// Load implements [crawl.Strategy].
func (b *BreadthFirst) Load(r io.Reader) error {
	l := newLoader(r, "bfs")
	for n := l.count(); n > 0 && l.err == nil; n-- {
		first := l.page()
		end := first + crawl.Page(l.uint())
		if end <= first {
			l.damaged("a run of pages from %d to %d", first, end)
		}
		b.runs.push(run{first, end})
	}
	return l.finish()
}
