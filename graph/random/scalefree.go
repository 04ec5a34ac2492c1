package random

import (
	"fmt"
	"math"
	"slices"

	"weft/graph"
)

// Defaults of [ScaleFreeOptions].
const (
	DefaultAlpha   = 0.41
	DefaultBeta    = 0.54
	DefaultGamma   = 0.05
	DefaultDeltaIn = 0.2
)

// ScaleFreeOptions are the parameters of a [ScaleFree]. If Alpha, Beta and Gamma are all 0, they stand for 0.41,
// 0.54 and 0.05. A DeltaIn of 0 stands for 0.2. These are the values of NetworkX and of the paper on the fidelity
// of crawls.
type ScaleFreeOptions struct {
	Pages int // at least 3
	// Alpha, Beta and Gamma are the probabilities of the three steps; their sum is 1.
	Alpha, Beta, Gamma float64
	// DeltaIn and DeltaOut are added to in-degrees and out-degrees where pages are chosen by them; at least 0.
	DeltaIn, DeltaOut float64
	Seed              uint64
	// Watch, if not nil, receives the numbers of pages and arcs at times. An error that it returns ends the
	// generation.
	Watch func(pages int, arcs int64) error
}

// ScaleFree is the directed scale-free graph of Bollobás, Borgs, Chayes and Riordan ("Directed scale-free graphs",
// SODA 2003, section 2). It starts as the cycle 0 → 1 → 2 → 0 and grows arc by arc, until there are enough pages:
//
//   - with probability Alpha by a new page, and an arc from it to w,
//   - with probability Beta by an arc from v to w,
//   - with probability Gamma by a new page, and an arc from v to it,
//
// where v and w are existing pages. v is chosen with a probability proportional to its out-degree + DeltaOut, w to
// its in-degree + DeltaIn. In-degrees have the exponent 1 + (1 + DeltaIn(Alpha+Gamma))/(Alpha+Beta), 2.15 by
// default. Out-degrees have 1 + (1 + DeltaOut(Alpha+Gamma))/(Beta+Gamma), 2.69. It implements graph.Graph.
//
// The growing graph is a multigraph, whose degrees count parallel arcs. The readable graph is simple: one of
// several parallel arcs is kept. Loops, which Beta makes, are kept. The multigraph has 3 + (n−3)/(Alpha+Gamma)
// arcs on average, 21,736 for 10,000 pages by default (the paper on fidelity counted 21,732, its Table 2). See
// [ScaleFree.Drawn].
//
// The start and the defaults follow NetworkX's scale_free_graph. In its version 3 a new page may choose itself as
// w, by DeltaIn. Earlier versions, at the time of the paper, and the definition do not allow it.
//
// A page chosen by degree is the end of a drawn arc (Batagelj, Brandes, "Efficient generation of large random
// networks", Physical Review E 71, 2005). Time: a few draws an arc, and sorting the lists. Memory: 4 bytes a page
// and 4 an arc of the multigraph; during generation 4 bytes a page and 8 an arc more.
type ScaleFree struct {
	*graph.Memory
	drawn int64
}

// NewScaleFree grows the graph of the given options, on one processor. It returns an error of Watch, or for
// options out of range.
// Papers: fidelity, "Synthetic graphs".
func NewScaleFree(o ScaleFreeOptions) (*ScaleFree, error) {
	o.setDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	g := newGrowth(o)
	if err := g.grow(); err != nil {
		return nil, err
	}
	m, err := simple(o.Pages, g.from, g.to)
	return &ScaleFree{Memory: m, drawn: int64(len(g.to))}, err
}

// Drawn returns the number of arcs of the multigraph, parallel ones counted.
func (g *ScaleFree) Drawn() int64 { return g.drawn }

// Bytes is the memory that the graph takes.
func (g *ScaleFree) Bytes() int64 { return keptBytes(g.NumNodes(), g.drawn) }

func (o *ScaleFreeOptions) setDefaults() {
	if o.Alpha == 0 && o.Beta == 0 && o.Gamma == 0 {
		o.Alpha, o.Beta, o.Gamma = DefaultAlpha, DefaultBeta, DefaultGamma
		if o.DeltaIn == 0 {
			o.DeltaIn = DefaultDeltaIn
		}
	}
}

// cycle is the number of pages, and arcs, of the graph that a scale-free one grows from.
const cycle = 3

// maxDrawn bounds the arcs that a model is expected to draw and keep.
const maxDrawn = 1 << 36

