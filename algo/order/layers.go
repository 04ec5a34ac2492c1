package order

import (
	"context"
	"math"
	"sync"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
	"weft/internal/splitmix"
)

// Options of [Layered]. The zero value is the default.
type Options struct {
	graph.Work
	// Gammas are the resolutions: small ones make few large clusters, large ones many small. Default [Gammas].
	Gammas []float64
	// Rounds is how often all is done, each time from the order of the time before; default 2.
	Rounds int
	// Seed is that of the order in which blocks of nodes are updated, and of ties.
	Seed uint64
	// Updates is the most passes over the nodes for a resolution; default 100.
	Updates int
	// Progress, if not nil, is told how many resolutions of how many are done, of all rounds.
	Progress func(done, all int)
	// Save, if not nil, is told where the work stands after each resolution; others go on meanwhile. An error that it
	// returns ends the work.
	Save func(State) error
	// Resume, if not nil, is where work with the same graph and options stood, to go on from.
	Resume *State
}

// Defaults of Options.
const (
	Rounds  = 2
	Updates = 100
)

// Gammas are the resolutions that are taken if none are named: 0, and 2⁻ᵏ for k from 0 to 10.
func Gammas() []float64 {
	all := []float64{0}
	for k := range 11 {
		all = append(all, math.Ldexp(1, -k))
	}
	return all
}

// SetDefaults replaces zero values by defaults.
func (o *Options) SetDefaults() {
	if len(o.Gammas) == 0 {
		o.Gammas = Gammas()
	}
	if o.Rounds == 0 {
		o.Rounds = Rounds
	}
	if o.Updates == 0 {
		o.Updates = Updates
	}
}

// A Layer is what one resolution gave.
type Layer struct {
	Gamma    float64
	Updates  int   // passes over the nodes
	Clusters int   // labels that are left
	Cost     int64 // see [Cost], of the order by labels
}

// A Layering is the order that [Layered] found, and how.
type Layering struct {
	Order
	// BreadthFirst says that it began with a visit in breadth, not with the numbers as they are.
	BreadthFirst bool
	// Start is the cost of the order it began with, Costs those after each round. The order is that of the least of all.
	Start int64
	Costs []int64
	// Layers are those of the last round, in the order of the resolutions.
	Layers []Layer
}

// Bytes is the memory that [Layered] takes with n nodes and so many resolutions, of the space of the work and of the heap.
func Bytes(n, gammas, workers int) (arrays, heap int64) {
	w := int64(min(par.Workers(workers), max(gammas, 1)))
	return int64(n) * (24 + 4*int64(gammas) + 8*w), w * (int64(n)/8 + int64(n))
}

// Layered returns an order of the nodes of g in which neighbours are near to each other, and nodes with like lists.
//
// It wants each arc both ways, as in [view.Symmetrised]; loops are passed over. For each resolution γ a propagation of
// labels makes clusters: at first each node has its own label, then node by node takes the label l for which (1+γ)·c −
// γ·(v+1) is largest, where c of its neighbours have l and v other nodes; ties are drawn. It ends when a pass adds less
// than a thousandth to the gains so far, or when nothing moves. The orders by label of all resolutions are then put
// together, the dearest first, so that clusters lie within clusters: nodes are sorted by where the label of their
// cluster, which is a node, stood before, those of a cluster as they stood before; and by the best resolution again
// after each, as the authors' programs do.
//
// What it begins with decides how nodes stand within the smallest clusters, and so most of the outcome: the numbers as
// they are or, if that costs less, the order of a visit in breadth. That is why a second round, begun with the order of
// the first and with draws of its own, gains again. cnr-2000 with its numbers shuffled takes 3.461 bits an arc begun
// with the numbers, 3.004 with a visit, and 2.956 after two rounds.
//
// Passes: 5 to 15 for each resolution and round over the nodes some neighbour of which has moved, and 1. Memory:
// [Bytes]. The result depends on the graph, its numbering and the seed alone: resolutions are what goes to several
// workers.
//
// Source: Boldi, Rosa, Santini and Vigna, "Layered Label Propagation: a multiresolution coordinate-free ordering for
// compressing social networks", 2011, sections 4 and 5, from which the start, the rounds, and updates in blocks of 4096
// nodes in the order of their numbers, depart.
func Layered(ctx context.Context, g graph.Random, o Options) (*Layering, error) {
	o.SetDefaults()
	l, err := newLayerer(g, o)
	first := 0
	switch {
	case err != nil:
	case o.Resume != nil:
		first, err = o.Resume.Round, l.goOn(o.Resume)
	default:
		err = l.begin(ctx)
	}
	for round := first; round < o.Rounds && err == nil; round++ {
		err = l.round(ctx, round)
	}
	if err != nil {
		return nil, err
	}
	l.best.number()
	return &l.best, nil
}

