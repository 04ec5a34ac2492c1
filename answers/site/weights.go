package site

import (
	"context"
	"fmt"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/corrupt"
	"weft/store"
)

// keptCapacities gives each arc of the ground the weight that an import kept, divided by the largest weight of them. An arc
// of weight 0 has the least capacity. Links of pages that redirects replace have no weights.
func (g *Ground) keptCapacities(ctx context.Context, v *store.View) ([]int64, error) {
	if g.moved != nil {
		return nil, answer.Refused("{capacity} kept: redirects replace pages, and the links that their targets take over have no weights")
	}
	out, _, err := v.Weighted()
	if err != nil {
		return nil, err
	}
	most := 0.0
	err = g.eachWeight(ctx, out, func(weight float64) { most = max(most, weight) })
	if err != nil {
		return nil, err
	}
	all := make([]int64, 0, g.out.NumArcs())
	if most == 0 {
		most = 1
	}
	err = g.eachWeight(ctx, out, func(weight float64) { all = append(all, whole(weight/most)) })
	return all, err
}

// eachWeight calls f with the weight of each arc of the ground, in order.
func (g *Ground) eachWeight(ctx context.Context, out graph.Weighted, f func(weight float64)) error {
	cur := out.ScanWeights(graph.Everything(out))
	for cur.Next() {
		u, at := cur.Node(), 0
		if u%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		succ, weights := cur.Succ(), cur.Weights()
		for _, w := range g.out.Succ(u) {
			for at < len(succ) && succ[at] < w {
				at++
			}
			if at == len(succ) || succ[at] != w {
				return corrupt.Errorf("the arc from page %d to page %d has no weight", u, w)
			}
			if !(weights[at] >= 0) {
				return fmt.Errorf("the arc from page %d to page %d has the weight %v: a capacity is 0 or more", u, w, weights[at])
			}
			f(weights[at])
		}
	}
	return cur.Err()
}
