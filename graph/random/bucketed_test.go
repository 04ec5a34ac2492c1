package random

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// A bucketed list has what a sorted one has, whatever is put in whose place.
func TestBucketed(t *testing.T) {
	r := drawn.Rand(t)
	for _, n := range []int{1, 2, 100, 5000} {
		all := r.Perm(3 * n)
		list := make([]graph.Node, n)
		in := map[graph.Node]bool{}
		for i := range list {
			list[i] = graph.Node(all[i])
			in[list[i]] = true
		}
		b := newBucketed(list)
		for range 2 * n {
			at, v := r.IntN(n), graph.Node(r.IntN(3*n))
			if b.has(list, v) != in[v] {
				t.Fatalf("%d nodes: that %d is one of them: got %t, want %t", n, v, !in[v], in[v])
			}
			if !in[v] {
				delete(in, list[at])
				in[v] = true
				b.replace(list, at, v)
			}
		}
		slices.Sort(list)
		if len(slices.Compact(list)) != len(in) || slices.ContainsFunc(list, func(v graph.Node) bool { return !in[v] }) {
			t.Errorf("%d nodes: others are in the list than were put there", n)
		}
	}
}
