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

// read returns the lists of u, as [reader.sort] does.
func (r *reader) read(u graph.Node) (counted, falling []graph.Node, err error) {
	succ, err := single(r.out, &r.succ, u)
	if err != nil {
		return nil, nil, err
	}
	pred, err := single(r.in, &r.pred, u)
	if err != nil {
		return nil, nil, err
	}
	counted, falling = r.sort(u, succ, pred)
	return counted, falling, nil
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
		r.joined = r.joined[:0]
		graph.Neighbours(u, succ, pred, func(v graph.Node, _, _ bool) { r.joined = append(r.joined, v) })
	}
	return r.joined, r.joined
}
