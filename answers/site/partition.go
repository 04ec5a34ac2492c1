package site

import (
	"context"
	"fmt"

	"weft/algo/cluster"
	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/answers/clusters"
	"weft/graph"
)

// undirected is the graph that clusters are found in: its edges weigh what the links in both directions tell.
func (g *Ground) undirected(ctx context.Context) (*cluster.Graph, error) {
	return cluster.Underlying(ctx, g.out, g.in, hierarchy.Weights(g.out, g.degree), g.work())
}

// mclOptions returns the options of MCL: a few hundred entries per column, because only clusters are needed.
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
		lo, kept := cluster.LeidenOptions{Work: g.work(), Resolution: g.r.Resolution, Seed: g.r.Seed}, g.unfinished(fmt.Sprintf("resolution %g seed %d", g.r.Resolution, g.r.Seed))
		clusters.ResumeLeiden(kept, &lo)
		r, err := cluster.Leiden(ctx, u, lo)
		if err = kept.Ended(err); err != nil {
			return nil, err
		}
		return r.Of, nil
	}
	o := g.r.mclOptions()
	o.Progress = func(iteration int, _ cluster.MCLPass) { g.r.Tell("MCL, iteration", int64(iteration), 0) }
	kept := g.unfinished(fmt.Sprintf("inflation %g keep %d", o.Inflation, o.Keep))
	clusters.ResumeMCL(kept, &o)
	r, err := cluster.MCL(ctx, u, o)
	if err = kept.Ended(err); err != nil {
		return nil, err
	}
	return r.Of, nil
}

// unfinished is the search for clusters of the ground.
func (g *Ground) unfinished(key string) *answer.Unfinished {
	arcs := ""
	if k, err := g.r.Arcs(); err == nil {
		arcs = k.String()
	}
	filter := ""
	if g.r.Filter != nil {
		filter = g.r.Filter.Name()
	}
	var pages []graph.Node
	if g.places != nil { // which decide what the superset is
		pages = g.r.Pages
	}
	if g.moved != nil {
		key += " redirects followed"
	}
	return g.r.UnfinishedOf(g.c, "site clusters", filter, fmt.Sprintf("%s method %s superset %s of %v %s", arcs, g.r.Cluster, g.r.Superset, pages, key))
}