type layerer struct {
	g      graph.Random
	o      Options
	now    Order // of the last round
	best   Layering
	least  int64 // cost of best
	labels [][]graph.Node
	free   chan *propagation // one a worker

	mu   sync.Mutex // holds done, and what is known of the resolutions that are
	done []bool     // of each resolution, in this round

	counts []uint32     // scratch of combine
	sorted []graph.Node // the same
}

func newLayerer(g graph.Random, o Options) (*layerer, error) {
	n := g.NumNodes()
	m := alloc.Maker{Space: o.Space}
	order := func() Order { return Order{alloc.From[graph.Node](&m, n), alloc.From[uint32](&m, n)} }
	l := &layerer{g: g, o: o, now: order(), counts: alloc.From[uint32](&m, n), sorted: alloc.From[graph.Node](&m, n)}
	l.best, l.done = Layering{Order: order(), Layers: make([]Layer, len(o.Gammas))}, make([]bool, len(o.Gammas))
	for range o.Gammas {
		l.labels = append(l.labels, alloc.From[graph.Node](&m, n))
	}
	l.free = make(chan *propagation, min(par.Workers(o.Workers), len(o.Gammas)))
	for range cap(l.free) {
		l.free <- newPropagation(g, &m)
	}
	return l, m.Err
}

// begin chooses the order to begin with.
func (l *layerer) begin(ctx context.Context) error {
	l.best.reset()
	var err error
	if l.least, err = Cost(ctx, l.g, l.best.Numbers, l.o.Workers); err != nil {
		return err
	}
	if err = l.now.breadthFirst(ctx, l.g); err != nil {
		return err
	}
	cost, err := Cost(ctx, l.g, l.now.Numbers, l.o.Workers)
	if l.best.BreadthFirst = cost < l.least; l.best.BreadthFirst {
		l.least = cost
		l.best.copyFrom(&l.now)
	} else {
		l.now.copyFrom(&l.best.Order)
	}
	l.best.Start = l.least
	return err
}

// round goes on from l.now.
func (l *layerer) round(ctx context.Context, round int) error {
	err := par.Do(ctx, len(l.labels), cap(l.free), func(i int) error {
		if l.done[i] { // by the command that was broken off
			return nil
		}
		p := <-l.free
		defer func() { l.free <- p }()
		p.labels, p.gamma, p.seed = l.labels[i], l.o.Gammas[i], splitmix.Seed(l.o.Seed, uint64(round), uint64(i)) //nolint:gosec // small numbers
		layer, err := p.run(ctx, l.o.Updates, &l.now)
		if err != nil {
			return err
		}
		return l.ended(round, i, layer)
	})
	if err != nil {
		return err
	}
	l.combine()
	clear(l.done)
	cost, err := Cost(ctx, l.g, l.now.Numbers, l.o.Workers)
	l.best.Costs = append(l.best.Costs, cost)
	if err == nil && cost < l.least {
		l.least = cost
		l.best.copyFrom(&l.now)
	}
	return err
}
