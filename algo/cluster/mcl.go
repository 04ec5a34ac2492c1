package cluster

import (
	"context"
	"fmt"
	"math"
	"slices"

	"weft/graph"
	"weft/internal/par"
)

// MCLOptions says how [MCL] flows and what it leaves out. The zero value does as the program mcl does.
type MCLOptions struct {
	graph.Work
	// Inflation is r: more of it makes more and smaller clusters; 0 stands for 2.
	Inflation float64
	// InflationBy, if not nil, gives the inflation of each iteration, from 0 on, in place of Inflation.
	InflationBy func(iteration int) float64
	// Loop is the weight of the loop that each node gets, as a multiple of the greatest weight of its edges (or of 1
	// where it has none); 0 stands for 1. It takes the place of loops that the graph has.
	Loop float64
	// Cut is the value below which an entry of an expanded column is left out; 0 stands for 1/10,000.
	Cut float64
	// Keep is l: how many entries are kept of a column that has more which reach Cut, the greatest ones; 0 stands for
	// 1,100. Entries that equal the least of those are kept too, as one is not better than another.
	Keep int
	// Recover is how many are kept in place of these two rules where they leave less than the share RecoverShare of a
	// column; 0 stands for 14/11 of Keep, and 0.9.
	Recover      int
	RecoverShare float64
	// Trim is the value below which an entry is left out after inflation: such entries are many, add up to little, and
	// cost as much as others. 0 stands for 1e-6; a negative number leaves all.
	Trim float64
	// Iterations is how many are made at most; 0 stands for 100.
	Iterations int
	// Chaos ends the iterations: when no column has more, they have converged; 0 stands for 0.001.
	Chaos float64
	// FirstWins says not to list the nodes of several clusters: they belong to the one whose smallest attractor is the
	// smallest. They are counted all the same.
	FirstWins bool
	// Bytes bounds what the two matrices take; 0 is no bound.
	Bytes int64
	// Progress, if not nil, is told of each iteration.
	Progress func(iteration int, pass MCLPass)
	// Due is asked after each iteration, and Save is told where the work stands if it is, or if Due is nil. An error
	// that Save returns ends the work. Both may be nil.
	Due  func() bool
	Save func(MCLState) error
	// Resume, if not nil, is where work with the same graph and options stood, to go on from.
	Resume *MCLState
}

// An MCLPass says what an iteration did.
type MCLPass struct {
	Entries   int64   // that the matrix has after it
	Chaos     float64 // most of any column: entries × (greatest value − sum of squares), 0 where all values of a column are the same
	Kept      float64 // the share of a column that was kept, in the mean
	LeastKept float64 // and the least of any
	Trimmed   float64 // the share of an inflated column that was left out, in the mean
	Selected  int     // columns of which only the greatest entries were kept
	Recovered int     // columns that got back entries below the cut
}

// An MCLResult is what [MCL] found.
type MCLResult struct {
	Clusters
	// Passes are the iterations made, and Converged says whether the last of them ended below the bound of chaos. If
	// not, the clusters are those of the flow as it is.
	Passes    []MCLPass
	Converged bool
	// Overlapping is the number of nodes in several clusters. Overlaps lists them by node, unless FirstWins; Of has the
	// first of theirs.
	Overlapping int
	Overlaps    []Overlap
	// Lost is the number of nodes from which no attractor is reached, which is only where the flow has not converged.
	// Each is a cluster of its own.
	Lost int
	// Took is the memory that the matrices took at most, in bytes.
	Took int64
}

// An Overlap is a node in several clusters, which are in the order of their smallest attractors.
type Overlap struct {
	Node     graph.Node
	Clusters []uint32
}

// within says that x lies between two bounds; it is false for what is not a number.
func within(x, lo, hi float64) bool { return x >= lo && x <= hi }

func (o *MCLOptions) setDefaults() error {
	fill := func(x *float64, to float64) {
		if *x == 0 {
			*x = to
		}
	}
	fill(&o.Inflation, 2)
	fill(&o.Loop, 1)
	fill(&o.Cut, 1e-4)
	fill(&o.Trim, 1e-6)
	fill(&o.RecoverShare, 0.9)
	fill(&o.Chaos, 1e-3)
	if o.Keep == 0 {
		o.Keep = 1100
	}
	if o.Recover == 0 {
		o.Recover = int(math.Ceil(float64(o.Keep) * 14 / 11))
	}
	if o.Iterations == 0 {
		o.Iterations = 100
	}
	switch {
	case !within(o.Inflation, 1.01, 100):
		return fmt.Errorf("inflation %g: want from 1.01 to 100", o.Inflation)
	case !within(o.Loop, 1e-6, 1e6):
		return fmt.Errorf("weight %g of loops: want from 1e-6 to 1e6 of the greatest of a node", o.Loop)
	case !within(o.Cut, 1e-12, 1):
		return fmt.Errorf("cut %g: want from 1e-12 to 1", o.Cut)
	case o.Keep < 1 || o.Recover < 1 || o.Iterations < 1:
		return fmt.Errorf("%d entries kept, %d recovered, %d iterations: want at least 1 of each", o.Keep, o.Recover, o.Iterations)
	case !within(o.RecoverShare, 0, 1):
		return fmt.Errorf("recovery below the share %g: want from 0 to 1", o.RecoverShare)
	case !(o.Trim < 0.01):
		return fmt.Errorf("trim %g: want less than 0.01", o.Trim)
	case !within(o.Chaos, 1e-12, 1):
		return fmt.Errorf("bound %g of chaos: want from 1e-12 to 1", o.Chaos)
	}
	return nil
}

