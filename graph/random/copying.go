package random

import (
	"math/bits"
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

// Copying is the linear growth copying model (Kumar et al., "Stochastic models for the Web graph", FOCS 2000;
// their α is 1 − Alpha). It follows the paper on the Webgraph in external memory (docs/papers.md), section 4.4.
// Pages come one after the other. Page v > 0 draws an earlier page, its prototype, and then its links. Link l is
// link l of the prototype with probability Alpha, and any earlier page otherwise. Page 0 has no links; nothing is
// copied from it. There are no cycles. In-degrees, with repetitions, follow a power law of exponent 1 + 1/Alpha.
// It implements graph.Graph.
//
// A page draws ⌊Degree⌋ or ⌈Degree⌉ links. Link l of a prototype is defined even if the prototype has fewer links.
// Several links to one page become a single arc. So the mean is below Degree, above all if Alpha is high.
//
// Nothing is stored. Link l of page v is computed by going back along prototypes until one did not copy. This is
// the retracing of Sanders, Schulz, "Scalable generation of scale-free graphs", Information Processing Letters
// 116, 2016, there for preferential attachment. The coin, the prototype and the target of a link are hashes of
// page and link. The links of a page have the same prototypes, and go back together. Time: 1/(1−Alpha) steps a
// link on average, fewer near page 0. Memory: none.
type Copying struct {
	base
	opts CopyingOptions
	coin uint64 // hashes below it copy

	forPage, forTarget, forPrototype uint64 // where the hashes start
}

// NewCopying returns the graph of the given options. Options out of range are an error.
// Papers: external memory, §4.4.
func NewCopying(o CopyingOptions) (*Copying, error) {
	if err := checkSize(o.Pages, o.Degree, maxLinks); err != nil {
		return nil, err
	}
	if err := checkShare("alpha", o.Alpha); err != nil {
		return nil, err
	}
	g := &Copying{
		opts: o, coin: uint64(o.Alpha * 0x1p64),
		forPage: origin(o.Seed, forPage), forTarget: origin(o.Seed, forTarget), forPrototype: origin(o.Seed, forPrototype),
	}
	g.base = newBase(o.Pages, func() lister { return &copyist{g: g} })
	return g, nil
}

// maxLinks bounds the links that a page draws.
const maxLinks = 1 << 16

// links returns the number of links that a page draws.
func (g *Copying) links(u graph.Node) int {
	if u == 0 {
		return 0
	}
	r := stream{splitmix.Mix(g.forPage + uint64(u)*splitmix.Golden)}
	return r.round(g.opts.Degree)
}

// prototype returns the prototype of page v > 0.
func (g *Copying) prototype(v graph.Node) graph.Node {
	return graph.Node(reduce(splitmix.Mix(g.forPrototype+uint64(v)*splitmix.Golden), int(v)))
}

// coins returns the origin of the coins of the links of page v: the coin of link l is Mix(coins + l·Golden).
func (g *Copying) coins(v graph.Node) uint64 { return g.forTarget + uint64(v)<<16*splitmix.Golden }

// fresh returns the page that a link of page v > 0 leads to if it is not copied.
func fresh(coin uint64, v graph.Node) graph.Node {
	return graph.Node(reduce(splitmix.Mix(coin), int(v)))
}

// A copyist makes lists of a Copying.
type copyist struct {
	g    *Copying
	open []uint16 // links that were copied so far
}

// appendSucc goes back from prototype to prototype with the links that are copied from each. The processor cannot
// predict which these are, so there is no branch: each link is written to both lists, and one of them grows.
func (c *copyist) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	n := c.g.links(u)
	if n == 0 {
		return dst
	}
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	made, open := dst[from:], c.all(n)
	for v := u; len(open) > 0; {
		coins, copied, at := c.g.coins(v), 0, 0
		for _, l := range open {
			coin := splitmix.Mix(coins + uint64(l)*splitmix.Golden)
			made[at], open[copied] = fresh(coin, v), l
			_, is := bits.Sub64(coin, c.g.coin, 0) // 1 if coin < c.g.coin
			copied += int(is)
			at += 1 - int(is)
		}
		made, open = made[at:], open[:copied]
		prototype := c.g.prototype(v)
		if prototype == 0 {
			for i, l := range open {
				made[i] = fresh(splitmix.Mix(coins+uint64(l)*splitmix.Golden), v)
			}
			break
		}
		v = prototype
	}
	return distinct(dst, from)
}

// all returns the links 0 to n−1.
func (c *copyist) all(n int) []uint16 {
	c.open = slices.Grow(c.open[:0], n)[:n]
	for l := range c.open {
		c.open[l] = uint16(l)
	}
	return c.open
}
