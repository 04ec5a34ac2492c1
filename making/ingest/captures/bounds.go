package captures

import (
	"fmt"

	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/web/capture"
)

// The budget limits the captures between the reader and the graph. Workers read each page within a small share. A
// page that takes more is read again by the goroutine that adds pages to the graph: alone, and link by link.

// bounds are the limits of a capture, in bytes.
type bounds struct {
	Flight  int64 // blocks on their way, together
	Block   int64 // one block
	decoded int64 // a decoded body that a worker reads
	links   int64 // the links of a page that a worker reads
	kept    int64 // what a record keeps for the next one
	alone   int64 // a decoded body that is read alone
	page    int64 // a page, as transferred or decoded; the rest is not read
}

// blockFactor is how many times its block a capture takes: the window of the reader, the copy, what it is decoded to.
const blockFactor = 3

func (im *Intake) bounds() bounds {
	m := im.Memory()
	workers := int64(par.Workers(im.Workers))
	const least = 64 << 10
	most := im.MaxPage
	return bounds{
		Flight:  m / 4,
		Block:   m / 2,
		decoded: min(most, max(least, m/16/workers)),
		links:   max(least, m/16/(5*workers)),
		kept:    max(least, m/32/(5*workers)),
		alone:   min(most, m/4),
		page:    most,
	}
}

// weight is the memory of a block of a length between reader and graph.
func (b *bounds) weight(length int64) int64 { return blockFactor*length + 1<<10 }

// check fails if a block is too large for the budget. what names the block and its place.
func (b *bounds) check(what string, length, budget int64) error {
	if w := b.weight(length); w > b.Block {
		return &mem.ShortError{What: fmt.Sprintf("%s, which has %s,", what, digits.Size(length)), Need: mem.Base + 2*w, Budget: budget}
	}
	return nil
}

// reader returns a reader for workers.
func (b *bounds) reader() *reader {
	return &reader{Reader: capture.Reader{NoURLs: true, MaxBody: b.decoded, MaxLinks: b.links}, bounds: *b}
}

// large says of a record that a worker could not read all of it within its share, and more can be read alone.
func (c *record) large(b *bounds) bool {
	return c.page.Full || c.page.Capped && b.decoded < b.page
}

// takeLarge reads a large capture again, and adds its links to the graph one by one. Memory: the block, its
// decoded body, and the batch.
func (im *Intake) takeLarge(c *record) error {
	b := im.Limits
	if im.large == nil {
		im.large = b.reader()
	}
	r := im.large
	r.MaxLinks, r.MaxBody, r.NoURLs = 0, b.alone, c.tree == nil
	im.Col.Beside += b.alone
	defer func() { im.Col.Beside -= b.alone }()
	if err := im.Col.Room(); err != nil {
		return err
	}
	var failed error
	r.Each = func(l *capture.Outlink) {
		if failed != nil || c.aside {
			return
		}
		if c.tree != nil {
			failed = c.tree.foldLink(c, l)
		}
		c.streamed++
		if failed == nil {
			failed = im.Col.LinkOf(c.page.Key, l, c.isPart())
		}
	}
	c.folders, c.folded = 0, 0
	r.read(c)
	if failed == nil && c.page.Capped && b.alone < b.page {
		return &mem.ShortError{What: fmt.Sprintf("a page that unpacks to more than %s", digits.Size(b.alone)), Need: mem.Base + 4*b.page, Budget: im.Set.Memory}
	}
	return failed
}
