package hak

import (
	"context"
	"fmt"
	"math"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
	"weft/internal/par"
	"weft/stats"
)

// GrowOptions say how [Grow] selects pages. Tau 0 selects all pages.
type GrowOptions struct {
	Tau float64 // τ, the least fidelity, 0 ≤ Tau ≤ 1
	// Quantile makes the selection begin with the pages of at most this quantile of the out-degrees of the crawled pages that
	// have links. 0 is the paper's: the least of these out-degrees.
	Quantile float64
	graph.Work
}

// Grow returns the pages that Algorithm 1 selects for high fidelity. It begins with the crawled pages without
// links, and those of the least out-degree above 0. It then adds crawled pages with at least a share τ of their
// links to selected pages, until there is none left. Adding pages only raises these shares, so the rounds of the
// paper and any other order give the same set.
//
// out holds all links of the crawled pages, with their links to ghosts; in is its transpose. Ghosts, the pages
// outside crawled, are never selected. A self-loop counts as a link to a selected page. γ is compared as the
// quotient of two integers, rounded as Tau is: 3 of 10 links are enough for 0.3.
//
// The literal algorithm keeps the pages that it began with, even if their γ ends below τ. So the result may
// violate Definition 5. [Components] counts such pages, and [Maximum] within the result removes them. A single
// page can determine the start: if one page has one link, the start is the pages with at most one link. The
// quantile of the options avoids this.
//
// It takes two passes over out, and one random access of in for each selected page. Memory: [SelectBytes]. The
// result does not depend on the number of workers. Errors: the options, reading the graphs, allocating memory, and
// ctx.
//
// Source: Holzmann et al., 2019, "High-fidelity component selection", Algorithm 1; d(v) as in the note on it: "the
// given input graph".
// Papers: fidelity, "Component selection".
func Grow(ctx context.Context, out, in graph.Random, crawled view.Bits, o GrowOptions) (view.Bits, error) {
	if !(o.Quantile >= 0 && o.Quantile <= 1) {
		return nil, fmt.Errorf("grow: the quantile is %v, want 0 ≤ q ≤ 1", o.Quantile)
	}
	c, err := newCascade(in, o.Tau, o.Work)
	if err != nil {
		return nil, fmt.Errorf("grow: %w", err)
	}
	most, err := initialDegree(ctx, out, crawled, o)
	if err != nil {
		return nil, err
	}
	err = c.count(ctx, out, func(u graph.Node, succ []graph.Node) uint32 {
		switch {
		case !crawled.Has(int(u)):
			return never
		case len(succ) <= most:
			return 0
		}
		want := needed(o.Tau, len(succ))
		if want > 0 && leadsTo(succ, u) {
			want--
		}
		return uint32(want)
	})
	if err != nil {
		return nil, err
	}
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	return c.those(func(left uint32) bool { return left == 0 }), nil
}

// Maximum returns the greatest subset of the given pages in which every page has a fidelity of at least τ: at
// least this share of its links leads into the set. A page without links has fidelity 1. Sets with this property
// are closed under union, so one of them contains all others. It remains when pages below τ are removed, in any
// order, until there is none. The paper's "naive pruning" finds it if it is continued to the end.
//
// Within all crawled pages, it is the exact answer to the problem of Algorithm 1, at any size. Within the result
// of [Grow], it is the largest part that satisfies Definition 5, which is unique but may be empty. out, in,
// ghosts, self-loops and the comparison are as for Grow. If out had no ghosts, the set of all pages would always
// do.
//
// It takes one pass over out, and one random access of in for each removed page. Memory: [SelectBytes]. The result
// does not depend on the number of workers. Errors: tau, reading the graphs, allocating memory, and ctx.
//
// Source: Holzmann et al., 2019, Definition 5. The paper calls the problem NP-hard, like a knapsack. But a
// knapsack bounds the size of the set, and this problem does not.
// Papers: fidelity, "Component selection".
func Maximum(ctx context.Context, out, in graph.Random, within view.Bits, o GrowOptions) (view.Bits, error) {
	c, err := newCascade(in, o.Tau, o.Work)
	if err != nil {
		return nil, fmt.Errorf("maximum: %w", err)
	}
	err = c.count(ctx, out, func(u graph.Node, succ []graph.Node) uint32 {
		if !within.Has(int(u)) {
			return never
		}
		return uint32(max(0, countIn(succ, within)-needed(o.Tau, len(succ))+1))
	})
	if err != nil {
		return nil, err
	}
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	return c.those(func(left uint32) bool { return left != 0 && left != never }), nil
}

// SelectBytes is the memory that [Grow] and [Maximum] take for n pages, their result among it.
func SelectBytes(n int) int64 { return 8*int64(n) + int64(n)/8 }

