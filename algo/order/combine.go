package order

import (
	"cmp"
	"slices"

	"weft/graph"
)

// combine sorts l.now by the labels of all resolutions, the dearest first, and by the best after each.
func (l *layerer) combine() {
	by := make([]int, len(l.labels))
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(l.best.Layers[b].Cost, l.best.Layers[a].Cost) })
	best := l.labels[by[len(by)-1]]
	l.sortBy(best)
	for _, i := range by {
		l.sortBy(l.labels[i])
		l.sortBy(best)
	}
}

// sortBy sorts the nodes by the places of their labels, which are nodes, and keeps the order of nodes of one
// label. The paper combines labelings into groups, one for each pair of labels. Here the order itself stores these
// groups: the nodes of a group are consecutive.
func (l *layerer) sortBy(labels []graph.Node) {
	clear(l.counts)
	for _, label := range labels {
		l.counts[label]++
	}
	next := uint32(0)
	for _, label := range l.now.Nodes {
		next, l.counts[label] = next+l.counts[label], next
	}
	for _, u := range l.now.Nodes {
		at := &l.counts[labels[u]]
		l.sorted[*at] = u
		*at++
	}
	l.now.Nodes, l.sorted = l.sorted, l.now.Nodes
	l.now.number()
}
