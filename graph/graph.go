// Package graph defines the views through which every algorithm reads a graph.
//
// The nodes of a graph are 0 ≤ u < NumNodes. A successor list is strictly increasing, so there are no parallel
// arcs; self-loops are allowed and count as one arc each. A view is safe for concurrent use, a cursor is not.
//
// A cursor returns lists, not arcs: docs/architecture.md has the cost per arc of each choice.
package graph

import (
	"context"
	"iter"
	"sort"

	"weft/graph/kinds"
)

// A Node is a dense node number, 0 ≤ u < NumNodes.
type Node uint32

// MaxNodes is the largest number of nodes that a graph can have.
const MaxNodes = 1<<32 - 1

// A Graph is a directed graph that is read in node order.
type Graph interface {
	NumNodes() int
	NumArcs() int64

	// Scan returns a cursor over the successor lists of the nodes in r, in increasing order. r must lie within
	// [0, NumNodes). Scans are independent of each other.
	Scan(r Range) Cursor
}

// A Cursor reads successor lists one after the other:
//
//	c := g.Scan(r)
//	for c.Next() {
//		use(c.Node(), c.Succ())
//	}
//	return c.Err()
type Cursor interface {
	Next() bool
	Node() Node
	// Succ returns the successors of Node, strictly increasing. The slice is valid until the next call of Next and
	// must not be changed.
	Succ() []Node
	// Err returns the error that ended the scan, nil after a complete one.
	Err() error
}

// A Random graph also reads single lists, and knows how its arcs are spread over its nodes.
type Random interface {
	Graph
	// AppendSucc appends the successors of u to dst.
	AppendSucc(dst []Node, u Node) ([]Node, error)
	// ArcsBefore returns the number of arcs that leave nodes v < u, for 0 ≤ u ≤ NumNodes.
	ArcsBefore(u int) int64
}

// A KindCursor is a Cursor that knows the kinds of each arc.
type KindCursor interface {
	Cursor
	// Kinds is parallel to Succ, and valid as long.
	Kinds() []kinds.Set
}

// A WeightCursor is a Cursor that knows the weight of each arc.
type WeightCursor interface {
	Cursor
	// Weights is parallel to Succ, and valid as long.
	Weights() []float64
}

// A Weighted graph has a weight for each arc: a finite number, which may be negative.
type Weighted interface {
	Random
	// ScanWeights is Scan with the weights of arcs.
	ScanWeights(r Range) WeightCursor
}

// A Range is the half-open interval of nodes [Lo, Hi).
type Range struct{ Lo, Hi int }

// Everything returns the range of all nodes of g.
func Everything(g Graph) Range { return Range{0, g.NumNodes()} }

// The parts into which [Parts] cuts a graph have about mostPerPart arcs and nodes. Small graphs are cut into up to
// usualParts parts, of leastPerPart arcs and nodes or more, so that several workers have something to do.
const (
	mostPerPart  = 1 << 20
	leastPerPart = 1 << 16
	usualParts   = 16
)

// NumParts returns into how many parts, at most, [Parts] cuts a graph.
func NumParts(nodes int, arcs int64) int {
	size := arcs + int64(nodes)
	return 1 + int(max(size/mostPerPart, min(size/leastPerPart, usualParts)))
}

// Parts cuts g into ranges of about 2²⁰ arcs and nodes, and a graph of less than 2²⁴ into 17 ranges, or ranges of
// 2¹⁶. The ranges depend on the graph alone. So results that are folded in the order of the ranges are the same to
// the last bit for any number of workers.
func Parts(g Random) []Range {
	return Split(g, NumParts(g.NumNodes(), g.NumArcs()))
}

// Split cuts g into at most n non-empty ranges of about equal numbers of arcs. A node counts as one arc more, so
// that ranges without arcs are split, too.
func Split(g Random, n int) []Range {
	nodes := g.NumNodes()
	if nodes == 0 {
		return nil
	}
	weight := func(u int) int64 { return g.ArcsBefore(u) + int64(u) }
	parts := make([]Range, 0, n)
	lo := 0
	for i := 1; i <= n && lo < nodes; i++ {
		hi := nodes
		if i < n {
			want := int64(float64(weight(nodes)) / float64(n) * float64(i))
			hi = lo + sort.Search(nodes-lo, func(k int) bool { return weight(lo+k) >= want })
		}
		if hi > lo {
			parts = append(parts, Range{lo, hi})
			lo = hi
		}
	}
	return parts
}

// Lists ranges over the remaining lists of c, which are valid as for Succ. Check c.Err after the loop.
func Lists(c Cursor) iter.Seq2[Node, []Node] {
	return func(yield func(Node, []Node) bool) {
		for c.Next() {
			if !yield(c.Node(), c.Succ()) {
				return
			}
		}
	}
}

// InOrder calls f with every list in order. f must not keep lists. It checks ctx between the parts of the graph.
func InOrder(ctx context.Context, g Random, f func(u Node, succ []Node)) error {
	for _, r := range Parts(g) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := EachList(g, r, f); err != nil {
			return err
		}
	}
	return nil
}

// EachList calls f with the lists of the nodes in r. f must not keep lists. It scans without a cursor if g is in
// memory.
func EachList(g Graph, r Range, f func(u Node, succ []Node)) error {
	if m, ok := g.(*Memory); ok && !Invariants { // saves three calls a list
		for u := r.Lo; u < r.Hi; u++ {
			f(Node(u), m.Succ(Node(u)))
		}
		return nil
	}
	c := g.Scan(r)
	for c.Next() {
		f(c.Node(), c.Succ())
	}
	return c.Err()
}
