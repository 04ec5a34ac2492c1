package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
	"weft/internal/splitmix"
)

// LeidenOptions are the options of [Leiden]. The zero value maximises modularity.
type LeidenOptions struct {
	graph.Work
	// Quality is the measure to maximise.
	Quality Quality
	// Resolution is γ: a greater value gives more and smaller clusters. 0 stands for 1 with modularity; CPM has no
	// default.
	Resolution float64
	// Seed determines the order in which nodes are visited, and the draws of refinement. Each seed gives one of
	// many results of about equal quality.
	Seed uint64
	// InOrder visits the nodes of g in their order first. This is faster where a node is close to its neighbours,
	// as in a Web graph, and much faster if lists are not in memory. The quality is usually a little lower.
	InOrder bool
	// Iterations is the number of iterations, each starting from the result of the previous one; 0 stands for 3. A
	// negative number continues until nothing changes.
	Iterations int
	// Start holds a cluster for each node to begin with, any labels; nil is each node alone.
	Start []uint32
	// Aside, if not nil, returns a space for the graph of clusters of one level, and gives it back.
	Aside func() (alloc.Space, func() error)
	// Progress, if not nil, receives the number of clusters after each level.
	Progress func(iteration, level, clusters int)
	// Save, if not nil, receives the state between two levels and between two iterations. An error that it returns
	// ends the work.
	Save func(LeidenState) error
	// Resume, if not nil, is the state of earlier work with the same graph and options; the work continues from
	// there.
	Resume *LeidenState
}

// A LeidenResult is the result of [Leiden].
type LeidenResult struct {
	Clusters
	// Quality of the partition, as [Measure] says.
	Quality float64
	// Iterations made, and whether the last one changed nothing: then no node gains by moving.
	Iterations int
	Stable     bool
}

func (o *LeidenOptions) setDefaults(n int) error {
	if o.Resolution == 0 && o.Quality == Modularity {
		o.Resolution = 1
	}
	switch {
	case o.Quality > CPM:
		return fmt.Errorf("quality %d is not known", o.Quality)
	case !(o.Resolution > 0) || math.IsInf(o.Resolution, 1):
		return fmt.Errorf("resolution %g: want more than 0", o.Resolution)
	case o.Start != nil && len(o.Start) != n:
		return fmt.Errorf("%d clusters to start with for %d nodes", len(o.Start), n)
	}
	if o.Iterations == 0 {
		o.Iterations = 3
	}
	return nil
}

// LeidenBytes estimates the memory of [Leiden] beside the graph, for n nodes and twice as many arcs as edges. It
// is 73 bytes a node, 8 of them for states, and 8 more for each further worker. The graph of clusters takes 8
// bytes for each of its arcs, assumed to be at most half of all arcs.
func LeidenBytes(n int, arcs int64, workers int) int64 {
	forNodes, forLevels := LeidenNeed(n, arcs, workers)
	return forNodes + forLevels/4
}

// LeidenNeed returns the memory of [Leiden] in two parts. Arrays of nodes lie on the heap. Graphs of clusters lie in the
// space of Aside. Two of them exist at a time. Each has at most the arcs of the graph, and nearly all of them if the
// graph is random.
func LeidenNeed(n int, arcs int64, workers int) (forNodes, forLevels int64) {
	return (65 + 8*int64(par.Workers(workers))) * int64(n), 16 * arcs
}

// Leiden divides g into connected clusters of high quality: modularity with a resolution, or CPM.
//
// An iteration has four steps. It moves single nodes to the neighbouring cluster with the greatest gain until no
// move gains; nodes with moved neighbours come first. It then refines each cluster: it merges the nodes of the
// cluster anew, but only parts that are well connected to the rest of the cluster. These parts become the nodes of
// a smaller graph, whose first clusters are the clusters before refinement. The iteration continues there until
// nothing is merged. Finally, disconnected clusters are divided; a starting partition may leave some.
//
// Lists may be compressed or a view. Most are read one at a time, which is faster in memory. One worker moves
// nodes; all workers refine, aggregate and sum. Memory: [LeidenBytes]. The result depends neither on the number of
// workers nor on how lists are stored. Errors: reading g, ctx, a graph that is not undirected, and weights out of
// bounds.
//
// V. A. Traag, L. Waltman and N. J. van Eck, "From Louvain to Leiden: guaranteeing well-connected communities",
// Scientific Reports 9, 2019, with its θ = 0.01 in units of the mean weight of an edge.
func Leiden(ctx context.Context, g *Graph, o LeidenOptions) (*LeidenResult, error) {
	r, err := leiden(ctx, g, o)
	if err != nil {
		return nil, fmt.Errorf("leiden: %w", err)
	}
	return r, nil
}

