package kcore

import (
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// watchEvery is the number of nodes between two checks of the context.
const watchEvery = 1 << 14

// A peeler removes nodes.
type peeler struct {
	*finder
	// left counts, for each node, the counted nodes that are not removed yet. For a removed node it has no meaning.
	left []uint32
	rest []graph.Node // all nodes that are not removed, and some that are, in order
	due  []graph.Node // nodes to remove, and room for one more
	done int          // removed nodes
	both returned     // arcs of the transpose; nil unless degrees are Neighbours
}

// peel removes, for each k from 0 on, nodes with k others left, until none has. Their core number is k. It returns the
// shells where the nodes that were left tell the edges, and else nil.
//
// In contrast to the method of Batagelj and Zaveršnik, nodes are not kept in order of their degrees. To find the nodes
// for a k, peel scans the rest. It tests a node about as often as the core number says, which is at most the degree.
// For each arc one count changes. An order of the nodes would change five words.
func (f *finder) peel() ([]Shell, error) {
	n := len(f.numbers)
	m := alloc.Maker{Space: f.o.Space}
	p := &peeler{finder: f, left: alloc.From[uint32](&m, n), rest: alloc.From[graph.Node](&m, n), due: alloc.From[graph.Node](&m, n+1)}
	if f.o.Degree == Neighbours {
		p.both = alloc.From[uint64](&m, int(f.in.NumArcs()+63)/64)
	}
	if m.Err != nil {
		return nil, m.Err
	}
	if err := f.degrees(p.left, p.both); err != nil {
		return nil, err
	}
	for u := range p.rest {
		p.rest[u] = graph.Node(u) //nolint:gosec // a node
	}
	var shells []Shell
	for k := uint32(0); ; {
		due, next := p.look(k)
		if due == 0 && len(p.rest) == 0 {
			break
		}
		if due == 0 {
			k = next
			continue
		}
		s, err := p.remove(k, due)
		if err != nil {
			return nil, err
		}
		shells = append(shells, s)
		k++
	}
	if d := f.o.Degree; d == In || d == Out {
		return nil, nil
	}
	return shells, nil
}

// look leaves removed nodes out of the rest, and puts nodes with k others left into due. It returns their number, and the
// least count of the other nodes.
func (p *peeler) look(k uint32) (due int, next uint32) {
	next = math.MaxUint32
	kept := 0
	for _, u := range p.rest {
		x := p.left[u]
		p.due[due] = u
		due += bitset.One(x == k)
		p.rest[kept] = u
		if x > k {
			kept++
			next = min(next, x)
		}
	}
	p.rest = p.rest[:kept]
	return due, next
}

// remove removes the first nodes of due. Removing them makes other nodes due, which it removes too.
func (p *peeler) remove(k uint32, due int) (Shell, error) {
	var succ, pred []graph.Node
	s := Shell{K: k}
	for i := 0; i < due; i++ {
		if p.done%watchEvery == 0 {
			if err := p.ctx.Err(); err != nil {
				return s, err
			}
			if p.o.Progress != nil {
				p.o.Progress(p.done)
			}
		}
		p.done++
		u := p.due[i]
		own := p.left[u]
		s.Edges += int64(own)
		if p.o.Degree != Out {
			list, err := single(p.out, &succ, u)
			if err != nil {
				return s, err
			}
			due = p.lower(list, k, due)
		}
		if p.o.Degree != In {
			list, err := single(p.in, &pred, u)
			if err != nil {
				return s, err
			}
			if p.both != nil {
				due = p.lowerOnce(list, p.in.ArcsBefore(int(u)), k, due)
			} else {
				due = p.lower(list, k, due)
			}
		}
		p.left[u] = own // which an arc to itself does not change
		p.numbers[u] = k
	}
	s.Nodes = due
	return s, nil
}

// lower counts one node less for each node of a list. Nodes with k others left become due. It returns the number of due
// nodes.
func (p *peeler) lower(list []graph.Node, k uint32, due int) int {
	left, queue := p.left, p.due
	for _, v := range list {
		x := left[v] - 1
		left[v] = x
		queue[due] = v
		due += bitset.One(x == k)
	}
	return due
}

// lowerOnce is lower without the nodes whose arcs are returned. The list begins with the given arc.
func (p *peeler) lowerOnce(list []graph.Node, arc int64, k uint32, due int) int {
	left, queue, both := p.left, p.due, p.both
	for i, v := range list {
		once := both.once(arc + int64(i))
		x := left[v] - once
		left[v] = x
		queue[due] = v
		due += bitset.One(x == k) & int(once)
	}
	return due
}
