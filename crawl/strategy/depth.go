package strategy

import (
	"io"
	"slices"

	"weft/crawl"
	"weft/graph/page"
)

// DepthFirst takes the links of the latest learnt page, the first link first, before the links of earlier pages. A
// page keeps the place where it was first found. Memory: 4 bytes per waiting page.
type DepthFirst struct{ stack []crawl.Page }

// Learn implements [crawl.Strategy].
func (d *DepthFirst) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range slices.Backward(links) {
		if l.New && !l.Barred {
			d.stack = append(d.stack, l.To)
		}
	}
}

// Next implements [crawl.Strategy].
func (d *DepthFirst) Next() (crawl.Page, crawl.Turn) {
	n := len(d.stack)
	if n == 0 {
		return 0, crawl.Wait
	}
	p := d.stack[n-1]
	d.stack = d.stack[:n-1]
	return p, crawl.Take
}

// Save implements [crawl.Strategy].
func (d *DepthFirst) Save(w io.Writer) error {
	s := newSaver(w, "dfs")
	s.pages(d.stack)
	return s.finish()
}

// Load implements [crawl.Strategy].
func (d *DepthFirst) Load(r io.Reader) error {
	l := newLoader(r, "dfs")
	d.stack = l.pages(d.stack)
	return l.finish()
}
