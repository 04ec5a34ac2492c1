package distance

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// HyperBallOptions is ready to use as its zero value.
type HyperBallOptions struct {
	// Runs with different hashes; their mean is the result and their spread the error. 0 stands for 4; with one run
	// there are no intervals.
	Runs int
	Seed uint64
	// MaxIterations is the maximum number of iterations of a run, and so the largest distance; 0 stands for 1000.
	// A negative number continues until no ball grows, which takes as many passes as pages on a chain.
	MaxIterations int
	// Centrality asks for the harmonic centrality of each node.
	Centrality bool
	graph.Work
	// Progress, if not nil, is called after each iteration with the share of balls that grew.
	Progress func(run, iteration int, grew float64)
	// Save, if not nil, receives the state after each iteration and each run except the last. An error that it
	// returns ends the work.
	Save func(BallState) error
	// Resume, if not nil, is the state of earlier work with the same graph and options; the work continues from
	// there.
	Resume *BallState
}

// A Ball is the result of HyperBall.
type Ball struct {
	// Pairs is the neighbourhood function, the mean of the runs: for t from 0 on, the number of ordered pairs (u,
	// v) with a path of at most t arcs from v to u. Pairs with u = v count.
	Pairs []float64
	// Mean is the average distance of pairs of different nodes that are joined by a path.
	Mean Estimate
	// Effective is the distance within which 90 % of the pairs that are joined lie, interpolated linearly.
	Effective Estimate
	// Lengths holds for each distance from 1 on the share of the joined pairs that lie that far apart; its first entry
	// is nothing.
	Lengths []Estimate
	// Reachable is the share of the ordered pairs of different nodes that are joined by a path.
	Reachable Estimate
	// Harmonic holds, for each node u, Σ 1/d(v, u) over the other nodes v from which u can be reached; nil unless
	// wanted. HarmonicError is the standard error of each value, from the spread of the runs; nil with one run.
	// Over many pages it is right (root mean square). With four runs, an interval of 3.2 standard errors (95 % of
	// Student's t) contains the truth for 84 % of the pages of a Web of 9,914.
	Harmonic      []float64
	HarmonicError []float32
	// Iterations is the number of iterations of the longest run, the greatest distance considered. The last
	// distance at which a ball grew is len(Pairs)−1. It is a lower bound of the diameter, because a counter may
	// miss nodes farther away.
	Iterations int
	// Cut says that MaxIterations stopped a run: pairs that are farther apart than that are left out of all the
	// figures. To a harmonic centrality each would add less than 1/MaxIterations.
	Cut  bool
	Runs int
}

// mostIterations is the default of MaxIterations. No crawl of a Web has shown such distances, except in chains.
const mostIterations = 1000

// HyperBall estimates the number of nodes within each distance of each node. It reads the transpose: the ball of u
// holds the nodes with a path to u, so Harmonic is the centrality by in-links.
//
// The ball of radius t of u is the union of u itself and the balls of radius t−1 of its predecessors. Each ball is
// a HyperLogLog counter of 64 registers. An iteration makes the union for each node with a predecessor whose ball
// grew in the previous iteration. A run ends when no ball grows. A single counter has an error of 13 %, sums over
// many nodes far less. Pairs is made monotone, which removes the noise of balls that have stopped growing. Known
// values are not estimated: a ball of radius 1 holds the predecessors, and no ball holds more than all nodes.
//
// It takes one pass over the transpose for each iteration and run. Memory: [HyperBallBytes]. The result depends on
// the graph, the runs and the seed alone. Errors: reading the graph, allocating memory, and ctx.
//
// Source: P. Boldi and S. Vigna, "In-core computation of geometric centralities with HyperBall", ICDMW 2013; P.
// Boldi, M. Rosa and S. Vigna, "HyperANF", WWW 2011. We depart from them in the estimate (see estimate), and in
// registers of a byte, which the processor compares sixteen at a time. We leave out the local phase that reads the
// graph forwards.
func HyperBall(ctx context.Context, in graph.Random, o HyperBallOptions) (*Ball, error) {
	if o.Runs == 0 {
		o.Runs = 4
	}
	if o.MaxIterations == 0 {
		o.MaxIterations = mostIterations
	}
	if o.Runs < 0 {
		return nil, fmt.Errorf("hyperball: options out of range: %d runs, %d iterations", o.Runs, o.MaxIterations)
	}
	h, err := newBalls(in, o)
	if err != nil {
		return nil, fmt.Errorf("hyperball: %w", err)
	}
	all, err := h.runs(ctx)
	if err != nil {
		return nil, err
	}
	b := summarise(all, in.NumNodes())
	b.Harmonic, b.HarmonicError, b.Cut = h.harmonic, h.errors(), h.cut
	if b.Iterations = len(b.Pairs); b.Cut { // otherwise there was one more, in which no ball grew
		b.Iterations--
	}
	return b, nil
}

