package random

import (
	"fmt"
	"math"

	"weft/graph"
	"weft/internal/splitmix"
)

// KroneckerOptions are the parameters of a [Kronecker].
type KroneckerOptions struct {
	Scale     int        // 2^Scale pages, up to 31
	Degree    float64    // arcs that are drawn, a page; repetitions are merged
	Initiator [4]float64 // probabilities of the quarters of the matrix: upper left, upper right, lower left, lower right; all 0 stands for Graph500
	Seed      uint64
}

// Kronecker is the stochastic Kronecker graph of a 2×2 initiator, drawn arc by arc. Sources: R-MAT by Chakrabarti,
// Zhan, Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004; Leskovec et al., "Kronecker graphs",
// JMLR 11, 2010, section 3.6. There are ⌊Degree·2^Scale + ½⌋ independent draws. Each falls to a quarter of the
// matrix of all pairs of pages, with the probabilities of the initiator divided by their sum. Within this quarter
// it falls to a quarter again, and after Scale steps to a pair. Loops are kept. Repeated arcs become one, and
// there are many near the likeliest corner. The numbers of pages are not shuffled. The initiator of Graph500 is
// 0.57, 0.19, 0.19, 0.05. It implements graph.Graph.
//
// The number of arcs of a page follows from halving the draws, as in [Uniform]. The target of an arc follows from
// one number a step, given the step of its source. So the numbers of all pairs are exactly multinomial. Time: a
// binomial draw a page, and Scale numbers an arc. Memory: none.
type Kronecker struct {
	base
	opts  KroneckerOptions
	to    uint64    // where the streams of pages start
	upper float64   // the probability that a source is in the upper half
	right [2]uint64 // of 2⁶⁴: the probability that a target is in the right half, where its source is in the upper or the lower one
}

// Graph500 is the initiator of the benchmark of that name, and the default.
var Graph500 = [4]float64{0.57, 0.19, 0.19, 0.05}

// NewKronecker returns the graph of the given options. Options out of range are an error.
func NewKronecker(o KroneckerOptions) (*Kronecker, error) {
	if o.Initiator == ([4]float64{}) {
		o.Initiator = Graph500
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	a, b, c, d := o.Initiator[0], o.Initiator[1], o.Initiator[2], o.Initiator[3]
	g := &Kronecker{opts: o, to: origin(o.Seed, forKronecker), upper: (a + b) / (a + b + c + d)}
	g.right = [2]uint64{part(b, a), part(d, c)}
	share := func(_, _, _ uint64) float64 { return g.upper }
	g.base = newBase(1<<o.Scale, func() lister {
		return &scatterer{g: g, draws: newSplitter(1<<o.Scale, g.Drawn(), origin(o.Seed, forSplit)+1, share)}
	})
	return g, nil
}

// part returns x/(x+y) of 2⁶⁴.
func part(x, y float64) uint64 {
	share := x / (x + y)
	switch {
	case !(share > 0): // 0/0 too: there is no such source
		return 0
	case share >= 1:
		return math.MaxUint64
	}
	return uint64(share * 0x1p64)
}

func (o *KroneckerOptions) check() error {
	if o.Scale < 0 || o.Scale > 31 {
		return fmt.Errorf("a scale of %d: want 0 to 31, for 2^scale pages", o.Scale)
	}
	if most := maxDrawn / math.Pow(2, float64(o.Scale)); !(o.Degree >= 0 && o.Degree <= most) {
		return fmt.Errorf("a mean of %g arcs a page: want 0 to %g", o.Degree, most)
	}
	for _, x := range o.Initiator {
		if !(x >= 0 && x <= 1e9) {
			return fmt.Errorf("an initiator of %v: want four numbers of 0 to 1e9, not all 0", o.Initiator)
		}
	}
	return nil
}

// Drawn returns the number of arcs that are drawn, repetitions counted.
func (g *Kronecker) Drawn() int64 {
	return int64(math.Round(g.opts.Degree * math.Pow(2, float64(g.opts.Scale))))
}

// A scatterer makes lists of a Kronecker.
type scatterer struct {
	g     *Kronecker
	draws *splitter
}

func (s *scatterer) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	from := len(dst)
	r := stream{splitmix.Mix(s.g.to + uint64(u)*splitmix.Golden)}
	for range s.draws.of(uint64(u)) {
		v := graph.Node(0)
		for bit := s.g.opts.Scale - 1; bit >= 0; bit-- {
			v <<= 1
			if r.next() < s.g.right[u>>bit&1] {
				v |= 1
			}
		}
		dst = append(dst, v)
	}
	return distinct(dst, from)
}
