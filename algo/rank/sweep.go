package rank

import (
	"context"
	"math"
	"slices"
	"sort"
	"sync/atomic"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A sweep solves x = αPᵀx + (1−α)v, the equations of the pseudorank, by Gauss–Seidel. Pages are cut into lanes of
// consecutive pages, and lanes into blocks. In step t of a pass each lane works on its block t. A page receives the
// newest scores of its block. Of other blocks it receives the scores before the step. So all lanes can work at the same
// time, and the result is the same for any number of workers. Nearly as many new scores are used as if one page followed
// another. Blocks that are neighbours never share a step: their pages link to each other most.
//
// Within a block 256 pages are a group. Pages of a group with long lists come first. The others follow in the order of the
// lengths of their lists. So the processor predicts where lists end.
type sweep struct {
	in      graph.Random
	n       int // pages
	alpha   float64
	pref    preference
	workers int
	shared  bool            // several workers count at the same time
	blocks  []graph.Range   // of all lanes
	lanes   [][]graph.Range // the blocks of each lane
	room    int             // pages of the widest block

	// degrees are the outdegrees, 1 where there are no successors. The highest bit marks an arc to the page itself.
	degrees []uint32
	// values are the contributions of all pages, then the new ones of the block of each lane, and a zero.
	values []float64
	// later is how many of its arcs lead from a page to pages that do not receive its new contribution in the same pass.
	later []uint32

	lists   *lengths // a copy of all lists, whose numbers are places of values; nil if they are read in each pass
	groups  []group  // of each lane
	tallies []tally  // of each block
	mass    float64  // of all scores, at the last summation
	given   float64  // the sum of (1−α)v over the pages
	// dangling is the sum of the given first scores of the pages without successors that are among the pages.
	dangling float64
}

const (
	loopBit = 1 << 31 // marks the outdegree of a page with an arc to itself

	sweepLanes = 8
	// blockMean is how many pages blocks have in the mean. With fewer pages a lane has more blocks, and two pages that link
	// to each other share a step more seldom. A Web of 0.33 M pages in random order takes 83 passes with 16 blocks a lane
	// and 57 with 128. One page after the other takes 59. In the order of a crawl any number takes as many.
	blockMean = 192
	// laneArcs is how many arcs and pages a graph needs for lanes.
	laneArcs = 1 << 20
)

// newSweep cuts a graph into lanes and blocks. Its pages are numbered as degrees are, which it takes over. degrees
// may be changed until the end.
func newSweep(s *solver, m *alloc.Maker) *sweep {
	w := &sweep{in: s.in, n: s.in.NumNodes(), alpha: s.o.Alpha, pref: s.pref, workers: s.o.Workers, degrees: s.degrees}
	w.shared = par.Workers(w.workers) > 1
	lanes := 1
	if s.in.NumArcs()+int64(w.n) >= laneArcs {
		lanes = sweepLanes
	}
	blocks := min(w.n/(lanes*blockMean)+1, math.MaxUint16)
	if s.o.lanes > 0 {
		lanes, blocks = s.o.lanes, s.o.blocks
	}
	w.blocks, w.room = cutBlocks(s.in, alloc.From[graph.Range](m, lanes*blocks))
	w.lanes = slices.Collect(slices.Chunk(w.blocks, blocks))
	w.tallies = alloc.From[tally](m, len(w.blocks))
	w.groups = make([]group, len(w.lanes))
	for lane := range w.groups {
		for i := range w.groups[lane].rest {
			w.groups[lane].rest[i] = float64((1 - w.alpha) * w.pref.each) // of a uniform preference
		}
	}
	return w
}

// cutBlocks cuts a graph into at most as many blocks as there is room for. It returns how many pages the widest has. Arcs
// and pages count alike: no block has more than about twice its share of either.
func cutBlocks(g graph.Random, room []graph.Range) (blocks []graph.Range, widest int) {
	n, arcs, number := g.NumNodes(), max(g.NumArcs(), 1), len(room)
	weight := func(u int) float64 { return float64(g.ArcsBefore(u))/float64(arcs) + float64(u)/float64(n) }
	blocks = room[:0]
	for i, lo := 1, 0; lo < n && number > 0; i++ {
		hi := n
		if i < number {
			hi = lo + sort.Search(n-lo, func(k int) bool { return weight(lo+k) >= 2*float64(i)/float64(number) })
		}
		if hi > lo {
			blocks = append(blocks, graph.Range{Lo: lo, Hi: hi})
			widest = max(widest, hi-lo)
			lo = hi
		}
	}
	return blocks, widest
}

// makeRoom allocates what a pass takes. It copies the lists, if there is room, and counts the late arcs.
func (w *sweep) makeRoom(ctx context.Context, s *solver, m *alloc.Maker) error {
	size := max(s.all.n, w.n+len(w.lanes)*w.room+1)
	if w.values = s.o.Start[:min(size, cap(s.o.Start))]; len(w.values) < size {
		w.values = alloc.From[float64](m, size)
	}
	w.later = alloc.From[uint32](m, w.n)
	steps := alloc.From[uint16](m, w.n)
	if m.Err != nil {
		return m.Err
	}
	w.values[w.zero()] = 0
	for u, d := range w.degrees {
		if d == 0 && s.o.Start != nil {
			w.dangling += s.o.Start[u]
		}
		w.degrees[u] = max(d, 1)
	}
	for _, blocks := range w.lanes {
		for t, r := range blocks {
			for u := r.Lo; u < r.Hi; u++ {
				steps[u] = uint16(t) //nolint:gosec // a lane has no more
			}
		}
	}
	if w.n == 0 {
		return nil
	}
	if w.given = (1 - w.alpha) * w.pref.each * float64(w.n); !w.pref.uniform() {
		w.addGiven()
	}
	mem, err := s.copied(ctx)
	if err != nil {
		return err
	}
	if mem != nil {
		return w.arrange(ctx, s, mem, steps)
	}
	return w.countLater(ctx, steps)
}

// newRoom returns an upper bound of the values that Gauss–Seidel needs beyond n. A block has up to twice as many pages as in
// the mean. PageRank makes vectors of scores with this capacity, so that a later call can start with them.
func newRoom(n int) int { return 2*sweepLanes*(blockMean+2) + 2*n/math.MaxUint16 }

// newVector returns a vector of n scores with room for Gauss–Seidel.
func newVector(m *alloc.Maker, n int) []float64 {
	v := alloc.From[float64](m, n+newRoom(n))
	return v[:min(n, len(v))]
}

// block returns the number of a block of a lane among all blocks.
func (w *sweep) block(lane, step int) int { return lane*len(w.lanes[0]) + step }

// fresh returns the place of the first new contribution of a lane.
func (w *sweep) fresh(lane int) int { return w.n + lane*w.room }

// zero returns the place that holds 0.
func (w *sweep) zero() graph.Node { return graph.Node(w.n + len(w.lanes)*w.room) } //nolint:gosec // a place

// place returns where the contribution of v is read by page u of a block, whose new contributions begin at to.
func (w *sweep) place(u, v graph.Node, r graph.Range, to int) graph.Node {
	switch off := v - graph.Node(r.Lo); { //nolint:gosec // a node
	case v == u:
		return w.zero()
	case off < graph.Node(r.Hi-r.Lo): //nolint:gosec // a node
		return off + graph.Node(to) //nolint:gosec // a place
	}
	return v
}

// arrange orders copied lists by length, makes places of their numbers, and counts the late arcs of each page.
func (w *sweep) arrange(ctx context.Context, s *solver, mem *graph.Memory, steps []uint16) (err error) {
	if w.lists, err = (reading{g: mem, longInOrder: true}).lengths(ctx, w.blocks, s.o.Work); err != nil {
		return err
	}
	return par.Do(ctx, len(w.lanes), w.workers, func(lane int) error {
		b := arranger{sweep: w, steps: steps, turns: make([]uint32, w.room), to: w.fresh(lane)}
		for step, r := range w.lanes[lane] {
			b.pages, b.step = r, uint16(step) //nolint:gosec // a lane has no more
			w.lists.turns(b.turns, w.block(lane, step), r)
			for u := r.Lo; u < r.Hi; u++ {
				b.arrange(u)
			}
		}
		return nil
	})
}

// turns sets turns to when each page of a block is summed.
func (l *lengths) turns(turns []uint32, block int, r graph.Range) {
	number, at := l.first[block], uint32(0)
	for lo := r.Lo; lo < r.Hi; lo += blockPages {
		order, long := l.order[lo:min(lo+blockPages, r.Hi)], l.ends[number][longList-1]
		for _, pages := range [][]uint8{order[long:], order[:long]} {
			for _, i := range pages {
				turns[lo-r.Lo+int(i)] = at
				at++
			}
		}
		number++
	}
}

// An arranger arranges the lists of a block.
type arranger struct {
	*sweep
	steps []uint16    // of all pages
	turns []uint32    // of the pages of the block
	pages graph.Range // of the block
	step  uint16      // of the block
	to    int         // the place of its first new contribution
}

// arrange makes places of the numbers in the list of a page, and counts its late arcs.
func (b *arranger) arrange(u int) {
	list, turn, r := b.lists.list(u), b.turns[u-b.pages.Lo], b.pages
	for i, v := range list {
		off := int(v) - r.Lo
		switch {
		case int(v) == u:
			b.degrees[u] |= loopBit
			list[i] = b.zero()
			continue
		case off >= 0 && off < r.Hi-r.Lo:
			list[i] = graph.Node(off + b.to) //nolint:gosec // a place
			if b.turns[off] < turn {
				continue
			}
		case b.steps[v] < b.step:
			continue
		}
		b.addLater(v)
	}
}

// addLater counts one late arc of a page.
func (w *sweep) addLater(v graph.Node) {
	if w.shared {
		atomic.AddUint32(&w.later[v], 1)
	} else {
		w.later[v]++
	}
}

// countLater counts the late arcs of each page while it reads all lists, and marks the pages with an arc to themselves.
func (w *sweep) countLater(ctx context.Context, steps []uint16) error {
	return par.Do(ctx, len(w.lanes), w.workers, func(lane int) error {
		g := &w.groups[lane]
		for step, r := range w.lanes[lane] {
			count := func(u graph.Node, list []graph.Node) {
				for _, v := range list {
					if v == u {
						w.degrees[u] |= loopBit
						continue
					}
					off := int(v) - r.Lo
					if own := off >= 0 && off < r.Hi-r.Lo; own && g.isLater(int(u)-r.Lo, off) || !own && int(steps[v]) >= step {
						w.addLater(v)
					}
				}
			}
			err := g.read(w.in, r, count, func() {
				for i := range g.pages {
					if g.lens[i] < longList {
						count(graph.Node(g.lo+i), g.short[g.starts[i]:g.starts[i+1]]) //nolint:gosec // a node
					}
				}
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// pass computes the next contributions.
func (w *sweep) pass(ctx context.Context) (tally, error) {
	err := par.Steps(ctx, 2*len(w.lanes[0]), len(w.lanes), w.workers, func(step, lane int) error {
		blocks := w.lanes[lane]
		switch {
		case step/2 >= len(blocks):
			return nil
		case step%2 == 1:
			w.publish(lane, step/2)
			return nil
		case w.lists != nil:
			w.sweepCopied(lane, step/2)
			return nil
		}
		return w.sweepRead(lane, blocks[step/2])
	})
	var t tally
	for _, of := range w.tallies {
		t.change += of.change
		t.net += of.net
	}
	return t, err
}

// publish lets all pages see the new contributions of a block.
func (w *sweep) publish(lane, step int) {
	r := w.lanes[lane][step]
	shown, later, to := w.values[r.Lo:r.Hi], w.later[r.Lo:r.Hi], w.fresh(lane)
	var t tally
	for i, c := range w.values[to : to+len(shown)] {
		late := (c - shown[i]) * float64(later[i])
		t.change += math.Abs(late)
		t.net += late
		shown[i] = c
	}
	w.tallies[w.block(lane, step)] = t
}

// sweepCopied computes the new contributions of a block from copied lists.
func (w *sweep) sweepCopied(lane, step int) {
	r, to, l, g := w.lanes[lane][step], w.fresh(lane), w.lists, &w.groups[lane]
	copy(w.values[to:], w.values[r.Lo:r.Hi])
	number := l.first[w.block(lane, step)]
	weights := w.pref.from(r.Lo)
	for lo := r.Lo; lo < r.Hi; lo += blockPages {
		hi := min(lo+blockPages, r.Hi)
		w.fill(g, &weights, lo, hi)
		x := row{l.starts[lo : hi+1], l.succ, l.order[lo:hi], &l.ends[number]}
		for _, i := range x.order[x.ends[longList-1]:] {
			var sums [4]float64
			addLong(&sums, w.values, x.succ[x.starts[i]:x.starts[int(i)+1]])
			w.put(g, lo, to+lo-r.Lo, int(i), sums)
		}
		w.settle(g, x, lo, to+lo-r.Lo)
		number++
	}
}

// fill sets what the pages of a group receive from no other page, if that differs from page to page.
func (w *sweep) fill(g *group, weights *weigher, lo, hi int) {
	if w.pref.uniform() {
		return
	}
	for i := range hi - lo {
		g.rest[i] = float64((1 - w.alpha) * weights.weight(graph.Node(lo+i))) //nolint:gosec // a node
	}
}

// begin sets the scores to the preference, or to those to start with.
func (w *sweep) begin(ctx context.Context, start []float64) error {
	return w.eachBlock(ctx, func(r graph.Range, _ *tally) {
		for u, weights := r.Lo, w.pref.from(r.Lo); u < r.Hi; u++ {
			x := weights.weight(graph.Node(u)) //nolint:gosec // a node
			if start != nil {                  // which may be the memory of values
				x = start[u]
			}
			w.values[u] = x / float64(w.degrees[u]&^loopBit)
		}
	})
}

// total returns the sum of the scores of the pages of the sweep.
func (w *sweep) total(ctx context.Context) (float64, error) {
	err := w.eachBlock(ctx, func(r graph.Range, t *tally) {
		t.sum = 0
		for u := r.Lo; u < r.Hi; u++ {
			t.sum += w.values[u] * float64(w.degrees[u]&^loopBit)
		}
	})
	sum := 0.0
	for _, t := range w.tallies {
		sum += t.sum
	}
	return sum, err
}

// scale multiplies all contributions.
func (w *sweep) scale(ctx context.Context, by float64) error {
	return w.eachBlock(ctx, func(r graph.Range, _ *tally) {
		for u := r.Lo; u < r.Hi; u++ {
			w.values[u] *= by
		}
	})
}

// addGiven sums what the pages receive from no other page.
func (w *sweep) addGiven() {
	w.given = 0
	for u, weights := 0, w.pref.from(0); u < w.n; u++ {
		w.given += float64((1 - w.alpha) * weights.weight(graph.Node(u))) //nolint:gosec // a node
	}
}

// eachBlock calls f with each block, and its tally.
func (w *sweep) eachBlock(ctx context.Context, f func(r graph.Range, t *tally)) error {
	return par.Do(ctx, len(w.blocks), w.workers, func(i int) error {
		f(w.blocks[i], &w.tallies[i])
		return nil
	})
}
