package component

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// SCC returns the strongly connected components of g: two nodes belong together if each can be reached from the other.
//
// It is the algorithm of Tarjan ("Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972) in the form
// of Pearce ("A space-efficient algorithm for finding strongly connected components", Inf. Process. Lett. 116, 2016),
// without recursion: one number a node serves as index, low link and label, and the nodes on the path share an array
// with the nodes that wait for their component. We depart from it where lists are compressed: a list is read once, when
// its node is entered, and the successors that were not visited yet go on a side stack. That holds at most n/16 +
// 65,536 nodes; when it is full the older half is dropped, and the lists dropped are read again when the visit comes
// back to them. Of one list it takes half of what it holds at a time: else one node with more successors would be read
// again for each of them.
//
// Of a graph in memory, what no path leads back to is completed before the visit as far as that shows at once: pages
// without successors; where pages come after those they lead to, those that lead to complete ones alone; and in sparse
// graphs pages without predecessors, over and over.
//
// One random access for each list, on one processor; memory: [SCCBytes]. Errors are those of reading g, of making
// room, and of ctx.
// Papers: external memory, §4.3.
func SCC(ctx context.Context, g graph.Random, w graph.Work) (*Components, error) {
	return scc(ctx, sides{out: g}, nil, sideStack(g.NumNodes()), w.Space)
}

// sideStack is how many nodes the side stack holds at most.
func sideStack(n int) int { return n/16 + 1<<16 }

// SCCBytes is the memory that [SCC] takes for n nodes, its result among it: 4 bytes a node each for the labels, the
// path with the waiting nodes and the counts on the path, a quarter of a byte for the side stack, and a bit: 12.375
// bytes, as many as the semi-external heuristic that the paper on the Webgraph in external memory takes
// (docs/papers.md, §4.3). A graph in memory needs no side stack. Numbering takes less than the stacks, which are free
// by then.
func SCCBytes(n int) int64 { return 12*int64(n) + 3*int64(n)/8 + 4<<16 }

// sides are a graph and its transpose, which may be nil.
type sides struct{ out, in graph.Random }

// fit says, of what is looked for, whether they may be a graph and its transpose.
func (s sides) fit(what string) error {
	n, m := s.out.NumNodes(), s.out.NumArcs()
	if s.in.NumNodes() == n && s.in.NumArcs() == m {
		return nil
	}
	return fmt.Errorf("%s: the graph has %d nodes and %d arcs, the transpose %d and %d", what, n, m, s.in.NumNodes(), s.in.NumArcs())
}

// scc finds the components of a graph. Nodes with both marks of the core are one that is known.
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
	v = nil // the stacks are free for what canonical takes, if memory is short
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

	// index of a node: 0 before the visit; then 1 plus the number of nodes on the path and waiting when it was entered,
	// or the smallest index that was found to be in its component; when its component is complete alone, or less the
	// number of the component among those with several nodes, which is greater than any index of a node that is not.
	index    []uint32
	complete int // number of complete components
	several  int // number of those with more than one node

	// The nodes on the path grow upwards from the start of stack, the nodes that wait for their component to be
	// complete downwards from its end: no node is in both.
	stack   []graph.Node
	depth   int // of the path
	waiting int // stack[waiting:] wait

	left []uint32   // for each node on the path, how many of its successors are pending, and whether there are more; or, in memory, see fromMemory
	low  bitset.Set // for each node on the path, whether its component has a node with a smaller index; not in memory

	pending []graph.Node // successors to be visited, those of the end of the path last; nil for a graph in memory
	room    int          // length of pending at most; beyond it the older half is dropped
	dropped int          // the nodes at depths < dropped have nothing in pending: their lists are to be read again

	lent    []graph.Node
	steps   int   // since it began
	touched int64 // what comes of what touch looked at

	deepest, mostWaiting, mostPending int // how far the stacks were filled
}

// took is the memory of what was touched: the arrays are made for the worst graph.
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
	if mem == nil {
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

// more is a flag of left: the list has successors that were not made pending, as it is long.
const more = 1 << 31

// push reads the list of the node at depth d, the end of the path, and makes pending what was not visited, or the first
// part of it.
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

// again reads the list of the end of the path once more, after its pending successors were dropped, or the first part
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

// leave takes the end of the path away: to its component if it is the first node of one, else to those that wait.
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
