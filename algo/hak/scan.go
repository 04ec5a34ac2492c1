package hak

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
	"weft/internal/choice"
)

// A Zero is the fidelity of a page without links.
type Zero uint8

// The readings: the paper's Algorithm 1 says 1, its Proposition 1 counts 0, and such pages can be left out of the mean.
const (
	ZeroIsOne Zero = iota
	ZeroIsNone
	ZeroLeftOut
)

var zeroNames = []string{"one", "zero", "undefined"}

// ParseZero reads one, zero or undefined.
func ParseZero(name string) (Zero, error) {
	for z, known := range zeroNames {
		if name == known {
			return Zero(z), nil
		}
	}
	return 0, fmt.Errorf("fidelity of pages without links %q: want %s", name, choice.Of(name, zeroNames[:]))
}

// String returns one, zero or undefined.
func (z Zero) String() string { return zeroNames[z] }

// ScanOptions of Scan.
type ScanOptions struct {
	Zero    Zero
	Groups  Groups    // nil for none
	Degrees []uint32  // if not nil, memory for the degrees of the result
	Values  []float32 // if not nil, γ of each crawled page is put here; ghosts get NaN
	graph.Work
}

// meanGamma returns the mean of γ; 1 if nothing counts.
func (g *Group) meanGamma() float64 {
	if g.Counted == 0 {
		return 1
	}
	return g.Gamma / float64(g.Counted)
}

// GammaBins is the number of bins of the distribution of γ: [0, 1/20), [1/20, 2/20), …, and a bin for 1 alone.
const GammaBins = 21

// Links is the result of one pass over the successors of all pages.
type Links struct {
	Degrees []uint32 // d(v): distinct links, those to ghosts included
	Whole   Group
	Groups  []Group // nil without groups
	Bins    [GammaBins]int
	Arcs    int64 // that lead to crawled pages
	Lost    int64 // that lead to ghosts
}

// Gamma returns γ(C), the mean of γ(v) over the crawled pages; 1 if there are none.
// Papers: fidelity, "HAK measure".
func (l *Links) Gamma() float64 { return l.Whole.meanGamma() }

// Scan makes one pass over the links of all pages and counts links to crawled pages: γ(v) = d_C(v)/d(v) (paper,
// definition 4). Pages that are not crawled must have no links. Memory: 4 bytes a page, and 72 a group. If the
// pages of a group are not consecutive, it is about 200 bytes for each group in each part of the graph under work.
// The result does not depend on the number of workers.
// Papers: fidelity, "HAK measure".
func Scan(ctx context.Context, out graph.Random, crawled view.Bits, o ScanOptions) (*Links, error) {
	l := &Links{Degrees: o.Degrees}
	if l.Degrees == nil {
		m := alloc.Maker{Space: o.Space}
		if l.Degrees = alloc.From[uint32](&m, out.NumNodes()); m.Err != nil {
			return nil, m.Err
		}
	}
	if o.Groups != nil {
		l.Groups = make([]Group, o.Groups.Len())
	}
	count := func(p *partLinks, r graph.Range) error {
		return graph.EachList(out, r, func(u graph.Node, succ []graph.Node) {
			l.Degrees[u] = uint32(len(succ))
			p.page(u, succ, crawled, &o)
		})
	}
	return l, eachPart(ctx, graph.Parts(out), o.Workers, count, l.fold)
}

// A partLinks is the result for one part of the pages.
type partLinks struct {
	groups groupRuns
	bins   [GammaBins]int
	arcs   int64
	lost   int64
}

func (p *partLinks) page(u graph.Node, succ []graph.Node, crawled view.Bits, o *ScanOptions) {
	if !crawled.Has(int(u)) {
		if o.Values != nil {
			o.Values[u] = notANumber
		}
		return
	}
	inside := countIn(succ, crawled)
	p.arcs += int64(inside)
	p.lost += int64(len(succ) - inside)
	g := Group{Crawled: 1, Counted: 1, Gamma: 1}
	switch {
	case len(succ) > 0:
		g.Gamma = float64(inside) / float64(len(succ))
	case o.Zero == ZeroIsNone:
		g.Gamma = 0
	case o.Zero == ZeroLeftOut:
		g.Gamma, g.Counted = 0, 0
	}
	if o.Values != nil {
		if o.Values[u] = float32(g.Gamma); g.Counted == 0 {
			o.Values[u] = notANumber
		}
	}
	if g.Counted > 0 {
		p.bins[int(g.Gamma*(GammaBins-1))]++
	}
	p.groups.add(groupOf(o.Groups, u), &g)
}

// countIn returns how many pages of a list are in a set.
func countIn(list []graph.Node, set view.Bits) int {
	n := 0
	for _, v := range list {
		if set.Has(int(v)) {
			n++
		}
	}
	return n
}

// fold adds what was found in a part, and empties that.
func (l *Links) fold(p *partLinks) {
	for i, n := range p.bins {
		l.Bins[i] += n
	}
	l.Arcs += p.arcs
	l.Lost += p.lost
	p.groups.fold(&l.Whole, l.Groups)
	*p = partLinks{groups: p.groups}
}

// ZeroNames returns the names of the fidelities of pages without links.
func ZeroNames() []string { return zeroNames[:] }
