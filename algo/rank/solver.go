package rank

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
	"weft/internal/par"
)

// A solver iterates the equations of PageRank. It stores the contribution of each page: its score divided by its
// outdegree. For a dangling page, whose contribution is never read, it stores the score.
type solver struct {
	o       PageRankOptions
	in      graph.Random
	degrees []uint32
	pref    preference
	parts   []graph.Range
	round   int     // number of parts that are processed together, before the parts after them
	tallies []tally // of each part

	byLength *lengths // the lists of in; nil if they are not in memory, or are better summed with new scores of the own part
	sparse   bool     // Gauss–Seidel uses the scores of a round after it alone

	push *blocker  // nil if contributions are gathered
	old  []float64 // contributions
	// next holds the contributions of this pass, for Power. Gauss–Seidel overwrites old, and keeps the former
	// values of the current round in aside.
	next, aside []float64
	loops       bitset.Set // pages with an arc to themselves, for Gauss–Seidel; found in its first pass
	known       bool       // they are
	lastBound   float64    // of the error, when it was judged whether Gauss–Seidel stalls
	a, b        float64    // a page receives in addition a times its preference, and b

	lead *narrow // not nil: only pages with successors are iterated, and all fields above are of them
	all  allPages
}

// Gauss–Seidel processes this number of parts together, or this share of them if that is more. With more parts at
// a time, fewer new scores are used in the same pass. An error of 1e-6 takes 31 passes with 4 of 21 parts and 42
// with 6; of 208 parts, 35 passes with 4 or 8, 38 with 12 and 43 with 26.
const (
	roundParts = 4
	roundShare = 24
)

// A tally sums up a vector of scores.
type tally struct {
	sum      float64
	dangling float64 // sum over the dangling pages
	change   float64 // L1 distance from the vector before
}

func newSolver(ctx context.Context, in graph.Random, degrees []uint32, o PageRankOptions) (*solver, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	n, own := in.NumNodes(), degrees == nil
	pref, err := newPreference(n, &o)
	if err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	switch {
	case degrees == nil && o.Push != nil && o.Push.NumNodes() == n:
		degrees, err = OutDegrees(ctx, o.Push, o.Work) // lengths of lists, where in-degrees are counted all over the pages
	case degrees == nil:
		degrees, err = InDegrees(ctx, in, o.Work)
	}
	if err != nil {
		return nil, err
	}
	if len(degrees) != n {
		return nil, fmt.Errorf("pagerank: %d outdegrees for %d pages", len(degrees), n)
	}
	if o.Start != nil && len(o.Start) != n {
		return nil, fmt.Errorf("pagerank: %d scores to start with for %d pages", len(o.Start), n)
	}
	m := alloc.Maker{Space: o.Space}
	s := &solver{o: o, in: in, degrees: degrees, pref: pref, old: o.Start, all: allPages{n: n, total: 1}}
	if s.old == nil {
		s.old = alloc.From[float64](&m, n)
	}
	if o.Method == Power || o.Dangling != Weak || pref.uniform() {
		if err := s.lump(ctx, own, &m); err != nil {
			return nil, fmt.Errorf("pagerank: %w", err)
		}
	}
	if err := s.makeRoom(&m); err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	if o.Push != nil && o.Method == Power {
		if s.push, err = newBlocker(ctx, s.o.Push, true, o.Work); err != nil {
			return nil, fmt.Errorf("pagerank: %w", err)
		}
	}
	return s, nil
}

// makeRoom cuts the pages into parts, and makes what a pass needs besides the contributions.
func (s *solver) makeRoom(m *alloc.Maker) error {
	s.sparse = s.o.Method == GaussSeidel && isSparse(s.in)
	s.parts, s.round = cut(s.in, s.o.Method)
	s.tallies = make([]tally, len(s.parts))
	if s.o.Method == Power {
		if s.next = alloc.From[float64](m, s.all.n); m.Err == nil {
			s.next = s.next[:len(s.old)]
		}
		return m.Err
	}
	s.loops = alloc.From[uint64](m, (len(s.old)+63)/64)
	if s.aside = s.old[len(s.old):min(s.all.n, cap(s.old))]; len(s.aside) < widest(s.parts, s.round) {
		s.aside = alloc.From[float64](m, widest(s.parts, s.round))
	}
	return m.Err
}

