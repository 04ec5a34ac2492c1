package distance

import (
	"errors"

	"weft/graph"
	"weft/graph/alloc"
)

// bounds holds the data for upper bounds of eccentricities: a pivot of each strong component, and the distances of
// nodes from it within the component.
type bounds struct {
	order  []uint32 // the components, each after all components that it leads to
	begins []uint32 // where the nodes of each component begin in nodes; one more than components
	nodes  []graph.Node
	pivots []graph.Node
	near   [2][]uint32 // of each node: from the pivot to it, and from it to the pivot
	cost   []uint32    // from the current pivot to the pivots of other components; 0 for components that no arc leads to
	to     []uint32    // those others
	by     [2][]uint32 // the component that decided the bound of each; itself if its own nodes did
	queue  []graph.Node
}

func (b *bounds) make(d *diameter) error {
	m, c := alloc.Maker{Space: d.o.Space}, d.o.Components
	b.order, b.begins, b.pivots = alloc.From[uint32](&m, c), alloc.From[uint32](&m, c+1), alloc.From[graph.Node](&m, c)
	b.cost, b.to = alloc.From[uint32](&m, c), alloc.From[uint32](&m, c)
	b.by[0], b.by[1] = alloc.From[uint32](&m, c), alloc.From[uint32](&m, c)
	b.nodes, b.queue = alloc.From[graph.Node](&m, d.n), alloc.From[graph.Node](&m, d.n)
	b.near[0], b.near[1] = alloc.From[uint32](&m, d.n), alloc.From[uint32](&m, d.n)
	if m.Err != nil {
		return m.Err
	}
	b.gather(d.o.Labels)
	return b.sort(d)
}

// gather lists the nodes by component.
func (b *bounds) gather(labels []uint32) {
	for _, c := range labels {
		b.begins[c+1]++
	}
	for c := range b.pivots {
		b.begins[c+1] += b.begins[c]
	}
	next := b.to
	copy(next, b.begins)
	for u, c := range labels {
		b.nodes[next[c]] = graph.Node(u)
		next[c]++
	}
}

func (b *bounds) members(c uint32) []graph.Node { return b.nodes[b.begins[c]:b.begins[c+1]] }

// sort orders the components so that each comes after all components that it leads to. It repeatedly removes
// components without arcs to remaining ones.
func (b *bounds) sort(d *diameter) error {
	left, err := alloc.Make[uint64](d.o.Space, len(b.pivots)) // arcs out of each component
	if err != nil {
		return err
	}
	for c := range left {
		if err := b.leave(d, uint32(c), forwards, func(_, _ graph.Node, _ uint32) { left[c]++ }); err != nil {
			return err
		}
	}
	found := 0
	for c := range left {
		if left[c] == 0 {
			b.order[found] = uint32(c)
			found++
		}
	}
	for i := 0; i < found; i++ {
		err := b.leave(d, b.order[i], backwards, func(_, _ graph.Node, other uint32) {
			if left[other]--; left[other] == 0 {
				b.order[found] = other
				found++
			}
		})
		if err != nil {
			return err
		}
	}
	if found < len(left) {
		return errors.New("diameter: the labels are not those of strong components, as some lead to each other")
	}
	return nil
}

// leave calls f for each arc u → v that leads out of a component, into another.
func (b *bounds) leave(d *diameter, c uint32, way int, f func(u, v graph.Node, other uint32)) error {
	for i, u := range b.members(c) {
		if i&0xffff == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		list, err := d.successors(way, u)
		if err != nil {
			return err
		}
		for _, v := range list {
			if other := d.o.Labels[v]; other != c {
				f(u, v, other)
			}
		}
	}
	return nil
}

// lower lowers the upper bounds of all nodes. The pivot of a component is the node that is nearest to all, as far as is known.
func (d *diameter) lower() error {
	b := &d.bounds
	d.best.Searches++
	for c := range b.pivots {
		all := b.members(uint32(c))
		best := all[0]
		for _, u := range all {
			if d.low[0][u]+d.low[1][u] < d.low[0][best]+d.low[1][best] {
				best = u
			}
		}
		b.pivots[c] = best
	}
	b.pivots[d.o.Labels[d.last]] = d.last
	for way := range b.near {
		if err := b.inside(d, way); err != nil {
			return err
		}
	}
	for way := range d.high {
		if err := b.through(d, way); err != nil {
			return err
		}
	}
	return nil
}

// inside finds how far all nodes are from their pivot, along arcs of their component.
func (b *bounds) inside(d *diameter, way int) error {
	near, queue := b.near[way], b.queue[:0]
	for u := range near {
		near[u] = Unreached
	}
	for _, p := range b.pivots {
		near[p] = 0
		queue = append(queue, p)
	}
	for i := 0; i < len(queue); i++ {
		if i&0xffff == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		u := queue[i]
		list, err := d.successors(way, u)
		if err != nil {
			return err
		}
		for _, v := range list {
			if near[v] == Unreached && d.o.Labels[v] == d.o.Labels[u] {
				near[v] = near[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return nil
}

// through bounds the eccentricity of each pivot, by the nodes of its component and by the pivots of the components
// that an arc leads to.
func (b *bounds) through(d *diameter, way int) error {
	for i := range b.order {
		c := b.order[i]
		if way == backwards {
			c = b.order[len(b.order)-1-i]
		}
		if err := b.pivot(d, c, way); err != nil {
			return err
		}
	}
	return nil
}

func (b *bounds) pivot(d *diameter, c uint32, way int) error {
	far, others := uint32(0), b.to[:0]
	for _, u := range b.members(c) {
		far = max(far, b.near[way][u])
	}
	err := b.leave(d, c, way, func(u, v graph.Node, other uint32) {
		cost := b.near[way][u] + 1 + d.high[way][v]
		if b.cost[other] == 0 {
			others = append(others, other)
			b.cost[other] = cost
		}
		b.cost[other] = min(b.cost[other], cost)
	})
	b.by[way][c] = c
	for _, other := range others {
		if b.cost[other] > far {
			far, b.by[way][c] = b.cost[other], other
		}
		b.cost[other] = 0
	}
	far = min(far, d.high[way][b.pivots[c]])
	for _, u := range b.members(c) {
		d.high[way][u] = min(d.high[way][u], b.near[1-way][u]+far)
	}
	return err
}

// culprit returns the pivot half way along the components by which the bound of u came about, as far as theirs may be too high.
func (b *bounds) culprit(d *diameter, u graph.Node, way int) graph.Node {
	loose := []graph.Node{u}
	for c := d.o.Labels[u]; ; c = b.by[way][c] {
		if p := b.pivots[c]; d.high[way][p] > d.low[way][p] {
			loose = append(loose, p)
		} else {
			break
		}
		if b.by[way][c] == c {
			break
		}
	}
	return loose[len(loose)/2]
}