func (o *ScaleFreeOptions) check() error {
	if o.Pages < cycle || o.Pages > graph.MaxNodes {
		return fmt.Errorf("%d pages: want %d to %d", o.Pages, cycle, graph.MaxNodes)
	}
	least := min(o.Alpha, o.Beta, o.Gamma)
	if sum := o.Alpha + o.Beta + o.Gamma; !(least >= 0 && math.Abs(sum-1) < 1e-9) {
		return fmt.Errorf("alpha %g, beta %g, gamma %g: want probabilities whose sum is 1", o.Alpha, o.Beta, o.Gamma)
	}
	if !(float64(o.Pages)/(o.Alpha+o.Gamma) < maxDrawn) {
		return fmt.Errorf("beta %g: %d pages would have more than %d arcs; want less", o.Beta, o.Pages, maxDrawn)
	}
	if most := max(o.DeltaIn, o.DeltaOut); !(min(o.DeltaIn, o.DeltaOut) >= 0 && most <= maxDelta) {
		return fmt.Errorf("delta-in %g and delta-out %g: want 0 to %g", o.DeltaIn, o.DeltaOut, float64(maxDelta))
	}
	return nil
}

// maxDelta bounds what is added to degrees: with more, pages are chosen as good as uniformly.
const maxDelta = 1e9

// A growth is a multigraph that grows.
type growth struct {
	opts     ScaleFreeOptions
	r        stream
	pages    int
	from, to []graph.Node // of each arc
}

func newGrowth(o ScaleFreeOptions) *growth {
	g := &growth{opts: o, r: newStream(o.Seed, forGrowth, 0), pages: cycle}
	mean := cycle + float64(o.Pages-cycle)/(o.Alpha+o.Gamma)
	room := int(mean + 4*math.Sqrt(mean*o.Beta/(o.Alpha+o.Gamma))) // four standard deviations more
	g.from = append(make([]graph.Node, 0, room), 0, 1, 2)
	g.to = append(make([]graph.Node, 0, room), 1, 2, 0)
	return g
}

func (g *growth) grow() error {
	w := watch{tell: g.opts.Watch}
	for g.pages < g.opts.Pages {
		g.step()
		if err := w.look(g.pages, int64(len(g.to))); err != nil {
			return err
		}
	}
	return nil
}

// step draws an arc.
func (g *growth) step() {
	fresh := graph.Node(g.pages)
	switch x := g.r.float(); {
	case x <= g.opts.Alpha:
		g.link(fresh, g.choose(g.to, g.opts.DeltaIn))
		g.pages++
	case x <= g.opts.Alpha+g.opts.Gamma:
		g.link(g.choose(g.from, g.opts.DeltaOut), fresh)
		g.pages++
	default:
		v := g.choose(g.from, g.opts.DeltaOut)
		g.link(v, g.choose(g.to, g.opts.DeltaIn))
	}
}

func (g *growth) link(v, w graph.Node) {
	g.from = append(g.from, v)
	g.to = append(g.to, w)
}

// choose chooses a page with a probability proportional to how often it is among ends, plus delta.
func (g *growth) choose(ends []graph.Node, delta float64) graph.Node {
	even := delta * float64(g.pages)
	if even > 0 && g.r.float()*(even+float64(len(ends))) <= even {
		return graph.Node(g.r.below(g.pages))
	}
	return ends[g.r.below(len(ends))]
}

// simple returns the graph of n pages with the arcs from[i] → to[i], of parallel ones one. Memory: 8 bytes a page and 4 an arc.
func simple(n int, from, to []graph.Node) (*graph.Memory, error) {
	if err := graph.CheckInMemory(int64(len(to))); err != nil {
		return nil, err
	}
	starts := make([]uint32, n+1)
	for _, u := range from {
		starts[u+1]++
	}
	for u := range n {
		starts[u+1] += starts[u]
	}
	ends := slices.Clone(starts[:n])
	succ := make([]graph.Node, len(to))
	for i, u := range from {
		succ[ends[u]] = to[i]
		ends[u]++
	}
	kept := uint32(0)
	for u, end := range ends {
		list := succ[starts[u]:end]
		slices.Sort(list)
		starts[u] = kept
		kept += uint32(copy(succ[kept:], slices.Compact(list))) //nolint:gosec // checked
	}
	starts[n] = kept
	return graph.NewMemory(starts, succ[:kept])
}
