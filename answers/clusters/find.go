package clusters

import (
	"context"

	"weft/algo/cluster"
	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/graph"
	"weft/store"
)

// find finds the clusters.
func (q *asked) find(ctx context.Context, c *store.Crawl, v *store.View, o answer.Options) (*Found, error) {
	f := &Found{Kinds: v.Kinds.String(), View: v.Filter, Method: q.method, Weights: q.weights, Pages: c.NumPages(), params: map[string]any{"method": q.method, "weights": q.weights}, asked: q}
	space, back := v.Aside()
	defer back() //nolint:errcheck // a scratch file
	work := graph.Work{Workers: o.Workers, Space: space}
	o.Tell("joining links of both directions", 0, 0)
	g, err := q.undirected(ctx, v, work)
	if err != nil {
		return nil, err
	}
	var of []uint32
	switch q.method {
	case "closed": // it has weights of its own; the modularity uses the requested weights
		delete(f.params, "weights")
		of, err = closed(ctx, v, work)
	case "mcl":
		of, err = q.byMCL(ctx, f, g, finding{v, &o})
	default:
		of, err = q.byLeiden(ctx, f, g, finding{v, &o})
	}
	if err != nil {
		return nil, err
	}
	if f.Modularity, err = g.Measure(ctx, of, cluster.Modularity, 1, work); err != nil {
		return nil, err
	}
	if err := f.count(c, of, q.top); err != nil || len(f.Top) == 0 {
		return f, err
	}
	o.Tell("naming clusters", 0, 0)
	return f, f.describe(ctx, c, v.Out)
}

// undirected is the graph with its weights, in memory. Without weights its lists lie in the space of the work.
func (q *asked) undirected(ctx context.Context, v *store.View, work graph.Work) (*cluster.Graph, error) {
	switch q.weights {
	case keptWeights:
		out, in, err := v.Weighted()
		if err != nil {
			return nil, err
		}
		return cluster.UnderlyingWeighted(ctx, out, in, work)
	case "directions":
		return cluster.Underlying(ctx, v.Out, v.In, cluster.EachWay, work)
	case "returned":
		degree, err := hierarchy.InDegrees(ctx, v.In, work)
		if err != nil {
			return nil, err
		}
		out, err := graph.Load(graph.Watched(v.Out, func(graph.Node) error { return ctx.Err() }))
		if err != nil {
			return nil, err
		}
		return cluster.Underlying(ctx, v.Out, v.In, hierarchy.Weights(out, degree), work)
	}
	g, err := cluster.Underlying(ctx, v.Out, v.In, nil, work)
	if err != nil {
		return nil, err
	}
	watched := graph.Watched(g.Lists, func(graph.Node) error { return ctx.Err() })
	if work.Space == nil {
		g.Lists, err = graph.Load(watched) // it takes no more than there are edges
	} else {
		g.Lists, err = graph.LoadIn(work.Space, watched)
	}
	return g, err
}

func closed(ctx context.Context, v *store.View, work graph.Work) ([]uint32, error) {
	t, err := hierarchy.Build(ctx, v.Out, v.In, work)
	if err != nil {
		return nil, err
	}
	of, _ := t.Sites(hierarchy.SiteOptions{})
	return of, nil
}

// finding holds the input and the options of a method.
type finding struct {
	v *store.View
	*answer.Options
}

func (q *asked) byLeiden(ctx context.Context, f *Found, g *cluster.Graph, o finding) ([]uint32, error) {
	lo := cluster.LeidenOptions{Work: graph.Work{Workers: o.Workers}, Aside: o.v.Aside, Resolution: q.resolution, Seed: o.Seed, Iterations: q.iterations}
	if q.quality == "cpm" {
		lo.Quality = cluster.CPM
	}
	lo.Progress = func(_, _, clusters int) { o.Tell("Leiden, clusters", int64(clusters), 0) }
	again := lo
	u := q.unfinished(o.v, o.Options, false)
	ResumeLeiden(u, &lo)
	r, err := cluster.Leiden(ctx, g, lo)
	if err = u.Ended(err); err != nil {
		return nil, err
	}
	f.params["iterations"] = r.Iterations
	f.Quality, f.Iterations, f.Converged = &r.Quality, r.Iterations, &r.Stable
	f.params["resolution"], f.params["quality"], f.params["seed"] = q.resolution, q.quality, o.Seed
	if again.Resolution = q.again; q.again == 0 {
		again.Resolution = 2 * q.resolution
	}
	return q.divide(ctx, f, division{o, g, &r.Clusters}, func(ctx context.Context, _ int, part *cluster.Graph) (*cluster.Clusters, error) {
		r, err := cluster.Leiden(ctx, part, again)
		if err != nil {
			return nil, err
		}
		return &r.Clusters, nil
	})
}

// division is of clusters of a graph.
type division struct {
	finding
	g *cluster.Graph
	c *cluster.Clusters
}

// divide divides clusters that are too large once more, if that is requested.
func (q *asked) divide(ctx context.Context, f *Found, d division, again func(context.Context, int, *cluster.Graph) (*cluster.Clusters, error)) ([]uint32, error) {
	if q.maxSize == 0 {
		return d.c.Of, nil
	}
	for _, size := range d.c.Sizes {
		if int(size) > q.maxSize {
			f.Divided++
		}
	}
	f.params["max_size"], f.params["again"] = q.maxSize, q.again
	u, do := q.unfinished(d.v, d.Options, true), cluster.DivideOptions{Most: q.maxSize, Again: again}
	resumeDivision(u, &do)
	r, err := cluster.Divide(ctx, d.g, d.c, do)
	if err = u.Ended(err); err != nil {
		return nil, err
	}
	return r.Of, nil
}

func (q *asked) byMCL(ctx context.Context, f *Found, g *cluster.Graph, o finding) ([]uint32, error) {
	mo := q.mcl(o.Workers)
	mo.Progress = func(iteration int, _ cluster.MCLPass) { o.Tell("MCL, iteration", int64(iteration), 0) }
	again := mo
	u := q.unfinished(o.v, o.Options, false)
	ResumeMCL(u, &mo)
	r, err := cluster.MCL(ctx, g, mo)
	if err = u.Ended(err); err != nil {
		return nil, err
	}
	f.params["iterations"] = len(r.Passes)
	f.Iterations, f.Converged, f.Overlapping = len(r.Passes), &r.Converged, r.Overlapping
	lost := 0.0
	for _, p := range r.Passes {
		lost = max(lost, 1-p.Kept)
	}
	f.MostLost = &lost
	f.params["inflation"], f.params["keep"], f.params["first_wins"] = q.inflation, q.keep, q.firstWins
	if again.Inflation = q.again; q.again == 0 {
		again.Inflation = 2
	}
	return q.divide(ctx, f, division{o, g, &r.Clusters}, func(ctx context.Context, _ int, part *cluster.Graph) (*cluster.Clusters, error) {
		r, err := cluster.MCL(ctx, part, again)
		if err != nil {
			return nil, err
		}
		return &r.Clusters, nil
	})
}
