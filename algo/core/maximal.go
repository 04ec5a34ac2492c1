package core

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/graph"
)

// Closed holds counts of maximal cliques, to which neither a fan nor a center can be added.
type Closed struct {
	of [][]int64 // by fans, and centers
	// Cut is the number of centers whose search was abandoned after Options.Steps. If it is not 0, all counts are
	// lower bounds.
	Cut int64
	// More reports that there are more cliques than the limit; they were not counted.
	More bool
}

// Exactly returns the number of cliques of exactly this shape.
func (m *Closed) Exactly(s Shape) int64 { return m.of[s.Fans][s.Centers] }

// AtLeast returns the number of cliques with at least as many fans and centers as the shape.
func (m *Closed) AtLeast(s Shape) (n int64) {
	for fans := s.Fans; fans < len(m.of); fans++ {
		for centers := s.Centers; centers < len(m.of[fans]); centers++ {
			n += m.of[fans][centers]
		}
	}
	return n
}

// errEnough ends a search.
var errEnough = errors.New("enough")

// Maximal counts the maximal cliques of a core with at least as many fans and centers as its shape. If yield is
// not nil, it receives each of them, by their first centers, up to a limit if that is not 0. yield must not keep
// them, and one worker does all the work.
//
// Each clique is found once, from the set of all fans of its first center. Centers are chosen in increasing order,
// with all other centers that the same fans link to. If one of these comes before the chosen center, the clique
// was found earlier (Uno, Kiyomi and Arimura, "LCM ver. 2", 2004).
// Papers: random crawls, §5.4.
func (c *Core) Maximal(ctx context.Context, limit int64, yield func(Clique) error, k Keep[CountState]) (*Closed, error) {
	if err := c.checkMasked(); err != nil {
		return nil, err
	}
	m, from, err := c.closedFrom(k.From)
	if err != nil {
		return nil, err
	}
	given := int64(0)
	if k.From != nil {
		given = k.From.Given
	}
	x := &centers[closer]{c: c, workers: c.o.Workers, due: k.Due, look: func(x *closer, e graph.Node) error {
		x.c, x.yield, x.limit, x.given = c, yield, limit, &given
		return x.around(e)
	}}
	if yield != nil {
		x.workers = 1
	}
	x.save = func(next int, all []*closer) error {
		return k.Save(m.with(all).state(c.name(graph.Node(next)), given))
	}
	all, err := x.run(ctx, from)
	m = m.with(all)
	if errors.Is(err, errEnough) {
		m.More, err = true, nil
	}
	return m, err
}

// closedFrom returns the counts of a state, or zero counts without a state, and the center at which it resumes.
func (c *Core) closedFrom(from *CountState) (m *Closed, next int, err error) {
	m = &Closed{of: make([][]int64, MostMasked)}
	for fans := range m.of {
		m.of[fans] = make([]int64, MostMasked)
	}
	if from == nil {
		return m, 0, nil
	}
	for _, x := range from.Of {
		if !x.within(MostMasked - 1) {
			return nil, 0, fmt.Errorf("maximal cliques: a state with a shape (%d,%d), want fewer than %d of each", x.Fans, x.Centers, MostMasked)
		}
		m.of[x.Fans][x.Centers] = int64(x.Low) //nolint:gosec // it was one
	}
	m.Cut = from.Cut
	return m, c.after(from), nil
}

// with is a sum of counts.
func (m *Closed) with(all []*closer) *Closed {
	s := &Closed{of: make([][]int64, len(m.of)), Cut: m.Cut}
	for fans := range s.of {
		s.of[fans] = slices.Clone(m.of[fans])
		for _, x := range all {
			for centers, n := range x.counts[fans] {
				s.of[fans][centers] += n
			}
		}
	}
	for _, x := range all {
		s.Cut += x.cut
	}
	return s
}

// state returns the state of a search that resumes at a center.
func (m *Closed) state(next graph.Node, given int64) CountState {
	s := CountState{Next: next, Cut: m.Cut, Given: given}
	for fans := range m.of {
		for centers, n := range m.of[fans] {
			if n != 0 {
				s.Of = append(s.Of, Counted{Shape{fans, centers}, 0, uint64(n)}) //nolint:gosec // a count
			}
		}
	}
	return s
}

// A closer finds the maximal cliques whose first center is e.
type closer struct {
	c      *Core
	near   around
	yield  func(Clique) error
	limit  int64
	given  *int64
	counts [MostMasked][]int64
	clique Clique
	steps  int64
	cut    int64
	lists  [MostMasked + 1][]uint32 // of walk, at each depth
}

func (x *closer) around(e graph.Node) error {
	if err := x.near.read(x.c, e); err != nil || len(x.near.fans) < x.c.Fans {
		return err
	}
	x.steps = x.c.o.Steps
	at := 0
	for x.near.items[at].center != e {
		at++
	}
	all := x.lists[0][:0]
	for k := range x.near.items {
		all = append(all, uint32(k)) //nolint:gosec // fewer than nodes
	}
	x.lists[0] = all
	err := x.walk(1, at, mask{}, x.near.all())
	if x.steps < 0 {
		x.cut++
	}
	return err
}

// walk considers the fans that link to the center at index at and to the centers chosen before. before holds the
// fans that all earlier choices have in common; it is empty at the beginning. Only centers with enough of these
// fans matter, here and at greater depth, where fans are fewer. They are listed from the centers of the depth
// before. Each step down removes a fan.
func (x *closer) walk(depth, at int, before, fans mask) error {
	if x.steps--; x.steps < 0 {
		return nil
	}
	list, centers, more := x.lists[depth][:0], 0, 0
	for _, k := range x.lists[depth-1] {
		it := &x.near.items[k]
		n := it.by.and(fans)
		switch {
		case n == fans:
			if int(k) < at && (before == mask{} || it.by.and(before) != before) {
				return nil
			}
			centers++
		case n.count() < x.c.Fans:
			continue
		case int(k) > at:
			more++
		}
		list = append(list, k)
	}
	x.lists[depth] = list
	if centers+more < x.c.Centers {
		return nil
	}
	if err := x.give(fans, centers); err != nil {
		return err
	}
	for _, k := range list {
		if next := x.near.items[k].by.and(fans); int(k) > at && next != fans {
			if err := x.walk(depth+1, int(k), fans, next); err != nil {
				return err
			}
		}
	}
	return nil
}

// give counts a maximal clique, and hands it out.
func (x *closer) give(fans mask, centers int) error {
	if centers < x.c.Centers {
		return nil
	}
	if x.yield != nil && x.limit > 0 && *x.given == x.limit {
		return errEnough
	}
	if x.yield != nil { // one worker, then
		*x.given++
	}
	n := fans.count()
	if x.counts[n] == nil {
		x.counts[n] = make([]int64, MostMasked)
	}
	if x.counts[n][centers]++; x.yield == nil {
		return nil
	}
	x.clique.Fans, x.clique.Centers = x.clique.Fans[:0], x.clique.Centers[:0]
	for k, u := range x.near.fans {
		if fans[k/64]>>(k%64)&1 != 0 {
			x.clique.Fans = append(x.clique.Fans, u)
		}
	}
	for _, it := range x.near.items {
		if it.by.and(fans) == fans {
			x.clique.Centers = append(x.clique.Centers, it.center)
		}
	}
	return x.yield(x.c.named(x.clique))
}
