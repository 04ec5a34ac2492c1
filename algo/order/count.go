package order

import "weft/graph"

// A counter counts labels, in a hash table of twice as many slots as there are labels, at least.
type counter struct {
	slots []slot
	used  []uint32 // slots that are not free
	shift uint
	mask  uint32
}

type slot struct {
	label graph.Node
	count uint32
}

// free is the label of a free slot: no node has that number.
const free = graph.MaxNodes

// reset forgets all, and makes room for n labels.
func (c *counter) reset(n int) {
	for _, at := range c.used {
		c.slots[at].label = free
	}
	c.used = c.used[:0]
	bits := uint(4)
	for 1<<bits < 2*n {
		bits++
	}
	if len(c.slots) < 1<<bits {
		c.slots = make([]slot, 1<<bits)
		for i := range c.slots {
			c.slots[i].label = free
		}
	}
	c.shift, c.mask = 64-bits, 1<<bits-1
}

// add adds by to the count of a label.
func (c *counter) add(label graph.Node, by uint32) {
	at := uint32(uint64(label) * 0x9e3779b97f4a7c15 >> c.shift) //nolint:gosec // of 33 bits, of which the mask leaves fewer
	for ; ; at = (at + 1) & c.mask {
		s := &c.slots[at]
		if s.label == label {
			s.count += by
			return
		}
		if s.label == free {
			*s = slot{label, by}
			c.used = append(c.used, at)
			return
		}
	}
}
