package strategy

import (
	"io"

	"weft/crawl"
	"weft/page"
)

// BreadthFirst takes pages in the order in which they were found. Memory: 8 bytes for each run of pages of which none is
// barred, a page's new links being such a run.
type BreadthFirst struct {
	runs []run // what waits, in order
	at   int   // runs before it are used up
}

// A run is pages first … end-1.
type run struct{ first, end crawl.Page }

// Learn is that of [crawl.Strategy].
func (b *BreadthFirst) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		if !l.New || l.Barred {
			continue
		}
		if n := len(b.runs); n > b.at && b.runs[n-1].end == l.To {
			b.runs[n-1].end++
		} else {
			b.runs = append(b.runs, run{l.To, l.To + 1})
		}
	}
}

// Next is that of [crawl.Strategy].
func (b *BreadthFirst) Next() (crawl.Page, crawl.Turn) {
	if b.at == len(b.runs) {
		return 0, crawl.Wait
	}
	r := &b.runs[b.at]
	p := r.first
	if r.first++; r.first == r.end {
		b.at++
		b.compact()
	}
	return p, crawl.Take
}

// compact frees what is used up, when it is half of all.
func (b *BreadthFirst) compact() {
	if b.at < 1024 || b.at < len(b.runs)/2 {
		return
	}
	b.runs = b.runs[:copy(b.runs, b.runs[b.at:])]
	b.at = 0
}

// Save is that of [crawl.Strategy].
func (b *BreadthFirst) Save(w io.Writer) error {
	s := newSaver(w, "bfs")
	s.uint(uint64(len(b.runs) - b.at))
	for _, r := range b.runs[b.at:] {
		s.uint(uint64(r.first))
		s.uint(uint64(r.end - r.first))
	}
	return s.finish()
}

// Load is that of [crawl.Strategy].
func (b *BreadthFirst) Load(r io.Reader) error {
	l := newLoader(r, "bfs")
	for n := l.count(); n > 0 && l.err == nil; n-- {
		first := l.page()
		end := first + crawl.Page(l.uint())
		if end <= first {
			l.damaged("a run of pages from %d to %d", first, end)
		}
		b.runs = append(b.runs, run{first, end})
	}
	return l.finish()
}
