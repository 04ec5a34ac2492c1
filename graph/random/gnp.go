package random

import (
	"fmt"
	"math"

	"weft/graph"
	"weft/internal/splitmix"
)

// GNPOptions are the parameters of a [GNP].
type GNPOptions struct {
	Pages  int
	Degree float64 // the expected number of arcs of a page, at most the number of pages it may link to
	Loops  bool    // whether a page may link to itself
	Seed   uint64
}

// GNP is the directed G(n, p). Each of the n(n−1) ordered pairs of pages, or n² with loops, is an arc with
// probability p = Degree/(n−1), or Degree/n, independently. It implements graph.Graph.
//
// A step skips from u's last successor v to the next one. The number of misses before the next hit is geometric,
// ⌊E / −ln(1−p)⌋ for E exponential of mean 1 (Batagelj, Brandes, "Efficient generation of large random networks",
// Physical Review E 71, 2005). Each page has a stream of its own, so that any list can be made alone for one more
// draw a page. KaGen has a stream for each chunk of pages (Funke et al., "Communication-free massively distributed
// graph generation", JPDC 131, 2019). Time: arcs + pages draws. Memory: none.
type GNP struct {
	base
	opts  GNPOptions
	pairs int     // pages that a page may link to
	mean  float64 // 1/−ln(1−p); 0 where p is 0
	start uint64  // of the streams of pages
	zig   *ziggurat
}

// NewGNP returns the graph of the given options. Options out of range are an error.
// Papers: fidelity, "Synthetic graphs".
func NewGNP(o GNPOptions) (*GNP, error) {
	g := &GNP{opts: o, pairs: o.Pages, start: origin(o.Seed, forRow), zig: exponential()}
	if !o.Loops {
		g.pairs--
	}
	if err := checkSize(o.Pages, o.Degree, float64(max(g.pairs, 0))); err != nil {
		return nil, err
	}
	if o.Degree > 0 {
		g.mean = -1 / math.Log1p(-o.Degree/float64(g.pairs))
	}
	g.base = newBase(o.Pages, func() lister { return g })
	return g, nil
}

// checkSize checks the number of pages and the mean degree.
func checkSize(pages int, degree, most float64) error {
	switch {
	case pages < 1 || pages > graph.MaxNodes:
		return fmt.Errorf("%d pages: want 1 to %d", pages, graph.MaxNodes)
	case !(degree >= 0 && degree <= most):
		return fmt.Errorf("a mean of %g arcs a page: want 0 to %g", degree, most)
	}
	return nil
}

func (g *GNP) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	if g.opts.Degree == 0 {
		return dst
	}
	r := stream{splitmix.Mix(g.start + uint64(u)*splitmix.Golden)}
	v, own := 0, int(u) // from own on a page is one further
	if g.opts.Loops {
		own = g.pairs
	}
	for {
		misses := g.zig.draw(&r) * g.mean
		if misses >= float64(g.pairs-v) {
			return dst
		}
		v += int(misses)
		to := v
		if v >= own {
			to++
		}
		dst = append(dst, graph.Node(to))
		v++
	}
}
