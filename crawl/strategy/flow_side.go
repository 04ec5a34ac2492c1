package strategy

import (
	"cmp"
	"slices"

	"weft/crawl"
	"weft/internal/bitset"
)

// A FlowSide is the result of a [Flow].
type FlowSide struct {
	// Pages are the pages on the side of the seeds, in order, without pages that wait for their request.
	Pages []crawl.Page
	// Cut are the links that leave the side, by their ends, and Capacity is the sum of their capacities. Sinks is
	// the capacity from the pages to the sink.
	Cut             []FlowArc
	Capacity, Sinks int64
	Answered        uint64 // pages that were requested and learnt
	Unanswered      int    // pages of the side that cannot, or must not, be fetched
	Known, Links    int    // pages and links that were seen
	// Left is the number of waiting pages that overflow can reach, and Overflow the excess of pages that must pass
	// it on.
	Left     int
	Overflow int64
	// Certified says that the side is the smallest of all minimum cuts of the whole graph.
	Certified bool
	// Over says that the capacities of the links of the seeds sum to more than 2⁶², and that what is beyond was left out.
	Over bool
}

// A FlowArc is a link of a cut.
type FlowArc struct {
	From, To crawl.Page
	Capacity int64
}

// Side returns what was found so far. It does not change the strategy, and takes as much memory once more.
func (f *Flow) Side() *FlowSide {
	g := f.copied()
	if !g.o.Lowered {
		g.push(func(u uint32) bool { return g.drained[u] < g.o.Epsilon })
	}
	in := g.reach()
	s := &FlowSide{Answered: g.answered, Known: len(g.is), Links: len(g.to)/2 - 1, Over: g.over}
	for u := range uint32(len(g.is)) { //nolint:gosec // pages are of 32 bits
		if e := g.excess[u]; e > g.o.Threshold && (g.o.Lowered || g.open(u)) {
			s.Overflow += e
		}
		switch {
		case !in.Has(int(u)):
		case g.open(u):
			s.Left++
		default:
			g.take(s, u, in)
		}
	}
	slices.SortFunc(s.Cut, func(a, b FlowArc) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	s.Certified = !g.o.Lowered && s.Left == 0 && !s.Over
	return s
}

// copied returns a copy that may be pushed on.
func (f *Flow) copied() *Flow {
	g := *f
	g.order = nil
	g.left, g.excess, g.drained, g.height = slices.Clone(f.left), slices.Clone(f.excess), slices.Clone(f.drained), slices.Clone(f.height)
	return &g
}

// open says whether links of a page may come.
func (f *Flow) open(u uint32) bool {
	return f.is[u]&(putOff|leftOut) == putOff || f.is[u]&(answered|barred|leftOut) == 0
}

// take adds a page to a side.
func (f *Flow) take(s *FlowSide, u uint32, in bitset.Set) {
	s.Pages = append(s.Pages, crawl.Page(u))
	s.Sinks += f.o.Epsilon
	if f.is[u]&answered == 0 {
		s.Unanswered++
	}
	for a := f.first[u]; a != 0; a = f.next[a] {
		if v := f.to[a]; a&1 == 0 && (!in.Has(int(v)) || f.open(v)) {
			c := f.left[a] + f.left[a^1]
			s.Cut = append(s.Cut, FlowArc{crawl.Page(u), crawl.Page(v), c})
			s.Capacity += c
		}
	}
}

// reach returns the pages that the seeds, and pages with overflow to be pushed on, can push more to.
func (f *Flow) reach() bitset.Set {
	in := bitset.New(len(f.is))
	var queue []uint32
	enter := func(u uint32) {
		if !in.Has(int(u)) {
			in.Add(int(u))
			queue = append(queue, u)
		}
	}
	for u := range uint32(len(f.is)) { //nolint:gosec // pages are of 32 bits
		if f.is[u]&source != 0 || f.excess[u] > f.o.Threshold {
			enter(u)
		}
	}
	for i := 0; i < len(queue); i++ {
		for a := f.first[queue[i]]; a != 0; a = f.next[a] {
			if f.left[a] > 0 {
				enter(f.to[a])
			}
		}
	}
	return in
}
