package random

import (
	"fmt"

	"weft/graph"
	"weft/internal/splitmix"
)

// UniformOptions are the parameters of a [Uniform].
type UniformOptions struct {
	Pages int
	Draws int64 // arcs that are drawn
	Seed  uint64
}

// Uniform is a graph of a number of independent draws, each from any page to any page, loops included, with all n²
// pairs equally likely. Repeated arcs become one. Adding it to another graph makes that more random. It implements
// graph.Graph.
//
// The number of arcs of a page follows from halving the draws (as in Funke et al., "Communication-free massively
// distributed graph generation", JPDC 131, 2019), and their targets from a stream of the page. Time: a binomial
// draw a page, and one number an arc. Memory: none.
type Uniform struct {
	base
	opts UniformOptions
	to   uint64 // where the streams of pages start
}

// NewUniform returns the graph of the given options. Options out of range are an error.
// Papers: external memory, §4.4.
func NewUniform(o UniformOptions) (*Uniform, error) {
	if o.Pages < 1 || o.Pages > graph.MaxNodes {
		return nil, fmt.Errorf("%d pages: want 1 to %d", o.Pages, graph.MaxNodes)
	}
	if o.Draws < 0 || o.Draws > maxDrawn {
		return nil, fmt.Errorf("%d random arcs: want 0 to %d", o.Draws, int64(maxDrawn))
	}
	g := &Uniform{opts: o, to: origin(o.Seed, forExtra)}
	g.base = newBase(o.Pages, func() lister {
		return &sprinkler{g: g, draws: newSplitter(o.Pages, o.Draws, origin(o.Seed, forSplit), nil)}
	})
	return g, nil
}

// Drawn returns the number of arcs that are drawn, repetitions counted.
func (g *Uniform) Drawn() int64 { return g.opts.Draws }

// A sprinkler makes lists of a Uniform.
type sprinkler struct {
	g     *Uniform
	draws *splitter
}

func (s *sprinkler) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	from := len(dst)
	r := stream{splitmix.Mix(s.g.to + uint64(u)*splitmix.Golden)}
	for range s.draws.of(uint64(u)) {
		dst = append(dst, graph.Node(r.below(s.g.pages)))
	}
	return distinct(dst, from)
}
