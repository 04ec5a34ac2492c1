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

// ScanKeys returns a cursor over the sort keys, or ErrNoNames.
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

// Key returns the key. It is valid until the next call of Next.
func (k *KeyCursor) Key() []byte { return k.keys.Name() }

// Page returns the page that the key belongs to.
func (k *KeyCursor) Page() graph.Node { return k.c.atRank(uint32(k.rank)) }

// Err returns the error that ended the scan, nil after a complete one.
func (k *KeyCursor) Err() error { return k.keys.Err() }

// FindKey returns the position, among the sorted keys, of the first key that is at least key. Without such a key it
// returns the number of pages.
func (c *Crawl) FindKey(key []byte) (int, error) {
	if c.names == nil {
		return 0, ErrNoNames
	}
	return c.names.Search(key)
}

// AtKey returns the page whose key has a position among the sorted keys, from 0. Without names it is the page with this number.
func (c *Crawl) AtKey(position int) graph.Node { return c.atRank(uint32(position)) } //nolint:gosec // pages are numbered so

// KeyOf is the inverse of AtKey.
func (c *Crawl) KeyOf(u graph.Node) int { return int(c.rankOf(u)) }
