package random

import (
	"slices"
	"sync"

	"weft/graph"
)

// A lister makes the lists of pages. It may keep what neighbouring pages share; what it makes does not depend on it.
type lister interface {
	// appendSucc appends the successors of u to dst, strictly increasing.
	appendSucc(dst []graph.Node, u graph.Node) []graph.Node
}

// base is the common part of all models: the views of package graph.
type base struct {
	pages     int
	newLister func() lister
	count     func() int64
}

func newBase(pages int, newLister func() lister) base {
	b := base{pages: pages, newLister: newLister}
	b.count = sync.OnceValue(func() int64 {
		arcs := int64(0)
		for c := b.Scan(graph.Range{Hi: pages}); c.Next(); {
			arcs += int64(len(c.Succ()))
		}
		return arcs
	})
	return b
}

// NumNodes returns the number of pages.
func (b *base) NumNodes() int { return b.pages }

// NumArcs returns the number of arcs. The first call takes a pass over all lists.
func (b *base) NumArcs() int64 { return b.count() }

// Scan returns a cursor over the lists of the nodes in r. Memory: what neighbouring pages share.
func (b *base) Scan(r graph.Range) graph.Cursor {
	from := b.newLister()
	return graph.ByList(r, func(dst []graph.Node, u graph.Node) ([]graph.Node, error) { return from.appendSucc(dst, u), nil })
}

// AppendSucc appends the successors of u to dst. A scan makes the same lists in less time.
func (b *base) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	return b.newLister().appendSucc(dst, u), nil
}

// shortList is the greatest length of a list that is sorted by insertion.
const shortList = 24

// distinct sorts dst[from:] and keeps of equal ones one.
func distinct(dst []graph.Node, from int) []graph.Node {
	list := dst[from:]
	if len(list) > shortList {
		slices.Sort(list)
		return dst[:from+len(slices.Compact(list))]
	}
	for i := 1; i < len(list); i++ {
		v, at := list[i], i
		for ; at > 0 && list[at-1] > v; at-- {
			list[at] = list[at-1]
		}
		list[at] = v
	}
	return dst[:from+len(slices.Compact(list))]
}