// needed returns the least number of d links whose share is at least tau. Quotients of integers are rounded to the
// nearest float64, like the decimals of tau, so that equal values compare as equal.
func needed(tau float64, d int) int {
	k := int(math.Ceil(tau * float64(d)))
	for k > 0 && float64(k-1)/float64(d) >= tau {
		k--
	}
	for k < d && float64(k)/float64(d) < tau {
		k++
	}
	return k
}

func leadsTo(succ []graph.Node, u graph.Node) bool {
	_, found := slices.BinarySearch(succ, u)
	return found
}

// initialDegree returns up to what out-degree pages are selected from the start.
func initialDegree(ctx context.Context, out graph.Random, crawled view.Bits, o GrowOptions) (int, error) {
	parts := graph.Parts(out)
	degrees := make([]stats.Counter, par.Workers(o.Workers))
	free := make(chan *stats.Counter, len(degrees))
	for i := range degrees {
		free <- &degrees[i]
	}
	err := par.Do(ctx, len(parts), len(degrees), func(i int) error {
		c := <-free
		defer func() { free <- c }()
		return graph.EachList(out, parts[i], func(u graph.Node, succ []graph.Node) {
			if len(succ) > 0 && crawled.Has(int(u)) {
				c.Add(uint64(len(succ)))
			}
		})
	})
	if err != nil {
		return 0, err
	}
	for i := range degrees[1:] {
		degrees[0].Merge(&degrees[i+1])
	}
	return quantile(degrees[0].Histogram(), o.Quantile), nil
}

// quantile returns the least value that at least a share of q of all values do not exceed; 0 if there is none.
func quantile(h stats.Histogram, q float64) int {
	all, below := int64(0), int64(0)
	for _, n := range h.Counts {
		all += n
	}
	for i, n := range h.Counts {
		if below += n; float64(below) >= q*float64(all) {
			return int(h.Values[i])
		}
	}
	return 0
}

// A cascade counts down, for each page, how many of the pages it links to may fall before it falls itself. Falling means to
// be selected in Grow, and to be taken out in Maximum.
type cascade struct {
	in     graph.Random
	w      graph.Work
	left   []uint32     // remaining links of a page; 0 for removed pages, never 0 for pages that cannot be removed
	fallen []graph.Node // pages that fell, in that order
}

// never is the count of a page that does not fall. No page has as many links.
const never = math.MaxUint32

func newCascade(in graph.Random, tau float64, w graph.Work) (*cascade, error) {
	if !(tau >= 0 && tau <= 1) {
		return nil, fmt.Errorf("the threshold is %v, want 0 ≤ tau ≤ 1", tau)
	}
	m := alloc.Maker{Space: w.Space}
	c := &cascade{in: in, w: w, left: alloc.From[uint32](&m, in.NumNodes()), fallen: alloc.From[graph.Node](&m, in.NumNodes())[:0]}
	return c, m.Err
}

// count sets the counts as f says, which may be called for several pages at a time.
func (c *cascade) count(ctx context.Context, out graph.Random, f func(u graph.Node, succ []graph.Node) uint32) error {
	if out.NumNodes() != len(c.left) {
		return fmt.Errorf("selection of pages: the graph has %d nodes, its transpose %d", out.NumNodes(), len(c.left))
	}
	parts := graph.Parts(out)
	return par.Do(ctx, len(parts), c.w.Workers, func(i int) error {
		return graph.EachList(out, parts[i], func(u graph.Node, succ []graph.Node) { c.left[u] = f(u, succ) })
	})
}

// run lets fall what falls.
func (c *cascade) run(ctx context.Context) error {
	for u, left := range c.left {
		if left == 0 {
			c.fallen = append(c.fallen, graph.Node(u))
		}
	}
	mem, _ := c.in.(*graph.Memory)
	var preds []graph.Node
	var err error
	for i := 0; i < len(c.fallen); i++ {
		if i&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if mem != nil {
			preds = mem.Succ(c.fallen[i])
		} else if preds, err = c.in.AppendSucc(preds[:0], c.fallen[i]); err != nil {
			return err
		}
		c.lower(preds)
	}
	return nil
}

// lower counts down the remaining links of the pages that link to a removed page.
func (c *cascade) lower(preds []graph.Node) {
	for _, v := range preds {
		if left := c.left[v]; left != 0 && left != never {
			if c.left[v] = left - 1; left == 1 {
				c.fallen = append(c.fallen, v)
			}
		}
	}
}

// those returns the pages with the counts that f accepts.
func (c *cascade) those(f func(left uint32) bool) view.Bits {
	b := view.NewBits(len(c.left))
	for u, left := range c.left {
		if f(left) {
			b.Add(u)
		}
	}
	return b
}
