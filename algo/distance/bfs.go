package distance

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
)

// Unreached is the distance of what cannot be reached.
const Unreached = ^uint32(0)

// Levels is what BFS returns.
type Levels struct {
	// Distances holds the distance of each node from the nearest source, or Unreached.
	Distances []uint32
	// Counts holds how many nodes are at each distance, from 0 on.
	Counts []int64
	// Order holds the nodes that were reached, by increasing distance; those of one distance in the order in which
	// they were found.
	Order []graph.Node
}

// Reached returns how many nodes were reached.
func (l *Levels) Reached() int64 {
	all := int64(0)
	for _, nodes := range l.Counts {
		all += nodes
	}
	return all
}

// BFS searches g breadth first from the given nodes, which must be in g; repeated ones count once. One random access
// for each list that is reached. Memory: [BFSBytes], the result. Errors are those of reading g, of making room, and of
// ctx.
func BFS(ctx context.Context, g graph.Random, from []graph.Node, w graph.Work) (*Levels, error) {
	s, err := newSearch(g, w)
	if err != nil {
		return nil, err
	}
	l := &Levels{Distances: s.distances}
	found := s.begin(from)
	for lo := 0; lo < found; {
		hi := found
		l.Counts = append(l.Counts, int64(hi-lo))
		if found, err = s.level(ctx, lo, hi, uint32(len(l.Counts))); err != nil {
			return nil, err
		}
		lo = hi
	}
	l.Order = s.order[:found]
	return l, nil
}

// A search is a breadth-first search under way.
type search struct {
	g         graph.Random
	order     []graph.Node // what was found
	distances []uint32
	followed  int64  // arcs of a graph in memory
	found     int    // how many are in order
	distance  uint32 // of those that are found now

	touched graph.Node // what comes of the ends of lists, which are looked at so that they are at hand

	new   [atOnce]graph.Node // nodes to be put into order, some perhaps twice; so many of them
	fresh int
}

func newSearch(g graph.Random, w graph.Work) (*search, error) {
	m := alloc.Maker{Space: w.Space}
	n := g.NumNodes()
	s := &search{g: g, order: alloc.From[graph.Node](&m, n), distances: alloc.From[uint32](&m, n)}
	for u := range s.distances {
		s.distances[u] = Unreached
	}
	return s, m.Err
}

// begin puts the sources at the beginning of order, and returns how many there are.
func (s *search) begin(from []graph.Node) int {
	found := 0
	for _, u := range from {
		if s.distances[u] == Unreached {
			s.distances[u] = 0
			s.order[found] = u
			found++
		}
	}
	return found
}

// level reads the lists of order[lo:hi], whose new pages are at a distance, and returns how many pages are found in all.
func (s *search) level(ctx context.Context, lo, hi int, distance uint32) (found int, err error) {
	s.found, s.distance = hi, distance
	mem, _ := s.g.(*graph.Memory)
	var succ []graph.Node
	for i := lo; i < hi; i += batch {
		if (i-lo)&0xffff == 0 && ctx.Err() != nil {
			return s.found, ctx.Err()
		}
		nodes := s.order[i:min(i+batch, hi)]
		if mem != nil {
			s.followAll(mem, nodes)
			continue
		}
		for _, u := range nodes {
			if succ, err = s.g.AppendSucc(succ[:0], u); err != nil {
				return s.found, err
			}
			s.follow(succ)
		}
		s.settle()
	}
	return s.found, nil
}

const (
	batch  = 64   // nodes that are followed together
	atOnce = 1024 // ends of arcs that are looked at together
	short  = 16   // successors that are copied together
)

// followAll reads the lists of a batch of nodes, at most. Where lists begin is looked up for all of them first, so that no list waits for that of
// another; short ones are copied one behind the other, whole blocks at a time, so that nobody has to guess where they end.
func (s *search) followAll(mem *graph.Memory, nodes []graph.Node) {
	starts, succ := mem.Rows()
	var from, to [batch]int64
	for i, u := range nodes {
		from[i%batch], to[i%batch] = starts[u], starts[u+1]
	}
	touched, followed := s.touched, s.followed
	for i := range nodes {
		lo, hi := from[i%batch], to[i%batch]
		followed += hi - lo
		if lo < hi {
			touched ^= succ[lo]
		}
	}
	s.touched, s.followed = touched, followed
	var ends [atOnce + 2*short]graph.Node
	n := 0
	for i := range nodes {
		lo, hi := from[i%batch], to[i%batch]
		if hi-lo > 2*short || lo+2*short > int64(len(succ)) {
			s.follow(ends[:n])
			s.follow(succ[lo:hi])
			n = 0
			continue
		}
		list, room := succ[lo:][:2*short], ends[n:][:2*short]
		head := [short]graph.Node(list) // a variable, as it is known not to overlap
		*(*[short]graph.Node)(room) = head
		if hi-lo > short {
			tail := [short]graph.Node(list[short:])
			*(*[short]graph.Node)(room[short:]) = tail
		}
		if n += int(hi - lo); n > atOnce {
			s.follow(ends[:n])
			n = 0
		}
	}
	s.follow(ends[:n])
	s.settle()
}

// follow notes which of some nodes may be new. Nobody can guess which these are, so there is no branch, and many are looked up at the same
// time.
func (s *search) follow(succ []graph.Node) {
	for len(succ) > 0 {
		if s.fresh == atOnce {
			s.settle()
		}
		some := succ[:min(len(succ), atOnce-s.fresh)]
		succ = succ[len(some):]
		s.fresh = note(&s.new, s.fresh, some, s.distances)
	}
}

// note puts those of some nodes that were not reached behind the n that are in fresh, and perhaps some at distances of 2³¹ and more; it returns
// how many there are then.
func note(fresh *[atOnce]graph.Node, n int, some []graph.Node, distances []uint32) int {
	for _, v := range some {
		fresh[uint(n)%atOnce] = v
		n += int(distances[v] >> 31)
	}
	return n
}

// settle puts the nodes that were noted and are new at the end of order, once each.
func (s *search) settle() {
	order, distances, found := s.order, s.distances, s.found
	for _, v := range s.new[:s.fresh] {
		if distances[v] == Unreached {
			distances[v] = s.distance
			order[found] = v
			found++
		}
	}
	s.found, s.fresh = found, 0
}

// BFSBytes is the memory that [BFS] takes for n nodes.
func BFSBytes(n int) int64 { return 8*int64(n) + 4*atOnce }
