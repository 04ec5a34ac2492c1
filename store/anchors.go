package store

import (
	"weft/graph"
	"weft/store/names"
)

// The record of a page in anchors.bin: γ of the number of its (source, text) pairs in increasing order. Each pair
// has the gap of the source to the previous one (γ; 0 is the same source again), and the number of the text (δ).
const anchorsMagic = "weftanch"

// An Anchor is a text with which a page points to another.
type Anchor struct {
	From graph.Node
	Text uint32
}

// An anchorsWriter writes the anchors of the pages, target by target.
type anchorsWriter struct{ *perListWriter }

// createAnchors starts a file of anchors.
func createAnchors(path string) (*anchorsWriter, error) {
	p, err := createPerList(path, anchorsMagic)
	return &anchorsWriter{p}, err
}

// append adds the anchors of the next page, sorted by source, then text.
func (w *anchorsWriter) append(list []Anchor) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.w.Gamma(uint64(len(list)))
	prev := graph.Node(0)
	for _, a := range list {
		w.w.Gamma(uint64(a.From - prev))
		w.w.Delta(uint64(a.Text))
		prev = a.From
	}
	return nil
}

// ScanTexts returns a cursor over the anchor texts in the order of their bytes, which is the order of their
// numbers.
func (c *Crawl) ScanTexts() *names.Cursor {
	if c.texts == nil {
		return new(names.Cursor)
	}
	return c.texts.Scan(0, c.texts.Len())
}

// An AnchorCursor reads the anchors of pages in order.
type AnchorCursor struct {
	p     *perList
	texts *names.Table
	r     recordReader
	u     int // the page that Next reads
	hi    int
	list  []Anchor
	err   error
}

func newAnchorCursor(p *perList, texts *names.Table, r graph.Range) *AnchorCursor {
	c := &AnchorCursor{p: p, texts: texts, u: r.Lo, hi: r.Hi}
	if p == nil {
		c.hi = c.u
		return c
	}
	var skip int
	c.r, skip, c.err = p.seek(r.Lo)
	for c.u = r.Lo - skip; c.u < r.Lo; {
		if !c.Next() {
			break
		}
	}
	return c
}

// Next moves to the next page; false at the end or after an error.
func (c *AnchorCursor) Next() bool {
	if c.err != nil || c.u >= c.hi {
		return false
	}
	c.list = c.list[:0]
	n := c.r.Gamma()
	from := uint64(0)
	for range n {
		from += c.r.Gamma()
		text := c.r.Delta()
		if c.r.Overrun() || from >= uint64(c.p.lists) || text >= uint64(c.texts.Len()) {
			c.err = c.p.damaged(c.u, "the record of its anchors is damaged")
			return false
		}
		c.list = append(c.list, Anchor{graph.Node(from), uint32(text)})
	}
	c.u++
	c.err = c.r.end()
	return c.err == nil
}

// Node returns the page that is pointed to.
func (c *AnchorCursor) Node() graph.Node { return graph.Node(c.u - 1) }

// Anchors returns the anchors that point to Node, by source and text; lent until the next call of Next.
func (c *AnchorCursor) Anchors() []Anchor { return c.list }

// Text appends the text of an anchor to dst.
func (c *AnchorCursor) Text(dst []byte, a Anchor) ([]byte, error) {
	return c.texts.Append(dst, int(a.Text))
}

// Err returns the error that ended the scan, nil after a complete one.
func (c *AnchorCursor) Err() error { return c.err }
