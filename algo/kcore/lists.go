package kcore

import (
	"slices"

	"weft/graph"
	"weft/internal/bitset"
)

// has returns 1 if a list has u, and 0 if not.
func has(list []graph.Node, u graph.Node) int64 {
	_, found := slices.BinarySearch(list, u)
	return int64(bitset.One(found))
}

// A reader reads the lists of single nodes.
type reader struct {
	out, in    graph.Random
	degree     Degree
	succ, pred []graph.Node // room for lists
	joined     []graph.Node // room for both in one
}

// single returns a list, which is valid until the next one is read into the same room.
func single(g graph.Random, room *[]graph.Node, u graph.Node) ([]graph.Node, error) {
	if m, is := g.(*graph.Memory); is {
		return m.Succ(u), nil
	}
	list, err := g.AppendSucc((*room)[:0], u)
	*room = list
	return list, err
}

// sort returns the nodes that count in the degree of u, and the nodes in whose degrees u counts. Both lists may have u
// itself, which does not count.
func (r *reader) sort(u graph.Node, succ, pred []graph.Node) (counted, falling []graph.Node) {
	switch r.degree {
	case In:
		return pred, succ
	case Out:
		return succ, pred
	case Arcs:
		r.joined = append(append(r.joined[:0], succ...), pred...)
	default:
		r.merge(u, succ, pred)
	}
	return r.joined, r.joined
}

// merge sets joined to the neighbours of u. It has no branch that a processor could mispredict.
func (r *reader) merge(u graph.Node, succ, pred []graph.Node) {
	most := len(succ) + len(pred)
	to := slices.Grow(r.joined[:0], most)[:most]
	n, i, j := 0, 0, 0
	for i < len(succ) && j < len(pred) {
		x, y := succ[i], pred[j]
		v := min(x, y)
		to[n] = v
		n += bitset.One(v != u)
		i, j = i+bitset.One(x <= y), j+bitset.One(y <= x)
	}
	for _, v := range succ[i:] {
		to[n] = v
		n += bitset.One(v != u)
	}
	for _, v := range pred[j:] {
		to[n] = v
		n += bitset.One(v != u)
	}
	r.joined = to[:n]
}
