package store

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/option"
)

// A Joint numbers the pages of two crawls together, in the order of their sort keys, or of their numbers if they
// have no names. Page i of a crawl is member i of its set.
type Joint struct{ A, B *view.Subset }

// ErrOrder says that the pages of a crawl are not in the order of their names.
var ErrOrder = option.Errorf("its pages are in the order of its input: import it without {keep-numbers}")

// Join merges the names of two crawls, in two passes. Memory: twice view.SubsetBytes of all pages together.
// Errors: [ErrMixed], [ErrOrder], and ctx.
func Join(ctx context.Context, a, b *Crawl) (*Joint, error) {
	n := 0
	err := eachPair(ctx, a, b, func(_, _ graph.Node) error {
		n++
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n > graph.MaxNodes {
		return nil, fmt.Errorf("%s and %s have %d pages together: at most %d can be numbered", a.Path, b.Path, n, graph.MaxNodes)
	}
	inA, inB := view.NewBits(n), view.NewBits(n)
	var i int
	var nextA, nextB graph.Node
	err = eachPair(ctx, a, b, func(u, v graph.Node) error {
		if u != NoPage {
			if u != nextA {
				return fmt.Errorf("%s: %w", a.Path, ErrOrder)
			}
			inA.Add(i)
			nextA++
		}
		if v != NoPage {
			if v != nextB {
				return fmt.Errorf("%s: %w", b.Path, ErrOrder)
			}
			inB.Add(i)
			nextB++
		}
		i++
		return nil
	})
	if err != nil {
		return nil, err
	}
	j := &Joint{}
	if j.A, err = view.NewSubset(inA, n); err != nil {
		return nil, err
	}
	j.B, err = view.NewSubset(inB, n)
	return j, err
}

// eachPair calls f with each page of either crawl, and looks now and then whether ctx is over.
func eachPair(ctx context.Context, a, b *Crawl, f func(u, v graph.Node) error) error {
	all, err := ScanPairs(a, b)
	if err != nil {
		return err
	}
	for n := 0; all.Next(); n++ {
		if n%(1<<14) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := f(all.Pages()); err != nil {
			return err
		}
	}
	return all.Err()
}
