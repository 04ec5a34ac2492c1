package site

import (
	"context"

	"weft/algo/cluster"
	"weft/algo/hierarchy"
	"weft/graph"
)

// undirected is the graph that clusters are found in: its edges weigh what the links in both directions tell.
func (g *Ground) undirected(ctx context.Context) (*cluster.Graph, error) {
	return cluster.Underlying(ctx, g.out, g.in, hierarchy.Weights(g.out, g.degree), g.work())
}

// mclOptions are those of MCL here: a few hundred entries of each column, as clusters are all that is asked for.
func (r *Request) mclOptions() cluster.MCLOptions {
	return cluster.MCLOptions{Work: graph.Work{Workers: r.Workers}, Inflation: r.Inflation, Keep: 200}
}

// partition finds clusters by Leiden or MCL.
func (g *Ground) partition(ctx context.Context) ([]uint32, error) {
	u, err := g.undirected(ctx)
	if err != nil {
		return nil, err
	}
	if g.r.Cluster == Leiden {
		r, err := cluster.Leiden(ctx, u, cluster.LeidenOptions{Work: g.work(), Resolution: g.r.Resolution, Seed: g.r.Seed})
		if err != nil {
			return nil, err
		}
		return r.Of, nil
	}
	o := g.r.mclOptions()
	o.Progress = func(iteration int, _ cluster.MCLPass) { g.r.Tell("MCL, iteration", int64(iteration), 0) }
	r, err := cluster.MCL(ctx, u, o)
	if err != nil {
		return nil, err
	}
	return r.Of, nil
}
