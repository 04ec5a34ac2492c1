package compare

import (
	"bytes"
	"errors"
	"math"

	"weft/graph"
	"weft/page"
	"weft/store"
)

// none stands for the page of a crawl that does not have it; hidden for a page of B that A has as well, but that is none
// in A as it was not fetched there.
const (
	none   = graph.Node(math.MaxUint32)
	hidden = none - 1
)

// pairs goes through the pages of two crawls in the order of their names, or numbers, each once.
type pairs interface {
	next() bool
	// pages returns the page in A and in B, none where there is none.
	pages() (u, v graph.Node)
	// key returns the sort key, lent; nil without names.
	key() []byte
	err() error
}

func newPairs(a, b *store.Crawl) (pairs, error) {
	if !a.HasNames() && !b.HasNames() {
		return &byNumber{n: graph.Node(a.NumPages()), m: graph.Node(b.NumPages()), u: none}, nil
	}
	ka, err := a.ScanKeys()
	if err != nil {
		return nil, err
	}
	kb, err := b.ScanKeys()
	if err != nil {
		return nil, err
	}
	return &byName{a: ka, b: kb, moreA: ka.Next(), moreB: kb.Next()}, nil
}

// byName merges two tables of names.
type byName struct {
	a, b         *store.KeyCursor
	moreA, moreB bool
	isA, isB     bool // where the current key is
}

func (p *byName) next() bool {
	if p.isA {
		p.moreA = p.a.Next()
	}
	if p.isB {
		p.moreB = p.b.Next()
	}
	c := 0
	switch {
	case p.err() != nil || !p.moreA && !p.moreB:
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

func (p *byName) pages() (u, v graph.Node) {
	u, v = none, none
	if p.isA {
		u = p.a.Page()
	}
	if p.isB {
		v = p.b.Page()
	}
	return u, v
}

func (p *byName) key() []byte {
	if p.isA {
		return p.a.Key()
	}
	return p.b.Key()
}

func (p *byName) err() error { return errors.Join(p.a.Err(), p.b.Err()) }

// byNumber pairs pages with the same number.
type byNumber struct{ n, m, u graph.Node }

func (p *byNumber) next() bool {
	p.u++
	return p.u < max(p.n, p.m)
}

func (p *byNumber) pages() (u, v graph.Node) {
	u, v = p.u, p.u
	if u >= p.n {
		u = none
	}
	if v >= p.m {
		v = none
	}
	return u, v
}

func (p *byNumber) key() []byte { return nil }
func (p *byNumber) err() error  { return nil }

// A pair is a page as it is in both crawls.
type pair struct {
	u, v     graph.Node // none where the crawl does not have it
	inA, inB bool       // whether it counts as a page there
}

// status returns which it is: Kept, Gone or New; empty if it counts in neither.
func (p pair) status() string {
	switch {
	case p.inA && p.inB:
		return Kept
	case p.inA:
		return Gone
	case p.inB:
		return New
	}
	return ""
}

// What becomes of a page.
const (
	Kept = "kept"
	Gone = "gone"
	New  = "new"
)

// counts says whether a page of a crawl counts as one.
func counts(c *store.Crawl, u graph.Node, fetched bool) bool {
	return u != none && (!fetched || c.State(u) == page.Fetched)
}

// each calls f with every page of either crawl and its sort key, lent.
func each(a, b *store.Crawl, fetched bool, f func(p pair, key []byte) error) error {
	all, err := newPairs(a, b)
	if err != nil {
		return err
	}
	for all.next() {
		u, v := all.pages()
		if err := f(pair{u, v, counts(a, u, fetched), counts(b, v, fetched)}, all.key()); err != nil {
			return err
		}
	}
	return all.err()
}
