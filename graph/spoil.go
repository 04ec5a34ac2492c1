package graph

import (
	"fmt"
	"slices"
)

// A spoilingCursor returns copies of the lists of a graph in memory, and overwrites them on the next call. A
// caller that keeps a list gets wrong results, and one that changes a list gets an error.
type spoilingCursor struct {
	Cursor
	lent []Node
}

func (c *spoilingCursor) Next() bool {
	if c.lent != nil && !slices.Equal(c.lent, c.Cursor.Succ()) {
		panic(fmt.Sprintf("the successors of %d, which were lent, were changed", c.Node()))
	}
	for i := range c.lent {
		c.lent[i] = ^Node(0)
	}
	c.lent = nil
	return c.Cursor.Next()
}

func (c *spoilingCursor) Succ() []Node {
	if c.lent == nil {
		c.lent = append(make([]Node, 0, 1), c.Cursor.Succ()...)
	}
	return c.lent
}
