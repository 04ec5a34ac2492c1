package view

import (
	"sync"
	"sync/atomic"

	"weft/graph"
	"weft/internal/ef"
)

// lists are the lists of a view, whose lengths are unknown.
type lists interface {
	NumNodes() int
	Scan(r graph.Range) graph.Cursor
	AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error)
	// most is a number of arcs that the view has at most.
	most() int64
}

// A Graph is a view whose arcs are counted when their number is first needed, in one pass over the lists and
// [IndexBytes] of memory.
type Graph struct {
	lists
	index atomic.Pointer[index]
	mu    sync.Mutex // of the pass that makes the index
}

// An index is the number of arcs before each node, or why there is none.
type index struct {
	before *ef.List
	err    error
}

func newGraph(l lists) *Graph { return &Graph{lists: l} }

// IndexBytes estimates the memory for counting the arcs of a view with at most most arcs.
func IndexBytes(nodes int, most int64) int64 { return ef.Bytes(nodes+1, most) }

// before returns the index, which is made in a pass when it is first asked for.
func (g *Graph) before(look func(u graph.Node) error) (*ef.List, error) {
	if i := g.index.Load(); i != nil {
		return i.before, i.err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := g.index.Load(); i != nil {
		return i.before, i.err
	}
	var stopped error
	l, err := g.count(look, &stopped)
	if stopped == nil {
		g.index.Store(&index{l, err})
	}
	return l, err
}

// count makes the index; stopped becomes the error of look.
func (g *Graph) count(look func(u graph.Node) error, stopped *error) (*ef.List, error) {
	b := ef.NewBuilder(g.NumNodes()+1, uint64(g.most()))
	sum := uint64(0)
	b.Add(sum)
	all := graph.Graph(g)
	if look != nil {
		all = graph.Watched(g, func(u graph.Node) error {
			*stopped = look(u)
			return *stopped
		})
	}
	c := all.Scan(graph.Everything(g))
	for c.Next() {
		sum += uint64(len(c.Succ()))
		b.Add(sum) // no list of a view is longer than those it is made of
	}
	return b.List(), c.Err()
}

// Count returns the number of arcs, and the error of the pass that counts them. look, if not nil, is called by that pass as
// [graph.Watched] says; where its error ends the pass, the next one begins anew.
func (g *Graph) Count(look func(u graph.Node) error) (int64, error) {
	l, err := g.before(look)
	if err != nil {
		return 0, err
	}
	return int64(l.Get(g.NumNodes())), nil
}

// CountedAs says that g has the lists of another view, whose count it takes, if there is one. It must be called before
// g is read.
func (g *Graph) CountedAs(same *Graph) { g.index.Store(same.index.Load()) }

// NumArcs returns the number of arcs; where a graph beneath is damaged, which every scan tells, what there are at most.
func (g *Graph) NumArcs() int64 {
	n, err := g.Count(nil)
	if err != nil {
		return g.most()
	}
	return n
}

// ArcsBefore returns the number of arcs that leave nodes v < u. It spreads arcs evenly where a graph beneath is damaged.
func (g *Graph) ArcsBefore(u int) int64 {
	l, err := g.before(nil)
	if err != nil {
		return int64(float64(g.most()) / float64(max(g.NumNodes(), 1)) * float64(u))
	}
	return int64(l.Get(u))
}

// A room is where lists are put while they are changed.
type room struct{ a, b []graph.Node }

// rooms lends room for single lists.
type rooms struct{ pool sync.Pool }

func (r *rooms) get() *room {
	if m, ok := r.pool.Get().(*room); ok {
		return m
	}
	return new(room)
}

func (r *rooms) put(m *room) { r.pool.Put(m) }
