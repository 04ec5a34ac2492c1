package random

import "weft/graph"

// sampled is the number of pages whose lists are made to find out how long lists are.
const sampled = 1 << 13

// calibrate finds the scale at which the mean degree of pages, taken at even distances, is the one wanted, by halving
// an interval. Where no scale is large enough, as for a Web of ten pages with a thousand arcs, the largest is taken.
func (w *Web) calibrate() {
	lo, hi := 0.0, 16.0
	for range 12 {
		w.scale = (lo + hi) / 2
		if w.sampleMean() < w.opts.Degree {
			lo = w.scale
		} else {
			hi = w.scale
		}
	}
}

// sampleMean returns the mean degree of a sample.
func (w *Web) sampleMean() float64 {
	n := min(sampled, w.opts.Pages)
	k := newLinker(w)
	var list []graph.Node
	arcs := 0
	for i := range n {
		u := graph.Node(int64(i) * int64(w.opts.Pages) / int64(n))
		list = k.appendSucc(list[:0], u)
		arcs += len(list)
	}
	return float64(arcs) / float64(n)
}
