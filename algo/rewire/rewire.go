// Package rewire draws random graphs in which every node keeps its in-degree and its out-degree.
package rewire

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"weft/graph"
	"weft/internal/splitmix"
)

// ErrLoops is the error for a graph with an arc from a node to itself.
var ErrLoops = errors.New("a graph with loops")

// Options of [Draw].
type Options struct {
	Steps int64  // of the Markov chain; several for each arc are needed
	Seed  uint64 // determines the draw, together with Draw
	Draw  uint64 // number of the draw
}

// A Drawn is a random graph, and how it came about.
type Drawn struct {
	Graph *graph.Memory
	// Swapped and Turned count the steps that changed the graph: two arcs that exchanged their targets, and cycles of
	// three nodes that turned around. The remaining steps changed nothing.
	Swapped, Turned int64
	// Halfway counts the arcs of the given graph that the chain has after half of its steps. Kept counts the arcs that
	// the result has. If the two differ, the chain was too short.
	Halfway, Kept int64
}

// One step in turnOf, a power of two, tries to turn a cycle. Chance chooses the step. If each eighth step tried, a cycle
// of three nodes would always end the same way.
const turnOf = 8

// Draw draws one of the simple directed graphs without loops in which every node has its in-degree and its out-degree
// in g. It runs a Markov chain from g on. As the number of steps grows, every such graph becomes equally likely.
//
// Most steps take two arcs a → b and c → d at random, and replace them by a → d and c → b. A step changes nothing if
// the graph has one of these already, or if one would be a loop. Swaps alone do not reach all graphs: they cannot turn
// a cycle of three nodes around. So one step in eight takes an arc a → b and an arc b → c at random. It turns the cycle
// a → b → c → a around if the graph has c → a, and none of the three opposite arcs.
//
// Both kinds of steps are as likely as their reversal, and together they reach all graphs. Steps that change nothing
// count: otherwise graphs with few neighbours in the chain would be too rare.
//
// g has strictly increasing lists; it is not changed. The result depends on g and the options alone. Memory: [Bytes].
//
// Source of the steps: A. R. Rao, R. Jana and S. Bandyopadhyay, "A Markov chain Monte Carlo method for generating
// random (0,1)-matrices with given marginals", Sankhyā A 58, 1996. Source of their number: R. Milo et al., "On the
// uniform generation of random graphs with prescribed degree sequences", arXiv cond-mat/0312028, 2003.
func Draw(ctx context.Context, g *graph.Memory, o Options) (*Drawn, error) {
	c, err := newChain(g, splitmix.Seed(o.Seed, o.Draw))
	if err != nil {
		return nil, err
	}
	d := &Drawn{}
	if err := c.run(ctx, o.Steps/2); err != nil {
		return nil, err
	}
	d.Halfway = c.common(g)
	if err := c.run(ctx, o.Steps-o.Steps/2); err != nil {
		return nil, err
	}
	d.Kept = c.common(g)
	d.Swapped, d.Turned = c.swapped, c.turned
	d.Graph, err = c.graph()
	return d, err
}

// Bytes is the memory of [Draw] for a number of arcs, at most. The result takes 4 bytes per arc.
func Bytes(arcs int64) int64 { return (8 + 4 + 8*slotsPerArc) * arcs }

// ofDraws are the random numbers of the chain.
const ofDraws splitmix.Domain = 0x726577697265

// An arc of the chain. Arcs of a node are adjacent, so that its other targets lie in the same lines of the processor's
// cache.
type arc struct {
	source uint32 // with the bit hub, if the node is one
	target graph.Node
}

// hub marks sources with more than most arcs. Their arcs are looked up in a set; the lists of other nodes are read.
const (
	hub  = 1 << 31
	most = 64
)

// A chain is the state of a Markov chain. Steps change targets alone.
type chain struct {
	starts          []uint32 // arcs starts[u] to starts[u+1]-1 leave node u
	arcs            []arc
	hubs            arcSet // the arcs of hubs
	draws           *rand.PCG
	swapped, turned int64
	list            []graph.Node // scratch of common
	read            uint32       // keeps the compiler from leaving out reads
}

func newChain(g *graph.Memory, seed uint64) (*chain, error) {
	if g.NumNodes() > hub {
		return nil, fmt.Errorf("a graph of %d nodes: expected at most %d", g.NumNodes(), hub)
	}
	starts, succ := g.Rows()
	c := &chain{starts: starts, arcs: make([]arc, len(succ)), draws: ofDraws.PCG(seed)}
	ofHubs := 0
	for u := range g.NumNodes() {
		mark := uint32(u)
		if d := int(starts[u+1] - starts[u]); d > most {
			ofHubs += d
			mark |= hub
		}
		for i := starts[u]; i < starts[u+1]; i++ {
			if succ[i] == graph.Node(u) {
				return nil, ErrLoops
			}
			c.arcs[i] = arc{mark, succ[i]}
		}
	}
	c.hubs = newArcSet(ofHubs)
	for _, a := range c.arcs {
		if a.source&hub != 0 {
			c.hubs.add(key(a.source&^hub, a.target))
		}
	}
	return c, nil
}

