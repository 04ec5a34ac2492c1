package distance

import (
	"context"
	"sync"

	"weft/graph"
	"weft/graph/ahead"
	"weft/graph/alloc"
)

// Unreached is the distance of what cannot be reached.
const Unreached = ^uint32(0)

// Levels is what BFS returns.
type Levels struct {
	// Counts holds how many nodes are at each distance, from 0 on.
	Counts []int64
	// Order holds the nodes that were reached, by increasing distance. [BFS] puts those of one distance in the order in
	// which they were found; [BFSBoth] in any.
	Order []graph.Node

	nodes int // of the graph
}

// Reached returns how many nodes were reached.
func (l *Levels) Reached() int64 { return int64(len(l.Order)) }

// Distances returns the distance of each node from the nearest source, or Unreached. Memory: [DistancesBytes]. Errors
// are those of making room.
func (l *Levels) Distances(s alloc.Space) ([]uint32, error) {
	distances, err := alloc.Make[uint32](s, l.nodes)
	if err != nil {
		return nil, err
	}
	for u := range distances {
		distances[u] = Unreached
	}
	order := l.Order
	for d, count := range l.Counts {
		for _, u := range order[:count] {
			distances[u] = uint32(d) //nolint:gosec // less than the number of nodes
		}
		order = order[count:]
	}
	return distances, nil
}

// DistancesBytes is the memory that Distances takes for n nodes.
func DistancesBytes(n int) int64 { return 4 * int64(n) }

// BFS searches g breadth first from the given nodes, which must be in g; repeated ones count once. One random access
// for each list that is reached. Memory: [BFSBytes], the order among it, of which what is not reached is not touched.
// Errors are those of reading g, of making room, and of ctx.
func BFS(ctx context.Context, g graph.Random, from []graph.Node, w graph.Work) (*Levels, error) {
	s, err := newSearch(g, w)
	if err != nil {
		return nil, err
	}
	l := &Levels{nodes: g.NumNodes()}
	s.visit(from)
	for lo := 0; lo < s.found; {
		hi := s.found
		l.Counts = append(l.Counts, int64(hi-lo))
		if err := s.level(ctx, lo, hi); err != nil {
			return nil, err
		}
		lo = hi
	}
	l.Order = s.order[:s.found]
	s.end()
	return l, nil
}

// BFSBytes is the memory that [BFS] takes for n nodes: 5 bytes for each, and what the order was before it grew.
func BFSBytes(n int) int64 { return 5*int64(n) + 9*int64(n)/16 + 4*(ahead.Most+grows) }

// grows is how many times the room for what was found becomes, when there is not enough.
const grows = 8

// A search is a breadth-first search under way.
type search struct {
	g     graph.Random
	order []graph.Node // what was found, and some room
	most  int          // that order has room for: one more than can be found
	found int          // how many are in order
	seen  []uint8      // of each node: 1 if it was found; bytes, as a bit would wait for that of another node to be written

	spare    bool         // seen may be used again
	lists    *ahead.Lists // of a graph in memory
	followed int64        // arcs of one
}

// spare are arrays for what was seen, all 0: of searches from one page after another that reach little, fresh memory is
// most of the cost.
var spare sync.Pool

// end leaves what is not needed any more to the next search.
func (s *search) end() {
	if !s.spare {
		return
	}
	seen := s.seen
	if s.found > len(seen)/8 {
		clear(seen)
	} else {
		for _, u := range s.order[:s.found] {
			seen[u] = 0
		}
	}
	spare.Put(&seen)
	s.seen = nil
}

func newSearch(g graph.Random, w graph.Work) (*search, error) {
	m := alloc.Maker{Space: w.Space}
	n := g.NumNodes()
	s := &search{g: g, most: n + 1, spare: w.Space == nil}
	if s.spare {
		s.order = make([]graph.Node, n/(grows*grows)+1)
		if used, ok := spare.Get().(*[]uint8); ok && cap(*used) >= n {
			s.seen = (*used)[:n]
		}
	} else {
		s.order = alloc.From[graph.Node](&m, s.most)
	}
	if s.seen == nil {
		s.seen = alloc.From[uint8](&m, n)
	}
	if mem, ok := g.(*graph.Memory); ok {
		s.lists = ahead.New(mem)
	}
	return s, m.Err
}

// level reads the lists of order[lo:hi], and puts what is new behind what was found.
func (s *search) level(ctx context.Context, lo, hi int) (err error) {
	var succ []graph.Node
	for i := lo; i < hi; i += ahead.Batch {
		if (i-lo)&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		nodes := s.order[i:min(i+ahead.Batch, hi)]
		if s.lists != nil {
			s.lists.Ask(s.order[:s.found], i)
			for len(nodes) > 0 {
				succ, nodes = s.lists.Take(nodes)
				s.followed += int64(len(succ))
				s.visit(succ)
			}
			continue
		}
		for _, u := range nodes {
			if succ, err = s.g.AppendSucc(succ[:0], u); err != nil {
				return err
			}
			s.visit(succ)
		}
	}
	return nil
}

// reserve makes room for some more nodes, if they can be so many, and one. What is not reached is not to be paid for, and
// little is copied.
func (s *search) reserve(more int) {
	need := min(s.found+more+1, s.most)
	if need <= len(s.order) {
		return
	}
	size := len(s.order)
	for size < need {
		size *= grows
	}
	order := make([]graph.Node, min(size, s.most))
	copy(order, s.order[:s.found])
	s.order = order
}

// visit puts those of some nodes that are new at the end of order.
func (s *search) visit(nodes []graph.Node) {
	s.reserve(len(nodes))
	s.found += putNew(s.seen, s.order[s.found:], nodes)
}
