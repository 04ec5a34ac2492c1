package store

import (
	"errors"
	"fmt"

	"weft/graph"
)

// ErrMixed says that one crawl has names and the other has none.
var ErrMixed = errors.New("one of them has names of pages and the other has none: they cannot be compared")

// Pairs goes through the pages of two crawls, each once.
type Pairs interface {
	Next() bool
	// Pages returns the page in A and in B, NoPage where there is none.
	Pages() (u, v graph.Node)
	// Key returns the sort key, lent until the next call of Next; nil without names.
	Key() []byte
	// Err returns the error that ended the scan, nil after a complete one.
	Err() error
}

// SameNames returns an error that wraps ErrMixed unless both crawls have names, or neither has.
func SameNames(a, b *Crawl) error {
	if a.HasNames() != b.HasNames() {
		return fmt.Errorf("%s and %s: %w", a.Path, b.Path, ErrMixed)
	}
	return nil
}

// ScanPairs ranges over the pages of two crawls in the order of their sort keys. If neither has names, equal
// numbers are the same page. It returns ErrMixed if only one has names.
func ScanPairs(a, b *Crawl) (Pairs, error) {
	if err := SameNames(a, b); err != nil {
		return nil, err
	}
	if !a.HasNames() {
		return &numberPairs{n: graph.Node(a.NumPages()), m: graph.Node(b.NumPages()), u: NoPage}, nil
	}
	return ScanKeyPairs(a, b)
}

// numberPairs pairs pages with the same number.
type numberPairs struct{ n, m, u graph.Node }

func (p *numberPairs) Next() bool {
	p.u++
	return p.u < max(p.n, p.m)
}

func (p *numberPairs) Pages() (u, v graph.Node) {
	u, v = p.u, p.u
	if u >= p.n {
		u = NoPage
	}
	if v >= p.m {
		v = NoPage
	}
	return u, v
}

func (p *numberPairs) Key() []byte { return nil }
func (p *numberPairs) Err() error  { return nil }
