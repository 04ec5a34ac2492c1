package core

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"weft/graph"
)

// Sets are counts of sets of centers, by how many centers they have and how many fans link all of these.
type Sets struct {
	of [][]sum // by fans, and centers
	// Cut is the number of centers whose search was abandoned after Options.Steps. If it is not 0, all counts are
	// lower bounds.
	Cut int64
}

// A sum of 128 bits.
type sum struct{ lo, hi uint64 }

func (s *sum) add(o sum) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, o.lo, 0)
	s.hi += o.hi + carry
}

func (s sum) big() *big.Int {
	n := new(big.Int).SetUint64(s.hi)
	return n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(s.lo))
}

// Sets counts the sets of centers that have at least the fans of the shape in common, for sizes from the shape's
// centers to most. It does not enumerate sets. Around the first center of a set, centers with the same fans form a
// group, and centers of all remaining fans are optional.
// Papers: random crawls, §5.4.
func (c *Core) Sets(ctx context.Context, most int, k Keep[CountState]) (*Sets, error) {
	choose, err := c.binomials(most)
	if err != nil {
		return nil, err
	}
	s, from, err := c.setsFrom(k.From, most)
	if err != nil {
		return nil, err
	}
	x := &centers[counter]{c: c, workers: c.o.Workers, due: k.Due, look: func(x *counter, e graph.Node) error {
		x.c, x.choose, x.most = c, choose, most
		return x.around(e)
	}}
	x.save = func(next int, all []*counter) error {
		state := s.with(all).State()
		state.Ended, state.Next = false, c.name(graph.Node(next))
		return k.Save(state)
	}
	all, err := x.run(ctx, from)
	return s.with(all), err
}

// setsFrom returns the counts of a state, or zero counts without a state, and the center at which it resumes.
func (c *Core) setsFrom(from *CountState, most int) (s *Sets, next int, err error) {
	s = &Sets{of: make([][]sum, MostMasked)}
	for fans := range s.of {
		s.of[fans] = make([]sum, most+1)
	}
	if from == nil {
		return s, 0, nil
	}
	for _, x := range from.Of {
		if !x.within(most) {
			return nil, 0, fmt.Errorf("sets: a state with a shape (%d,%d), want centers up to %d", x.Fans, x.Centers, most)
		}
		s.of[x.Fans][x.Centers] = sum{lo: x.Low, hi: x.High}
	}
	s.Cut = from.Cut
	return s, c.after(from), nil
}

// with is a sum of counts.
func (s *Sets) with(all []*counter) *Sets {
	t := &Sets{of: make([][]sum, len(s.of)), Cut: s.Cut}
	for fans := range t.of {
		t.of[fans] = slices.Clone(s.of[fans])
		for _, x := range all {
			for k, n := range x.counts[fans] {
				t.of[fans][k].add(n)
			}
		}
	}
	for _, x := range all {
		t.Cut += x.cut
	}
	return t
}

// State is where a search stands that has ended.
func (s *Sets) State() CountState {
	state := CountState{Ended: true, Cut: s.Cut}
	for fans := range s.of {
		for n, x := range s.of[fans] {
			if (x != sum{}) {
				state.Of = append(state.Of, Counted{Shape{fans, n}, x.hi, x.lo})
			}
		}
	}
	return state
}

// Common returns the number of sets of shape.Centers centers with at least shape.Fans common fans.
func (s *Sets) Common(shape Shape) *big.Int {
	n := new(big.Int)
	for fans := shape.Fans; fans < len(s.of); fans++ {
		n.Add(n, s.of[fans][shape.Centers].big())
	}
	return n
}

// Cliques is the number of all cliques of a shape.
func (s *Sets) Cliques(shape Shape) *big.Int {
	n, x := new(big.Int), new(big.Int)
	for fans := shape.Fans; fans < len(s.of); fans++ {
		if sets := s.of[fans][shape.Centers]; (sets != sum{}) {
			n.Add(n, x.Mul(sets.big(), x.Binomial(int64(fans), int64(shape.Fans))))
		}
	}
	return n
}

// binomials returns the numbers of ways to choose up to most of fewer than MaxDegree items. They fit in 64 bits,
// and so do all their sums that count sets of such centers.
func (c *Core) binomials(most int) ([][]uint64, error) {
	if err := c.checkMasked(); err != nil {
		return nil, err
	}
	if most < c.Centers || most > MaxSize {
		return nil, fmt.Errorf("sets of up to %d centers in a core of (%d,%d): want from %d to %d", most, c.Fans, c.Centers, c.Centers, MaxSize)
	}
	choose := make([][]uint64, c.o.MaxDegree)
	for n := range choose {
		choose[n] = make([]uint64, most+1)
		choose[n][0] = 1
		for k := 1; k <= min(n, most); k++ {
			var carry uint64
			choose[n][k], carry = bits.Add64(choose[n-1][k-1], choose[n-1][k], 0)
			if carry != 0 {
				return nil, fmt.Errorf("sets of up to %d of %d centers are too many to count: want smaller ones, or pages of fewer links", most, c.o.MaxDegree-1)
			}
		}
	}
	return choose, nil
}

