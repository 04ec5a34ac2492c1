package rank

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/internal/par"
	"weft/space"
)

// A solver iterates the equations of PageRank. What it keeps of the score of a page is its contribution: the score
// divided by the outdegree, or the score itself for dangling pages, which nobody reads.
type solver struct {
	o       PageRankOptions
	in      graph.Random
	degrees []uint32
	pref    preference
	parts   []graph.Range
	tallies []tally // of each part

	push      *pusher   // nil if contributions are gathered
	old, next []float64 // contributions
	a, b      float64   // what a page gets besides: a times its preference, and b
}

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
	n := in.NumNodes()
	pref, err := newPreference(n, &o)
	if err != nil {
		return nil, fmt.Errorf("pagerank: %w", err)
	}
	if degrees == nil {
		if degrees, err = InDegrees(ctx, in, o.Work); err != nil {
			return nil, err
		}
	}
	if len(degrees) != n {
		return nil, fmt.Errorf("pagerank: %d outdegrees for %d pages", len(degrees), n)
	}
	m := space.Maker{Space: o.Space}
	s := &solver{o: o, in: in, degrees: degrees, pref: pref, old: space.From[float64](&m, n), next: space.From[float64](&m, n)}
	if m.Err != nil {
		return nil, fmt.Errorf("pagerank: %w", m.Err)
	}
	s.parts = graph.Parts(in)
	s.tallies = make([]tally, len(s.parts))
	if o.Push != nil && o.Method == Power {
		if s.push, err = newPusher(ctx, o.Push, o.Work); err != nil {
			return nil, fmt.Errorf("pagerank: %w", err)
		}
	}
	return s, nil
}

func (s *solver) run(ctx context.Context) (*PageRankResult, error) {
	res := &PageRankResult{Norm: "l1"}
	t, err := s.start(ctx)
	if err != nil {
		return nil, err
	}
	res.Bound = math.Inf(1)
	for res.Iterations < s.o.MaxIterations && !res.Converged && len(s.parts) > 0 {
		s.setBase(t)
		if t, err = s.pass(ctx); err != nil {
			return nil, err
		}
		res.Iterations++
		res.Residual, res.Bound = s.judge(t)
		res.Converged = res.Bound <= s.o.Tolerance
		if s.o.Progress != nil {
			s.o.Progress(res.Iterations, res.Bound)
		}
	}
	s.next = nil
	res.Scores = s.old
	return res, s.scores(ctx, t)
}

// each runs f on all parts and adds up what it returns.
func (s *solver) each(ctx context.Context, f func(r graph.Range) (tally, error)) (tally, error) {
	err := par.Do(ctx, len(s.parts), s.o.Workers, func(i int) (err error) {
		s.tallies[i], err = f(s.parts[i])
		return err
	})
	var all tally
	for _, t := range s.tallies {
		all.sum += t.sum
		all.dangling += t.dangling
		all.change += t.change
	}
	return all, err
}

// start sets the scores to the preference.
func (s *solver) start(ctx context.Context) (tally, error) {
	return s.each(ctx, func(r graph.Range) (t tally, err error) {
		w := s.pref.from(r.Lo)
		for u := r.Lo; u < r.Hi; u++ {
			t.put(s.old, s.degrees, graph.Node(u), w.weight(graph.Node(u)))
		}
		return t, nil
	})
}

// put notes the score x of u.
func (t *tally) put(contributions []float64, degrees []uint32, u graph.Node, x float64) {
	t.sum += x
	if d := degrees[u]; d != 0 {
		contributions[u] = x / float64(d)
	} else {
		contributions[u] = x
		t.dangling += x
	}
}

// score returns the score of u in a vector of contributions.
func (s *solver) score(contributions []float64, u graph.Node) float64 {
	return contributions[u] * float64(max(s.degrees[u], 1))
}

