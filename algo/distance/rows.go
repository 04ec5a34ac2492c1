package distance

import "weft/graph"

const (
	batch   = 64   // nodes that are followed together
	atOnce  = 1024 // ends of arcs that are handed on together, or at most longest−1 more
	short   = 16   // successors that are copied together: a line of memory
	longest = 128  // of a list that is copied
)

// rows reads lists of a graph in memory in the order of a search. That order has nothing to do with where they lie, so that each would be waited for. But a search knows what it will follow: where the lists of
// the batch after next begin, and the lists of the next batch, are asked for while one is followed, which needs an instruction that Go has no word for. Of cnr-2000 and s1m that takes a fifth of the time away, of graphs in no order more than a third.
type rows struct {
	starts []uint32 // where the list of each node begins in succ
	succ   []graph.Node

	begun, asked int // nodes of the order whose beginnings, and whose lists, were asked for
	ends         [atOnce + longest]graph.Node
}

func newRows(g *graph.Memory) *rows {
	starts, succ := g.Rows()
	return &rows{starts: starts, succ: succ}
}

// askFor asks for what is needed after the batch that begins at i of an order, which grows from call to call.
func (r *rows) askFor(order []graph.Node, i int) {
	lists, begins := min(i+2*batch, len(order)), min(i+3*batch, len(order))
	r.begun, r.asked = max(r.begun, i), max(r.asked, i)
	if r.begun < begins {
		askStarts(r.starts, order[r.begun:begins])
		r.begun = begins
	}
	if r.asked < lists {
		askLists(r, order[r.asked:lists])
		r.asked = lists
	}
}

// take returns the successors of the first of some nodes, in their order, until the next call, and the other nodes. Short lists are copied one behind the other, whole lines at a time,
// so that nobody has to guess where each of them ends.
func (r *rows) take(nodes []graph.Node) (succ, others []graph.Node) {
	lists, arcs := copyLists(r, nodes)
	succ = r.ends[:arcs]
	if lists == 0 {
		lists, succ = 1, r.succ[r.starts[nodes[0]]:r.starts[nodes[0]+1]]
	}
	return succ, nodes[lists:]
}

// copyListsPlain puts the lists of the first of some nodes one behind the other into r.ends, and returns of how many nodes they are and how many
// arcs. It stops when these are more than atOnce, and before a list that is longer than longest, or that ends so near the end of all that a line from its end would not fit.
func copyListsPlain(r *rows, nodes []graph.Node) (lists, arcs int) {
	for i, u := range nodes {
		lo, hi := int(r.starts[u]), int(r.starts[u+1])
		if arcs > atOnce || hi-lo > longest || hi > len(r.succ)-short {
			return i, arcs
		}
		list, room := r.succ[lo:hi+short], r.ends[arcs:]
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

// putNewPlain puts those of some nodes that were not seen at the beginning of end, which has room for one more than can be new, and returns how many they are; they are
// seen then. Nobody can guess which these are, so there is no branch: each node is written there, and the end moves behind it if it is new. The next is looked up meanwhile.
func putNewPlain(seen []uint8, end, nodes []graph.Node) (found int) {
	for _, u := range nodes {
		end[found] = u
		found += int(1 - seen[u])
		seen[u] = 1
	}
	return found
}
