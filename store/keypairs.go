package store

import (
	"bytes"
	"errors"
	"math"

	"weft/graph"
)

// NoPage stands for a missing page of a crawl.
const NoPage = graph.Node(math.MaxUint32)

// KeyPairs goes through the sort keys of two crawls in their order, each once.
type KeyPairs struct {
	a, b         *KeyCursor
	moreA, moreB bool
	isA, isB     bool // where the current key is
}

// ScanKeyPairs returns a cursor over the sort keys of two crawls; ErrNoNames where one has none.
func ScanKeyPairs(a, b *Crawl) (*KeyPairs, error) {
	ka, err := a.ScanKeys()
	if err != nil {
		return nil, err
	}
	kb, err := b.ScanKeys()
	if err != nil {
		return nil, err
	}
	return &KeyPairs{a: ka, b: kb, moreA: ka.Next(), moreB: kb.Next()}, nil
}

// Next moves to the next key; false at the end or after an error.
func (p *KeyPairs) Next() bool {
	if p.isA {
		p.moreA = p.a.Next()
	}
	if p.isB {
		p.moreB = p.b.Next()
	}
	c := 0
	switch {
	case p.Err() != nil || !p.moreA && !p.moreB:
		p.isA, p.isB = false, false
		return false
	case !p.moreA:
		c = 1
	case !p.moreB:
		c = -1
	default:
		c = bytes.Compare(p.a.Key(), p.b.Key())
	}
	p.isA, p.isB = c <= 0, c >= 0
	return true
}

// Pages returns the page of the key in A and in B, NoPage where there is none.
func (p *KeyPairs) Pages() (u, v graph.Node) {
	u, v = NoPage, NoPage
	if p.isA {
		u = p.a.Page()
	}
	if p.isB {
		v = p.b.Page()
	}
	return u, v
}

// Key returns the key, lent until the next call of Next.
func (p *KeyPairs) Key() []byte {
	if p.isA {
		return p.a.Key()
	}
	return p.b.Key()
}

// Err returns the error that ended the scan, nil after a complete one.
func (p *KeyPairs) Err() error { return errors.Join(p.a.Err(), p.b.Err()) }
