package random

import (
	"slices"

	"weft/graph"
	"weft/internal/splitmix"
)

// CopyingOptions are the parameters of a [Copying].
type CopyingOptions struct {
	Pages  int
	Degree float64 // links that a page draws, in the mean; repetitions among them are merged
	Alpha  float64 // the probability that a link is copied, 0 ≤ Alpha < 1
	Seed   uint64
}

// Copying is the linear growth copying model (Kumar et al., "Stochastic models for the Web graph", FOCS 2000; their α is
// 1 − Alpha), as the paper on the Webgraph in external memory has it (docs/papers.md), section 4.4. Pages come one after
// the other. Page v > 0 takes an earlier page, its prototype, at random, and draws its links: link l is,
// with probability Alpha, link l of the prototype, else any earlier page. Page 0 has no links; where it is the
// prototype, nothing is copied. There are no cycles. In-degrees follow a power law of exponent 1 + 1/Alpha, repetitions
// counted. It implements graph.Graph.
//
// A page draws ⌊Degree⌋ or ⌈Degree⌉ links; link l of a prototype is defined whether it is drawn or not. Of the links to
// one page a single arc remains, so that the mean is below Degree, most of all where Alpha is
// high.
//
// Nothing is remembered: what link l of page v is, is found out by going back along prototypes until one did not copy
// (the retracing of Sanders, Schulz, "Scalable generation of scale-free graphs", Information Processing Letters 116,
// 2016, there for preferential attachment). The coin, the prototype and the target of a link are hashes of page and
// link. Time: 1/(1−Alpha) steps a link in the mean, fewer near page 0. Memory: none.
type Copying struct {
	base
	opts CopyingOptions
	coin uint64 // hashes below it copy
}

// NewCopying returns the graph of the given options. Options out of range are an error.
func NewCopying(o CopyingOptions) (*Copying, error) {
	if err := checkSize(o.Pages, o.Degree, maxLinks); err != nil {
		return nil, err
	}
	if err := checkShare("alpha", o.Alpha); err != nil {
		return nil, err
	}
	g := &Copying{opts: o, coin: uint64(o.Alpha * 0x1p64)}
	g.base = newBase(o.Pages, func() lister { return g })
	return g, nil
}

// maxLinks bounds the links that a page draws.
const maxLinks = 1 << 16

func (g *Copying) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	from := len(dst)
	for l := range g.links(u) {
		dst = append(dst, g.target(u, l))
	}
	slices.Sort(dst[from:])
	return append(dst[:from], slices.Compact(dst[from:])...)
}

// links returns the number of links that a page draws.
func (g *Copying) links(u graph.Node) int {
	if u == 0 {
		return 0
	}
	r := newStream(g.opts.Seed, forPage, uint64(u))
	return r.round(g.opts.Degree)
}

// target returns the page that link l of page v > 0 leads to.
func (g *Copying) target(v graph.Node, l int) graph.Node {
	for {
		h := hash(g.opts.Seed, forTarget, uint64(v)<<16|uint64(l))
		prototype := graph.Node(0)
		if h < g.coin {
			prototype = graph.Node(reduce(hash(g.opts.Seed, forPrototype, uint64(v)), int(v)))
		}
		if prototype == 0 {
			return graph.Node(reduce(splitmix.Mix(h), int(v)))
		}
		v = prototype
	}
}
