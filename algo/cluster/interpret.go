package cluster

import (
	"slices"

	"weft/graph"
)

// Values of a column of the limit are equal, or as good as none: these are how near to each other, and how small.
const (
	sameShare = 1 / 1.01 // of its own value, what an attractor shares with others
	selfShare = 0.999    // of its own value, what leads anywhere else
	mostShare = 0.001    // and of the greatest
)

// A chart says where the flow of each node leads.
type chart struct {
	m         *matrix
	attractor []bool
	system    []uint32 // of each node: the smallest attractor of its system; the node itself if it has no system
	seen      []uint32 // the node that was last there
	queue     []uint32
}

// targets calls f with each node that receives flow from u.
func (c *chart) targets(u uint32, f func(v uint32)) {
	own, most := float32(0), float32(0)
	for _, e := range c.m.columns[u] {
		most = max(most, e.value)
		if e.row == u {
			own = e.value
		}
	}
	bar := selfShare*float64(own) + mostShare*float64(most)
	if own == most {
		bar = sameShare * float64(own)
	}
	for _, e := range c.m.columns[u] {
		if float64(e.value) >= bar {
			f(e.row)
		}
	}
}

func (c *chart) root(u uint32) uint32 {
	for c.system[u] != u {
		c.system[u] = c.system[c.system[u]]
		u = c.system[u]
	}
	return u
}

func newChart(m *matrix) *chart {
	n := len(m.columns)
	c := &chart{m: m, attractor: make([]bool, n), system: make([]uint32, n), seen: make([]uint32, n)}
	for u := range c.system {
		c.system[u], c.seen[u] = uint32(u), ^uint32(0)
		c.targets(uint32(u), func(v uint32) { c.attractor[u] = c.attractor[u] || v == uint32(u) })
	}
	for u, is := range c.attractor {
		if !is {
			continue
		}
		c.targets(uint32(u), func(v uint32) {
			if c.attractor[v] {
				a, b := c.root(uint32(u)), c.root(v)
				c.system[max(a, b)] = min(a, b)
			}
		})
	}
	return c
}

// systems appends the systems that u reaches to dst, in increasing order.
func (c *chart) systems(dst []uint32, u uint32) []uint32 {
	if c.attractor[u] {
		return append(dst, c.root(u))
	}
	c.seen[u] = u
	c.queue = append(c.queue[:0], u)
	for i := 0; i < len(c.queue); i++ {
		c.targets(c.queue[i], func(v uint32) {
			if c.seen[v] == u {
				return
			}
			c.seen[v] = u
			c.queue = append(c.queue, v)
			if c.attractor[v] {
				dst = append(dst, c.root(v))
			}
		})
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}

// interpret fills r with the clusters of a flow that has gathered.
func (r *MCLResult) interpret(m *matrix, firstWins bool) {
	c := newChart(m)
	labels := make([]uint32, len(m.columns))
	var reached []uint32
	for u := range labels {
		reached = c.systems(reached[:0], uint32(u))
		if len(reached) == 0 {
			r.Lost++
			reached = append(reached, uint32(u))
		}
		labels[u] = reached[0]
		if len(reached) > 1 {
			r.Overlapping++
			if !firstWins {
				r.Overlaps = append(r.Overlaps, Overlap{graph.Node(u), slices.Clone(reached)})
			}
		}
	}
	r.Clusters = *Numbered(labels)
	for _, o := range r.Overlaps { // attractors belong to their systems alone
		for i, attractor := range o.Clusters {
			o.Clusters[i] = r.Of[attractor]
		}
	}
}
