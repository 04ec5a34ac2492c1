package shards

import (
	"bytes"
	"context"

	"weft/graph"
	"weft/store/names"
)

// A TextCursor reads the texts of links in the order of source, target and text, which it checks: each once.
type TextCursor struct {
	r              *rows
	n              int64
	source, target uint32
	text, last     []byte
	any            bool
}

// ReadTexts returns a cursor over all texts of links. Close it after use.
func (f *Folder) ReadTexts(ctx context.Context) *TextCursor {
	return &TextCursor{r: f.rows(ctx, "", f.in(TextsFolder), textColumns), n: f.Pages}
}

// Next moves to the next text; false at the end or after an error.
func (c *TextCursor) Next() bool {
	if !c.r.next() {
		return false
	}
	u, v, text := c.r.page(arcSource, c.n), c.r.page(arcTarget, c.n), c.r.text(textText)
	if c.r.err != nil {
		return false
	}
	if len(text) == 0 || len(text) > names.MaxLen {
		c.r.fail("the text of %d → %d has %d bytes: expected 1 to %d", u, v, len(text), names.MaxLen)
		return false
	}
	c.last, c.text = c.text, append(c.last[:0], text...)
	if c.any && (u < c.source || u == c.source && (v < c.target || v == c.target && bytes.Compare(c.text, c.last) <= 0)) {
		c.r.fail("the text %.100q of %d → %d follows %.100q of %d → %d: expected the order of source, target and text, each once", c.text, u, v, c.last, c.source, c.target)
		return false
	}
	c.source, c.target, c.any = u, v, true
	return true
}

// Source returns the page with the link.
func (c *TextCursor) Source() graph.Node { return graph.Node(c.source) }

// Target returns the page that the link leads to.
func (c *TextCursor) Target() graph.Node { return graph.Node(c.target) }

// Text returns the text, valid until the next call of Next.
func (c *TextCursor) Text() []byte { return c.text }

// Refuse ends the reading with the error that no arc belongs to the text.
func (c *TextCursor) Refuse() {
	c.r.fail("the text %.100q is of a link %d → %d, and there is no such arc in %s/", c.text, c.source, c.target, ArcsFolder)
}

// Err returns the error that ended the reading, nil after all texts.
func (c *TextCursor) Err() error { return c.r.err }

// Close ends the reading.
func (c *TextCursor) Close() { c.r.close() }
