// Package ahead reads lists of a graph in memory in an order unrelated to their places, as searches do. Each such
// read would wait for memory. But a search knows which lists it reads next. While it follows one batch, the
// package prefetches the lists of the next batch, and the starts of the lists of the batch after it. Go has no
// prefetch, so this takes assembly.
//
// With prefetching alone, a search of cnr-2000 takes nine tenths of the time, a search of s1m three quarters. With
// kernels for the work on the lists it takes 0.6 and 0.55 (docs/performance.md). On processors other than amd64
// nothing is prefetched, and loops in Go copy the lists.
package ahead

import "weft/graph"

const (
	// Batch is how many nodes are followed together.
	Batch = 64
	// Most is how many successors [Lists.Take] copies at most.
	Most = atOnce + longest

	atOnce  = 1024 // successors that are handed on together, or at most longest−1 more
	short   = 16   // successors that are copied together: a line of memory
	longest = 128  // of a list that is copied
)

// Lists reads the lists of a graph. It does not check that nodes belong to the graph. Memory: 4·[Most] bytes.
type Lists struct {
	starts []uint32 // start of each node's list in succ
	succ   []graph.Node

	begun, asked int // numbers of nodes of the order whose list starts, and whose lists, were prefetched
	ends         [Most]graph.Node
}

// New returns the lists of a graph, of an order that nothing was read of yet.
func New(g *graph.Memory) *Lists {
	starts, succ := g.Rows()
	return &Lists{starts: starts, succ: succ}
}

// Ask prefetches data for the batches after the batch that begins at i of an order. The order grows from call to
// call.
func (l *Lists) Ask(order []graph.Node, i int) {
	lists, begins := min(i+2*Batch, len(order)), min(i+3*Batch, len(order))
	l.begun, l.asked = max(l.begun, i), max(l.asked, i)
	if l.begun < begins {
		askStarts(l.starts, order[l.begun:begins])
		l.begun = begins
	}
	if l.asked < lists {
		askLists(l, order[l.asked:lists])
		l.asked = lists
	}
}

// AskStarts prefetches the starts of the lists of some nodes, for [Lists.AskLists].
func (l *Lists) AskStarts(nodes []graph.Node) { askStarts(l.starts, nodes) }

// AskLists prefetches the lists of some nodes, and a part of long ones. It skips what is not a node of the graph.
func (l *Lists) AskLists(nodes []graph.Node) { askLists(l, nodes) }

// Take returns the successors of the first of some nodes, in order, and the other nodes. The successors are valid
// until the next call. Short lists are copied one after the other, whole cache lines at a time, which needs no
// prediction of their ends.
func (l *Lists) Take(nodes []graph.Node) (succ, others []graph.Node) {
	lists, arcs := copyLists(l, nodes)
	succ = l.ends[:arcs]
	if lists == 0 {
		lists, succ = 1, l.succ[l.starts[nodes[0]]:l.starts[nodes[0]+1]]
	}
	return succ, nodes[lists:]
}

// copyListsPlain copies the lists of the first of some nodes one after the other into l.ends. It returns the
// numbers of nodes and of arcs. It stops when there are more than atOnce arcs. It also stops before a list longer
// than longest, and before a list so near the end of all lists that copying a whole line would pass it. It stops
// before a list that ends before it begins, which no graph has.
func copyListsPlain(l *Lists, nodes []graph.Node) (lists, arcs int) {
	for i, u := range nodes {
		lo, hi := int(l.starts[u]), int(l.starts[u+1])
		if arcs > atOnce || hi < lo || hi-lo > longest || hi > len(l.succ)-short {
			return i, arcs
		}
		list, room := l.succ[lo:hi+short], l.ends[arcs:]
		head := [short]graph.Node(list) // a variable, because it is known not to overlap
		*(*[short]graph.Node)(room) = head
		for at := short; at < hi-lo; at += short {
			next := [short]graph.Node(list[at:])
			*(*[short]graph.Node)(room[at:]) = next
		}
		arcs += hi - lo
	}
	return len(nodes), arcs
}
