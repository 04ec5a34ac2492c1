package rank

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/internal/choice"
)

// Dangling says what a surfer does on a page without successors.
type Dangling uint8

// The three treatments, named as by Boldi, Posenato, Santini and Vigna ("Traps and pitfalls of topic-biased PageRank",
// WAW 2006) and in the software of the LAW.
const (
	Strong Dangling = iota // strongly preferential: the next page is drawn by the preference
	Weak                   // weakly preferential: the next page is drawn uniformly
	Pseudo                 // pseudorank: the surfer leaves, and the scores sum to less than 1
)

var danglingNames = []string{"strong", "weak", "pseudo"}

// String returns "strong", "weak" or "pseudo".
func (d Dangling) String() string {
	if int(d) < len(danglingNames) {
		return danglingNames[d]
	}
	return fmt.Sprintf("dangling %d", uint8(d))
}

// ParseDangling is the inverse of String.
func ParseDangling(name string) (Dangling, error) {
	for d, known := range danglingNames {
		if name == known {
			return Dangling(d), nil
		}
	}
	return 0, fmt.Errorf("treatment of dangling pages %q: want %s", name, choice.Of(name, danglingNames[:]))
}

// A Method is a way to solve the equations of PageRank.
type Method uint8

// The methods. Both stop at the same bound of the error; they differ in passes and in the last digits.
const (
	GaussSeidel Method = iota // new scores are used at once inside a part; about half the passes
	Power                     // the iteration of the definition; k passes give k steps of the surfer
)

// PageRankOptions is ready to use as its zero value.
type PageRankOptions struct {
	Alpha float64 // damping, 0 < Alpha < 1; 0 stands for 0.85

	// The preference vector is uniform if Preference and Pages are both nil. Preference holds a weight ≥ 0 for each
	// page, scaled to sum to 1; it is not copied. Pages gives a set of pages that share the preference equally.
	Preference []float64
	Pages      []graph.Node

	Dangling Dangling
	Method   Method
	// Push is the graph; if it is given, Power reads it twice, to have its arcs by blocks, and pushes scores along them
	// instead of gathering them, which changes no bit: see [PushPays]. Gauss–Seidel gathers always.
	Push graph.Random

	// Start holds scores to begin with, one for each page, instead of the preference. They are not kept: the memory becomes
	// that of the result.
	Start []float64

	// Resume, if not nil, is where an earlier run with the same graph and options stood; its contributions are read.
	// Save, if not nil, is told after each pass but the last where this one stands.
	Resume *State
	Save   func(State) error

	Tolerance     float64 // iteration stops when Bound ≤ Tolerance; 0 stands for 1e-9, less than 0 for never
	MaxIterations int     // or after so many passes; 0 stands for 200

	graph.Work
	Progress func(iteration int, bound float64) // called after each pass, if not nil
}

func (o *PageRankOptions) setDefaults() error {
	if o.Alpha == 0 {
		o.Alpha = 0.85
	}
	if o.Tolerance == 0 {
		o.Tolerance = 1e-9
	}
	if o.MaxIterations == 0 {
		o.MaxIterations = 200
	}
	if !(o.Alpha > 0 && o.Alpha < 1) {
		return fmt.Errorf("pagerank: the damping is %v, want 0 < alpha < 1", o.Alpha)
	}
	if int(o.Dangling) >= len(danglingNames) || o.Method > Power || o.MaxIterations < 0 || math.IsNaN(o.Tolerance) {
		return fmt.Errorf("pagerank: options out of range: %v, method %d, %d iterations, tolerance %v", o.Dangling, o.Method, o.MaxIterations, o.Tolerance)
	}
	return nil
}

// A PageRankResult is what PageRank returns.
type PageRankResult struct {
	Scores     []float64
	Iterations int     // passes over the transpose
	Residual   float64 // ‖x' − x‖₁ of the last pass, in units of the sum of x' (of 1 for the pseudorank)
	Bound      float64 // what ‖Scores − exact scores‖₁ does not exceed, but for rounding
	Norm       string  // "l1"
	Converged  bool    // stopped because Bound ≤ Tolerance
}

