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
	// Seed determines the order in which blocks of nodes are updated, and the choice among ties.
	Seed uint64
	// Updates is the most passes over the nodes for a resolution; default 100.
	Updates int
	// Progress, if not nil, receives the number of finished resolutions and of all resolutions, over all rounds.
	Progress func(done, all int)
	// Save, if not nil, receives the state after each resolution, while other resolutions continue. An error that
	// it returns ends the work.
	Save func(State) error
	// Resume, if not nil, is the state of earlier work with the same graph and options; the work continues from
	// there.
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

// A Layer is the result of one resolution.
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
	// Start is the cost of the starting order, and Costs are the costs after each round. The result is the order
	// of least cost.
	Start int64
	Costs []int64
	// Layers are the layers of the last round, in the order of the resolutions.
	Layers []Layer
}

// Bytes returns the memory of [Layered] for n nodes and a number of resolutions: arrays from the space of the
// work, and heap.
func Bytes(n, gammas, workers int) (arrays, heap int64) {
	w := int64(min(par.Workers(workers), max(gammas, 1)))
	return int64(n) * (24 + 4*int64(gammas) + 8*w), w * (int64(n)/8 + int64(n))
}

// Layered returns an order of the nodes of g in which neighbours, and nodes with similar lists, are near each
// other.
//
// g must have each arc in both directions, as in [view.Symmetrised]; loops are ignored. For each resolution γ,
// label propagation makes clusters. At first each node has its own label. Then each node in turn takes the label l
// with the largest (1+γ)·c − γ·(v+1), where c of its neighbours and v other nodes have l. Ties are drawn.
// Propagation ends when a pass adds less than a thousandth to the gains so far, or when nothing moves.
//
// The orders by label of all resolutions are then combined, the most expensive first, so that clusters lie within
// clusters. Nodes are sorted by the former place of the label of their cluster, which is a node, and nodes of one
// cluster by their own former place. After each resolution the nodes are sorted by the best resolution again, as
// in the programs of the authors.
//
// The starting order decides how nodes lie within the smallest clusters, and so most of the result. It is the
// present numbering or, if this costs less, a breadth-first order. For the same reason a second round, which
// starts from the order of the first and has draws of its own, gains again. cnr-2000 with shuffled numbers takes
// 3.461 bits an arc from these numbers, 3.004 from a breadth-first order, and 2.956 after two rounds.
//
// Each resolution and round takes 5 to 15 passes over the nodes with a moved neighbour, and one pass more. Memory:
// [Bytes]. The result depends on the graph, its numbering and the seed alone; workers share the resolutions.
//
// Source: Boldi, Rosa, Santini and Vigna, "Layered Label Propagation: a multiresolution coordinate-free ordering
// for compressing social networks", 2011, sections 4 and 5. The start, the rounds, and updates in blocks of 4096
// nodes in numerical order depart from it.
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

// round makes one round from the order l.now.
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
