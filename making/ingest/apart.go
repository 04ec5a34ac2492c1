package ingest

import (
	"fmt"
	"weft/internal/mem"
)

// checkApart makes the collector leave the memory of the names that stay apart: up to three quarters of its own.
func (t *text) checkApart() error {
	c := t.im.Col
	if c.Beside == t.known.Bytes {
		return nil
	}
	c.Beside = t.known.Bytes
	need := 8 * c.Beside / 3 // as the collector has half of the memory
	if mem.Base+need <= t.im.opts.Memory {
		return nil
	}
	n := t.known.N
	if all := int64(t.nodes); all > n {
		n, need = all, int64(float64(need)*float64(all)/float64(n))
	}
	return mem.Check(fmt.Sprintf("an import of %d and more named pages that stay apart", n), need, t.im.opts.Memory)
}
