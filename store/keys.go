package store

import (
	"weft/graph"
	"weft/store/names"
)

// A KeyCursor reads the sort keys of all pages in their order. This is the order of the pages, unless the crawl is
// in the order of its input.
type KeyCursor struct {
	c    *Crawl
	keys *names.Cursor
	rank int
}

// ScanKeys returns a cursor over the sort keys; ErrNoNames where there are none.
func (c *Crawl) ScanKeys() (*KeyCursor, error) {
	if c.names == nil {
		return nil, ErrNoNames
	}
	return &KeyCursor{c: c, keys: c.names.Scan(0, c.names.Len()), rank: -1}, nil
}

// Next moves to the next key; false at the end or after an error.
func (k *KeyCursor) Next() bool {
	k.rank++
	return k.keys.Next()
}

// Key returns the key, lent until the next call of Next.
func (k *KeyCursor) Key() []byte { return k.keys.Name() }

// Page returns the page that the key belongs to.
func (k *KeyCursor) Page() graph.Node { return k.c.atRank(uint32(k.rank)) }

// Err returns the error that ended the scan, nil after a complete one.
func (k *KeyCursor) Err() error { return k.keys.Err() }
