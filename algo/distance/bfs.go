package distance

import (
	"context"
	"sync"

	"weft/graph"
	"weft/graph/ahead"
	"weft/graph/alloc"
)

// Unreached is the distance of unreachable nodes.
const Unreached = ^uint32(0)

// Levels is the result of BFS.
type Levels struct {
	// Counts holds how many nodes are at each distance, from 0 on.
	Counts []int64
	// Order holds the reached nodes by increasing distance. At equal distance, [BFS] orders nodes as it found
	// them; [BFSBoth] has no fixed order.
	Order []graph.Node

	nodes int // of the graph
}

// Reached returns how many nodes were reached.
func (l *Levels) Reached() int64 { return int64(len(l.Order)) }

// Distances returns the distance of each node from the nearest source, or Unreached. Memory: [DistancesBytes]. It
// fails only if memory cannot be allocated.
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

// BFS searches g breadth first from the given nodes, which must be in g; repeated ones count once. It takes one
// random access for each reached list. Memory: [BFSBytes], with the order; memory for unreached nodes is not
// touched. Errors: reading g, allocating memory, and ctx.
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

// grows is the factor by which memory for found nodes grows when it is full.
const grows = 8

// A search is a breadth-first search under way.
type search struct {
	g     graph.Random
	order []graph.Node // what was found, and some room
	most  int          // that order has room for: one more than can be found
	found int          // how many are in order
	seen  []uint8      // of each node: 1 if it was found. Bytes, because a bit would wait for the write of another bit

	spare    bool         // seen may be used again
	lists    *ahead.Lists // of a graph in memory
	followed int64        // arcs of one
}

// spare holds arrays of zeros for seen. For searches from many pages that each reach little, fresh memory would be
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

// reserve makes room for more nodes plus one, or for all nodes that are left. It is called as the search grows, so
// that unreached nodes cost no memory and little is copied.
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

// visit appends the new ones of some nodes to order.
func (s *search) visit(nodes []graph.Node) {
	s.reserve(len(nodes))
	s.found += putNew(s.seen, s.order[s.found:], nodes)
}
