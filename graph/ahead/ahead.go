// Package ahead reads lists of a graph in memory in an order that has nothing to do with where they lie, as searches
// do, so that each would be waited for. But a search knows what it will follow: where the lists of the batch after next
// begin, and the lists of the next batch, are asked for while one is followed, which needs an instruction that Go has
// no word for. With that alone a search of cnr-2000 takes nine tenths of the time, of s1m three quarters; with kernels
// for what is done with the lists, too, 0.6 and 0.55 (docs/performance.md). Elsewhere than on amd64 nothing is asked
// for, and loops in Go copy the lists.
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

// Lists are those of a graph. That the nodes asked about are of it, nobody looks at again. Memory: 4·[Most] bytes.
type Lists struct {
	starts []uint32 // where the list of each node begins in succ
	succ   []graph.Node

	begun, asked int // nodes of the order whose beginnings, and whose lists, were asked for
	ends         [Most]graph.Node
}

// New returns the lists of a graph, of an order that nothing was read of yet.
func New(g *graph.Memory) *Lists {
	starts, succ := g.Rows()
	return &Lists{starts: starts, succ: succ}
}

// Ask asks for what is needed after the batch that begins at i of an order, which grows from call to call.
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

// AskStarts asks for where the lists of some nodes begin: what [Lists.AskLists] looks up.
func (l *Lists) AskStarts(nodes []graph.Node) { askStarts(l.starts, nodes) }

// AskLists asks for the lists of some nodes, of long ones for a part.
func (l *Lists) AskLists(nodes []graph.Node) { askLists(l, nodes) }

// Take returns the successors of the first of some nodes, in their order, until the next call, and the other nodes.
// Short lists are copied one behind the other, whole lines at a time, so that nobody has to guess where each of them
// ends.
func (l *Lists) Take(nodes []graph.Node) (succ, others []graph.Node) {
	lists, arcs := copyLists(l, nodes)
	succ = l.ends[:arcs]
	if lists == 0 {
		lists, succ = 1, l.succ[l.starts[nodes[0]]:l.starts[nodes[0]+1]]
	}
	return succ, nodes[lists:]
}

// copyListsPlain puts the lists of the first of some nodes one behind the other into l.ends, and returns of how many
// nodes they are and how many arcs. It stops when these are more than atOnce, and before a list that is longer than
// longest, that ends so near the end of all that a line from its end would not fit, or that ends before it begins,
// which no graph has.
func copyListsPlain(l *Lists, nodes []graph.Node) (lists, arcs int) {
	for i, u := range nodes {
		lo, hi := int(l.starts[u]), int(l.starts[u+1])
		if arcs > atOnce || hi < lo || hi-lo > longest || hi > len(l.succ)-short {
			return i, arcs
		}
		list, room := l.succ[lo:hi+short], l.ends[arcs:]
		head := [short]graph.Node(list) // a variable, as it is known not to overlap
		*(*[short]graph.Node)(room) = head
		for at := short; at < hi-lo; at += short {
			next := [short]graph.Node(list[at:])
			*(*[short]graph.Node)(room[at:]) = next
		}
		arcs += hi - lo
	}
	return len(nodes), arcs
}