// isSparse reports whether a pass over a graph spends more time on its pages than on its arcs, or waits for each
// value. Then lists are summed faster without new scores of the own part. It ignores read errors; the pass reports
// them.
func isSparse(g graph.Random) bool {
	n := g.NumNodes()
	if g.NumArcs() < 8*int64(n) {
		return n >= leastSparse
	}
	if 8*n < farBytes {
		return false
	}
	local, err := graph.IsLocal(g)
	return err == nil && !local
}

// leastSparse is from how many pages on a graph can be sparse: less are too few for rounds.
const leastSparse = 1 << 12

// sparseRounds is how many rounds the pages of a sparse graph make, if they are enough.
const sparseRounds = 64

// cut returns the parts of a graph, and how many of them make a round.
func cut(g graph.Random, m Method) ([]graph.Range, int) {
	parts := graph.Parts(g)
	switch {
	case m == Power:
		return parts, max(1, len(parts))
	case isSparse(g):
		want := min(sparseRounds*roundParts, (g.NumNodes()+blockPages-1)/blockPages)
		if g.NumArcs() < meanShort*int64(g.NumNodes()) && want > len(parts) { // parts of long lists are many, and a cursor of each takes its memory
			parts = graph.Split(g, want)
		}
		return parts, max(roundParts, len(parts)/sparseRounds)
	}
	return parts, roundOf(parts)
}

// roundOf returns how many parts Gauss–Seidel works on at the same time.
func roundOf(parts []graph.Range) int { return max(roundParts, len(parts)/roundShare) }

// widest returns the most pages that a round has.
func widest(parts []graph.Range, round int) int {
	most := 0
	for lo := 0; lo < len(parts); lo += round {
		most = max(most, parts[min(lo+round, len(parts))-1].Hi-parts[lo].Lo)
	}
	return most
}

func (s *solver) run(ctx context.Context) (*PageRankResult, error) {
	res := &PageRankResult{Norm: "l1"}
	t, err := s.begin(ctx, res)
	if err != nil {
		return nil, err
	}
	if len(s.parts) == 0 { // without pages, or arcs, there is no error
		res.Converged = true
		return res, s.finish(ctx, res, t)
	}
	if s.push == nil && (s.o.Method == Power || s.sparse) {
		if s.byLength, err = newLengths(ctx, s.in, s.parts, 1, s.o.Work); err != nil {
			return nil, fmt.Errorf("pagerank: %w", err)
		}
	}
	res.Bound = math.Inf(1)
	for res.Iterations < s.o.MaxIterations && !res.Converged {
		s.setBase(t)
		s.all.last = t.sum
		if t, err = s.pass(ctx); err != nil {
			return nil, err
		}
		res.Iterations++
		res.Residual, res.Bound = s.judge(t)
		res.Converged = res.Bound <= s.o.Tolerance
		if s.o.Progress != nil {
			s.o.Progress(res.Iterations, res.Bound)
		}
		if !res.Converged && s.stalls(res.Iterations, res.Bound) {
			if err := s.goOnByPower(); err != nil {
				return nil, err
			}
		}
		if s.lead != nil && !res.Converged && res.Iterations < s.o.MaxIterations && s.isScaled(res.Iterations) {
			if t, err = s.scale(ctx, t); err != nil {
				return nil, err
			}
		}
		if s.o.Save != nil && !res.Converged && res.Iterations < s.o.MaxIterations {
			if err := s.o.Save(s.state(res.Iterations, t)); err != nil {
				return nil, fmt.Errorf("pagerank: %w", err)
			}
		}
	}
	return res, s.finish(ctx, res, t)
}

// finish sets the scores of the result.
func (s *solver) finish(ctx context.Context, res *PageRankResult, t tally) (err error) {
	s.aside, s.byLength = nil, nil
	if s.lead != nil {
		if t, err = s.unlump(ctx, t); err != nil {
			return err
		}
	}
	s.next = nil
	res.Scores = s.old
	return s.scores(ctx, t)
}

// begin sets the scores to the scores of Resume, of Start, or of the preference.
func (s *solver) begin(ctx context.Context, res *PageRankResult) (tally, error) {
	if s.o.Resume == nil {
		t, err := s.start(ctx)
		t = s.scaleStart(t)
		s.setBase(t)
		copy(s.next, s.old)
		return t, err
	}
	res.Iterations = s.o.Resume.Iterations
	return s.goOn(s.o.Resume)
}

