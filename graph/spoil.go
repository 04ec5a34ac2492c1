package graph

// A spoilingCursor lends copies of lists, and spoils them when the next is asked for: who keeps one, or changes one, is found out.
type spoilingCursor struct {
	Cursor
	lent []Node
}

func (c *spoilingCursor) Next() bool {
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
