package distance

import (
	"context"

	"weft/graph"
	"weft/space"
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
	m := space.Maker{Space: w.Space}
	l := &Levels{Distances: space.From[uint32](&m, g.NumNodes()), Order: space.From[graph.Node](&m, g.NumNodes()+1)}
	if m.Err != nil {
		return nil, m.Err
	}
	for u := range l.Distances {
		l.Distances[u] = Unreached
	}
	found := l.reach(0, from, 0)
	mem, _ := g.(*graph.Memory)
	var succ []graph.Node
	var err error
	for lo := 0; lo < found; {
		hi := found
		l.Counts = append(l.Counts, int64(hi-lo))
		next := uint32(len(l.Counts))
		for i, u := range l.Order[lo:hi] {
			if i&0xffff == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if mem != nil {
				succ = mem.Succ(u)
			} else if succ, err = g.AppendSucc(succ[:0], u); err != nil {
				return nil, err
			}
			found = l.reach(found, succ, next)
		}
		lo = hi
	}
	l.Order = l.Order[:found]
	return l, nil
}

// reach gives those of a list that were not reached a distance, which is not less than any given before, and returns how
// many have been found in all. It jumps no more than it must, as nobody foresees which pages are new: every page is put
// at the end of the order, and the end moves if it was new.
func (l *Levels) reach(found int, list []graph.Node, distance uint32) int {
	order, distances := l.Order, l.Distances
	for _, v := range list {
		order[found] = v
		found += int((uint64(distances[v]) + 1) >> 32)
		distances[v] = min(distances[v], distance)
	}
	return found
}

// BFSBytes is the memory that [BFS] takes for n nodes.
func BFSBytes(n int) int64 { return 8 * int64(n) }