// PageRank returns the PageRank of each page, which sums to 1; as pseudorank, to at most 1. It reads the transpose.
//
// With P the transition matrix, where a page goes to each successor alike and dangling pages have a row of zeros, v the
// preference, d the set of dangling pages and w = v (strong) or uniform (weak), the score r is the solution of
//
//	r = α·(Pᵀr + (Σ_{u∈d} r_u)·w) + (1−α)·v,  Σ r = 1
//
// and the pseudorank that of r = α·Pᵀr + (1−α)·v. Self-loops are arcs like others.
//
// Power iterates the first equation from r = v, or from Start. GaussSeidel cuts the pages into parts, and these into
// rounds of four or of a 24th of them, which depend on the graph alone. In graphs of 4,096 pages or more with less than
// eight arcs a page, and of 2¹⁹ or more whose arcs mostly do not lead near by ([graph.IsLocal]), there are up to 64
// rounds or so, and a score is used in those after its own: lists are as short there, or wait as long for each value,
// that what is already next costs more to find out than it saves. In others it uses the score of this pass for
// predecessors of rounds before, and for those of the same part that come before a page, otherwise that of the pass
// before; no more workers than a round has parts are of use. The mass of dangling pages is that of the pass before. Its
// sums are of two or four interleaved left folds. Scores are divided by their sum at the end.
//
// It stops when a bound of the error in the L1 norm is at most the tolerance, or after MaxIterations passes. For Power
// and the pseudorank it is the bound of the LAW, α/(1−α)·‖x'−x‖₁. Gauss–Seidel ends a pass with x' = Lx' + Ux + (a·v +
// b·w), L + U = αPᵀ, so the residual of x' in the equation is at most α‖x'−x‖₁, plus how much a and b differ from what
// they are for x'; that, over (1−α)·Σx', is the bound.
//
// With a preference that is not uniform Gauss–Seidel may gain nothing, as the mass that a pass starts anew with is that
// of the pass before; when eight passes gain less than the power method gains for certain, α⁸, the rest are passes of
// the power method, with the memory that it takes.
//
// outdegrees are those of the graph, as from [OutDegrees]; if nil they are counted, in one more pass, of Push if it is
// given. Each iteration is one pass; memory: [PageRankBytes], or [GaussSeidelBytes], and [BlockBytes] if Push is given.
// Errors are those of the options, of reading the graph, of making room, and of ctx. In a graph without pages there are
// no scores.
//
// Source: S. Brin and L. Page, "The anatomy of a large-scale hypertextual Web search engine", 1998, §2.1, with the
// dangling pages of Boldi et al., 2006; Gauss–Seidel as by Arasu et al., "PageRank computation and the structure of the
// Web", 2002, and Gleich, "PageRank beyond the Web", 2015, §2.
// Papers: external memory, §4.2; random crawls, §5.5.
func PageRank(ctx context.Context, in graph.Random, outdegrees []uint32, o PageRankOptions) (*PageRankResult, error) {
	s, err := newSolver(ctx, in, outdegrees, o)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

// PageRankBytes is the memory that [PageRank] takes for n pages, its result among it, by either method: two vectors,
// the outdegrees, a bit, and a byte for the order of short lists, 1.13 with what goes with it. A vector of preferences
// is the caller's.
func PageRankBytes(n int) int64 { return 20*int64(n) + int64(n)/8 + lengthsBytes(n) }

// GaussSeidelBytes is what Gauss–Seidel takes on a transpose with a uniform preference, or for the pseudorank;
// otherwise it may have to go on by the power method, and takes [PageRankBytes]: one vector, the outdegrees, a bit a
// page, and what the pages of a round had before, 8 bytes each, and the order of short lists, which only those in
// memory have. Of 10 million pages and 200 million arcs a round is 4 % or so of the pages, so that it comes to 12.5
// bytes a page; of graphs of less than 4 million arcs all are one round, as [PageRankBytes] has it, unless there are up
// to 64 rounds, as [PageRank] has it.
func GaussSeidelBytes(in graph.Random) int64 {
	n := int64(in.NumNodes())
	parts, round := cut(in, GaussSeidel)
	bytes := 12*n + n/8 + 8*int64(widest(parts, round))
	if in.NumArcs() < meanShort*n && isSparse(in) {
		bytes += lengthsBytes(int(n))
	}
	return bytes
}

// DanglingNames are what the treatments of dangling pages are called.
func DanglingNames() []string { return danglingNames[:] }