// setBase sets a and b for a pass that begins with scores of the given tally.
func (s *solver) setBase(t tally) {
	lost := float64(s.o.Alpha * t.dangling)
	s.a, s.b = 1-s.o.Alpha, 0
	if s.o.Dangling == Pseudo {
		return
	}
	s.a *= t.sum
	if s.o.Dangling == Strong || s.pref.uniform() {
		s.a += lost
	} else {
		s.b = lost / float64(len(s.old))
	}
}

// pass computes next from old and exchanges them.
func (s *solver) pass(ctx context.Context) (tally, error) {
	step := s.step
	if s.push != nil {
		if err := s.push.sum(ctx, s.old, s.next); err != nil {
			return tally{}, err
		}
		step = s.stepPushed
	}
	t, err := s.each(ctx, step)
	s.old, s.next = s.next, s.old
	return t, err
}

// step computes the next scores of a part.
func (s *solver) step(r graph.Range) (tally, error) {
	t := tally{}
	w := s.pref.from(r.Lo)
	alpha := s.o.Alpha
	if s.o.Method == Power {
		err := graph.EachList(s.in, r, func(u graph.Node, preds []graph.Node) {
			t.move(s, u, float64(alpha*gather(s.old, preds))+float64(s.a*w.weight(u))+s.b)
		})
		return t, err
	}
	copy(s.next[r.Lo:r.Hi], s.old[r.Lo:r.Hi])
	err := graph.EachList(s.in, r, func(u graph.Node, preds []graph.Node) {
		s.next[u] = 0
		sum, loops := gatherFresh(s.old, s.next, preds, r, u)
		x := float64(alpha*sum) + float64(s.a*w.weight(u)) + s.b
		if loops > 0 { // the equation of u has the score of u on both sides
			d := float64(s.degrees[u])
			x *= d / (d - alpha)
		}
		t.move(s, u, x)
	})
	return t, err
}

// stepPushed computes the next scores of a part from the sums of the contributions, which are in next.
func (s *solver) stepPushed(r graph.Range) (tally, error) {
	t := tally{}
	w := s.pref.from(r.Lo)
	for i, sum := range s.next[r.Lo:r.Hi] {
		u := graph.Node(r.Lo + i)
		t.move(s, u, float64(s.o.Alpha*sum)+float64(s.a*w.weight(u))+s.b)
	}
	return t, nil
}

// move notes that the score of u becomes x.
func (t *tally) move(s *solver, u graph.Node, x float64) {
	t.change += math.Abs(x - s.score(s.old, u))
	t.put(s.next, s.degrees, u, x)
}

// gather sums the contributions of preds.
func gather(contributions []float64, preds []graph.Node) float64 {
	sum := 0.0
	for _, u := range preds {
		sum += contributions[u]
	}
	return sum
}

// gatherFresh sums the contributions of preds, the next ones in the part r and the old ones elsewhere, and counts how
// often v is one of preds. Most predecessors are in the part, so that the choice between the vectors is foreseen.
func gatherFresh(old, next []float64, preds []graph.Node, r graph.Range, v graph.Node) (sum float64, loops int) {
	lo, size := graph.Node(r.Lo), graph.Node(r.Hi-r.Lo)
	for _, u := range preds {
		loop := loops + 1
		if u == v {
			loops = loop
		}
		if u-lo < size {
			sum += next[u]
		} else {
			sum += old[u]
		}
	}
	return sum, loops
}

// judge returns the residual of a pass and the bound of the error after it.
func (s *solver) judge(t tally) (residual, bound float64) {
	alpha := s.o.Alpha
	if s.o.Dangling == Pseudo {
		return t.change, alpha / (1 - alpha) * t.change
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
	scale := 1.0
	if s.o.Dangling != Pseudo && t.sum > 0 {
		scale = 1 / t.sum
	}
	_, err := s.each(ctx, func(r graph.Range) (tally, error) {
		for u := r.Lo; u < r.Hi; u++ {
			s.old[u] = s.score(s.old, graph.Node(u)) * scale
		}
		return tally{}, nil
	})
	return err
}
