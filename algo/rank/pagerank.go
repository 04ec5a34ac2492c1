package rank

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/choice"
)

// Dangling is the behaviour of the random surfer on a page without successors.
type Dangling uint8

// The three treatments, with the names of Boldi, Posenato, Santini and Vigna ("Traps and pitfalls of topic-biased
// PageRank", WAW 2006) and of the software of the LAW.
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
	GaussSeidel Method = iota // new scores are used at once; about half the passes
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
	// Push is the graph. If it is given, Power reads it twice to group its arcs by blocks, and pushes scores along
	// arcs instead of gathering them. The result is the same to the last bit; see [PushPays]. Gauss–Seidel always
	// gathers.
	Push graph.Random

	// Start holds the scores to begin with, one per page, instead of the preference. PageRank takes over the slice up to
	// its capacity, and uses it for the result. GaussSeidel uses it only if it is the result of another call, which has
	// the capacity.
	Start []float64

	// Resume, if not nil, is the state of an earlier run with the same graph and options; PageRank reads its
	// contributions. Save, if not nil, receives the state after each pass except the last.
	Resume *State
	Save   func(State) error

	Tolerance     float64 // iteration stops when Bound ≤ Tolerance; 0 stands for 1e-9, less than 0 for never
	MaxIterations int     // maximum number of passes; 0 stands for 200

	// Room is the bytes for a copy of the lists, beyond [PageRankBytes]. GaussSeidel copies the lists of all pages that it
	// iterates, Power only if it iterates the pages with successors alone. A copy changes no bit of the result. Without
	// a copy a pass takes about twice as long. With 0 the lists of a [graph.Memory] are copied, and no others. If Room is
	// too small for these, a copy for the pages with successors alone lies in Space.
	Room int64
	// Spare, if not nil, replaces Space for a copy of the lists of the pages with successors.
	Spare alloc.Space

	graph.Work
	Progress func(iteration int, bound float64) // called after each pass, if not nil

	lanes, blocks int // of Gauss–Seidel, for tests; 0 stands for the usual ones
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

// A PageRankResult is the result of PageRank.
type PageRankResult struct {
	Scores     []float64
	Iterations int // passes over the transpose
	// Residual is of the last pass, in units of the sum of all scores (of 1 for the pseudorank): for Power ‖x' − x‖₁, for
	// GaussSeidel an upper bound of the residual of the equation, in the L1 norm.
	Residual  float64
	Bound     float64 // upper bound of ‖Scores − exact scores‖₁, without rounding errors
	Norm      string  // "l1"
	Converged bool    // stopped because Bound ≤ Tolerance
}

// PageRank returns the PageRank of each page of a graph. It reads the transpose:
//
//	in, err := graph.Transpose(out)
//	r, err := rank.PageRank(ctx, in, nil, rank.PageRankOptions{}) // r.Scores[u] is the score of page u
//
// Let P be the transition matrix: a page goes to each successor with the same probability, and dangling pages have
// a row of zeros. Let v be the preference, d the set of dangling pages, and w = v (strong) or uniform (weak). The
// score r is the solution of
//
//	r = α·(Pᵀr + (Σ_{u∈d} r_u)·w) + (1−α)·v,  Σ r = 1
//
// and the pseudorank is the solution of r = α·Pᵀr + (1−α)·v, with a sum of at most 1. Self-loops are arcs like others.
//
// PageRank stops when a bound of the error in the L1 norm is at most the tolerance, or after MaxIterations passes. The
// package comment describes the methods, their bounds and their sources.
//
// outdegrees are the outdegrees of the graph, as from [OutDegrees]. If nil, one more pass counts them, over Push
// if it is given. Each iteration is one pass, and Gauss–Seidel makes one more before the first, to copy lists or to count
// late arcs. Memory: [PageRankBytes] or [GaussSeidelBytes], and [BlockBytes] if
// Push is given. To iterate the pages with successors alone takes one more pass, and [LeadingBytes] for a copy of
// their lists. It takes 4 more bytes for each of these pages if outdegrees is given, and 8 if Preference is. Errors:
// bad options, reading the graph, allocating memory, and ctx. A graph without pages has no scores.
//
// Papers: external memory, §4.2; random crawls, §5.5.
func PageRank(ctx context.Context, in graph.Random, outdegrees []uint32, o PageRankOptions) (*PageRankResult, error) {
	s, err := newSolver(ctx, in, outdegrees, o)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

// PageRankBytes returns the memory of [PageRank] for n pages, with its result, by either method. A vector of preferences
// belongs to the caller and is not included.
func PageRankBytes(n int) int64 { return max(powerBytes(n), GaussSeidelBytes(n)) }

// powerBytes is the memory of the power method. It is two vectors, the outdegrees, and one bit per page. It takes 1.13
// bytes per page for the order of short lists, and half a byte to number the pages with successors.
func powerBytes(n int) int64 {
	return 20*int64(n) + int64(n)/8 + 16*int64(newRoom(n)) + lengthsBytes(n) + numberBytes(n)
}

// GaussSeidelBytes returns the memory of Gauss–Seidel for n pages, with its result. It is one vector, the outdegrees, two
// counts a page, what is known of blocks, and the order of lists. From 100,000 pages on it is less than [PageRankBytes].
func GaussSeidelBytes(n int) int64 {
	blocks := int64(n/blockMean + sweepLanes)
	return 18*int64(n) + 8*int64(newRoom(n)) + (16+32+2*(longList+1))*blocks + sweepLanes*groupBytes + lengthsBytes(n) + numberBytes(n)
}

// DanglingNames returns the names of the treatments of dangling pages.
func DanglingNames() []string { return danglingNames[:] }

// base returns what each of n pages receives beside the shares of its in-links, from scores of a tally: a times its preference,
// and b.
func (o *PageRankOptions) base(t tally, pref preference, n int) (a, b float64) {
	a = 1 - o.Alpha
	if o.Dangling == Pseudo {
		return a, 0
	}
	lost := float64(o.Alpha * t.dangling)
	a *= t.sum
	if o.Dangling == Strong || pref.uniform() {
		return a + lost, 0
	}
	return a, lost / float64(n)
}

// scale returns the factor by which scores with a sum become PageRank.
func (o *PageRankOptions) scale(sum float64) float64 {
	if o.Dangling != Pseudo && sum > 0 {
		return 1 / sum
	}
	return 1
}
