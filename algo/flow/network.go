package flow

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
)

// A Network is a graph whose arcs have capacities, in the layout that flows need. It never changes, so any number
// of cuts can be computed on it at once.
//
// The arcs u → v and v → u share two halves, one at each end. If only one of the arcs exists, the half of the
// other has no capacity.
type Network struct {
	starts   []uint32 // the halves at u are starts[u] … starts[u+1]-1
	heads    []uint32 // where each half leads to
	twins    []uint32 // the other half of each
	capacity []int64
}

// maxArcs is the greatest number of arcs whose halves can be numbered in 32 bits.
const maxArcs = math.MaxUint32 / 2

// look is the number of pages or steps between two looks whether the work is to stop.
const look = 1 << 14

// New lays out the network of g. capacity holds a number for each arc, in the order of the lists, as [Capacities]
// returns it; negative numbers are refused. Arcs without capacity and self-loops are left out, because no cut
// contains them. New keeps neither g nor capacity.
//
// It takes two passes over the arcs. Each looks up reverse arcs in lists that are read once from start to end.
// Memory: [NetworkBytes]. Errors: allocating memory, ctx, a negative capacity, and more than 2³¹ arcs.
func New(ctx context.Context, g *graph.Memory, capacity []int64, w graph.Work) (*Network, error) {
	if int64(len(capacity)) != g.NumArcs() {
		return nil, fmt.Errorf("network: %d capacities for %d arcs: want one for each, in the order of the lists", len(capacity), g.NumArcs())
	}
	if g.NumArcs() > maxArcs {
		return nil, fmt.Errorf("network: %d arcs, want at most %d: cut a part of the graph out first", g.NumArcs(), int64(maxArcs))
	}
	l := &layout{g: g, capacity: capacity}
	m := alloc.Maker{Space: w.Space}
	l.back, l.starts = alloc.From[int64](&m, g.NumNodes()), alloc.From[uint32](&m, g.NumNodes()+2)
	if m.Err != nil {
		return nil, m.Err
	}
	if err := l.pairs(ctx, l.count); err != nil {
		return nil, err
	}
	for u := range g.NumNodes() {
		l.starts[u+2] += l.starts[u+1]
	}
	halves := int(l.starts[g.NumNodes()+1])
	l.heads, l.twins = alloc.From[uint32](&m, halves), alloc.From[uint32](&m, halves)
	l.Network.capacity = alloc.From[int64](&m, halves)
	if m.Err != nil {
		return nil, m.Err
	}
	if err := l.pairs(ctx, l.lay); err != nil {
		return nil, err
	}
	l.starts = l.starts[:g.NumNodes()+1]
	return &l.Network, nil
}

// NetworkBytes returns the maximum memory of [New]: 12 bytes a page, 8 of them temporary, and 32 bytes an arc. An
// arc of two pages that link to each other takes half.
func NetworkBytes(nodes int, arcs int64) int64 { return 12*int64(nodes) + 8 + 32*arcs }

// Capacities asks of for the capacity of each arc of g, in the order of the lists.
func Capacities(g *graph.Memory, of func(u, v graph.Node) int64) []int64 {
	c := make([]int64, 0, g.NumArcs())
	for u := range graph.Node(g.NumNodes()) {
		for _, v := range g.Succ(u) {
			c = append(c, of(u, v))
		}
	}
	return c
}

// NumNodes returns the number of pages.
func (n *Network) NumNodes() int { return len(n.starts) - 1 }

// halves returns the first of the halves at u and the one after the last.
func (n *Network) halves(u uint32) (lo, hi uint32) { return n.starts[u], n.starts[u+1] }

// A layout makes a network. Until it is done starts[u+1] is where the next half at u goes.
type layout struct {
	Network
	g        *graph.Memory
	capacity []int64 // of each arc
	back     []int64 // how far the list of each page was searched
}

// pairs calls f once for each two pages linked in one direction or both. u → v has capacity c, and v → u has
// capacity back.
func (l *layout) pairs(ctx context.Context, f func(u, v graph.Node, c, back int64)) error {
	for u := range l.back {
		l.back[u] = l.g.ArcsBefore(u)
	}
	for u := range graph.Node(l.g.NumNodes()) {
		if u%look == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first := l.g.ArcsBefore(int(u))
		for i, v := range l.g.Succ(u) {
			c := l.capacity[first+int64(i)]
			if c < 0 {
				return fmt.Errorf("network: the arc %d → %d has a capacity of %d, want 0 or more", u, v, c)
			}
			if c == 0 || u == v {
				continue
			}
			if back := l.capacityBack(u, v); back <= 0 || u < v {
				f(u, v, c, back)
			}
		}
	}
	return nil
}

// capacityBack returns the capacity of v → u, 0 without such an arc. For each v it must be asked with u increasing.
func (l *layout) capacityBack(u, v graph.Node) int64 {
	list, first := l.g.Succ(v), l.g.ArcsBefore(int(v))
	i := l.back[v] - first
	for i < int64(len(list)) && list[i] < u {
		i++
	}
	l.back[v] = first + i
	if i == int64(len(list)) || list[i] != u {
		return 0
	}
	return l.capacity[first+i]
}

func (l *layout) count(u, v graph.Node, _, _ int64) {
	l.starts[u+2]++
	l.starts[v+2]++
}

func (l *layout) lay(u, v graph.Node, c, back int64) {
	a, b := l.starts[u+1], l.starts[v+1]
	l.starts[u+1]++
	l.starts[v+1]++
	l.heads[a], l.twins[a], l.Network.capacity[a] = uint32(v), b, c
	l.heads[b], l.twins[b], l.Network.capacity[b] = uint32(u), a, back
}
