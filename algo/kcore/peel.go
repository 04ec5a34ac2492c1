package kcore

import (
	"weft/graph"
	"weft/graph/alloc"
)

// watchEvery is the number of nodes between two checks of the context.
const watchEvery = 1 << 14

// peel removes the node of the least degree, again and again. The degree that a node has when it is removed, or a
// greater one before, is its core number. Nodes stand in order of their present degrees, in one array, and a table
// has the place where each degree begins. So a degree falls by one exchange of two places.
func (f *finder) peel() error {
	if err := f.degrees(); err != nil {
		return err
	}
	starts, order, place, err := f.order()
	if err != nil {
		return err
	}
	degrees := f.numbers
	r := reader{out: f.out, in: f.in, degree: f.o.Degree}
	for i, u := range order {
		if i%watchEvery == 0 {
			if err := f.ctx.Err(); err != nil {
				return err
			}
			if f.o.Progress != nil {
				f.o.Progress(i)
			}
		}
		_, falling, err := r.read(u)
		if err != nil {
			return err
		}
		k := degrees[u]
		for _, v := range falling {
			d := degrees[v]
			if d <= k { // removed, or as low as u; u itself is
				continue
			}
			first := starts[d] // no removed node stands here, as their degrees are at most k
			w := order[first]
			order[first], order[place[v]] = v, w
			place[w], place[v] = place[v], first
			starts[d]++
			degrees[v]--
		}
	}
	return nil
}

// order sorts the nodes by their degrees. It returns the place where each degree begins, the nodes in order, and the
// place of each node.
func (f *finder) order() (starts []uint32, order []graph.Node, place []uint32, err error) {
	n, most := len(f.numbers), uint32(0)
	for _, d := range f.numbers {
		most = max(most, d)
	}
	m := alloc.Maker{Space: f.o.Space}
	starts, order, place = alloc.From[uint32](&m, int(most)+2), alloc.From[graph.Node](&m, n), alloc.From[uint32](&m, n)
	if m.Err != nil {
		return nil, nil, nil, m.Err
	}
	for _, d := range f.numbers {
		starts[d+1]++
	}
	for d := range most + 1 {
		starts[d+1] += starts[d]
	}
	for u, d := range f.numbers {
		place[u] = starts[d]
		order[starts[d]] = graph.Node(u) //nolint:gosec // a node
		starts[d]++
	}
	copy(starts[1:], starts) // the end of each degree is where the next begins
	starts[0] = 0
	return starts, order, place, nil
}
