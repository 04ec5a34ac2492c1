package view

import (
	"fmt"

	"weft/graph"
)

// Induced returns the graph of the members of s, nodes of g, with the arcs between them. Its node i is the member with
// number i.
func Induced(g graph.Random, s *Subset) (*Graph, error) {
	if s.Universe() != g.NumNodes() {
		return nil, fmt.Errorf("a part of a graph of %d nodes: the set is of %d", g.NumNodes(), s.Universe())
	}
	return newGraph(&induced{g: g, s: s}), nil
}

type induced struct {
	g graph.Random
	s *Subset
	rooms
}

func (d *induced) NumNodes() int { return d.s.Len() }

// most returns the number of arcs of the members, or of all arcs of g if counting might cost a pass over another
// view.
func (d *induced) most() int64 { return d.g.NumArcs() }

func (d *induced) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	m := d.get()
	defer d.put(m)
	var err error
	if m.a, err = d.g.AppendSucc(m.a[:0], graph.Node(d.s.Select(int(u)))); err != nil {
		return dst, err
	}
	return d.appendMembers(dst, m.a), nil
}

// appendMembers appends the numbers of the list's nodes that are members.
func (d *induced) appendMembers(dst, list []graph.Node) []graph.Node {
	for _, v := range list {
		if d.s.Has(int(v)) {
			dst = append(dst, graph.Node(d.s.Rank(int(v))))
		}
	}
	return dst
}

// sparse is the greatest gap between members, in nodes of g, that is still read in sequence. Reading a single list
// costs about as much as decoding this number of lists.
const sparse = 4

func (d *induced) Scan(r graph.Range) graph.Cursor {
	if r.Lo >= r.Hi {
		return graph.ByList(r, d.AppendSucc)
	}
	lo, hi := d.s.Select(r.Lo), d.s.Select(r.Hi-1)+1
	if (hi-lo)/sparse > r.Hi-r.Lo {
		return graph.ByList(r, d.AppendSucc)
	}
	return &inducedCursor{d: d, c: d.g.Scan(graph.Range{Lo: lo, Hi: hi}), u: r.Lo - 1}
}

// inducedCursor passes over the nodes that are no members.
type inducedCursor struct {
	d    *induced
	c    graph.Cursor
	u    int
	succ []graph.Node
}

func (c *inducedCursor) Next() bool {
	for c.c.Next() {
		if c.d.s.Has(int(c.c.Node())) {
			c.u++
			c.succ = c.d.appendMembers(c.succ[:0], c.c.Succ())
			return true
		}
	}
	return false
}

func (c *inducedCursor) Node() graph.Node   { return graph.Node(c.u) }
func (c *inducedCursor) Succ() []graph.Node { return c.succ }
func (c *inducedCursor) Err() error         { return c.c.Err() }
