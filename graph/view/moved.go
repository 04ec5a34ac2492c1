package view

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"

	"weft/graph"
	"weft/graph/alloc"
)

// Moved says of nodes that they are found elsewhere, as a page is that redirects: arcs to them lead there.
type Moved struct {
	to   []uint32 // present number of each node; different from itself only for moved nodes
	from []uint32 // moved nodes, by present number, then by original number
}

// NewMoved says where nodes are: to[u] is u, but where it moved; to[to[u]] is to[u]. It keeps to, and takes four bytes more of
// a space for each node that moved.
func NewMoved(to []uint32, s alloc.Space) (*Moved, error) {
	n := 0
	for u, v := range to {
		if int(v) >= len(to) || to[v] != v {
			return nil, fmt.Errorf("node %d moved to %d, which is no place to stay", u, v)
		}
		if v != uint32(u) {
			n++
		}
	}
	m := &Moved{to: to}
	var err error
	if m.from, err = alloc.Make[uint32](s, n); err != nil {
		return nil, err
	}
	m.from = m.from[:0]
	for u, v := range to {
		if v != uint32(u) {
			m.from = append(m.from, uint32(u))
		}
	}
	slices.SortFunc(m.from, func(a, b uint32) int { return cmp.Or(cmp.Compare(to[a], to[b]), cmp.Compare(a, b)) })
	return m, nil
}

// MovedBytes returns the memory for moved nodes, both temporary in NewMoved and kept.
func MovedBytes(nodes int) int64 { return 8 * int64(nodes) }

// To is where a node is: itself, if it did not move.
func (m *Moved) To(u graph.Node) graph.Node { return graph.Node(m.to[u]) }

// All are the nodes that moved, by where they are now, then by number.
func (m *Moved) All() []uint32 { return m.from }

// Of are the nodes that moved to u, in order.
func (m *Moved) Of(u graph.Node) []uint32 {
	lo := sort.Search(len(m.from), func(i int) bool { return m.to[m.from[i]] >= uint32(u) })
	hi := lo
	for hi < len(m.from) && m.to[m.from[hi]] == uint32(u) {
		hi++
	}
	return m.from[lo:hi]
}

// Out returns g with each arc u → v as u → To(v): what leads to a node that moved leads to where it is. The node itself
// keeps its arcs.
func (m *Moved) Out(g graph.Random) (*Graph, error) {
	if err := m.fits(g); err != nil {
		return nil, err
	}
	return newGraph(&movedOut{g: g, m: m}), nil
}

// In returns the transpose of the result of Out, from the transpose of the graph.
func (m *Moved) In(g graph.Random) (*Graph, error) {
	if err := m.fits(g); err != nil {
		return nil, err
	}
	return newGraph(&movedIn{g: g, m: m}), nil
}

func (m *Moved) fits(g graph.Random) error {
	if g.NumNodes() != len(m.to) {
		return fmt.Errorf("%d nodes may have moved, the graph has %d", len(m.to), g.NumNodes())
	}
	return nil
}

type movedOut struct {
	g graph.Random
	m *Moved
}

func (o *movedOut) NumNodes() int { return o.g.NumNodes() }
func (o *movedOut) most() int64   { return o.g.NumArcs() }

func (o *movedOut) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	n := len(dst)
	all, err := o.g.AppendSucc(dst, u)
	if err != nil {
		return dst, err
	}
	return all[:n+len(o.m.lead(all[n:]))], nil
}

func (o *movedOut) Scan(r graph.Range) graph.Cursor {
	return &movedOutCursor{Cursor: o.g.Scan(r), m: o.m}
}

type movedOutCursor struct {
	graph.Cursor
	m    *Moved
	succ []graph.Node
}

func (c *movedOutCursor) Next() bool {
	if !c.Cursor.Next() {
		return false
	}
	c.succ = c.m.lead(append(c.succ[:0], c.Cursor.Succ()...))
	return true
}

func (c *movedOutCursor) Succ() []graph.Node { return c.succ }

// lead changes a list to where its nodes are.
func (m *Moved) lead(list []graph.Node) []graph.Node {
	moved := false
	for i, v := range list {
		if to := m.To(v); to != v {
			list[i], moved = to, true
		}
	}
	if !moved {
		return list
	}
	slices.Sort(list)
	return slices.Compact(list)
}

type movedIn struct {
	g graph.Random
	m *Moved
}

func (i *movedIn) NumNodes() int { return i.g.NumNodes() }
func (i *movedIn) most() int64   { return i.g.NumArcs() }

func (i *movedIn) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	if i.m.To(u) != u {
		return dst, nil
	}
	n := len(dst)
	all, err := i.g.AppendSucc(dst, u)
	if err != nil {
		return dst, err
	}
	return i.gather(all, n, u)
}

// gather appends what leads to the nodes that moved to u, behind what leads to u itself, which begins at n.
func (i *movedIn) gather(all []graph.Node, n int, u graph.Node) ([]graph.Node, error) {
	from := i.m.Of(u)
	if len(from) == 0 {
		return all, nil
	}
	var err error
	for _, x := range from {
		if all, err = i.g.AppendSucc(all, graph.Node(x)); err != nil {
			return all[:n], err
		}
	}
	slices.Sort(all[n:])
	return all[:n+len(slices.Compact(all[n:]))], nil
}

func (i *movedIn) Scan(r graph.Range) graph.Cursor {
	return &movedInCursor{Cursor: i.g.Scan(r), i: i}
}

type movedInCursor struct {
	graph.Cursor
	i    *movedIn
	pred []graph.Node
	err  error
}

func (c *movedInCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	u := c.Node()
	if c.pred = c.pred[:0]; c.i.m.To(u) == u {
		c.pred, c.err = c.i.gather(append(c.pred, c.Cursor.Succ()...), 0, u)
	}
	return c.err == nil
}

func (c *movedInCursor) Succ() []graph.Node { return c.pred }
func (c *movedInCursor) Err() error         { return errors.Join(c.err, c.Cursor.Err()) }
