package component

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/ahead"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// SCC returns the strongly connected components of g: two nodes belong together if each can be reached from the
// other.
//
// The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972) in the
// form of Pearce ("A space-efficient algorithm for finding strongly connected components", Inf. Process. Lett.
// 116, 2016), without recursion. One number per node serves as index, low link and label. Nodes on the path share
// an array with nodes that wait for their component.
//
// For compressed lists it departs from Pearce. A list is read once, when its node is entered, and unvisited
// successors are pushed on a side stack. The side stack holds at most n/16 + 65,536 nodes. When it is full, its
// older half is dropped, and the dropped lists are read again when the visit returns to them. A single list takes
// at most half of the side stack at a time. Otherwise a node with more successors than that would be read again
// for each of them.
//
// In memory, some components are completed before the visit, where cheap checks show that no path leads back.
// These are pages without successors, and pages that only lead to complete earlier pages.
//
// It takes one random access for each list, on one processor. Memory: [SCCBytes]. Errors: reading g, allocating
// memory, and ctx.
// Papers: external memory, §4.3.
func SCC(ctx context.Context, g graph.Random, w graph.Work) (*Components, error) {
	return scc(ctx, sides{out: g}, nil, sideStack(g.NumNodes()), w.Space)
}

// sideStack is how many nodes the side stack holds at most.
func sideStack(n int) int { return n/16 + 1<<16 }

// SCCBytes returns the memory of [SCC] for n nodes, with its result. It is 12.375 bytes a node. Labels, the path
// with the waiting nodes, and the counts on the path take 4 bytes each, the side stack a quarter of a byte, and
// the last part is a bit. The semi-external heuristic of the paper on the Webgraph in external memory takes as
// much (docs/papers.md, §4.3). A graph in memory needs no side stack. Numbering takes less than the stacks, which
// are free by then.
func SCCBytes(n int) int64 { return 12*int64(n) + 3*int64(n)/8 + 4<<16 }

// sides are a graph and its transpose, which may be nil.
type sides struct{ out, in graph.Random }

// fit reports whether two views can be a graph and its transpose. what names the caller in the error.
func (s sides) fit(what string) error {
	n, m := s.out.NumNodes(), s.out.NumArcs()
	if s.in.NumNodes() == n && s.in.NumArcs() == m {
		return nil
	}
	return fmt.Errorf("%s: the graph has %d nodes and %d arcs, the transpose %d and %d", what, n, m, s.in.NumNodes(), s.in.NumArcs())
}

// scc finds the components of a graph. Nodes with both marks of the core form a known component.
func scc(ctx context.Context, g sides, marks []uint8, room int, s alloc.Space) (*Components, error) {
	n := g.out.NumNodes()
	v, err := newVisit(g.out, marks, room, s)
	if err != nil {
		return nil, err
	}
	v.in, _ = g.in.(*graph.Memory)
	if v.mem != nil {
		if err := v.trim(ctx); err != nil {
			return nil, err
		}
	}
	for u := range n {
		if v.index[u] != 0 {
			continue
		}
		if err := v.from(ctx, graph.Node(u)); err != nil {
			return nil, err
		}
	}
	labels := v.index
	for u := range labels { // labels were given from alone downwards
		labels[u] = ^labels[u]
	}
	several, took := v.several, v.took()
	v = nil // frees the stacks for canonical, if memory is short
	c, err := canonical(labels, several, s)
	if err == nil {
		c.took = int64(len(marks)) + took + canonicalBytes(several, c.Count())
	}
	return c, err
}

// alone is the label of all nodes that are the only ones of their components.
const alone = ^uint32(0)

// A visit is a depth-first visit of a graph.
type visit struct {
	g   graph.Random
	mem *graph.Memory // g, if it is in memory
	in  *graph.Memory // its transpose, if it is given and in memory

	// index of a node: 0 before the visit. During the visit it is 1 plus the number of nodes on the path and waiting when
	// the node was entered, or the smallest index found in its component. When the component is complete, it is alone for
	// a component of one node, and otherwise alone minus the number of the component among those with several nodes. The
	// difference is greater than every index of an incomplete node.
	index    []uint32
	complete int // number of complete components
	several  int // number of components with more than one node

	// The nodes on the path grow upwards from the start of stack. The nodes that wait for their component grow
	// downwards from its end. No node is in both.
	stack   []graph.Node
	depth   int // of the path
	waiting int // stack[waiting:] wait

	left []uint32   // for each node on the path, how many of its successors are pending, and whether there are more; or, in memory, see fromMemory
	low  bitset.Set // for each node on the path, whether its component has a node with a smaller index; not in memory

	pending []graph.Node // successors to be visited, those for the end of the path last; nil for a graph in memory
	room    int          // length of pending at most; beyond it the older half is dropped
	dropped int          // the nodes at depths < dropped have nothing in pending; their lists must be read again

	lent  []graph.Node
	steps int          // since it began
	ahead *ahead.Lists // of mem

	deepest, mostWaiting, mostPending int // how far the stacks were filled
}

// took returns the memory that was touched. The arrays are made for the worst graph.
func (v *visit) took() int64 {
	return 4*int64(len(v.index)) + 8*int64(len(v.low)) + 4*int64(min(v.deepest+v.mostWaiting, len(v.stack))+v.deepest+v.mostPending)
}

