package graphtest

import "weft/graph"

// Weighted is a graph in memory with a weight for each arc.
type Weighted struct {
	*graph.Memory
	weights []float64 // in the order of the arcs
}

// Weigh returns g with weights, and its transpose with the same weights.
func Weigh(g *graph.Memory, weigh func(u, v graph.Node) float64) (out, in *Weighted, err error) {
	back, err := graph.Transpose(g)
	if err != nil {
		return nil, nil, err
	}
	out, in = &Weighted{Memory: g}, &Weighted{Memory: back}
	for u := range graph.Node(g.NumNodes()) { //nolint:gosec // nodes
		for _, v := range g.Succ(u) {
			out.weights = append(out.weights, weigh(u, v))
		}
		for _, v := range back.Succ(u) {
			in.weights = append(in.weights, weigh(v, u))
		}
	}
	return out, in, nil
}

// ScanWeights implements graph.Weighted.
func (w *Weighted) ScanWeights(r graph.Range) graph.WeightCursor {
	return &weightCursor{w.Scan(r), w.weights[w.ArcsBefore(r.Lo):], nil}
}

type weightCursor struct {
	graph.Cursor
	left, of []float64
}

func (c *weightCursor) Next() bool {
	if !c.Cursor.Next() {
		return false
	}
	n := len(c.Succ())
	c.of, c.left = c.left[:n], c.left[n:]
	return true
}

func (c *weightCursor) Weights() []float64 { return c.of }
