package compare

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/option"
	"weft/store"
)

// A Joint numbers the pages of two crawls together, in the order of their sort keys, or of their numbers where they have
// no names: page i of a crawl is member i of its set.
type Joint struct{ A, B *view.Subset }

// ErrOrder says that the pages of a crawl are not in the order of their names.
var ErrOrder = option.Errorf("its pages are in the order of its input: import it without {keep-numbers}")

// Join merges the names of two crawls, in two passes. Memory: view.SubsetBytes of all pages together, twice. Errors:
// [ErrMixed], [ErrOrder], and that of ctx.
func Join(ctx context.Context, a, b *store.Crawl) (*Joint, error) {
	if err := checkNames(a, b); err != nil {
		return nil, err
	}
	n := 0
	err := each(a, b, false, func(pair, []byte) error {
		n++
		return stopped(ctx, n)
	})
	if err != nil {
		return nil, err
	}
	if n > graph.MaxNodes {
		return nil, fmt.Errorf("%s and %s have %d pages together: at most %d can be numbered", a.Path, b.Path, n, graph.MaxNodes)
	}
	inA, inB := view.NewBits(n), view.NewBits(n)
	var i, u, v int
	err = each(a, b, false, func(p pair, _ []byte) error {
		if p.inA {
			if int(p.u) != u {
				return fmt.Errorf("%s: %w", a.Path, ErrOrder)
			}
			inA.Add(i)
			u++
		}
		if p.inB {
			if int(p.v) != v {
				return fmt.Errorf("%s: %w", b.Path, ErrOrder)
			}
			inB.Add(i)
			v++
		}
		i++
		return stopped(ctx, i)
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

// stopped returns the reason to stop, looked for now and then.
func stopped(ctx context.Context, n int) error {
	if n%(1<<14) != 0 {
		return nil
	}
	return ctx.Err()
}
