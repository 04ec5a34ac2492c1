package graph

// Neighbours calls f with each node v that u has arcs to or from, u itself left out, in order: to says that there is u → v, from that there is v → u. It is given the successors and
// the predecessors of u.
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
