package rank

import (
	"context"
	"errors"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
	"weft/internal/bitset"
	"weft/internal/par"
)

// A Norm is the norm by which HITS scales its vectors.
type Norm uint8

// The norms.
const (
	L2 Norm = iota // square root of the sum of squares
	L1             // sum
)

// String returns "l2" or "l1".
func (n Norm) String() string {
	if n == L1 {
		return "l1"
	}
	return "l2"
}

// HITSOptions is ready to use as its zero value.
type HITSOptions struct {
	Iterations int     // maximum number of iterations; 0 stands for 60
	Tolerance  float64 // iteration stops when Residual ≤ Tolerance; 0: after all iterations
	Norm       Norm
	Loops      bool // arcs from a page to itself count; else they are dropped
	// Start, if not nil, holds the hub scores to begin with, such as the scores of an earlier version of the
	// graph. The default is all ones.
	Start []float64
	// Removed are pages that count as if they and their arcs were not there: their scores are 0.
	Removed view.Bits
	// Push makes it push scores along the arcs of both views, by blocks, instead of gathering them; which
	// changes no bit: see [PushPays]. The views are read twice, and then no more.
	Push bool
	// Room is how many bytes, more than [HITSBytes], HITS may take for copies of the lists that are not empty. It
	// changes no bit.
	Room int64
	graph.Work
	// Progress, if not nil, is called after each iteration. Without a Tolerance the residual is NaN in all
	// iterations except the last.
	Progress func(iteration int, residual float64)
	// Save, if not nil, receives the state between two iterations. An error that it returns ends the work.
	Save func(HITSState) error
	// Resume, if not nil, is the state of earlier work with the same graph and options; the work continues from
	// there.
	Resume *HITSState
}

// A HITSResult is the result of HITS.
type HITSResult struct {
	Authorities []float64
	Hubs        []float64
	Iterations  int
	Residual    float64 // the greater of the distances of both vectors from those one iteration before, in Norm
	Norm        string  // "l2" or "l1"
	Converged   bool    // stopped because Residual ≤ Tolerance
}

// HITS returns the authority and the hub score of each page; each vector has norm 1. It reads the graph and its
// transpose.
//
// Hub scores of pages with successors begin as ones, or as Start. An iteration sets the authority score of each page
// to the sum of the hub scores of its predecessors and divides by the norm. It then sets the hub score of each page to
// the sum of the authority scores of its successors and divides by the norm. Self-loops are dropped unless Loops keeps
// them, because a page that links to itself would be an authority on its own word. If no arcs remain, all scores are
// 0.
//
// HITS stops after 60 iterations, as in the paper on seed sets, or when the residual is at most the tolerance.
// Where the two largest singular values of the adjacency matrix are close, it converges slowly, and a small
// residual does not mean a small error. Where they are equal, the result depends on the start.
//
// If a third of the lists of a view or more are empty, and Room allows it, HITS iterates copies of the other lists. A
// copy takes a pass over each view, and one more to find self-loops.
//
// Each iteration is one pass over the graph and one over the transpose. Memory: [HITSBytes], and twice
// [BlockBytes] with Push. Errors: bad options, views of different graphs, reading the views, allocating memory,
// and ctx.
//
// Source: J. Kleinberg, "Authoritative sources in a hyperlinked environment", J. ACM 46, 1999, §3; we begin with
// the authorities, as he does.
// Papers: seed sets, §2.1, §2.5.
func HITS(ctx context.Context, out, in graph.Random, o HITSOptions) (*HITSResult, error) {
	n := out.NumNodes()
	if in.NumNodes() != n || in.NumArcs() != out.NumArcs() {
		return nil, fmt.Errorf("hits: the graph has %d nodes and %d arcs, the transpose %d and %d", n, out.NumArcs(), in.NumNodes(), in.NumArcs())
	}
	if o.Iterations == 0 {
		o.Iterations = 60
	}
	if o.Iterations < 0 || !(o.Tolerance >= 0) || o.Norm > L1 {
		return nil, fmt.Errorf("hits: options out of range: %d iterations, tolerance %v, norm %d", o.Iterations, o.Tolerance, o.Norm)
	}
	if o.Start != nil && len(o.Start) != n {
		return nil, fmt.Errorf("hits: a start of %d scores for %d nodes", len(o.Start), n)
	}
	m := alloc.Maker{Space: o.Space}
	h := &hits{o: o, authorities: alloc.From[float64](&m, n), hubs: alloc.From[float64](&m, n), spare: alloc.From[float64](&m, n)}
	if !o.Loops {
		h.loops = alloc.From[uint64](&m, (n+63)/64)
	}
	if m.Err != nil {
		return nil, fmt.Errorf("hits: %w", m.Err)
	}
	if h.arcs = out.NumArcs(); h.arcs > 0 {
		h.start(out)
	}
	outHalf, inHalf := half{g: out, parts: graph.Parts(out), scaled: &factor{1}}, half{g: in, parts: graph.Parts(in), scaled: &factor{1}}
	if o.Push {
		var err1, err2 error
		inHalf.push, err1 = newBlocker(ctx, out, o.Loops, o.Work)
		outHalf.push, err2 = newBlocker(ctx, in, o.Loops, o.Work)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("hits: %w", err)
		}
	}
	if err := h.orderLists(ctx, &outHalf, &inHalf); err != nil {
		return nil, fmt.Errorf("hits: %w", err)
	}
	return h.run(ctx, outHalf, inHalf)
}

