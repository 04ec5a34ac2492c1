package distance

import (
	"context"
	"fmt"
	"math/bits"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// BFSBoth is [BFS] for a graph whose transpose is known: distances and counts are the same, Order is nil. Where the last level
// has a good part of the arcs that are left, the nodes that were not reached look for a predecessor in it, of which the first is enough,
// instead of following all of its arcs (Beamer, Asanović and Patterson, "Direction-optimizing breadth-first search", SC 2012); if
// the transpose is in memory. Memory: [BFSBothBytes]. Errors are those of BFS, and of views that do not fit together.
func BFSBoth(ctx context.Context, out, in graph.Random, from []graph.Node, w graph.Work) (*Levels, error) {
	n := out.NumNodes()
	if in.NumNodes() != n || in.NumArcs() != out.NumArcs() {
		return nil, fmt.Errorf("breadth-first search: the graph has %d nodes and %d arcs, the transpose %d and %d", n, out.NumArcs(), in.NumNodes(), in.NumArcs())
	}
	back, ok := in.(*graph.Memory)
	if !ok {
		l, err := BFS(ctx, out, from, w)
		if err == nil {
			l.Order = nil
		}
		return l, err
	}
	s, err := newSearch(out, w)
	if err != nil {
		return nil, err
	}
	m := alloc.Maker{Space: w.Space}
	b := &bothWays{search: s, back: back}
	for i := range b.levels {
		b.levels[i] = alloc.From[uint64](&m, (n+63)/64)
	}
	b.seen = alloc.From[uint64](&m, (n+63)/64)
	if m.Err != nil {
		return nil, m.Err
	}
	counts, err := b.run(ctx, b.begin(from))
	return &Levels{Distances: b.distances, Counts: counts}, err
}

// BFSBothBytes is the memory that [BFSBoth] takes for n nodes: that of BFS, and three bits.
func BFSBothBytes(n int) int64 { return BFSBytes(n) + 24*int64((n+63)/64) }

// backNodes is the share of the nodes that a level has at least if the next is searched backwards.
const backNodes = 24

type bothWays struct {
	*search
	back   *graph.Memory
	levels [2]bitset.Set // the last level and the next, while the search goes backwards
	seen   bitset.Set    // what was found, while it goes backwards
}

// run returns how many nodes there are at each distance, the sources among them, which are at the beginning of order.
func (b *bothWays) run(ctx context.Context, found int) ([]int64, error) {
	var counts []int64
	for lo := 0; lo < found; {
		counts = append(counts, int64(found-lo))
		if b.pays(b.order[lo:found]) {
			last, err := b.backwards(ctx, b.order[lo:found], &counts)
			if err != nil {
				return nil, err
			}
			lo, found = 0, last
			continue
		}
		hi := found
		var err error
		if found, err = b.level(ctx, lo, hi, uint32(len(counts))); err != nil {
			return nil, err
		}
		lo = hi
	}
	return counts, nil
}

// pays says whether the nodes after a level are better found backwards: if more arcs leave it than are left for levels to come, as most
// nodes that are left will have a predecessor in it.
func (b *bothWays) pays(level []graph.Node) bool {
	if len(level) <= len(b.distances)/backNodes {
		return false
	}
	ahead := int64(0)
	for _, u := range level {
		ahead += b.g.ArcsBefore(int(u)+1) - b.g.ArcsBefore(int(u))
	}
	return ahead > b.g.NumArcs()-b.followed-ahead
}

// backwards finds levels after one of the given nodes, until one has few nodes, which is put at the beginning of order and not counted
// yet. It returns how many these are.
func (b *bothWays) backwards(ctx context.Context, level []graph.Node, counts *[]int64) (int, error) {
	last := b.levels[0]
	clear(last)
	for _, u := range level {
		last.Add(int(u))
	}
	b.setSeen()
	for {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		found := b.levelBack(uint32(len(*counts)))
		b.levels[0], b.levels[1] = b.levels[1], b.levels[0]
		if found <= len(b.distances)/backNodes {
			i := 0
			for u := range bitset.Each[graph.Node](b.levels[0]) {
				b.order[i] = u
				i++
			}
			return i, nil
		}
		*counts = append(*counts, int64(found))
	}
}

// levelBack gives a distance to the nodes that were not reached and have a predecessor in the last level, and makes them the next. It returns how
// many they are.
func (b *bothWays) levelBack(distance uint32) (found int) {
	starts, preds := b.back.Rows()
	last, next := b.levels[0], b.levels[1]
	for i, seen := range b.seen {
		word := uint64(0)
		for left := b.missing(i); left != 0; left &= left - 1 {
			bit := bits.TrailingZeros64(left)
			v := i*64 + bit
			for _, u := range preds[starts[v]:starts[v+1]] {
				if last[u/64]>>(u%64)&1 != 0 {
					b.distances[v] = distance
					word |= 1 << bit
					break
				}
			}
		}
		next[i] = word
		b.seen[i] = seen | word
		found += bits.OnesCount64(word)
	}
	return found
}

// setSeen makes seen of the distances.
func (b *bothWays) setSeen() {
	for i := range b.seen {
		var word uint64
		for k, d := range b.distances[i*64 : min(i*64+64, len(b.distances))] {
			word |= (1 - (uint64(d)+1)>>32) << k
		}
		b.seen[i] = word
	}
}

// missing returns which of 64 nodes were not seen.
func (b *bothWays) missing(i int) uint64 {
	if most := len(b.distances) - i*64; most < 64 {
		return ^b.seen[i] & (1<<most - 1)
	}
	return ^b.seen[i]
}
