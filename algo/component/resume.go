package component

import (
	"fmt"

	"weft/graph/alloc"
)

// Marks returns the marks of the searches of [SCCBoth], which are stored with its labels; nil if there are none.
// [BowTie] changes and removes them.
func (c *Components) Marks() []uint8 { return c.marks }

// Restored returns components that were kept: labels, and marks if there were some. Both are copied.
func Restored(labels []uint32, marks []uint8, s alloc.Space) (*Components, error) {
	m := alloc.Maker{Space: s}
	c := &Components{Labels: alloc.From[uint32](&m, len(labels))}
	count := 0
	for _, l := range labels {
		if count = max(count, int(l)+1); count > len(labels) {
			return nil, fmt.Errorf("components: the label %d of %d nodes", l, len(labels))
		}
	}
	c.Sizes = alloc.From[uint32](&m, count)
	if m.Err != nil {
		return nil, m.Err
	}
	for u, l := range labels {
		c.Labels[u] = l
		c.Sizes[l]++
	}
	for i, size := range c.Sizes {
		if size == 0 || i > 0 && size > c.Sizes[i-1] {
			return nil, fmt.Errorf("components: number %d has %d nodes: they do not count down", i, size)
		}
	}
	if len(marks) == 0 {
		return c, nil
	}
	var err error
	c.marks, err = copied(marks, len(labels), s)
	return c, err
}

func copied(marks []uint8, n int, s alloc.Space) ([]uint8, error) {
	if len(marks) != n {
		return nil, fmt.Errorf("components: marks of %d nodes, for %d", len(marks), n)
	}
	to, err := alloc.Make[uint8](s, n)
	copy(to, marks)
	return to, err
}
