package component

import (
	"context"

	"weft/graph"
	"weft/graph/ahead"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// reachBytes returns the memory of spread for n nodes, with the marks twice: two bytes a node, 4 bytes for each of
// a quarter of the nodes, and a bit a node if there are many.
func reachBytes(n int) int64 { return 2*int64(n) + 4*int64(listShare(n)) + 8*int64(knownWords(n)) }

// manyMarks is the number of marks that fit neither in the caches of a core nor in much of the shared cache.
const manyMarks = 1 << 22

// knownWords returns the number of words that spread takes to record the known nodes of a graph in memory: none
// for few nodes.
func knownWords(n int) int {
	if n < manyMarks {
		return 0
	}
	return (n + 63) / 64
}

// followed marks nodes whose successors have been marked. It is the one bit of a mark that callers of spread leave alone.
const followed = 1 << 7

// listShare is how many nodes may wait in a list; beyond it lists are scanned in order.
func listShare(n int) int { return n/4 + 64 }

// A spreading marks what can be reached along arcs.
type spreading struct {
	g, back graph.Random // back is the transpose of g
	marks   []uint8
	bit     uint8 // the mark that spreads
	wall    uint8 // nodes with one of these marks are not entered
	waiting []graph.Node
	known   bitset.Set // of a large graph in memory: the nodes with bit or a mark of wall
	most    int        // how many waited at once
	over    bool       // it did not hold all that waits
}

// spread gives bit to every node that is reachable from nodes with bit, without entering nodes with a mark of
// wall. Nodes that have bit from the start are followed even if they have a mark of wall. It returns the number of
// bytes of the list that it used.
//
// While many nodes wait to be followed, it scans all lists in order. Otherwise it reads single lists: a few
// passes, and then one random access for each of at most a quarter of the nodes at a time. In memory, while many
// nodes wait, unmarked nodes look up a marked predecessor instead; most find one at once (Beamer, Asanović and
// Patterson, "Direction-optimizing breadth-first search", SC 2012).
func spread(ctx context.Context, s spreading, w graph.Work) (int64, error) {
	for u := range s.marks {
		s.marks[u] &^= followed
	}
	waiting, err := alloc.Make[graph.Node](w.Space, listShare(len(s.marks)))
	if err != nil {
		return 0, err
	}
	s.waiting = waiting[:0]
	mem, inMemory := s.g.(*graph.Memory)
	if inMemory && s.known == nil {
		if s.known, err = alloc.Make[uint64](w.Space, knownWords(len(s.marks))); err != nil {
			return 0, err
		}
	}
	back, backInMemory := s.back.(*graph.Memory)
	s.over = !inMemory || !s.listed()
	for {
		if s.over && inMemory && backInMemory {
			err = s.pull(ctx, back)
		} else if s.over {
			err = s.scan(ctx)
		}
		s.know()
		if err == nil && inMemory {
			err = s.followMemory(ctx, mem)
		} else if err == nil {
			err = s.follow(ctx)
		}
		if err != nil || !s.over {
			return 4 * int64(s.most), err
		}
	}
}

// listed puts all that waits on the list, and says whether it fits.
func (s *spreading) listed() bool {
	for u, m := range s.marks {
		if m&s.bit == 0 {
			continue
		}
		if len(s.waiting) == cap(s.waiting) {
			s.most = len(s.waiting)
			return false
		}
		s.waiting = append(s.waiting, graph.Node(u)) //nolint:gosec // a node
	}
	s.most = len(s.waiting)
	return true
}

// scan follows all that waits, in node order, and what it finds ahead; what it finds behind waits.
func (s *spreading) scan(ctx context.Context) error {
	s.over = false
	s.waiting = s.waiting[:0]
	return graph.InOrder(ctx, s.g, func(u graph.Node, succ []graph.Node) {
		if s.marks[u]&(s.bit|followed) == s.bit {
			s.enter(u, succ, u)
		}
	})
}

// pull marks all nodes with a marked predecessor, in node order. Nodes that were marked before have been followed
// then. Nodes that it marks may have successors with smaller numbers, and wait.
func (s *spreading) pull(ctx context.Context, back *graph.Memory) error {
	s.over = false
	waiting, n := s.waiting[:cap(s.waiting)], 0
	starts, preds := back.Rows()
	marks, bit, known := s.marks, s.bit, s.bit|s.wall
	for u, m := range marks {
		if u&0xfffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if m&known != 0 {
			continue
		}
		for _, p := range preds[starts[u]:starts[u+1]] {
			if marks[p]&bit == 0 {
				continue
			}
			marks[u] = m | bit
			if n < len(waiting) {
				waiting[n] = graph.Node(u) //nolint:gosec // a node
				n++
			} else {
				s.over = true
			}
			break
		}
	}
	s.waiting = waiting[:n]
	s.most = max(s.most, n)
	return nil
}

// enter marks the successors of u; those up to upTo are put on the list.
func (s *spreading) enter(u graph.Node, succ []graph.Node, upTo graph.Node) {
	s.marks[u] |= followed
	s.fill(succ, upTo)
}

// fill marks nodes. It puts new ones, up to upTo, on the list of waiting nodes while the list has room.
func (s *spreading) fill(nodes []graph.Node, upTo graph.Node) {
	for _, w := range nodes {
		if s.marks[w]&(s.bit|s.wall) != 0 {
			continue
		}
		s.marks[w] |= s.bit
		if len(s.known) > 0 {
			s.known.Add(int(w))
		}
		switch {
		case w > upTo:
		case len(s.waiting) == cap(s.waiting):
			s.over = true
		default:
			s.waiting = append(s.waiting, w)
		}
	}
	s.most = max(s.most, len(s.waiting))
}

// follow empties the list, unless more waits than it holds.
func (s *spreading) follow(ctx context.Context) error {
	var lent []graph.Node
	var err error
	for steps := 0; len(s.waiting) > 0 && !s.over; steps++ {
		if steps&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		u := s.waiting[len(s.waiting)-1]
		s.waiting = s.waiting[:len(s.waiting)-1]
		if s.marks[u]&followed != 0 {
			continue
		}
		if lent, err = s.g.AppendSucc(lent[:0], u); err != nil {
			return err
		}
		s.enter(u, lent, graph.MaxNodes)
	}
	return nil
}

// followMemory is follow for a graph in memory. It takes some nodes at a time, and meanwhile prefetches the lists
// of the next nodes and the starts of the lists after them. If the list of waiting nodes may be too short,
// successors are added one at a time.
func (s *spreading) followMemory(ctx context.Context, g *graph.Memory) error {
	lists := ahead.New(g)
	var some [3][ahead.Batch]graph.Node
	var taken [3]int
	for steps := 0; ; steps++ {
		if steps&0x3ff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		now, next, last := steps%3, (steps+1)%3, (steps+2)%3
		taken[last] = s.take(some[last][:])
		lists.AskStarts(some[last][:taken[last]])
		lists.AskLists(some[next][:taken[next]])
		if s.over || taken[now]+taken[next]+taken[last] == 0 {
			return nil
		}
		nodes := some[now][:taken[now]]
		for _, u := range nodes {
			s.marks[u] |= followed
		}
		for len(nodes) > 0 {
			var list []graph.Node
			list, nodes = lists.Take(nodes)
			switch {
			case len(list) >= cap(s.waiting)-len(s.waiting):
				s.fill(list, graph.MaxNodes)
			case len(s.known) > 0:
				s.putKnown(list)
			default:
				s.put(list)
			}
		}
		s.most = max(s.most, len(s.waiting))
	}
}

// take removes nodes from the list of waiting nodes, and returns their number.
func (s *spreading) take(nodes []graph.Node) int {
	count := copy(nodes, s.waiting[max(0, len(s.waiting)-len(nodes)):])
	s.waiting = s.waiting[:len(s.waiting)-count]
	return count
}

// put marks the new nodes of a list and appends them to the list of waiting nodes, which has room for all and one
// more. The processor cannot predict which nodes are new, so put has no branch: it writes each node after the end
// of the list, and moves the end if the node is new.
func (s *spreading) put(list []graph.Node) {
	marks, n := s.marks, len(s.waiting)
	waiting, bit, known := s.waiting[:cap(s.waiting)], s.bit, s.bit|s.wall
	for _, w := range list {
		m := marks[w]
		isNew := (uint32(m&known) - 1) >> 31
		marks[w] = m | bit&-uint8(isNew)
		waiting[n] = w
		n += int(isNew)
	}
	s.waiting = waiting[:n]
}

// putKnown is put for many marks. known, an eighth of their size, records which nodes are marked, because many
// nodes are checked and few are new.
func (s *spreading) putKnown(list []graph.Node) {
	known, n := s.known, len(s.waiting)
	waiting := s.waiting[:cap(s.waiting)]
	for _, w := range list {
		k := known[w>>6]
		waiting[n] = w
		n += int(^k >> (w & 63) & 1)
		known[w>>6] = k | 1<<(w&63)
	}
	for _, w := range waiting[len(s.waiting):n] {
		s.marks[w] |= s.bit
	}
	s.waiting = waiting[:n]
}

// know fills known, if there is one, as the marks are.
func (s *spreading) know() {
	for i := range s.known {
		k := uint64(0)
		for j, m := range s.marks[i<<6 : min(i<<6+64, len(s.marks))] {
			k |= uint64(bitset.One(m&(s.bit|s.wall) != 0)) << j
		}
		s.known[i] = k
	}
}
