package store

import (
	"weft/graph"
	"weft/graph/page"
	"weft/graph/view"
)

// hidden is a set of pages as a partition without members: a hidden page has no arcs, and no arcs lead to it.
type hidden struct {
	set      view.Bits
	n, count int // numbers of all pages and of hidden pages
}

// hiddenPages returns the pages whose states are hidden.
func (c *Crawl) hiddenPages(hides func(page.State) bool) *hidden {
	h := &hidden{set: view.NewBits(c.NumPages()), n: c.NumPages()}
	for u := range h.n {
		if hides(c.State(graph.Node(u))) {
			h.set.Add(u)
			h.count++
		}
	}
	return h
}

// Hides says whether a page is hidden by the filter: it has no arcs then, and no others lead there. A nil filter hides none.
func (l *Filter) Hides(u graph.Node) bool {
	if l == nil {
		return false
	}
	h, ok := l.groups.(*hidden)
	return ok && h.set.Has(int(u))
}

// Hidden returns how many pages Hides holds of.
func (l *Filter) Hidden() int {
	if l == nil {
		return 0
	}
	h, ok := l.groups.(*hidden)
	if !ok {
		return 0
	}
	return h.count
}

func isExcluded(s page.State) bool { return s == page.Excluded }
func isNotKnown(s page.State) bool { return !s.IsKnown() && s != page.Unknown }

// NumNodes implements [view.Partition].
func (h *hidden) NumNodes() int { return h.n }

// AppendOthers implements [view.Partition].
func (h *hidden) AppendOthers(dst, list []graph.Node, u graph.Node) []graph.Node {
	if h.set.Has(int(u)) {
		return dst
	}
	for _, v := range list {
		if !h.set.Has(int(v)) {
			dst = append(dst, v)
		}
	}
	return dst
}