// stalls reports whether Gauss–Seidel gained less in some passes than the power method is certain to gain. The
// fresh mass of a pass depends on the sum of the previous pass. With a preference that is not positive everywhere,
// the scores may then oscillate for ever.
func (s *solver) stalls(pass int, bound float64) bool {
	if s.o.Method == Power || s.o.Dangling == Pseudo || s.lead != nil || s.pref.uniform() || pass%stallPasses != 0 {
		return false
	}
	last := s.lastBound
	s.lastBound = bound
	return last != 0 && bound > last*math.Pow(s.o.Alpha, stallPasses)
}

// stallPasses is how many passes are judged together.
const stallPasses = 8

// goOnByPower switches to the power method, which continues from the present scores.
func (s *solver) goOnByPower() error {
	m := alloc.Maker{Space: s.o.Space}
	s.o.Method, s.loops, s.aside = Power, nil, nil
	s.next, s.round = alloc.From[float64](&m, len(s.old)), max(1, len(s.parts))
	if m.Err != nil {
		return fmt.Errorf("pagerank: %w", m.Err)
	}
	return nil
}

// A step is the work on the parts of a round, and before and after all rounds. Functions may be nil.
type step struct {
	begin, end func(round graph.Range)
	part       func(part int, round graph.Range) (tally, error)
}

// each runs a step, round by round, and sums its results.
func (s *solver) each(ctx context.Context, do step) (tally, error) {
	for lo := 0; lo < len(s.parts); lo += s.round {
		parts, tallies := s.parts[lo:min(lo+s.round, len(s.parts))], s.tallies[lo:]
		round := graph.Range{Lo: parts[0].Lo, Hi: parts[len(parts)-1].Hi}
		if do.begin != nil {
			do.begin(round)
		}
		err := par.Do(ctx, len(parts), s.o.Workers, func(i int) (err error) {
			tallies[i], err = do.part(lo+i, round)
			return err
		})
		if err != nil {
			return tally{}, err
		}
		if do.end != nil {
			do.end(round)
		}
	}
	var all tally
	for _, t := range s.tallies {
		all.sum += t.sum
		all.dangling += t.dangling
		all.change += t.change
	}
	return all, nil
}

// start sets the scores to the preference, or to those to start with.
func (s *solver) start(ctx context.Context) (tally, error) {
	return s.each(ctx, step{part: func(part int, _ graph.Range) (t tally, err error) {
		r := s.parts[part]
		w := s.pref.from(r.Lo)
		for u := r.Lo; u < r.Hi; u++ {
			x := 0.0
			if s.o.Start != nil {
				x = s.old[u]
			} else {
				x = w.weight(graph.Node(u))
			}
			t.put(s.old, s.degrees, graph.Node(u), x)
		}
		return t, nil
	}})
}

// put notes the score x of u.
func (t *tally) put(contributions []float64, degrees []uint32, u graph.Node, x float64) {
	t.sum += x
	if d := degrees[u]; d != 0 {
		contributions[u] = x * (1 / float64(d)) // x comes late, the degree does not
	} else {
		contributions[u] = x
		t.dangling += x
	}
}

// score returns the score of u.
func (s *solver) score(u graph.Node) float64 { return s.old[u] * float64(max(s.degrees[u], 1)) }

// setBase sets a and b for a pass that begins with scores of the given tally.
func (s *solver) setBase(t tally) {
	s.a, s.b = 1-s.o.Alpha, 0
	if s.o.Dangling == Pseudo || s.lead != nil && s.o.Method == GaussSeidel {
		return
	}
	if s.lead != nil {
		t.sum, t.dangling = s.all.total, s.all.total-t.sum
	}
	s.a, s.b = s.o.base(t, s.pref, s.all.n)
}

// pass computes the next contributions.
func (s *solver) pass(ctx context.Context) (tally, error) {
	switch {
	case s.o.Method == Power:
		return s.passPower(ctx)
	case s.sparse:
		return s.each(ctx, step{part: s.stepRound, end: s.endRound})
	}
	t, err := s.each(ctx, step{part: s.stepFresh, begin: func(round graph.Range) { copy(s.aside, s.old[round.Lo:round.Hi]) }})
	s.known = true
	return t, err
}

func (s *solver) passPower(ctx context.Context) (tally, error) {
	do := s.stepPower
	if s.push != nil {
		if err := s.push.sum(ctx, s.old, s.next); err != nil {
			return tally{}, err
		}
		do = s.stepPushed
	}
	t, err := s.each(ctx, step{part: do})
	s.old, s.next = s.next, s.old
	return t, err
}