func newVisit(g graph.Random, marks []uint8, room int, s alloc.Space) (*visit, error) {
	n := g.NumNodes()
	rest := n - countCore(marks) // nodes to be visited
	mem, _ := g.(*graph.Memory)
	if n > maxInMemory {
		mem = nil
	}
	m := alloc.Maker{Space: s}
	v := &visit{
		g: g, mem: mem, room: room,
		index: alloc.From[uint32](&m, n), stack: alloc.From[graph.Node](&m, rest), waiting: rest,
		left: alloc.From[uint32](&m, rest), low: alloc.From[uint64](&m, (rest+63)/64),
	}
	if mem != nil {
		v.ahead = ahead.New(mem)
	} else {
		v.pending = alloc.From[graph.Node](&m, int(min(int64(room), g.NumArcs())))[:0]
	}
	if m.Err == nil && rest < n {
		v.setCore(marks)
	}
	return v, m.Err
}

// setCore completes the component of the nodes with both marks of the core.
func (v *visit) setCore(marks []uint8) {
	for u, m := range marks {
		if m&inCore == inCore {
			v.index[u] = ^uint32(1)
		}
	}
	v.complete, v.several = 1, 1
}

// from visits what can be reached from a node that was not visited.
func (v *visit) from(ctx context.Context, start graph.Node) error {
	if v.mem != nil {
		return v.fromMemory(ctx, start)
	}
	if err := v.enter(start); err != nil {
		return err
	}
	for v.depth > 0 {
		if err := v.stopped(ctx); err != nil {
			return err
		}
		d := v.depth - 1
		if v.left[d] == more || d < v.dropped && v.left[d] > 0 {
			if err := v.again(d); err != nil {
				return err
			}
		}
		if v.left[d] == 0 {
			v.leave()
			continue
		}
		next := v.pending[len(v.pending)-1]
		v.pending = v.pending[:len(v.pending)-1]
		v.left[d]--
		if v.index[next] != 0 {
			v.lower(d, v.index[next])
		} else if err := v.enter(next); err != nil {
			return err
		}
	}
	return nil
}

// begin puts a node at the end of the path.
func (v *visit) begin(u graph.Node) {
	d := v.depth
	v.stack[d] = u
	v.index[u] = uint32(1 + d + len(v.stack) - v.waiting)
	v.low.Remove(d)
	v.left[d] = 0
	v.depth++
	v.deepest = max(v.deepest, v.depth)
}

// enter puts a node at the end of the path, and its successors on the side stack.
func (v *visit) enter(u graph.Node) error {
	v.begin(u)
	return v.push(v.depth - 1)
}

// more is a flag of left: the list is long, and has successors that are not pending yet.
const more = 1 << 31

// push reads the list of the node at depth d, the end of the path, and makes unvisited successors pending, or the
// first part of them.
func (v *visit) push(d int) error {
	list, err := v.list(v.stack[d])
	if err != nil {
		return err
	}
	part := max(v.room/2, 1)
	if length := min(len(list), part); len(v.pending)+length > v.room {
		v.drop(length)
	}
	least, rest := ^uint32(0), uint32(0)
	before := len(v.pending)
	for _, w := range list {
		switch i := v.index[w]; {
		case i != 0:
			least = min(least, i)
		case len(v.pending)-before < part:
			v.pending = append(v.pending, w)
		default:
			rest = more
		}
	}
	v.lower(d, least)
	v.left[d] = uint32(len(v.pending)-before) | rest
	v.mostPending = max(v.mostPending, len(v.pending))
	return nil
}

func (v *visit) list(u graph.Node) ([]graph.Node, error) {
	if v.mem != nil {
		return v.mem.Succ(u), nil
	}
	var err error
	v.lent, err = v.g.AppendSucc(v.lent[:0], u)
	return v.lent, err
}

// again reads the list of the end of the path again, after its pending successors were dropped or the first part
// of them was visited.
func (v *visit) again(d int) error {
	v.dropped = min(v.dropped, d)
	return v.push(d)
}

// drop frees the older half of pending, and more if a list of the given length does not fit otherwise.
func (v *visit) drop(length int) {
	freed := 0
	for v.dropped < v.depth-1 && len(v.pending)-freed+length > v.room/2 {
		freed += int(v.left[v.dropped] &^ more)
		v.dropped++
	}
	v.pending = v.pending[:copy(v.pending, v.pending[freed:])]
}

// lower takes note that the node at depth d leads to a node of the given index.
func (v *visit) lower(d int, index uint32) {
	if u := v.stack[d]; index < v.index[u] {
		v.index[u] = index
		v.low.Add(d)
	}
}

// leave removes the end of the path. The node completes its component if it is the first node of one; otherwise it
// joins the waiting nodes.
func (v *visit) leave() {
	v.depth--
	d := v.depth
	u := v.stack[d]
	v.dropped = min(v.dropped, d)
	if v.low.Has(d) {
		v.waiting--
		v.stack[v.waiting] = u
		v.mostWaiting = max(v.mostWaiting, len(v.stack)-v.waiting)
	} else {
		v.close(u)
	}
	if d > 0 {
		v.lower(d-1, v.index[u])
	}
}

// close completes the component of u: u itself and those waiting nodes that were entered after it.
func (v *visit) close(u graph.Node) {
	first := v.index[u]
	if v.waiting == len(v.stack) || v.index[v.stack[v.waiting]] < first {
		v.single(u)
		return
	}
	v.complete++
	v.several++
	label := ^uint32(v.several)
	v.index[u] = label
	for v.waiting < len(v.stack) && v.index[v.stack[v.waiting]] >= first {
		v.index[v.stack[v.waiting]] = label
		v.waiting++
	}
}