// orderLists copies the lists that are not empty, if that pays, and orders lists in memory by their lengths.
func (h *hits) orderLists(ctx context.Context, out, in *half) (err error) {
	all := map[*half]graph.Random{out: out.g, in: in.g}
	if err := h.narrow(ctx, out, in); err != nil {
		return err
	}
	for _, v := range []*half{out, in} {
		if v.push != nil || h.o.Removed != nil {
			continue
		}
		read := reading{g: v.g, all: all[v], bytes: 8 * (len(h.hubs) + len(h.authorities))}
		if v.byLength, err = read.lengths(ctx, v.parts, h.o.Work); err != nil {
			return err
		}
	}
	return nil
}

// start sets the hub scores to begin with. Pages without successors have none.
func (h *hits) start(out graph.Random) {
	for u := range h.hubs {
		switch {
		case h.removed(u) || out.ArcsBefore(u) == out.ArcsBefore(u+1):
		case h.o.Start != nil:
			h.hubs[u] = h.o.Start[u]
		default:
			h.hubs[u] = 1
		}
	}
}

func (h *hits) removed(u int) bool { return h.o.Removed != nil && h.o.Removed.Has(u) }

// HITSBytes returns the memory of [HITS] for n pages, with its result: three vectors, one bit per page, and the
// order of short lists in both views.
func HITSBytes(n int) int64 { return 24*int64(n) + int64(n+63)/64*8 + 2*lengthsBytes(n) }

type hits struct {
	o                 HITSOptions
	authorities, hubs []float64
	spare             []float64
	loops             bitset.Set // pages with an arc to themselves, which does not count; nil if it does
	known             bool       // they were found, by the first half step

	scale float64 // pending factor of the vector that is summed
	look  bool    // this iteration is judged
	arcs  int64   // of the views, with self-loops

	narrowed *narrowing // not nil: the vectors hold scores of hubs and authorities alone
}

// A half is a view that half an iteration reads.
type half struct {
	g     graph.Random
	parts []graph.Range
	push  *blocker // along the arcs of the other view; nil if scores are gathered

	byLength *lengths // of the lists of g; nil if they are not in memory, are pushed, or pages are removed
	scaled   *factor  // of the vector that it makes
}

// A factor is a pending factor of a vector.
type factor struct{ of float64 }

func (h *hits) run(ctx context.Context, out, in half) (*HITSResult, error) {
	res := &HITSResult{Norm: h.o.Norm.String()}
	h.scale = 1
	if s := h.o.Resume; s != nil {
		if err := h.goOn(s, out, in); err != nil {
			return nil, err
		}
		res.Iterations = s.Iterations
	}
	for res.Iterations < h.o.Iterations && !res.Converged && h.arcs > 0 {
		h.look = h.o.Tolerance > 0 || res.Iterations+1 == h.o.Iterations
		a, err := h.step(ctx, in, h.hubs, &h.authorities)
		if err != nil {
			return nil, err
		}
		b, err := h.step(ctx, out, h.authorities, &h.hubs)
		if err != nil {
			return nil, err
		}
		res.Iterations++
		res.Residual = max(a, b)
		res.Converged = h.o.Tolerance > 0 && res.Residual <= h.o.Tolerance
		if h.o.Progress != nil {
			h.o.Progress(res.Iterations, res.Residual)
		}
		if h.o.Save != nil && res.Iterations < h.o.Iterations && !res.Converged {
			h.spread()
			if err := h.o.Save(h.state(res.Iterations, out, in)); err != nil {
				return nil, err
			}
			h.squeeze()
		}
	}
	h.spread()
	res.Authorities, res.Hubs = h.authorities, h.hubs
	return res, nil
}

