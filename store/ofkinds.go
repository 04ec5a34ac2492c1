package store

import (
	"sync"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/ef"
)

// ofKinds is a graph without the arcs that have none of the wanted kinds. It takes no memory, except an index for
// single lists and counts of 2 + log₂(arcs/nodes) bits a node, which takes a pass.
type ofKinds struct {
	g      graph.Random
	p      *perList
	want   kinds.Set
	arcs   int64
	before func() (*ef.List, error)
	pool   sync.Pool // of *[]graph.Node
}

func newOfKinds(g graph.Random, p *perList, want kinds.Set, arcs int64) *ofKinds {
	f := &ofKinds{g: g, p: p, want: want, arcs: arcs}
	f.before = sync.OnceValues(f.count)
	return f
}

func (f *ofKinds) NumNodes() int  { return f.g.NumNodes() }
func (f *ofKinds) NumArcs() int64 { return f.arcs }

func (f *ofKinds) Scan(r graph.Range) graph.Cursor {
	return &ofKindsCursor{kindCursor: newKindCursor(f.g, f.p, r), want: f.want}
}

type ofKindsCursor struct {
	*kindCursor
	want kinds.Set
	succ []graph.Node
}

func (c *ofKindsCursor) Next() bool {
	if !c.kindCursor.Next() {
		return false
	}
	c.succ = appendWanted(c.succ[:0], c.kindCursor.Succ(), c.kinds, c.want)
	return true
}

func (c *ofKindsCursor) Succ() []graph.Node { return c.succ }

func appendWanted(dst, succ []graph.Node, ks []kinds.Set, want kinds.Set) []graph.Node {
	for i, v := range succ {
		if ks[i]&want != 0 {
			dst = append(dst, v)
		}
	}
	return dst
}

func (f *ofKinds) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	buf, ok := f.pool.Get().(*[]graph.Node)
	if !ok {
		buf = new([]graph.Node)
	}
	defer f.pool.Put(buf)
	var err error
	if *buf, err = f.g.AppendSucc((*buf)[:0], u); err != nil {
		return dst, err
	}
	r, err := newKindReader(f.p, int(u))
	if err != nil {
		return dst, err
	}
	ks, err := r.next(len(*buf))
	if err != nil {
		return dst, err
	}
	return appendWanted(dst, *buf, ks, f.want), nil
}

func (f *ofKinds) count() (*ef.List, error) {
	b := ef.NewBuilder(f.NumNodes()+1, uint64(f.arcs))
	b.Add(0)
	sum := uint64(0)
	c := f.Scan(graph.Everything(f))
	for c.Next() {
		sum += uint64(len(c.Succ()))
		if !b.Add(sum) {
			return nil, f.p.damaged(int(c.Node()), "there are more arcs of the wanted kinds than were counted")
		}
	}
	return b.List(), c.Err()
}

// ArcsBefore spreads arcs evenly if the files are damaged, which every scan then tells.
func (f *ofKinds) ArcsBefore(u int) int64 {
	l, err := f.before()
	if err != nil {
		return int64(float64(f.arcs) / float64(f.NumNodes()) * float64(u))
	}
	return int64(l.Get(u))
}