// inflation returns that of an iteration.
func (o *MCLOptions) inflation(i int) (float64, error) {
	if o.InflationBy == nil {
		return o.Inflation, nil
	}
	r := o.InflationBy(i)
	if !within(r, 1.01, 100) {
		return 0, fmt.Errorf("inflation %g in iteration %d: want from 1.01 to 100", r, i)
	}
	return r, nil
}

// MCLBytes is the memory that [MCL] takes beside the graph at most, for n nodes, by the rules of o: two matrices of 8
// bytes an entry, columns of Keep or Recover entries, and 52 bytes a node, 4 of them for states, 12 more for each
// worker. Columns with many equal values may have more. Graphs of the Web took a tenth to a third of that.
func MCLBytes(n int, o MCLOptions) (int64, error) {
	if err := o.setDefaults(); err != nil {
		return 0, err
	}
	widest := int64(min(max(o.Keep, o.Recover), n))
	return int64(n) * (16*widest + 52 + 12*int64(par.Workers(o.Workers))), nil
}

// MCL divides g by the Markov cluster algorithm: flow from node to node gathers where the graph is dense.
//
// The matrix M has a column for each node: where a walk of one step from it leads, a loop among it, with shares that
// sum up to 1. An iteration squares M (expansion) and raises each entry to the power r, after which columns are scaled
// to the sum 1 (inflation):
//
//	M ← Γ_r(M²),  (Γ_r M)_pq = M_pq^r / Σ_i M_iq^r
//
// until no column has more chaos than the bound: then each is the same value over one or a few nodes. Of each expanded
// column is kept what reaches Cut; of that the greatest Keep entries; or, where this is less than RecoverShare of the
// column, the greatest Recover entries; and of the inflated column what reaches Trim. Passes tell what was lost.
// Attractors are the nodes to which most of their own flow returns; those with flow between them are one system. A
// cluster is a system and all from which it is reached; clusters may overlap.
//
// Columns are computed on all workers, each by a sum over a dense vector; a matrix has 4 bytes for the row and 4 for
// the value of an entry, and two are kept: [MCLBytes]. Time: in O(n l²) for each iteration, of which there are 10 to
// 100. The result is the same for any number of workers. Errors are those of reading g, of ctx, of a graph that is not
// undirected or has weights out of bounds, and of matrices beyond the bound of bytes.
//
// S. van Dongen, "Graph clustering by flow simulation", PhD thesis, University of Utrecht, 2000. The rules of pruning
// and their values, but for Trim, are those of his program mcl 22-282 with its defaults (scheme 6). A drawn Web of
// 87,140 pages has the same clusters by either, with Trim or without, which takes nearly four times as long and twice
// the memory.
// Papers: websites, §3.1.
func MCL(ctx context.Context, g *Graph, o MCLOptions) (*MCLResult, error) {
	r, err := mcl(ctx, g, o)
	if err != nil {
		return nil, fmt.Errorf("mcl: %w", err)
	}
	return r, nil
}

func mcl(ctx context.Context, g *Graph, o MCLOptions) (*MCLResult, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	if _, _, err := g.strengths(ctx, o.Work); err != nil { // it says whether g is a graph
		return nil, err
	}
	f := newFlow(g.Lists.NumNodes(), o)
	res := &MCLResult{}
	if s := o.Resume; s != nil {
		if err := f.goOn(s); err != nil {
			return nil, err
		}
		res.Passes = slices.Clone(s.Passes)
		res.Converged = len(s.Passes) > 0 && s.Passes[len(s.Passes)-1].Chaos < o.Chaos
	} else if err := f.begin(ctx, g); err != nil {
		return nil, err
	}
	for i := len(res.Passes); i < o.Iterations && !res.Converged; i++ {
		r, err := o.inflation(i)
		if err != nil {
			return nil, err
		}
		pass, err := f.pass(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("iteration %d: %w", i+1, err)
		}
		res.Passes = append(res.Passes, pass)
		res.Converged = pass.Chaos < o.Chaos
		if o.Progress != nil {
			o.Progress(i, pass)
		}
		if o.Save != nil && (o.Due == nil || o.Due()) {
			if err := o.Save(f.state(res.Passes)); err != nil {
				return nil, err
			}
		}
	}
	res.Took = f.arena.took
	res.interpret(f.now, o.FirstWins)
	return res, nil
}