// graph is the present graph.
func (c *chain) graph() (*graph.Memory, error) {
	succ := make([]graph.Node, len(c.arcs))
	for i, a := range c.arcs {
		succ[i] = a.target
	}
	for u := range len(c.starts) - 1 {
		slices.Sort(succ[c.starts[u]:c.starts[u+1]])
	}
	return graph.NewMemory(c.starts, succ)
}

// below draws a number below n, which is at least 1 (D. Lemire, "Fast random integer generation in an interval", 2019).
func (c *chain) below(n uint32) uint32 {
	for {
		high, low := bits.Mul64(c.draws.Uint64(), uint64(n))
		if low >= uint64(n) || low >= -uint64(n)%uint64(n) {
			return uint32(high)
		}
	}
}

// A step is drawn: a swap of the arcs i and j, or a turn that begins with arc i.
type step struct {
	i, j uint32
	turn bool
}

// run takes steps. It draws 16 steps ahead and reads their arcs, so that the processor waits for many arcs at a time.
func (c *chain) run(ctx context.Context, steps int64) error {
	m := uint32(len(c.arcs))
	if m == 0 {
		return nil
	}
	const ahead = 16
	var next [ahead]step
	for done := int64(0); done < steps; done += ahead {
		if done%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		now := next[:min(ahead, steps-done)]
		for k := range now {
			now[k] = step{c.below(m), c.below(m), c.draws.Uint64()%turnOf == 0}
		}
		for _, s := range now {
			c.read ^= c.arcs[s.i].source ^ c.arcs[s.j].source
		}
		for _, s := range now {
			if s.turn {
				c.turn(s.i)
			} else {
				c.swap(s.i, s.j)
			}
		}
	}
	return nil
}

// swap exchanges the targets of two arcs.
func (c *chain) swap(i, j uint32) {
	s, z := c.arcs[i], c.arcs[j]
	a, x := s.source&^hub, z.source&^hub
	if a == x || s.target == z.target || a == uint32(z.target) || x == uint32(s.target) || c.beside(i, z.target) || c.beside(j, s.target) {
		return
	}
	c.replace(i, z.target)
	c.replace(j, s.target)
	c.swapped++
}

// beside reports whether the source of an arc has an arc to a node.
func (c *chain) beside(i uint32, to graph.Node) bool {
	source := c.arcs[i].source
	if source&hub != 0 {
		return c.hubs.has(key(source&^hub, to))
	}
	for k := int(i) - 1; k >= 0 && c.arcs[k].source == source; k-- {
		if c.arcs[k].target == to {
			return true
		}
	}
	for _, a := range c.arcs[i:] {
		if a.source != source {
			return false
		}
		if a.target == to {
			return true
		}
	}
	return false
}

// replace gives an arc another target.
func (c *chain) replace(i uint32, to graph.Node) {
	a := &c.arcs[i]
	if a.source&hub != 0 {
		c.hubs.remove(key(a.source&^hub, a.target))
		c.hubs.add(key(a.source&^hub, to))
	}
	a.target = to
}

// find returns the place of an arc.
func (c *chain) find(from, to graph.Node) (i uint32, found bool) {
	for i = c.starts[from]; i < c.starts[from+1]; i++ {
		if c.arcs[i].target == to {
			return i, true
		}
	}
	return 0, false
}

// has reports whether there is an arc.
func (c *chain) has(from, to graph.Node) bool {
	i := c.starts[from]
	return i < c.starts[from+1] && c.beside(i, to)
}

// turn turns a cycle of three nodes around, which begins with an arc and an arc drawn from the node that it leads to.
func (c *chain) turn(i uint32) {
	a, b := graph.Node(c.arcs[i].source&^hub), c.arcs[i].target
	out := c.starts[b+1] - c.starts[b]
	if out == 0 {
		return
	}
	j := c.starts[b] + c.below(out)
	x := c.arcs[j].target
	if x == a || !c.has(x, a) || c.has(b, a) || c.has(x, b) || c.beside(i, x) {
		return
	}
	k, found := c.find(x, a)
	if !found {
		panic("rewire: the set of the arcs of hubs is wrong")
	}
	c.replace(i, x)
	c.replace(j, a)
	c.replace(k, b)
	c.turned++
}

// common counts the arcs that the chain shares with a graph.
func (c *chain) common(g *graph.Memory) (n int64) {
	for u := range g.NumNodes() {
		c.list = c.list[:0]
		for _, a := range c.arcs[c.starts[u]:c.starts[u+1]] {
			c.list = append(c.list, a.target)
		}
		slices.Sort(c.list)
		n += graph.Common(g.Succ(graph.Node(u)), c.list)
	}
	return n
}