// stepPower computes the next scores of a part.
func (s *solver) stepPower(part int, _ graph.Range) (tally, error) {
	t := tally{}
	w := s.pref.from(s.parts[part].Lo)
	err := s.blocks(part, func(lo int, sums []float64) { s.settle(&t, &w, sums, lo, s.next[lo:]) })
	return t, err
}

// stepRound computes the next scores of one part from the scores before the round. In the equation of a page with
// a self-loop, its score is on both sides.
func (s *solver) stepRound(part int, round graph.Range) (tally, error) {
	t := tally{}
	w := s.pref.from(s.parts[part].Lo)
	err := s.blocks(part, func(lo int, sums []float64) {
		s.solveLoops(lo, sums)
		s.settle(&t, &w, sums, lo, s.aside[lo-round.Lo:])
	})
	return t, err
}

// sumRooms is room for the sums of a block, of each worker.
var sumRooms = sync.Pool{New: func() any { return new([blockPages]float64) }}

// blocks calls f with the sums of the contributions to the pages of a part, some from lo on at a time. Where loops are
// to be known, they are found out first.
func (s *solver) blocks(part int, f func(lo int, sums []float64)) error {
	r := s.parts[part]
	room := sumRooms.Get().(*[blockPages]float64)
	defer sumRooms.Put(room)
	if s.byLength != nil && (s.loops == nil || s.known) {
		s.byLength.eachBlock(part, r, func(block int, pages graph.Range, copies *[copied]float64) {
			sums := room[:pages.Hi-pages.Lo]
			s.byLength.sum(sums, s.old, block, pages.Lo, copies)
			f(pages.Lo, sums)
		})
		return nil
	}
	lo, n := r.Lo, 0
	return graph.EachList(s.in, r, func(u graph.Node, preds []graph.Node) {
		if s.loops != nil && !s.known && hasNode(preds, u) {
			s.loops.AddShared(int(u))
		}
		room[n] = gather(s.old, preds)
		if n++; n == blockPages || int(u)+1 == r.Hi {
			f(lo, room[:n])
			lo, n = lo+n, 0
		}
	})
}

// solveLoops corrects the sums of pages with a self-loop by the contributions to themselves in the next scores.
func (s *solver) solveLoops(lo int, sums []float64) {
	alpha := s.o.Alpha
	for u := range s.loops.Between(lo, lo+len(sums)) {
		w := s.pref.from(u)
		others := sums[u-lo] - s.old[u]
		x := float64(alpha*others) + float64(s.a*w.weight(graph.Node(u))) + s.b //nolint:gosec // a node
		sums[u-lo] = others + x/(float64(s.degrees[u])-alpha)
	}
}

// endRound replaces the scores of a round by the new ones.
func (s *solver) endRound(round graph.Range) {
	copy(s.old[round.Lo:round.Hi], s.aside)
	s.known = s.known || round.Hi == len(s.old)
}

// settle turns sums of contributions to the pages from lo on into scores, and writes their own contributions to
// to.
func (s *solver) settle(t *tally, w *weigher, sums []float64, lo int, to []float64) {
	old, degrees := s.old[lo:][:len(sums)], s.degrees[lo:][:len(sums)]
	to = to[:len(sums)]
	alpha, a, b, weight, uniform := s.o.Alpha, s.a, s.b, s.pref.each, s.pref.uniform()
	all := *t
	for i, sum := range sums {
		if !uniform {
			weight = w.weight(graph.Node(lo + i))
		}
		x := float64(alpha*sum) + float64(a*weight) + b
		d := degrees[i]
		shares := float64(max(d, 1))
		all.change += math.Abs(x - old[i]*shares)
		all.sum += x
		to[i] = x * (1 / shares)                                                             // x comes late, the degree does not
		all.dangling += math.Float64frombits(math.Float64bits(x) & uint64((int64(d)-1)>>63)) // x if d is 0; no branch, as none could be guessed
	}
	*t = all
}

