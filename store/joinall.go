package store

import (
	"bytes"
	"context"
	"fmt"

	"weft/graph"
	"weft/internal/ef"
	"weft/internal/heap"
)

// Places are the new numbers of the pages of several crawls, in the order of the sort keys of all. Without names, pages keep
// their numbers.
type Places struct {
	Pages int        // of all crawls together
	of    []*ef.List // by crawl; nil where page u is number u
}

// Place returns the number of page u of a crawl, by its position in the list of crawls.
func (p *Places) Place(crawl int, u graph.Node) graph.Node {
	if l := p.of[crawl]; l != nil {
		return graph.Node(l.Get(int(u))) //nolint:gosec // below Pages
	}
	return u
}

// PlacesBytes is the memory of [Places], by the numbers of pages of the crawls.
func PlacesBytes(pages ...int) (n int64) {
	all := 0
	for _, k := range pages {
		all += k
	}
	for _, k := range pages {
		n += ef.Bytes(k, int64(all))
	}
	return n
}

// JoinAll numbers the pages of several crawls together, in two passes over their names. Memory: [PlacesBytes]. Errors:
// [ErrMixed], [ErrOrder], and ctx.
func JoinAll(ctx context.Context, crawls ...*Crawl) (*Places, error) {
	p := &Places{of: make([]*ef.List, len(crawls))}
	for _, c := range crawls {
		if err := SameNames(crawls[0], c); err != nil {
			return nil, err
		}
		p.Pages = max(p.Pages, c.NumPages())
	}
	if len(crawls) == 0 || !crawls[0].HasNames() {
		return p, nil
	}
	var err error
	if p.Pages, err = mergeKeys(ctx, crawls, func(int, int) {}); err != nil {
		return nil, err
	}
	if p.Pages > graph.MaxNodes {
		return nil, fmt.Errorf("the crawls have %d pages together: at most %d can be numbered", p.Pages, graph.MaxNodes)
	}
	b := make([]*ef.Builder, len(crawls))
	for i, c := range crawls {
		b[i] = ef.NewBuilder(c.NumPages(), uint64(max(0, p.Pages-1))) //nolint:gosec // not negative
	}
	if _, err := mergeKeys(ctx, crawls, func(crawl, place int) { b[crawl].Add(uint64(place)) }); err != nil { //nolint:gosec // not negative
		return nil, err
	}
	for i := range b {
		p.of[i] = b[i].List()
	}
	return p, nil
}

// A keyTurn is the next key of a crawl.
type keyTurn struct {
	*KeyCursor
	crawl int
	next  graph.Node // the page that the next key must have
}

// mergeKeys calls f with each crawl that has the next key, and its number, in the order of keys. It returns the number of keys.
func mergeKeys(ctx context.Context, crawls []*Crawl, f func(crawl, place int)) (n int, err error) {
	turns := make([]*keyTurn, len(crawls))
	h := heap.New(func(a, b *keyTurn) bool { return bytes.Compare(a.Key(), b.Key()) < 0 })
	push := func(t *keyTurn) error {
		if !t.Next() {
			return t.Err()
		}
		if t.Page() != t.next {
			return fmt.Errorf("%s: %w", crawls[t.crawl].Path, ErrOrder)
		}
		t.next++
		h.Push(t)
		return nil
	}
	for i, c := range crawls {
		keys, err := c.ScanKeys()
		if err != nil {
			return 0, err
		}
		turns[i] = &keyTurn{KeyCursor: keys, crawl: i}
		if err := push(turns[i]); err != nil {
			return 0, err
		}
	}
	var key []byte
	for ; h.Len() > 0; n++ {
		if n%(1<<14) == 0 && ctx.Err() != nil {
			return n, ctx.Err()
		}
		key = append(key[:0], h.First().Key()...)
		for h.Len() > 0 && bytes.Equal(h.First().Key(), key) {
			t := h.Pop()
			f(t.crawl, n)
			if err := push(t); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}
