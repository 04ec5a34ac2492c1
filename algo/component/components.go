package component

import (
	"cmp"
	"slices"

	"weft/graph/alloc"
)

// Components assigns every node to one component.
type Components struct {
	// Labels holds the component of each node, 0 ≤ label < Count.
	Labels []uint32
	// Sizes holds the number of nodes of each component, in decreasing order.
	Sizes []uint32

	marks []uint8 // of SCCBoth: what the pivot leads to and what leads to it; nil otherwise
	took  int64   // of SCC and SCCBoth
}

// Took returns how much memory [SCC] or [SCCBoth] used, in bytes: what they say they take is for the worst graph, and what of
// it is not touched the system does not give.
func (c *Components) Took() int64 { return c.took }

// Count returns the number of components.
func (c *Components) Count() int { return len(c.Sizes) }

// Largest returns the number of nodes of the largest component, 0 in a graph without nodes.
func (c *Components) Largest() int {
	if len(c.Sizes) == 0 {
		return 0
	}
	return int(c.Sizes[0])
}

// canonicalBytes is what canonical takes for each component.
const canonicalBytes = 12

// canonical renumbers count components in place.
func canonical(labels []uint32, count int, s alloc.Space) (*Components, error) {
	const unseen = ^uint32(0)
	m := alloc.Maker{Space: s}
	number := alloc.From[uint32](&m, count) // of each raw label, in order of first appearance
	sizes, order := alloc.From[uint32](&m, count)[:0], alloc.From[uint32](&m, count)
	if m.Err != nil {
		return nil, m.Err
	}
	for i := range number {
		number[i] = unseen
	}
	for u, raw := range labels {
		if number[raw] == unseen {
			number[raw] = uint32(len(sizes))
			sizes = append(sizes, 0)
		}
		labels[u] = number[raw]
		sizes[number[raw]]++
	}
	rank := number // reused: the final number of each component
	order = bySize(order[:0], sizes)
	for i, c := range order {
		rank[c] = uint32(i)
		order[i] = sizes[c]
	}
	for u, c := range labels {
		labels[u] = rank[c]
	}
	return &Components{Labels: labels, Sizes: order}, nil
}

// bySize fills order with the indexes of sizes by decreasing size, equal sizes in increasing order. Most components of a crawl
// are small: those are counted, the others sorted.
func bySize(order, sizes []uint32) []uint32 {
	const small = 64
	var next [small]int // where in order the components of each size go on
	for c, size := range sizes {
		if size < small {
			next[size]++
		} else {
			order = append(order, uint32(c))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(sizes[b], sizes[a]), cmp.Compare(a, b))
	})
	at := len(order)
	for size := small - 1; size > 0; size-- {
		next[size], at = at, at+next[size]
	}
	order = order[:at]
	for c, size := range sizes {
		if size < small {
			order[next[size]] = uint32(c)
			next[size]++
		}
	}
	return order
}
