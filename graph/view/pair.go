package view

import (
	"errors"
	"fmt"

	"weft/graph"
)

// Symmetrised returns the graph in which u and v are joined in both directions if there is an arc between them in
// either. out is a graph, in its transpose. A loop stays one arc.
func Symmetrised(out, in graph.Random) (*Graph, error) {
	if out.NumNodes() != in.NumNodes() {
		return nil, fmt.Errorf("symmetrise graphs of %d and of %d nodes: want as many", out.NumNodes(), in.NumNodes())
	}
	return newGraph(&pair{a: out, b: in}), nil
}

// merge appends what is in either list, once.
func merge(dst, a, b []graph.Node) []graph.Node {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		dst = append(dst, min(x, y))
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	return append(append(dst, a[i:]...), b[j:]...)
}

// pair joins the lists of two graphs.
type pair struct {
	a, b graph.Random
	rooms
}

func (p *pair) NumNodes() int { return p.a.NumNodes() }
func (p *pair) most() int64   { return p.a.NumArcs() + p.b.NumArcs() }

func (p *pair) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	m := p.get()
	defer p.put(m)
	var err1, err2 error
	m.a, err1 = p.a.AppendSucc(m.a[:0], u)
	m.b, err2 = p.b.AppendSucc(m.b[:0], u)
	if err := errors.Join(err1, err2); err != nil {
		return dst, err
	}
	return merge(dst, m.a, m.b), nil
}

func (p *pair) Scan(r graph.Range) graph.Cursor {
	return &pairCursor{a: p.a.Scan(r), b: p.b.Scan(r)}
}

type pairCursor struct {
	a, b graph.Cursor
	succ []graph.Node
}

func (c *pairCursor) Next() bool {
	if !c.a.Next() || !c.b.Next() {
		return false
	}
	c.succ = merge(c.succ[:0], c.a.Succ(), c.b.Succ())
	return true
}

func (c *pairCursor) Node() graph.Node   { return c.a.Node() }
func (c *pairCursor) Succ() []graph.Node { return c.succ }
func (c *pairCursor) Err() error         { return errors.Join(c.a.Err(), c.b.Err()) }
