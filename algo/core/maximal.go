package core

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/graph"
)

// Closed are counts of maximal cliques: those to which neither a fan nor a center can be added.
type Closed struct {
	of [][]int64 // by fans, and centers
	// Cut are the centers of which not all were found, after Options.Steps of their search; of all counts there are as
	// many then, or more.
	Cut int64
	// More says that there are more than the limit, which were not looked for.
	More bool
}

// Exactly is the number of those that have just so many fans and centers.
func (m *Closed) Exactly(s Shape) int64 { return m.of[s.Fans][s.Centers] }

// AtLeast is the number of those that have so many fans and centers, or more.
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

// Maximal counts the maximal cliques of a core that have as many fans and centers as its shape, or more. If yield is
// not nil, it is lent each of them, by their first centers, up to a limit if that is not 0; one worker finds them.
//
// Each is found once, from the set of all fans of its first center: centers are chosen in increasing order, those that
// the same fans link come with them, and a way on which one comes before the chosen one has been gone before (Uno,
// Kiyomi and Arimura, "LCM ver. 2", 2004).
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

// closedFrom are the counts of a state, none without one, and the center behind it.
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

// state is where a search stands that goes on with a center.
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

// walk looks at the fans that link the center of a place and those chosen before, which other fans, among them, all
// linked: before has those, none at the beginning. Only centers that enough of these fans link play a part, here and
// further down, where fans are fewer: they are listed from those of the depth before. Each step down leaves out a fan.
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