func leiden(ctx context.Context, g *Graph, o LeidenOptions) (*LeidenResult, error) {
	n := g.Lists.NumNodes()
	if err := o.setDefaults(n); err != nil {
		return nil, err
	}
	strengths, sum, err := g.strengths(ctx, o.Work)
	if err != nil {
		return nil, err
	}
	first := &level{n: n, lists: g.Lists, weights: g.Weights, mass: strengths}
	first.mem, _ = g.Lists.(*graph.Memory)
	gamma := o.Resolution
	switch {
	case o.Quality == CPM:
		first.mass = ones(n)
	case sum > 0:
		gamma /= sum
	}
	theta := randomness              // in units of the mean weight of an edge
	if g.Weights != nil && sum > 0 { // without weights it is 1, however many loops the lists have
		theta *= sum / float64(g.Lists.NumArcs())
	}
	l := &climber{o: o, gamma: gamma, theta: theta, of: startOf(o.Start, n)}
	if s := o.Resume; s != nil && len(s.Levels) == 0 && len(s.Of) == n {
		l.of = slices.Clone(s.Of)
	}
	res := &LeidenResult{}
	if o.Resume != nil {
		res.Iterations, res.Stable = o.Resume.Iteration, o.Resume.Stable
	}
	for res.Iterations != o.Iterations && !res.Stable {
		changed, err := l.iterate(ctx, first, res.Iterations)
		if err != nil {
			return nil, err
		}
		res.Iterations++
		res.Stable = !changed
		if o.Save != nil {
			if err := o.Save(LeidenState{Iteration: res.Iterations, Stable: res.Stable, Of: l.of}); err != nil {
				return nil, err
			}
		}
	}
	if err := g.connect(ctx, l.of); err != nil {
		return nil, err
	}
	res.Clusters = *Numbered(l.of)
	twice, err := g.within(ctx, res.Of, o.Work)
	res.Quality = o.Quality.of(o.Quality.masses(res.Of, strengths), o.Resolution, twice, sum)
	return res, err
}

// randomness is θ of the paper.
const randomness = 0.01

func ones(n int) []float64 {
	a := make([]float64, n)
	for i := range a {
		a[i] = 1
	}
	return a
}

// startOf returns the clusters to start with, in labels less than n.
func startOf(start []uint32, n int) []uint32 {
	of := make([]uint32, n)
	if start == nil {
		for u := range of {
			of[u] = uint32(u)
		}
		return of
	}
	copy(of, start)
	of, _ = compact(of)
	return of
}

// A climber goes up the levels.
type climber struct {
	o     LeidenOptions
	gamma float64
	theta float64
	of    []uint32 // the cluster of each node of the graph
}

// iterate does the whole once, and reports whether any node moved.
func (c *climber) iterate(ctx context.Context, l *level, iteration int) (changed bool, err error) {
	var at []uint32 // of each node of the graph, the node of the level that it is part of; nil at the first level
	of, state := c.of, LeidenState{Iteration: iteration}
	if s := c.o.Resume; s != nil && s.Iteration == iteration {
		if l, of, at, err = c.climb(ctx, l, s); err != nil {
			return false, err
		}
		state.Levels, state.Parts, changed = s.Levels, slices.Clone(s.Parts), s.Changed
	}
	defer func() { err = errors.Join(err, l.free()) }()
	for height := len(state.Levels); ; height++ {
		seed := splitmix.Seed(c.o.Seed, uint64(iteration), uint64(height))
		moves, err := l.move(ctx, of, c.gamma, c.o.InOrder && height == 0, seed)
		if err != nil {
			return false, err
		}
		changed = changed || moves > 0
		var count int
		of, count = compact(of)
		if c.o.Progress != nil {
			c.o.Progress(iteration, height, count)
		}
		if count == l.n {
			break
		}
		parts, parted, err := c.refine(ctx, l, of, count, seed)
		if err != nil {
			return false, err
		}
		if parted == l.n {
			break
		}
		up, err := l.aggregate(ctx, parts, parted, &c.o)
		if err != nil {
			return false, err
		}
		upOf := make([]uint32, parted)
		for u, p := range parts {
			upOf[p] = of[u]
		}
		below := l
		l, of = up, upOf
		if err := errors.Join(below.free(), c.above(&state, parts, upOf, changed)); err != nil {
			return false, err
		}
		at = through(at, parts)
	}
	c.of = through(at, of)
	return changed, nil
}

// through returns to[at[u]] for each u, in place of at; to itself if at is nil.
func through(at, to []uint32) []uint32 {
	if at == nil {
		return to
	}
	for u, p := range at {
		at[u] = to[p]
	}
	return at
}

// move moves single nodes until none gains by it, and returns how many moves that took.
func (l *level) move(ctx context.Context, of []uint32, gamma float64, inOrder bool, seed uint64) (moves int, err error) {
	m := newMover(l, of, gamma)
	if err := m.run(ctx, inOrder, seed); err != nil {
		return 0, err
	}
	return m.moves, nil
}

// connect divides the clusters that are not connected, in place, by union-find over the edges within clusters. Labels
// are the smallest nodes then.
func (g *Graph) connect(ctx context.Context, of []uint32) error {
	tree := make([]uint32, len(of)) // no parent is greater than its node
	for u := range tree {
		tree[u] = uint32(u)
	}
	root := func(u uint32) uint32 {
		for tree[u] != u {
			tree[u] = tree[tree[u]]
			u = tree[u]
		}
		return u
	}
	err := graph.InOrder(ctx, g.Lists, func(u graph.Node, list []graph.Node) {
		a := root(uint32(u))
		for _, v := range list {
			if v >= u {
				break
			}
			if of[u] != of[v] || tree[v] == a {
				continue
			}
			b := root(uint32(v))
			tree[max(a, b)] = min(a, b)
			a = min(a, b)
		}
	})
	if err != nil {
		return err
	}
	for u, parent := range tree {
		tree[u] = tree[parent]
	}
	copy(of, tree)
	return nil
}