// stepFresh is step with the new scores of its own part and of earlier rounds. In the equation of a page with a
// self-loop, its score is on both sides.
func (s *solver) stepFresh(part int, round graph.Range) (tally, error) {
	t, r := tally{}, s.parts[part]
	w := s.pref.from(r.Lo)
	alpha := s.o.Alpha
	err := graph.EachList(s.in, r, func(u graph.Node, preds []graph.Node) {
		if !s.known && hasNode(preds, u) {
			s.loops.AddShared(int(u))
		}
		s.old[u] = 0
		x := float64(alpha*gatherFresh(s.old, s.aside, preds, r, round)) + float64(s.a*w.weight(u)) + s.b
		d := float64(s.degrees[u])
		t.move(s, s.old, u, s.aside[int(u)-round.Lo], x*(max(d, 1)/(max(d, 1)-float64(alpha*float64(s.loops.HasShared(int(u)))))))
	})
	return t, err
}

// stepPushed computes the next scores of a part from the sums of the contributions, which are in next.
func (s *solver) stepPushed(part int, _ graph.Range) (tally, error) {
	t, r := tally{}, s.parts[part]
	w := s.pref.from(r.Lo)
	for i, sum := range s.next[r.Lo:r.Hi] {
		u := graph.Node(r.Lo + i)
		t.move(s, s.next, u, s.old[u], float64(s.o.Alpha*sum)+float64(s.a*w.weight(u))+s.b)
	}
	return t, nil
}

// move notes in a vector of contributions that the score of u, whose contribution was old, becomes x.
func (t *tally) move(s *solver, to []float64, u graph.Node, old, x float64) {
	t.change += math.Abs(x - old*float64(max(s.degrees[u], 1)))
	t.put(to, s.degrees, u, x)
}

// gather sums the contributions of preds.
func gather(contributions []float64, preds []graph.Node) float64 {
	sum := 0.0
	for _, u := range preds {
		sum += contributions[u]
	}
	return sum
}

// gatherFresh sums the contributions of preds: new ones in part r and before the round, old ones elsewhere. The
// old ones of other parts of the round are in aside.
//
// The score of a node depends on the score of the node before it, which is often a predecessor. With one running
// sum, a pass would wait for the additions after it. So there are four sums, each over every fourth predecessor in
// the part.
func gatherFresh(values, aside []float64, preds []graph.Node, r, round graph.Range) float64 {
	var a, b, c, d float64
	first, lo, hi, last := graph.Node(round.Lo), graph.Node(r.Lo), graph.Node(r.Hi), graph.Node(round.Hi)
	for len(preds) > 0 && preds[0] < lo {
		if u := preds[0]; u < first {
			b += values[u]
		} else {
			b += aside[u-first]
		}
		preds = preds[1:]
	}
	for len(preds) > 0 && preds[len(preds)-1] >= hi {
		if u := preds[len(preds)-1]; u < last {
			c += aside[u-first]
		} else {
			c += values[u]
		}
		preds = preds[:len(preds)-1]
	}
	for ; len(preds) >= 4; preds = preds[4:] {
		a += values[preds[0]]
		b += values[preds[1]]
		c += values[preds[2]]
		d += values[preds[3]]
	}
	for _, u := range preds {
		a += values[u]
	}
	return (a + b) + (c + d)
}

// hasNode reports whether u is one of the sorted preds.
func hasNode(preds []graph.Node, u graph.Node) bool {
	_, found := slices.BinarySearch(preds, u)
	return found
}

// judge returns the residual of a pass and the bound of the error after it.
func (s *solver) judge(t tally) (residual, bound float64) {
	alpha := s.o.Alpha
	if s.o.Dangling == Pseudo {
		return t.change, alpha / (1 - alpha) * t.change
	}
	if s.lead != nil {
		return s.judgeLeading(t)
	}
	residual = t.change / t.sum
	if s.o.Method == Power {
		return residual, alpha / (1 - alpha) * residual
	}
	lost, fresh := float64(alpha*t.dangling), float64((1-alpha)*t.sum)
	given := float64(s.b * float64(len(s.old)))
	off := math.Abs(lost + fresh - s.a)
	if given != 0 {
		off = math.Abs(lost-given) + math.Abs(fresh-s.a)
	}
	return residual, (alpha*t.change + off) / ((1 - alpha) * t.sum)
}

// scores turns the contributions in old into scores.
func (s *solver) scores(ctx context.Context, t tally) error {
	scale := s.o.scale(t.sum)
	_, err := s.each(ctx, step{part: func(part int, _ graph.Range) (tally, error) {
		r := s.parts[part]
		for u := r.Lo; u < r.Hi; u++ {
			s.old[u] = s.score(graph.Node(u)) * scale
		}
		return tally{}, nil
	}})
	return err
}