// HyperBallBytes returns the memory of [HyperBall] for n nodes, with its result: two counters, two marks and the
// size of the ball. Centrality adds three numbers: the mean, the value of a run, and the spread of the runs.
func HyperBallBytes(n int, centrality bool) int64 {
	if centrality {
		return (2*counterBytes + 2 + 4 + 8 + 4 + 4) * int64(n)
	}
	return (2*counterBytes + 2 + 4) * int64(n)
}

// balls are the balls of all nodes.
type balls struct {
	in    graph.Random
	o     HyperBallOptions
	parts []graph.Range
	sums  []growth  // of each part
	lists sync.Pool // *[]graph.Node

	now, next     counters
	grew, grows   []uint8   // whether a ball grew in the iteration before, and in this one
	size          []float32 // of each ball; its rounding is far below the error of a counter
	harmonic      []float64 // mean of the runs that have ended
	ofRun, spread []float32 // centralities of this run; sums of squares of how far runs were from their mean
	iteration     int       // of the run under way that was made last, or is being made
	cut           bool
	mostlyGrowing bool // so many balls grow that finding the others costs more than it saves
}

// growth sums up an iteration.
type growth struct {
	size float64 // of all balls
	grew int     // balls
}

func newBalls(in graph.Random, o HyperBallOptions) (*balls, error) {
	n := in.NumNodes()
	m := alloc.Maker{Space: o.Space}
	h := &balls{
		in: in, o: o, parts: graph.Parts(in),
		now: alloc.From[byte](&m, n*counterBytes), next: alloc.From[byte](&m, n*counterBytes),
		grew: alloc.From[uint8](&m, n), grows: alloc.From[uint8](&m, n), size: alloc.From[float32](&m, n),
	}
	if o.Centrality {
		h.harmonic, h.ofRun, h.spread = alloc.From[float64](&m, n), alloc.From[float32](&m, n), alloc.From[float32](&m, n)
	}
	h.sums = make([]growth, len(h.parts))
	return h, m.Err
}

// runs returns the neighbourhood functions of all runs.
func (h *balls) runs(ctx context.Context) (all [][]float64, err error) {
	if h.o.Resume != nil {
		if all, err = h.goOn(h.o.Resume); err != nil {
			return nil, err
		}
	}
	run := len(all)
	if h.iteration > 0 { // one is under way
		run--
	}
	for ; run < h.o.Runs; run++ {
		if h.iteration == 0 {
			if run > 0 {
				err = h.save(all)
			}
			if err == nil {
				err = h.start(ctx, mix(h.o.Seed)+uint64(run))
			}
			if err != nil {
				return nil, err
			}
			all = append(all, []float64{float64(h.in.NumNodes())})
		}
		if all[run], err = h.run(ctx, all); err != nil {
			return nil, err
		}
		h.endRun(run)
	}
	return all, nil
}

// run grows balls until none grows, and returns the neighbourhood function of the last run.
func (h *balls) run(ctx context.Context, all [][]float64) ([]float64, error) {
	last := len(all) - 1
	pairs := all[last]
	for {
		h.iteration++
		g, err := h.grow(ctx)
		if err != nil {
			return nil, err
		}
		share := float64(g.grew) / float64(max(h.in.NumNodes(), 1))
		if h.o.Progress != nil {
			h.o.Progress(last, h.iteration, share)
		}
		if g.grew == 0 && g.size <= pairs[len(pairs)-1] {
			return pairs, nil
		}
		pairs = append(pairs, max(g.size, pairs[len(pairs)-1]))
		all[last], h.mostlyGrowing = pairs, share > 0.5
		if h.iteration == h.o.MaxIterations {
			h.cut = true
			return pairs, nil
		}
		if err := h.save(all); err != nil {
			return nil, err
		}
	}
}

