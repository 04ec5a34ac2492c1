package pages

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/store"
)

// Texts of pages that can be missing or repeated.
const (
	Title   = "title"
	Content = "content" // of the body, by its digest
)

// Repeated and Absent are the values of Query.Duplicate and Query.No.
var (
	Repeated = []string{Title, Content}
	Absent   = []string{Title}
)

// ErrNoBack refuses a bare graph without a transpose.
var ErrNoBack = errors.New("the graph has no transpose, which lists the links to a page: weft import makes a crawl of it")

// narrow keeps the pages of a result that are orphans, lack a text or repeat a text of others.
func (s *Source) narrow(ctx context.Context, q *Query, found *Found) error {
	if q.Orphan {
		linked, err := s.followed(ctx)
		if err == nil {
			err = found.keep(ctx, func(i int) (bool, error) {
				u := s.c.AtKey(i)
				return s.c.State(u).MayLink() && !linked.Has(int(u)), nil
			})
		}
		if err != nil {
			return err
		}
	}
	if q.No == "" && q.Duplicate == "" {
		return nil
	}
	facts, err := s.c.OpenFacts()
	if err != nil {
		return err
	}
	defer facts.Close() //nolint:errcheck // only read
	if q.No == Title {
		if err := s.untitled(ctx, facts, found); err != nil {
			return err
		}
	}
	if q.Duplicate == "" {
		return nil
	}
	return s.repeated(ctx, facts, q.Duplicate, found)
}

// followed returns the pages with a followed link from another page. A followed link is an arc of a measured kind; nofollow
// links do not count.
func (s *Source) followed(ctx context.Context) (bitset.Set, error) {
	return s.targets(ctx, func(u int, from []graph.Node, by []kinds.Set) bool {
		for i, v := range from {
			k := by[i]
			if k&kinds.Nofollow != 0 {
				k &^= kinds.Link
			}
			if int(v) != u && k&kinds.Measured != 0 {
				return true
			}
		}
		return false
	})
}

// untitled keeps the fetched HTML pages without a title.
func (s *Source) untitled(ctx context.Context, facts *store.FactReader, found *Found) error {
	return found.keep(ctx, func(i int) (bool, error) {
		u := s.c.AtKey(i)
		if s.c.State(u) != page.Fetched {
			return false, nil
		}
		f, err := facts.At(u)
		if err != nil {
			return false, err
		}
		return len(f.Title) == 0 && (string(f.Type) == "text/html" || string(f.Type) == "application/xhtml+xml"), nil
	})
}

// repeated keeps the fetched pages whose text another page of the result shares, and puts equal texts together. It compares
// 64 bits of the SHA-256 of texts. Memory: [sortBytes] for the sorter, and 8 bytes for each page that is kept. One pass over
// the facts.
func (s *Source) repeated(ctx context.Context, facts *store.FactReader, what string, found *Found) error {
	sorter := extsort.New(extsort.Options{Memory: sortBytes, Labels: extsort.Distinct})
	defer sorter.Close() //nolint:errcheck // scratch files
	err := found.Each(ctx, func(i int) error {
		u := s.c.AtKey(i)
		if s.c.State(u) != page.Fetched {
			return nil
		}
		f, err := facts.At(u)
		if err != nil {
			return err
		}
		text := f.Title
		if what == Content {
			text = f.Digest
		}
		if len(text) == 0 {
			return nil
		}
		sum := sha256.Sum256(text)
		return sorter.Add(binary.BigEndian.Uint32(sum[:]), binary.BigEndian.Uint32(sum[4:]), uint32(i)) //nolint:gosec // pages are numbered so
	})
	if err != nil {
		return err
	}
	it, err := sorter.Sort()
	if err != nil {
		return err
	}
	groups, err := pairs(it)
	slices.Sort(groups)
	found.groups = groups
	in := bitset.New(s.c.NumPages())
	for _, g := range groups {
		in.Add(int(uint32(g))) //nolint:gosec // its lower half
	}
	return errors.Join(err, found.keep(ctx, func(i int) (bool, error) { return in.Has(i), nil }))
}

// sortBytes is the memory for sorting the texts of pages.
const sortBytes = 16 << 20

// pairs returns the labels of arcs that come with several labels, each below the first label of its arc.
func pairs(it *extsort.Iterator) (groups []uint64, err error) {
	var from, to, first uint32
	n := 0
	for it.Next() {
		if n > 0 && it.From() == from && it.To() == to {
			if n++; n == 2 {
				groups = append(groups, uint64(first)<<32|uint64(first))
			}
			groups = append(groups, uint64(first)<<32|uint64(it.Label()))
			continue
		}
		from, to, first, n = it.From(), it.To(), it.Label(), 1
	}
	return groups, it.Err()
}