// A counter counts the sets whose first center is e.
type counter struct {
	c      *Core
	near   around
	choose [][]uint64
	most   int
	counts [MostMasked][]sum
	groups []group // the groups of the walk, level after level
	ways   []uint64
	steps  int64
	cut    int64
}

// A group is a number of centers that the same fans link.
type group struct {
	by mask
	n  int
}

func (x *counter) around(e graph.Node) error {
	if err := x.near.read(x.c, e); err != nil {
		return err
	}
	x.groups = x.groups[:0]
	for _, it := range x.near.items {
		if it.center > e {
			x.groups = append(x.groups, group{it.by, 1})
		}
	}
	x.ways = append(x.ways[:0], make([]uint64, x.most+1)...)
	x.ways[1] = 1
	x.steps = x.c.o.Steps
	x.walk(place{by: x.near.all(), fans: len(x.near.fans), sure: 1, chosen: 1, to: len(x.groups), waysTo: len(x.ways)})
	if x.steps < 0 {
		x.cut++
	}
	return nil
}

// A place is where a walk is: some groups of centers were chosen, one or more of each, which these fans link.
type place struct {
	by   mask
	fans int
	full int // more centers that all of them link
	sure int // centers of the groups that were chosen
	// The groups from which more can be chosen, and the numbers of ways in which 0, 1, 2, … centers were.
	from, to       int
	waysAt, waysTo int
	chosen         int // the least of them: one of each group
}

// walk counts the sets of the chosen groups, and continues with each of the other groups in turn and the groups
// after it.
func (x *counter) walk(p place) {
	if x.steps--; x.steps < 0 {
		return
	}
	at := len(x.groups)
	for _, g := range x.groups[p.from:p.to] {
		g.by = g.by.and(p.by)
		switch n := g.by.count(); {
		case n == p.fans:
			p.full += g.n
		case n >= x.c.Fans:
			x.groups = append(x.groups, g)
		}
	}
	x.groups = x.groups[:at+merge(x.groups[at:])]
	x.count(&p)
	left := 0
	for _, g := range x.groups[at:] {
		left += g.n
	}
	to, ways := len(x.groups), len(x.ways)
	for k := at; k < to && p.chosen < x.most && p.sure+p.full+left >= x.c.Centers; k++ {
		g := x.groups[k]
		left -= g.n
		x.times(&p, g.n)
		x.walk(place{by: g.by, fans: g.by.count(), full: p.full, sure: p.sure + g.n, chosen: p.chosen + 1, from: k + 1, to: to, waysAt: ways, waysTo: len(x.ways)})
		x.ways = x.ways[:ways]
	}
	x.groups = x.groups[:at]
}

// merge joins groups with the same fans, the groups with few fans first, and returns the number of groups left.
func merge(all []group) int {
	slices.SortFunc(all, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.by.count(), b.by.count()), slices.Compare(a.by[:], b.by[:]))
	})
	n := 0
	for _, g := range all {
		if n > 0 && all[n-1].by == g.by {
			all[n-1].n += g.n
			continue
		}
		all[n] = g
		n++
	}
	return n
}

// count adds the ways to choose together with the optional centers.
func (x *counter) count(p *place) {
	if x.counts[p.fans] == nil {
		x.counts[p.fans] = make([]sum, x.most+1)
	}
	to := x.counts[p.fans]
	for d, ways := range x.ways[p.waysAt:p.waysTo] {
		if ways == 0 {
			continue
		}
		for k := range min(p.full, x.most-d) + 1 {
			to[d+k].add(sum{lo: ways * x.choose[p.full][k]})
		}
	}
}

// times appends the ways in which one or more of n centers are chosen, too.
func (x *counter) times(p *place, n int) {
	at := len(x.ways)
	x.ways = append(x.ways, make([]uint64, x.most+1)...)
	to, from := x.ways[at:], x.ways[p.waysAt:p.waysTo]
	for d, ways := range from {
		if ways == 0 {
			continue
		}
		for k := 1; k <= min(n, x.most-d); k++ {
			to[d+k] += ways * x.choose[n][k]
		}
	}
}
