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
	// Loop is the weight of the loop that each node gets, as a multiple of the greatest weight of its edges (or of
	// 1 for a node without edges); 0 stands for 1. It replaces loops of the graph.
	Loop float64
	// Cut is the least value of an entry that stays in an expanded column; 0 stands for 1/10,000.
	Cut float64
	// Keep is l, the greatest number of entries that stay in a column; 0 stands for 1,100. Larger columns keep
	// their greatest entries. All entries equal to the least kept entry stay, too, because none of them is better
	// than another.
	Keep int
	// Recover is the number of entries that stay if Cut and Keep leave less than the share RecoverShare of a
	// column; 0 stands for 14/11 of Keep, and 0.9.
	Recover      int
	RecoverShare float64
	// Trim is the least value of an entry that stays after inflation. Smaller entries are many, sum to little, and
	// cost as much as others. 0 stands for 1e-6; a negative number keeps all entries.
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
	// Progress, if not nil, receives a report of each iteration.
	Progress func(iteration int, pass MCLPass)
	// Due is called after each iteration. If it returns true, or if Due is nil, Save receives the state. An error
	// that Save returns ends the work. Both may be nil.
	Due  func() bool
	Save func(MCLState) error
	// Resume, if not nil, is the state of earlier work with the same graph and options; the work continues from
	// there.
	Resume *MCLState
}

// An MCLPass is the report of an iteration.
type MCLPass struct {
	Entries   int64   // that the matrix has after it
	Chaos     float64 // most of any column: entries × (greatest value − sum of squares), 0 where all values of a column are the same
	Kept      float64 // the share of a column that was kept, in the mean
	LeastKept float64 // and the least of any
	Trimmed   float64 // the share of an inflated column that was left out, in the mean
	Selected  int     // number of columns that kept only their greatest entries
	Recovered int     // columns that got back entries below the cut
}

// An MCLResult is the result of [MCL].
type MCLResult struct {
	Clusters
	// Passes are the iterations. Converged reports whether the last one ended below the bound of chaos. If not,
	// the clusters are read from the flow of the last iteration.
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

// within reports whether x lies between two bounds; NaN does not.
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

// inflation returns the inflation of an iteration.
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

// MCLBytes returns the maximum memory of [MCL] beside the graph, for n nodes, by the rules of o. It is two
// matrices of 8 bytes an entry with columns of Keep or Recover entries, 52 bytes a node, 4 of them for states, and
// 12 bytes a node for each worker. Columns with many equal values may take more. Web graphs took a tenth to a
// third of this maximum.
func MCLBytes(n int, o MCLOptions) (int64, error) {
	if err := o.setDefaults(); err != nil {
		return 0, err
	}
	widest := int64(min(max(o.Keep, o.Recover), n))
	return int64(n) * (16*widest + 52 + 12*int64(par.Workers(o.Workers))), nil
}

// MCL divides g by the Markov cluster algorithm: flow from node to node gathers where the graph is dense.
//
// The matrix M has a column for each node: the probabilities of the targets of a walk of one step, with a loop. An
// iteration squares M (expansion), raises each entry to the power r, and scales columns to the sum 1 (inflation):
//
//	M ← Γ_r(M²),  (Γ_r M)_pq = M_pq^r / Σ_i M_iq^r
//
// It stops when no column has more chaos than the bound: then each column has one value at one or a few nodes. An
// expanded column keeps the entries of at least Cut, and of these the greatest Keep. If they sum to less than
// RecoverShare of the column, it keeps the greatest Recover entries instead. An inflated column keeps the entries
// of at least Trim. Passes report the losses.
//
// Attractors are the nodes that receive most of their own flow. Attractors with flow between them form one system.
// A cluster is a system with all nodes whose flow reaches it. Clusters may overlap.
//
// All workers compute columns, each by a sum over a dense vector. An entry of a matrix takes 4 bytes for the row
// and 4 for the value; there are two matrices: [MCLBytes]. Each of 10 to 100 iterations takes O(n l²) time. The
// result does not depend on the number of workers. Errors: reading g, ctx, a graph that is not undirected, weights
// out of bounds, and matrices beyond the limit of bytes.
//
// S. van Dongen, "Graph clustering by flow simulation", PhD thesis, University of Utrecht, 2000. The rules of
// pruning and their values, except Trim, are the defaults of his program mcl 22-282 (scheme 6). A generated Web of
// 87,140 pages has the same clusters with either program, with Trim or without. Without Trim it takes nearly four
// times as long and twice the memory.
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
