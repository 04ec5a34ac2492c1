package kcore

import (
	"context"
	"fmt"
	"math"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A Degree is a definition of the degree of a node. Loops never count.
type Degree uint8

// The degrees.
const (
	Neighbours Degree = iota // different nodes that the node is joined with, in one direction or both
	Arcs                     // arcs from and to the node: a returned arc counts twice
	In                       // arcs to the node
	Out                      // arcs from the node
)

var degreeNames = []string{"neighbours", "arcs", "in", "out"}

// DegreeNames returns the names of all degrees.
func DegreeNames() []string { return degreeNames }

// String returns the name of the degree.
func (d Degree) String() string { return degreeNames[d] }

// ParseDegree returns the degree of a name.
func ParseDegree(name string) (Degree, error) {
	for i, n := range degreeNames {
		if n == name {
			return Degree(i), nil //nolint:gosec // of four
		}
	}
	return 0, fmt.Errorf("there is no degree %q: expected one of %v", name, degreeNames)
}

// Options of [Find].
type Options struct {
	graph.Work
	Degree Degree
	// Stream makes Find read the lists in order, in passes, and not at random.
	Stream bool
	// Progress, if not nil, receives the number of nodes whose core number is known, or, with Stream, not known to
	// be wrong.
	Progress func(done int)
	// Save, if not nil, receives the state between two passes. An error that it returns ends the work. Without
	// Stream nothing is saved.
	Save func(State) error
	// Resume, if not nil, is the state of earlier work with the same graph and options.
	Resume *State

	dense bool // passes read all lists, never single ones
}

// A State is the state of [Find] between two passes. Save must not keep the arrays after it returns.
type State struct {
	Passes int `json:"passes"`
	// Bounds are the upper bounds of the core numbers so far. Above counts the neighbours whose bounds are as large
	// as the node's own.
	Bounds []uint32 `json:"-"`
	Above  []uint32 `json:"-"`
}

// A Shell is the nodes with one core number.
type Shell struct {
	K     uint32
	Nodes int
	// Edges counts edges with an end in the shell and the other in the shell or in a higher one. An edge is a pair
	// of neighbours, or with degrees other than [Neighbours] an arc. The edges of the k-core are the edges of all
	// shells from k on.
	Edges int64
}

// Found are the core numbers of a graph.
type Found struct {
	Numbers []uint32 // the core number of each node
	Shells  []Shell  // the shells with nodes, by increasing core number
}

// Bytes returns the memory of [Find] for a graph, with its result. Lists take more: for the longest one, 8 bytes an arc.
func Bytes(nodes int, arcs int64, stream bool) int64 {
	n := int64(nodes)
	if stream {
		return 8*n + (n+63)/64*8
	}
	return 16*n + 4 + (arcs+63)/64*8
}

// QueueBytes is the heap that passes take for nodes whose lists are read singly.
func QueueBytes(n int) int64 { return 4 * int64(queued(n)) }

// queued is the greatest number of nodes whose lists are read singly between two searches for due nodes.
func queued(n int) int { return n/16 + 1024 }

// ErrTooMany says that a node has more arcs than its degree can hold.
var ErrTooMany = fmt.Errorf("a node has more than %d arcs", uint32(math.MaxUint32))

// Find returns the core number of each node of a graph with arcs out and transpose in, which must be one graph. The
// result depends on the graph and the degree alone.
//
// It takes one pass over both for the degrees, and one for the shells where degrees are In or Out. Between these it
// reads each list once, at random. With Stream it makes both passes for all degrees. Between these it makes passes over the
// parts with nodes whose bounds may fall. If these nodes are few, it reads their lists only. Peeling and the passes run on
// one worker. Memory: [Bytes] and, with Stream, [QueueBytes]. Errors: reading, allocating memory, ctx, a
// state of another graph, and [ErrTooMany].
func Find(ctx context.Context, out, in graph.Random, o Options) (*Found, error) {
	n := out.NumNodes()
	if in.NumNodes() != n {
		return nil, fmt.Errorf("k-cores: the graph has %d nodes, the transpose %d", n, in.NumNodes())
	}
	f := &finder{ctx: ctx, out: out, in: in, o: o, parts: graph.Parts(out)}
	var err error
	if f.numbers, err = alloc.Make[uint32](o.Space, n); err != nil {
		return nil, err
	}
	var shells []Shell
	if o.Stream {
		err = f.stream()
	} else {
		shells, err = f.peel()
	}
	if err == nil && shells == nil {
		shells, err = f.shells()
	}
	if err != nil {
		return nil, err
	}
	return &Found{f.numbers, shells}, nil
}

type finder struct {
	ctx     context.Context //nolint:containedctx // lives as long as one call
	out, in graph.Random
	o       Options
	parts   []graph.Range
	numbers []uint32 // core numbers; with Stream degrees and bounds before
}

// watched returns the graph, whose scans end with ctx.
func (f *finder) watched() graph.Graph {
	return graph.Watched(f.out, func(graph.Node) error { return f.ctx.Err() })
}

// degrees writes the degrees to a vector, and marks returned arcs of the transpose, unless both is nil.
func (f *finder) degrees(to []uint32, both returned) error {
	out := f.watched()
	return par.Do(f.ctx, len(f.parts), f.o.Workers, func(i int) error {
		tooMany := false
		err := graph.EachBoth(out, f.in, f.parts[i], func(u graph.Node, succ, pred []graph.Node) {
			d := f.degree(u, succ, pred, both)
			to[u] = uint32(d) //nolint:gosec // checked below
			tooMany = tooMany || d > math.MaxUint32
		})
		if err == nil && tooMany {
			err = ErrTooMany
		}
		return err
	})
}

func (f *finder) degree(u graph.Node, succ, pred []graph.Node, both returned) int64 {
	loop := has(succ, u)
	outs, ins := int64(len(succ))-loop, int64(len(pred))-loop
	switch f.o.Degree {
	case In:
		return ins
	case Out:
		return outs
	case Arcs:
		return outs + ins
	}
	if both != nil {
		return outs + ins - both.mark(f.in.ArcsBefore(int(u)), succ, pred) + loop
	}
	return outs + ins - graph.Common(succ, pred) + loop
}

// shells counts the nodes and the edges of each shell.
func (f *finder) shells() ([]Shell, error) {
	most := uint32(0)
	for _, k := range f.numbers {
		most = max(most, k)
	}
	all := make([]Shell, int(most)+1)
	for _, k := range f.numbers {
		all[k].Nodes++
	}
	var mu sync.Mutex
	free := make(par.Free[[]int64], par.Workers(f.o.Workers))
	err := par.Do(f.ctx, len(f.parts), f.o.Workers, func(i int) error {
		counts := free.Get()
		defer free.Put(counts)
		if *counts == nil {
			*counts = make([]int64, len(all))
		}
		err := f.edges(f.parts[i], *counts)
		mu.Lock()
		defer mu.Unlock()
		for k, c := range *counts {
			all[k].Edges += c
		}
		clear(*counts)
		return err
	})
	var held []Shell
	for k, s := range all {
		if s.K = uint32(k); s.Nodes > 0 { //nolint:gosec // a core number
			held = append(held, s)
		}
	}
	return held, err
}

// edges adds the edges of some nodes to the counts of shells.
func (f *finder) edges(r graph.Range, counts []int64) error {
	if f.o.Degree == Neighbours {
		return graph.EachBoth(f.watched(), f.in, r, func(u graph.Node, succ, pred []graph.Node) {
			graph.Neighbours(u, succ, pred, func(v graph.Node, _, _ bool) {
				if v < u {
					counts[min(f.numbers[u], f.numbers[v])]++
				}
			})
		})
	}
	return graph.EachList(f.watched(), r, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v != u {
				counts[min(f.numbers[u], f.numbers[v])]++
			}
		}
	})
}
