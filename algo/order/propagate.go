package order

import (
	"context"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
	"weft/internal/splitmix"
)

// blockNodes is the number of nodes that are updated in the order of their numbers; blocks go in an order that is
// drawn. With 1, 64 and 4096 cnr-2000 compresses as well. It is a multiple of the bits of a word.
const blockNodes = 1 << 12

// leastGain is the share of the gains so far that a pass must add for another to follow. With a tenth of it a graph
// compresses no better.
const leastGain = 0.001

// A propagation of labels for one resolution. Its arrays are used again for the next.
type propagation struct {
	g       graph.Random
	gamma   float64
	seed    uint64
	labels  []graph.Node // of each node: the number of a node
	volumes []uint32     // number of nodes of each label
	places  []uint32     // scratch of cost; zeros until then, and of each label a count while a long list is weighed
	many    int          // links of the longest list that is counted in a table: it takes less than a byte a node then
	active  bitset.Set   // nodes whose neighbours have moved
	count   counter
}

func newPropagation(g graph.Random, m *alloc.Maker) *propagation {
	n := g.NumNodes()
	return &propagation{g: g, volumes: alloc.From[uint32](m, n), places: alloc.From[uint32](m, n), many: n / 64, active: bitset.New(n)}
}

// run fills the labels, and returns the layer with the cost of the order by labels. Labels and nodes have their
// places in start.
func (p *propagation) run(ctx context.Context, updates int, start *Order) (Layer, error) {
	for u := range p.labels {
		p.labels[u], p.volumes[u] = graph.Node(u), 1 //nolint:gosec // nodes are numbered so
		p.active.Add(u)
	}
	clear(p.places)
	l := Layer{Gamma: p.gamma}
	for sum, gain := 0.0, 1.0; l.Updates < updates && gain > 0 && gain >= leastGain*sum; l.Updates++ {
		var err error
		if gain, err = p.update(ctx, l.Updates); err != nil {
			return l, err
		}
		sum += gain
	}
	for _, v := range p.volumes {
		if v > 0 {
			l.Clusters++
		}
	}
	var err error
	l.Cost, err = p.cost(ctx, start)
	return l, err
}

// cost returns the cost of the order by labels. It overwrites the volumes.
func (p *propagation) cost(ctx context.Context, start *Order) (int64, error) {
	next := uint32(0)
	for _, l := range start.Nodes {
		next, p.volumes[l] = next+p.volumes[l], next
	}
	for _, u := range start.Nodes {
		at := &p.volumes[p.labels[u]]
		p.places[u] = *at
		*at++
	}
	return Cost(ctx, p.g, p.places, 1)
}

// update visits the nodes that may move once, and returns the gain.
func (p *propagation) update(ctx context.Context, pass int) (gain float64, err error) {
	n := p.g.NumNodes()
	move := func(u graph.Node, succ []graph.Node) {
		if p.active.Has(int(u)) {
			p.active.Remove(int(u))
			gain += p.move(u, succ, splitmix.Seed(p.seed, uint64(pass), uint64(u))) //nolint:gosec // passes are counted from 0
		}
	}
	for _, b := range splitmix.Rand(p.seed, uint64(pass)).Perm((n + blockNodes - 1) / blockNodes) { //nolint:gosec // as above
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		r := graph.Range{Lo: b * blockNodes, Hi: min((b+1)*blockNodes, n)}
		if p.anyActive(r) {
			if err := graph.EachList(p.g, r, move); err != nil {
				return 0, err
			}
		}
	}
	return gain, nil
}

// anyActive says whether a block has to be read.
func (p *propagation) anyActive(r graph.Range) bool {
	for _, word := range p.active[r.Lo/64 : (r.Hi+63)/64] {
		if word != 0 {
			return true
		}
	}
	return false
}

// move gives u its best label, and returns the gain.
func (p *propagation) move(u graph.Node, succ []graph.Node, salt uint64) float64 {
	own := p.labels[u]
	c := choice{own: own, best: own, most: math.Inf(-1), salt: salt}
	if len(succ) > p.many {
		p.weighMany(&c, u, succ)
	} else {
		p.weigh(&c, u, succ)
	}
	if c.best == own {
		return 0
	}
	p.volumes[own]--
	p.volumes[c.best]++
	p.labels[u] = c.best
	for _, v := range succ {
		p.active.Add(int(v))
	}
	return c.most - c.before
}

// weigh offers u its own label and the labels of its neighbours, counted in a hash table.
func (p *propagation) weigh(c *choice, u graph.Node, succ []graph.Node) {
	p.count.reset(len(succ) + 1)
	p.count.add(c.own, 0)
	for _, v := range succ {
		if v != u {
			p.count.add(p.labels[v], 1)
		}
	}
	for _, at := range p.count.used {
		s := p.count.slots[at]
		p.offer(c, s.label, s.count)
	}
}

// weighMany is weigh for a list that is long for the graph. It counts in an array, as a table would take many times as much.
func (p *propagation) weighMany(c *choice, u graph.Node, succ []graph.Node) {
	for _, v := range succ {
		if v != u {
			p.places[p.labels[v]]++
		}
	}
	p.offer(c, c.own, p.places[c.own])
	p.places[c.own] = 0
	for _, v := range succ {
		label := p.labels[v]
		if n := p.places[label]; n > 0 {
			p.offer(c, label, n)
			p.places[label] = 0
		}
	}
}

// A choice is the best label of a node so far, with its value; before is the value of the node's present label.
type choice struct {
	own, best    graph.Node
	before, most float64
	salt, draw   uint64 // of ties
}

// offer takes a label that count neighbours have, if it is the best.
func (p *propagation) offer(c *choice, label graph.Node, count uint32) {
	others := p.volumes[label]
	if label == c.own {
		others--
	}
	value := (1+p.gamma)*float64(count) - p.gamma*float64(others+1)
	if label == c.own {
		c.before = value
	}
	if value < c.most {
		return
	}
	if tie := splitmix.Mix(c.salt + uint64(label)*splitmix.Golden); value > c.most || tie > c.draw {
		c.best, c.most, c.draw = label, value, tie
	}
}
