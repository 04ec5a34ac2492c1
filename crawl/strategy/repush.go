package strategy

import (
	"io"
	"slices"

	"weft/crawl"
	"weft/graph/page"
)

// DepthFirstRepush takes the links of the latest learnt page, the first link first, as [DepthFirst] does. But a
// waiting page that is found again moves to the new place. So it proceeds as deep as the recursive search of
// textbooks.
//
// Memory: 4 bytes per known page, and at most 8 per waiting page, 256 more.
type DepthFirstRepush struct {
	stack []crawl.Page // a page that has moved stands where it stood, too
	at    []uint32     // of every known page its place in stack, plus 1; 0 for pages that do not wait
	waits int
}

// Learn implements [crawl.Strategy].
func (d *DepthFirstRepush) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range slices.Backward(links) {
		if l.Barred {
			continue
		}
		for int64(len(d.at)) <= int64(l.To) {
			d.at = append(d.at, 0)
		}
		switch {
		case d.at[l.To] != 0:
			d.push(l.To)
		case l.New:
			d.waits++
			d.push(l.To)
		}
	}
}

// push puts a page on top. Outdated places are swept when they are half of all.
func (d *DepthFirstRepush) push(p crawl.Page) {
	if len(d.stack) >= 2*d.waits+64 {
		d.sweep()
	}
	d.stack = append(d.stack, p)
	d.at[p] = uint32(len(d.stack)) //nolint:gosec // at most twice as many as pages that wait
}

// sweep keeps only the last place of each waiting page. It removes a page that is about to be pushed anew and has
// no place yet.
func (d *DepthFirstRepush) sweep() {
	kept := d.stack[:0]
	for i, p := range d.stack {
		if d.at[p] == uint32(i+1) { //nolint:gosec // as in push
			kept = append(kept, p)
			d.at[p] = uint32(len(kept)) //nolint:gosec // as in push
		}
	}
	d.stack = kept
}

// Next implements [crawl.Strategy].
func (d *DepthFirstRepush) Next() (crawl.Page, crawl.Turn) {
	for n := len(d.stack); n > 0; n-- {
		p := d.stack[n-1]
		d.stack = d.stack[:n-1]
		if d.at[p] == uint32(n) { //nolint:gosec // as in push
			d.at[p] = 0
			d.waits--
			return p, crawl.Take
		}
	}
	return 0, crawl.Wait
}

// Save implements [crawl.Strategy]: it writes the place of each known page among the waiting ones.
func (d *DepthFirstRepush) Save(w io.Writer) error {
	d.sweep()
	s := newSaver(w, "dfs-repush")
	s.uint(uint64(len(d.at)))
	for _, at := range d.at {
		s.uint(uint64(at))
	}
	return s.finish()
}

// Load implements [crawl.Strategy].
func (d *DepthFirstRepush) Load(r io.Reader) error {
	l := newLoader(r, "dfs-repush")
	for n := l.count(); n > 0 && l.err == nil; n-- {
		at := l.uint()
		if at != 0 {
			d.waits++
		}
		d.at = append(d.at, uint32(min(at, 1<<32-1))) //nolint:gosec // it is cut
	}
	d.stack = make([]crawl.Page, d.waits)
	placed := make([]bool, d.waits)
	for p, at := range d.at {
		switch {
		case at == 0:
		case int64(at) > int64(d.waits) || placed[at-1]:
			l.damaged("page %d at place %d of %d", p, at, d.waits)
			return l.finish()
		default:
			d.stack[at-1], placed[at-1] = crawl.Page(p), true //nolint:gosec // as many as were read
		}
	}
	return l.finish()
}
