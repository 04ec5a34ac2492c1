package graph

// ByList returns a cursor that calls read for the list of each node.
func ByList(r Range, read func(dst []Node, u Node) ([]Node, error)) Cursor {
	return &listCursor{read: read, next: r.Lo, hi: r.Hi}
}

type listCursor struct {
	read     func(dst []Node, u Node) ([]Node, error)
	next, hi int
	succ     []Node
	err      error
}

func (c *listCursor) Next() bool {
	if c.next >= c.hi || c.err != nil {
		return false
	}
	c.succ, c.err = c.read(c.succ[:0], Node(c.next))
	c.next++
	return c.err == nil
}

func (c *listCursor) Node() Node   { return Node(c.next - 1) }
func (c *listCursor) Succ() []Node { return c.succ }
func (c *listCursor) Err() error   { return c.err }
