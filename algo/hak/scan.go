package hak

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/par"
	"weft/space"
)

// A Zero says what the fidelity of a page without links is.
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
	return 0, fmt.Errorf("fidelity of pages without links %q: want one, zero or undefined", name)
}

// String returns one, zero or undefined.
func (z Zero) String() string { return zeroNames[z] }

// Groups puts pages into groups, such as hosts; store.Groups is one.
type Groups interface {
	Len() int
	Of(u graph.Node) int
}

// ScanOptions of Scan.
type ScanOptions struct {
	Zero    Zero
	Groups  Groups    // nil for none
	Degrees []uint32  // if not nil, the memory that those of the result take
	Values  []float32 // if not nil, γ of each crawled page is put here; ghosts get NaN
	graph.Work
}

// A Group is what is known of the crawled pages and ghosts of a group, or of all.
type Group struct {
	Crawled int
	Counted int     // of them those whose γ counts: all but what Zero leaves out
	Gamma   float64 // sum of γ(v) over its crawled pages
	Im      float64 // sum, over its crawled pages u, of the shares of their PageRank that come from crawled pages
	Ghosts  int     // that crawled pages link to, without those that failed
	Want    float64 // sum over its ghosts of Σ 1/d(v) over the crawled pages v that link there: what Gamma would grow by
	Flow    float64 // PageRank that flows into its ghosts from crawled pages
	// Best is its ghost with the greatest want; nothing if that is 0.
	Best     graph.Node
	BestWant float64
}

func (g *Group) add(o *Group) {
	g.Crawled += o.Crawled
	g.Counted += o.Counted
	g.Gamma += o.Gamma
	g.Im += o.Im
	g.Ghosts += o.Ghosts
	g.Want += o.Want
	g.Flow += o.Flow
	if o.BestWant > g.BestWant {
		g.Best, g.BestWant = o.Best, o.BestWant
	}
}

// meanGamma returns the mean of γ; 1 if nothing counts.
func (g *Group) meanGamma() float64 {
	if g.Counted == 0 {
		return 1
	}
	return g.Gamma / float64(g.Counted)
}

// GammaBins is how many bins the distribution of γ has: [0, 1/20), [1/20, 2/20), …, and 1 by itself.
const GammaBins = 21

// Links is what one pass over the successors of all pages says.
type Links struct {
	Degrees []uint32 // d(v): distinct links, those to ghosts included
	Whole   Group
	Groups  []Group // nil without groups
	Bins    [GammaBins]int
	Arcs    int64 // that lead to crawled pages
	Lost    int64 // that lead to ghosts
}

// Gamma returns γ(C), the mean of γ(v) over the crawled pages; 1 if there are none.
func (l *Links) Gamma() float64 { return l.Whole.meanGamma() }

// Scan goes once through the links of all pages and counts how many lead to crawled ones: γ(v) = d_C(v)/d(v) (paper, definition 4). Pages
// that are not crawled must have no links. Memory: 4 bytes a page, and 72 a group. The result is the same for any number of workers.
func Scan(ctx context.Context, out graph.Random, crawled view.Bits, o ScanOptions) (*Links, error) {
	l := &Links{Degrees: o.Degrees}
	if l.Degrees == nil {
		m := space.Maker{Space: o.Space}
		if l.Degrees = space.From[uint32](&m, out.NumNodes()); m.Err != nil {
			return nil, m.Err
		}
	}
	parts := graph.Parts(out)
	found := make([]partLinks, len(parts))
	err := par.Do(ctx, len(parts), o.Workers, func(i int) error {
		p := &found[i]
		return graph.EachList(out, parts[i], func(u graph.Node, succ []graph.Node) {
			l.Degrees[u] = uint32(len(succ))
			p.page(u, succ, crawled, &o)
		})
	})
	if err != nil {
		return nil, err
	}
	if o.Groups != nil {
		l.Groups = make([]Group, o.Groups.Len())
	}
	for i := range found {
		l.fold(&found[i])
	}
	return l, nil
}

// A partLinks is what was found in a part of the pages.
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
	inside := 0
	for _, v := range succ {
		if crawled.Has(int(v)) {
			inside++
		}
	}
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

func (l *Links) fold(p *partLinks) {
	for i, n := range p.bins {
		l.Bins[i] += n
	}
	l.Arcs += p.arcs
	l.Lost += p.lost
	p.groups.fold(&l.Whole, l.Groups)
}

// groupRuns are the groups of pages that were looked at one after the other, an entry for each run of one group.
type groupRuns struct {
	ids  []int
	sums []Group
}

func groupOf(g Groups, u graph.Node) int {
	if g == nil {
		return 0
	}
	return g.Of(u)
}

func (r *groupRuns) add(id int, g *Group) {
	if n := len(r.ids); n > 0 && r.ids[n-1] == id {
		r.sums[n-1].add(g)
		return
	}
	r.ids, r.sums = append(r.ids, id), append(r.sums, *g)
}

// fold adds the runs up, in their order.
func (r *groupRuns) fold(whole *Group, groups []Group) {
	for i := range r.ids {
		whole.add(&r.sums[i])
		if groups != nil {
			groups[r.ids[i]].add(&r.sums[i])
		}
	}
}
