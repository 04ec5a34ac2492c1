package graph

import (
	"cmp"
	"fmt"

	"weft/internal/bitset"
)

// EachBoth calls f with the successors and the predecessors of each node of r, lent: out is a graph, in its transpose.
// A transpose that has fewer nodes is an error.
func EachBoth(out, in Graph, r Range, f func(u Node, succ, pred []Node)) error {
	back, whole := in.Scan(r), true
	err := EachList(out, r, func(u Node, succ []Node) {
		if whole = whole && back.Next(); whole {
			f(u, succ, back.Succ())
		}
	})
	if err = cmp.Or(err, back.Err()); err == nil && !whole {
		err = fmt.Errorf("the transpose ends before node %d, the graph has %d", r.Hi, out.NumNodes())
	}
	return err
}

// Common counts the common elements of two lists in order. It has no branch that a processor could mispredict.
func Common(a, b []Node) (n int64) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		less, more := bitset.One(x <= y), bitset.One(y <= x)
		i, j, n = i+less, j+more, n+int64(less&more)
	}
	return n
}

// Neighbours calls f with each node v ≠ u that u has arcs to or from, in order. to reports u → v, and from reports
// v → u. succ and pred are the successors and the predecessors of u.
func Neighbours(u Node, succ, pred []Node, f func(v Node, to, from bool)) {
	for len(succ) > 0 || len(pred) > 0 {
		to := len(pred) == 0 || len(succ) > 0 && succ[0] <= pred[0]
		from := len(succ) == 0 || len(pred) > 0 && pred[0] <= succ[0]
		var v Node
		if from {
			v, pred = pred[0], pred[1:]
		}
		if to {
			v, succ = succ[0], succ[1:]
		}
		if v != u {
			f(v, to, from)
		}
	}
}
