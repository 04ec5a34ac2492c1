package cluster

import (
	"context"

	"weft/graph"
	"weft/internal/bitset"
)

// A mover moves single nodes to the clusters where they add most, until none gains by it (Algorithm A.2 of Traag et
// al., MoveNodesFast).
type mover struct {
	reader
	of      []uint32
	gamma   float64   // per unit of mass squared
	masses  []float64 // of each cluster
	members []uint32  // of each cluster: how many nodes
	empty   []uint32  // clusters without nodes
	t       *tally

	waiting bitset.Set // nodes that are still to be visited
	ring    []uint32   // nodes that became waiting again: count of them, from first on
	first   int
	count   int
	moves   int
}

func newMover(l *level, of []uint32, gamma float64) *mover {
	m := &mover{reader: reader{level: l}, of: of, gamma: gamma, t: newTally(l.n)}
	m.masses, m.members = make([]float64, l.n), make([]uint32, l.n)
	for u, c := range of {
		m.masses[c] += l.mass[u]
		m.members[c]++
	}
	for c := l.n - 1; c >= 0; c-- {
		if m.members[c] == 0 {
			m.empty = append(m.empty, uint32(c))
		}
	}
	m.waiting, m.ring = make(bitset.Set, (l.n+63)/64), make([]uint32, l.n)
	for u := range l.n {
		m.waiting.Add(u)
	}
	return m
}

// looksPerCheck is after how many nodes it is asked whether to stop.
const looksPerCheck = 1 << 12

// run visits all nodes, in order or in an order drawn by seed, and then the waiting ones.
func (m *mover) run(ctx context.Context, inOrder bool, seed uint64) error {
	if inOrder {
		if err := m.sweep(ctx); err != nil {
			return err
		}
	} else {
		for u := range m.ring {
			m.ring[u] = uint32(u)
		}
		shuffle(m.ring, seed)
		m.count = m.n
	}
	for looks := 0; m.count > 0; looks++ {
		if looks%looksPerCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		u := m.ring[m.first]
		if m.first++; m.first == len(m.ring) {
			m.first = 0
		}
		m.count--
		list, weights := m.list(u)
		m.look(u, list, weights)
		if m.err != nil {
			return m.err
		}
	}
	return nil
}

// sweep visits all nodes of the first level in order. Lists that are not in memory are read faster this way.
func (m *mover) sweep(ctx context.Context) error {
	for lo := 0; lo < m.n; lo += looksPerCheck {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := graph.Range{Lo: lo, Hi: min(lo+looksPerCheck, m.n)}
		err := graph.EachList(m.lists, r, func(u graph.Node, list []graph.Node) {
			m.look(uint32(u), list, m.weightsOf(uint32(u), len(list)))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// leastGain is the share of the terms of a gain below which the gain counts as a rounding error.
const leastGain = 1e-10

// look moves u to where it gains most: to the cluster of a neighbour, or to an empty one. Of equal gains it takes
// the first found, and stays where it is if there it is as good.
func (m *mover) look(u uint32, list []graph.Node, weights []float32) {
	m.waiting.Remove(int(u))
	m.t.add(u, list, weights, m.of)
	own := m.of[u]
	price := m.gamma * m.mass[u] // of a unit of mass
	best, to := m.t.sum[own]-price*(m.masses[own]-m.mass[u]), own
	best += leastGain * (m.t.sum[own] + price*m.masses[own])
	if best < 0 {
		best, to = 0, ^uint32(0)
	}
	for _, c := range m.t.seen {
		if gain := m.t.sum[c] - price*m.masses[c]; gain > best && c != own {
			best, to = gain, c
		}
	}
	m.t.clear()
	if to == own || to == ^uint32(0) && m.members[own] == 1 {
		return
	}
	m.move(u, own, to)
	for _, v := range list {
		if m.of[v] != m.of[u] && !m.waiting.Has(int(v)) {
			m.waiting.Add(int(v))
			m.push(uint32(v))
		}
	}
}

func (m *mover) push(v uint32) {
	at := m.first + m.count
	if at >= len(m.ring) {
		at -= len(m.ring)
	}
	m.ring[at] = v
	m.count++
}

func (m *mover) move(u, from, to uint32) {
	if to == ^uint32(0) {
		to = m.empty[len(m.empty)-1]
		m.empty = m.empty[:len(m.empty)-1]
	}
	m.masses[from] -= m.mass[u]
	if m.members[from]--; m.members[from] == 0 {
		m.masses[from] = 0
		m.empty = append(m.empty, from)
	}
	m.masses[to] += m.mass[u]
	m.members[to]++
	m.of[u] = to
	m.moves++
}