// endRun takes the centralities of a run into their mean and spread (B. P. Welford, Technometrics 4, 1962).
func (h *balls) endRun(run int) {
	for u, x := range h.ofRun {
		off := float64(x) - h.harmonic[u]
		h.harmonic[u] += off / float64(run+1)
		h.spread[u] += float32(off * (float64(x) - h.harmonic[u]))
	}
	clear(h.ofRun)
	h.iteration = 0
}

// errors returns the standard errors of the centralities, in place of their spread; nil with one run.
func (h *balls) errors() []float32 {
	k := float64(h.o.Runs)
	if h.spread == nil || k < 2 {
		return nil
	}
	for u, square := range h.spread {
		h.spread[u] = float32(math.Sqrt(float64(square) / k / (k - 1)))
	}
	return h.spread
}

// start makes the balls of radius 0.
func (h *balls) start(ctx context.Context, seed uint64) error {
	h.mostlyGrowing = true
	return par.Do(ctx, len(h.parts), h.o.Workers, func(i int) error {
		r := h.parts[i]
		clear(h.now[r.Lo<<logRegisters : r.Hi<<logRegisters])
		for u := r.Lo; u < r.Hi; u++ {
			h.now.add(graph.Node(u), hash(graph.Node(u), seed))
			h.grew[u] = 1
			h.size[u] = 1
		}
		return nil
	})
}

// grow makes the balls of the next radius.
func (h *balls) grow(ctx context.Context) (growth, error) {
	err := par.Do(ctx, len(h.parts), h.o.Workers, func(i int) error {
		var g growth
		lent, _ := h.lists.Get().(*[]graph.Node)
		if lent == nil {
			lent = new([]graph.Node)
		}
		defer h.lists.Put(lent)
		some := *lent
		err := graph.EachList(h.in, h.parts[i], func(u graph.Node, preds []graph.Node) {
			if !h.mostlyGrowing {
				some = h.appendGrowing(some[:0], preds)
				preds = some
			}
			if h.growOne(u, preds) {
				g.grew++
			}
			g.size += float64(h.size[u])
		})
		h.sums[i], *lent = g, some
		return err
	})
	h.now, h.next = h.next, h.now
	h.grew, h.grows = h.grows, h.grew
	var all growth
	for _, g := range h.sums {
		all.size += g.size
		all.grew += g.grew
	}
	return all, err
}

// appendGrowing appends the nodes of a list whose balls grew in the previous iteration.
func (h *balls) appendGrowing(dst, list []graph.Node) []graph.Node {
	dst = append(dst, list...)
	k := 0
	for _, v := range list { // without a jump, as it could not be foreseen
		dst[k] = v
		k += int(h.grew[v])
	}
	return dst[:k]
}

// growOne makes the next ball of u, and says whether it grew.
func (h *balls) growOne(u graph.Node, preds []graph.Node) bool {
	now, next := h.now.of(u), h.next.of(u)
	h.grows[u] = 0
	if len(preds) == 0 {
		if h.grew[u] != 0 { // otherwise the two are equal
			*next = *now
		}
		return false
	}
	*next = *now
	h.now.union(next, preds)
	grew := *next != *now
	switch {
	case h.iteration == 1:
		h.resize(u, float32(1+len(preds)-countOf(preds, u)))
	case grew:
		h.resize(u, float32(min(estimate(next), float64(h.in.NumNodes()))))
	}
	if grew {
		h.grows[u] = 1
	}
	return grew
}

// resize notes how many nodes the ball of u holds.
func (h *balls) resize(u graph.Node, size float32) {
	if h.ofRun != nil {
		h.ofRun[u] += (size - h.size[u]) / float32(h.iteration)
	}
	h.size[u] = size
}

// countOf returns 1 if u is in the sorted list, else 0.
func countOf(list []graph.Node, u graph.Node) int {
	if _, found := slices.BinarySearch(list, u); found {
		return 1
	}
	return 0
}
