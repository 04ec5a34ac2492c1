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

// BFS searches g breadth first from the given nodes, which must be in g; repeated ones count once. One random access
// for each list that is reached. Memory: [BFSBytes], the result. Errors are those of reading g, of making room, and of
// ctx.
func BFS(ctx context.Context, g graph.Random, from []graph.Node, w graph.Work) (*Levels, error) {
	m := alloc.Maker{Space: w.Space}
	n := g.NumNodes()
	s := &search{g: g, order: alloc.From[graph.Node](&m, n), distances: alloc.From[uint32](&m, n)}
	if m.Err != nil {
		return nil, m.Err
	}
	for u := range s.distances {
		s.distances[u] = Unreached
	}
	l := &Levels{Distances: s.distances}
	found := 0
	for _, u := range from {
		if s.distances[u] == Unreached {
			s.distances[u] = 0
			s.order[found] = u
			found++
		}
	}
	for lo := 0; lo < found; {
		hi := found
		l.Counts = append(l.Counts, int64(hi-lo))
		var err error
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
}

// level reads the lists of order[lo:hi], whose new pages are at a distance, and returns how many pages are found in all.
func (s *search) level(ctx context.Context, lo, hi int, distance uint32) (found int, err error) {
	mem, _ := s.g.(*graph.Memory)
	order, distances := s.order, s.distances
	var succ []graph.Node
	found = hi
	for i, u := range order[lo:hi] {
		if i&0xffff == 0 && ctx.Err() != nil {
			return found, ctx.Err()
		}
		if mem != nil {
			succ = mem.Succ(u)
		} else if succ, err = s.g.AppendSucc(succ[:0], u); err != nil {
			return found, err
		}
		for _, v := range succ {
			if distances[v] == Unreached {
				distances[v] = distance
				order[found] = v
				found++
			}
		}
	}
	return found, nil
}

// BFSBytes is the memory that [BFS] takes for n nodes.
func BFSBytes(n int) int64 { return 8 * int64(n) }