// step replaces *to by the sums of from over the lists of v. If the residual is needed, step divides the sums by
// their norm and returns their distance from the former values, divided by the norm of these. Otherwise the next
// step divides while it sums, which saves a pass over the vectors, and the distance is unknown.
func (h *hits) step(ctx context.Context, v half, from []float64, to *[]float64) (float64, error) {
	h.spare = h.spare[:len(*to)]
	if v.push != nil {
		if err := v.push.sum(ctx, from, h.spare); err != nil {
			return 0, err
		}
	}
	norm, err := h.fold(ctx, v.parts, func(part int, r graph.Range) (float64, error) {
		switch {
		case v.push != nil:
			return h.sumPushed(r), nil
		case v.byLength != nil && (h.loops == nil || h.known):
			return h.sumBlocks(v, part, from), nil
		}
		return h.sumLists(v.g, r, from)
	})
	h.known = true
	if err != nil {
		return 0, err
	}
	if h.scale = 0; norm > 0 { // else no arc is left
		h.scale = 1 / norm
	}
	last := *to
	*to, h.spare = h.spare, last
	if !h.look {
		v.scaled.of = h.scale
		return math.NaN(), nil
	}
	return h.distance(ctx, v, *to, last)
}

// distance divides sums by their norm, and returns how far they are from those before.
func (h *hits) distance(ctx context.Context, v half, next, last []float64) (float64, error) {
	scale, before := h.scale, v.scaled.of
	h.scale, v.scaled.of = 1, 1
	return h.fold(ctx, v.parts, func(_ int, r graph.Range) (sum float64, err error) {
		l2 := h.o.Norm == L2
		last := last[r.Lo:r.Hi]
		for i, x := range next[r.Lo:r.Hi] {
			x *= scale
			next[r.Lo+i] = x
			if off := x - float64(last[i]*before); l2 {
				sum += float64(off * off)
			} else {
				sum += math.Abs(off)
			}
		}
		return sum, nil
	})
}

// sumPushed returns the contribution of some pages, whose sums were pushed, to the norm.
func (h *hits) sumPushed(r graph.Range) (sum float64) {
	next := h.spare
	for u := r.Lo; u < r.Hi; u++ {
		if next[u] *= h.scale; h.removed(u) {
			next[u] = 0
		}
		sum += h.measure(next[u])
	}
	return sum
}

// sumLists sums over the lists of the pages of r, and returns the contribution to the norm.
func (h *hits) sumLists(g graph.Random, r graph.Range, from []float64) (sum float64, err error) {
	next := h.spare
	err = graph.EachList(g, r, func(u graph.Node, list []graph.Node) {
		switch {
		case h.removed(int(u)):
			next[u] = 0
		case h.loops == nil || h.known && !h.loops.Has(int(u)):
			next[u] = gather(from, list) * h.scale
		default:
			next[u] = h.gatherOthers(from, u, list) * h.scale
		}
		sum += h.measure(next[u])
	})
	return sum, err
}

// sumBlocks is sumLists where the lists are in memory, and pages with loops known.
func (h *hits) sumBlocks(v half, part int, from []float64) (sum float64) {
	l2, scale := h.o.Norm == L2, h.scale
	v.byLength.eachBlock(part, v.parts[part], func(block int, pages graph.Range, copies *[copied]float64) {
		sums := h.spare[pages.Lo:pages.Hi]
		v.byLength.sum(sums, from, block, pages.Lo, copies)
		if h.loops != nil {
			for u := range h.loops.Between(pages.Lo, pages.Hi) {
				sums[u-pages.Lo] = h.gatherOthers(from, graph.Node(u), v.byLength.list(u)) //nolint:gosec // a node
			}
		}
		all := sum
		for i, x := range sums {
			x *= scale
			if sums[i] = x; l2 {
				all += float64(x * x)
			} else {
				all += math.Abs(x)
			}
		}
		sum = all
	})
	return sum
}

// gatherOthers sums the values of a list without the value of u, and reports whether u is in the list.
func (h *hits) gatherOthers(values []float64, u graph.Node, list []graph.Node) float64 {
	sum := 0.0
	for _, v := range list {
		if v != u {
			sum += values[v]
			continue
		}
		if !h.known {
			h.loops.AddShared(int(u))
		}
	}
	return sum
}

// measure returns what x adds to the norm before the root.
func (h *hits) measure(x float64) float64 {
	if h.o.Norm == L1 {
		return math.Abs(x)
	}
	return float64(x * x)
}

// fold runs f on all parts and returns the norm that its results make up.
func (h *hits) fold(ctx context.Context, parts []graph.Range, f func(part int, r graph.Range) (float64, error)) (float64, error) {
	sums := make([]float64, len(parts))
	err := par.Do(ctx, len(parts), h.o.Workers, func(i int) (err error) {
		sums[i], err = f(i, parts[i])
		return err
	})
	all := 0.0
	for _, s := range sums {
		all += s
	}
	if h.o.Norm == L2 {
		all = math.Sqrt(all)
	}
	return all, err
}
