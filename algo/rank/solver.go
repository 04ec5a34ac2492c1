package rank

import (
	"context"
	"fmt"
	"math"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
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
	tallies []tally // of each part

	byLength *lengths  // the lists of in; nil if they are not in memory
	push     *blocker  // nil if contributions are gathered
	old      []float64 // contributions
	next     []float64 // the contributions of this pass, for Power
	a, b     float64   // a page receives in addition a times its preference, and b

	sweep *sweep // Gauss–Seidel, whose values old is part of; nil for Power

	lead *narrow // not nil: only pages with successors are iterated, and all fields above are of them
	all  allPages
}

// A tally sums up a vector of scores.
type tally struct {
	sum      float64
	dangling float64 // sum over the dangling pages
	change   float64 // L1 distance from the vector before; for a sweep, Σ late arcs · |change of the contribution|
	net      float64 // for a sweep, Σ late arcs · change of the contribution
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
	if !canSweep(n, &o, pref) {
		o.Method = Power
	}
	m := alloc.Maker{Space: o.Space}
	s := &solver{o: o, in: in, degrees: degrees, pref: pref, old: o.Start, all: allPages{n: n, total: 1}}
	if s.old == nil && o.Method == Power {
		s.old = newVector(&m, n)
	}
	if err := s.lump(ctx, own, &m); err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	if o.Method == GaussSeidel && s.lead == nil && !own { // its marks are not for others
		if s.degrees = alloc.From[uint32](&m, n); m.Err == nil {
			copy(s.degrees, degrees)
		}
	}
	if err := s.makeRoom(ctx, &m); err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	if o.Push != nil && o.Method == Power {
		if s.push, err = newBlocker(ctx, s.o.Push, true, o.Work); err != nil {
			return nil, fmt.Errorf("pagerank: %w", err)
		}
	}
	return s, nil
}

// canSweep reports whether Gauss–Seidel solves the equations. With the weak treatment and a preference that is not
// uniform, what dangling pages give away is no multiple of the preference. Two thousand million pages have no room for marks.
func canSweep(n int, o *PageRankOptions, pref preference) bool {
	return (o.Dangling != Weak || pref.uniform()) && n < loopBit
}

// makeRoom cuts the pages into parts, and makes what a pass needs besides the contributions.
func (s *solver) makeRoom(ctx context.Context, m *alloc.Maker) error {
	if s.o.Method == GaussSeidel {
		if s.sweep = newSweep(s, m); m.Err != nil {
			return m.Err
		}
		if err := s.sweep.makeRoom(ctx, s, m); err != nil {
			return err
		}
		s.old = s.sweep.values[:s.sweep.n]
		return nil
	}
	s.parts = graph.Parts(s.in)
	s.tallies = make([]tally, len(s.parts))
	if s.next = newVector(m, s.all.n); m.Err == nil {
		s.next = s.next[:len(s.old)]
	}
	return m.Err
}

func (s *solver) run(ctx context.Context) (*PageRankResult, error) {
	res := &PageRankResult{Norm: "l1"}
	t, err := s.begin(ctx, res)
	if err != nil {
		return nil, err
	}
	if len(s.old) == 0 { // without pages, or arcs, there is no error
		res.Converged = true
		return res, s.finish(ctx, res, t)
	}
	if s.push == nil && s.sweep == nil {
		if s.byLength, err = newLengths(ctx, s.in, s.parts, 1, s.o.Work); err != nil {
			return nil, fmt.Errorf("pagerank: %w", err)
		}
	}
	res.Bound = math.Inf(1)
	for res.Iterations < s.o.MaxIterations && !res.Converged {
		if t, err = s.pass(ctx, t, res); err != nil {
			return nil, err
		}
		res.Converged = res.Bound <= s.o.Tolerance
		if s.o.Progress != nil {
			s.o.Progress(res.Iterations, res.Bound)
		}
		if s.o.Save != nil && !res.Converged && res.Iterations < s.o.MaxIterations {
			if err := s.o.Save(s.state(res.Iterations, t)); err != nil {
				return nil, fmt.Errorf("pagerank: %w", err)
			}
		}
	}
	return res, s.finish(ctx, res, t)
}

// pass computes the next contributions, whose tally before the pass is t, and notes their error.
func (s *solver) pass(ctx context.Context, t tally, res *PageRankResult) (_ tally, err error) {
	res.Iterations++
	if s.sweep != nil {
		return s.passSweep(ctx, res)
	}
	s.setBase(t)
	s.all.last = t.sum
	if t, err = s.passPower(ctx); err == nil {
		res.Residual, res.Bound = s.judge(t)
	}
	return t, err
}

