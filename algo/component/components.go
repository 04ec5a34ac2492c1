package component

import (
	"cmp"
	"slices"

	"weft/graph/alloc"
	"weft/internal/bitset"
)

// Components assigns every node to one component.
type Components struct {
	// Labels holds the component of each node, 0 ≤ label < Count.
	Labels []uint32
	// Sizes holds the number of nodes of each component, in decreasing order.
	Sizes []uint32

	marks []uint8 // of SCCBoth: marks of the nodes that the pivot reaches and that reach it; nil otherwise
	took  int64   // of SCC and SCCBoth
}

// Took returns the memory that [SCC] or [SCCBoth] used, in bytes. Their documented memory is for the worst graph;
// the operating system does not provide the part that is never touched.
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

// canonicalBytes returns the memory of canonical for count components, several of which have a label of their own.
func canonicalBytes(several, count int) int64 { return 8*int64(several+1) + 4*int64(count) }

// canonical renumbers components in place by decreasing size, and components of equal size in the order of their
// first nodes. Each node of label 0 is a component. Each of the other labels, several, is one component.
func canonical(labels []uint32, several int, s alloc.Space) (*Components, error) {
	m := alloc.Maker{Space: s}
	sizes, number := alloc.From[uint32](&m, several+1), alloc.From[uint32](&m, several+1) // number + 1 once it is known
	if m.Err != nil {
		return nil, m.Err
	}
	for _, raw := range labels {
		sizes[raw]++
	}
	c := &Components{Labels: labels, Sizes: alloc.From[uint32](&m, several+int(sizes[0]))}
	if m.Err != nil {
		return nil, m.Err
	}
	next := bySize(c.Sizes, sizes)
	number[0] = 1
	single := next.few[1] // in a register, because each node changes it
	for u, raw := range labels {
		x := number[raw]
		if x == 0 {
			next.few[1] = single
			x = next.take(sizes[raw]) + 1
			number[raw] = x
			single = next.few[1]
		}
		one := uint32(bitset.One(raw == 0)) // the processor cannot predict this
		labels[u] = x - 1 + single&-one
		single += one
	}
	return c, nil
}

// few is how many nodes a component has at most whose place is looked up in an array: most of a crawl are so small.
const few = 64

// places are where, among all components by decreasing size, the next one of each size stands.
type places struct {
	few  [few + 1]uint32
	many map[uint32]uint32
}

// take gives away the next place of a size.
func (p *places) take(size uint32) uint32 {
	if size <= few {
		p.few[size]++
		return p.few[size] - 1
	}
	at := p.many[size]
	p.many[size] = at + 1
	return at
}

// bySize fills all with the sizes of the components in decreasing order: the sizes of raw, and 1 as often as
// raw[0] says. It returns where each size begins.
func bySize(all, raw []uint32) *places {
	p := &places{many: make(map[uint32]uint32)}
	var count [few + 1]uint32
	count[1] = raw[0]
	order := all[:0]
	for _, size := range raw[1:] {
		if size <= few {
			count[size]++
		} else {
			order = append(order, size)
		}
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(b, a) })
	for i, size := range slices.Backward(order) {
		p.many[size] = uint32(i)
	}
	for size := few; size > 0; size-- {
		p.few[size] = uint32(len(order))
		for range count[size] {
			order = append(order, uint32(size))
		}
	}
	return p
}
