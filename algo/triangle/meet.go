package triangle

import (
	"slices"
	"sync/atomic"

	"weft/graph"
	"weft/internal/bitset"
)

// A tally sums the results of the workers by parts of the graph.
type tally struct {
	triangles, cycles, transitive []int64
}

func newTally(parts int) *tally {
	return &tally{make([]int64, parts), make([]int64, parts), make([]int64, parts)}
}

func (t *tally) sum(c *Counted) {
	for i := range t.triangles {
		c.Triangles += t.triangles[i]
		c.Cycles += t.cycles[i]
		c.Transitive += t.transitive[i]
	}
}

// A scratch is the memory of a worker.
type scratch struct {
	marks []uint32 // for each node of the current list its way and, from bit 2 on, its place, from 1 on; 0 for other nodes
	// The current list, which may belong to a block, and memory for one list.
	ends    []graph.Node
	ways    []way
	ownEnds []graph.Node
	ownWays []way
	touched graph.Node // keeps the reads of touch from being optimised away
	met     []uint64   // triangles of each node of the list
}

func (s *scratch) ready(nodes int) {
	if s.marks == nil {
		s.marks = make([]uint32, nodes)
	}
}

// orient makes the oriented list of u: the neighbours that have more neighbours than it, or as many and a greater number.
func (s *scratch) orient(degrees []uint32, u graph.Node, succ, pred []graph.Node) {
	most := len(succ) + len(pred)
	s.ownEnds, s.ownWays = slices.Grow(s.ownEnds[:0], most)[:most], slices.Grow(s.ownWays[:0], most)[:most]
	n, d := 0, degrees[u]
	put := func(v graph.Node, w way) {
		s.ownEnds[n], s.ownWays[n] = v, w
		dv := degrees[v]
		n += bitset.One(dv > d) | bitset.One(dv == d)&bitset.One(v > u)
	}
	i, j := 0, 0
	for i < len(succ) && j < len(pred) {
		x, y := succ[i], pred[j]
		less, more := bitset.One(x <= y), bitset.One(y <= x)
		put(min(x, y), way(less|more<<1))
		i, j = i+less, j+more
	}
	for ; i < len(succ); i++ {
		put(succ[i], there)
	}
	for ; j < len(pred); j++ {
		put(pred[j], back)
	}
	s.ends, s.ways = s.ownEnds[:n], s.ownWays[:n]
}

// meet finds the triangles of u, whose oriented list is the current one, with a node v of the block.
func (s *scratch) meet(u graph.Node, b *block, t *tally, part int) {
	if len(s.ends) < 2 {
		return
	}
	s.met = append(s.met[:0], make([]uint64, len(s.ends))...)
	for i, v := range s.ends {
		s.marks[v] = uint32(i+1)<<2 | uint32(s.ways[i])
	}
	s.touched ^= b.touch(s.ends)
	all := int64(0)
	for i, v := range s.ends {
		if int(v) >= b.Lo && int(v) < b.Hi {
			all += s.through(i, v, b, t, part)
		}
	}
	for i, v := range s.ends {
		s.marks[v] = 0
		if s.met[i] > 0 {
			atomic.AddUint64(&b.c.Of[v], s.met[i])
		}
	}
	if all > 0 {
		atomic.AddUint64(&b.c.Of[u], uint64(all))
		t.triangles[part] += all
	}
}

// through finds those with v, which is entry i of the list.
func (s *scratch) through(i int, v graph.Node, b *block, t *tally, part int) (found int64) {
	ends, ways := b.list(v)
	ways = ways[:len(ends)]
	first, marks, met, kinds := s.ways[i], s.marks, s.met, uint64(0)
	for k, w := range ends {
		m := marks[w]
		if m == 0 {
			continue
		}
		found++
		met[m>>2-1]++
		kinds += closed[(first|ways[k]<<2|way(m)<<4)&63]
	}
	s.met[i] += uint64(found)
	t.cycles[part] += int64(kinds & (1<<32 - 1))
	t.transitive[part] += int64(kinds >> 32)
	return found
}