// finish sets the scores of the result.
func (s *solver) finish(ctx context.Context, res *PageRankResult, t tally) (err error) {
	s.byLength = nil
	if s.sweep != nil {
		if t.sum, err = s.endSweep(ctx); err != nil {
			return err
		}
	}
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
func (s *solver) begin(ctx context.Context, res *PageRankResult) (t tally, err error) {
	switch {
	case s.o.Resume != nil:
		res.Iterations = s.o.Resume.Iterations
		return s.goOn(s.o.Resume)
	case s.sweep != nil:
		return t, s.beginSweep(ctx)
	}
	t, err = s.start(ctx)
	s.setBase(t)
	copy(s.next, s.old)
	return t, err
}

// each runs a function on each part, and sums its results.
func (s *solver) each(ctx context.Context, f func(part int) (tally, error)) (all tally, err error) {
	err = par.Do(ctx, len(s.parts), s.o.Workers, func(i int) (err error) {
		s.tallies[i], err = f(i)
		return err
	})
	if err != nil {
		return tally{}, err
	}
	for _, t := range s.tallies {
		all.sum += t.sum
		all.dangling += t.dangling
		all.change += t.change
	}
	return all, nil
}

// start sets the scores to the preference, or to those to start with.
func (s *solver) start(ctx context.Context) (tally, error) {
	return s.each(ctx, func(part int) (t tally, err error) {
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
	})
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
	if s.o.Dangling == Pseudo || s.sweep != nil {
		return
	}
	if s.lead != nil {
		t.sum, t.dangling = s.all.total, s.all.total-t.sum
	}
	s.a, s.b = s.o.base(t, s.pref, s.all.n)
}

func (s *solver) passPower(ctx context.Context) (tally, error) {
	do := s.stepPower
	if s.push != nil {
		if err := s.push.sum(ctx, s.old, s.next); err != nil {
			return tally{}, err
		}
		do = s.stepPushed
	}
	t, err := s.each(ctx, do)
	s.old, s.next = s.next, s.old
	return t, err
}

// stepPower computes the next scores of a part.
func (s *solver) stepPower(part int) (tally, error) {
	t := tally{}
	w := s.pref.from(s.parts[part].Lo)
	err := s.blocks(part, func(lo int, sums []float64) { s.settle(&t, &w, sums, lo, s.next[lo:]) })
	return t, err
}

// sumRooms is room for the sums of a block, of each worker.
var sumRooms = sync.Pool{New: func() any { return new([blockPages]float64) }}

// blocks calls f with the sums of the contributions to the pages of a part, some from lo on at a time.
func (s *solver) blocks(part int, f func(lo int, sums []float64)) error {
	r := s.parts[part]
	room := sumRooms.Get().(*[blockPages]float64)
	defer sumRooms.Put(room)
	if s.byLength != nil {
		s.byLength.eachBlock(part, r, func(block int, pages graph.Range, copies *[copied]float64) {
			sums := room[:pages.Hi-pages.Lo]
			s.byLength.sum(sums, s.old, block, pages.Lo, copies)
			f(pages.Lo, sums)
		})
		return nil
	}
	lo, n := r.Lo, 0
	return graph.EachList(s.in, r, func(u graph.Node, preds []graph.Node) {
		room[n] = gather(s.old, preds)
		if n++; n == blockPages || int(u)+1 == r.Hi {
			f(lo, room[:n])
			lo, n = lo+n, 0
		}
	})
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

// stepPushed computes the next scores of a part from the sums of the contributions, which are in next.
func (s *solver) stepPushed(part int) (tally, error) {
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

// judge returns the residual of a pass of the power method and the bound of the error after it. Dangling pages that were left
// out are one page, whose score is the rest of the total. An iteration of all pages has the same scores and the same bound.
// The change of the rest is at most the sum of the changes.
func (s *solver) judge(t tally) (residual, bound float64) {
	alpha := s.o.Alpha
	switch {
	case s.o.Dangling == Pseudo:
		residual = t.change
	case s.lead != nil:
		residual = (t.change + math.Abs(t.sum-s.all.last)) / s.all.total
	default:
		residual = t.change / t.sum
	}
	return residual, alpha / (1 - alpha) * residual
}

// scores turns the contributions in old into scores.
func (s *solver) scores(ctx context.Context, t tally) error {
	scale := s.o.scale(t.sum)
	_, err := s.each(ctx, func(part int) (tally, error) {
		r := s.parts[part]
		for u := r.Lo; u < r.Hi; u++ {
			s.old[u] = s.score(graph.Node(u)) * scale
		}
		return tally{}, nil
	})
	return err
}
