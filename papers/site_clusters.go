package papers

import (
	"context"
	"errors"
	"slices"

	"weft/algo/cluster"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/stats"
	"weft/store"
)

// The inflations of the paper.
const (
	coarse = 1.2
	fine   = 2.0
)

// cluster divides the underlying undirected graph, of edges that weigh one each, as the paper did (§3.2, step 3).
func (r *siteRun) cluster() error {
	n, arcs := r.c.NumPages(), r.c.Graph().NumArcs()
	bytes, err := cluster.MCLBytes(n, cluster.MCLOptions{Work: graph.Work{Workers: r.Workers}, Keep: r.Keep})
	if err != nil {
		return err
	}
	v, err := r.View(r.ctx, "MCL", true, true, store.Heap("MCL", bytes).And(store.Heap("its graph", 8*arcs+8*int64(n))))
	if err != nil {
		return err
	}
	_, err = answer.See(r.c, &r.Options, answer.Stage{View: v}, func(v *store.View) (struct{}, error) {
		if v.Out.NumArcs() == 0 {
			return struct{}{}, answer.Refused("no arc counts, so there is nothing to divide")
		}
		g, err := cluster.Underlying(r.ctx, v.Out, v.In, nil, graph.Work{Workers: r.Workers})
		if err == nil {
			g.Lists, err = graph.Load(graph.Watched(g.Lists, func(graph.Node) error { return r.ctx.Err() }))
		}
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, r.divide(g)
	})
	return err
}

// divide runs MCL with both inflations, divides the largest cluster again, and keeps fewer entries.
func (r *siteRun) divide(g *cluster.Graph) error {
	for _, inflation := range []float64{coarse, fine} {
		run, err := r.mcl(r.ctx, g, inflation, r.Keep)
		if err != nil {
			return err
		}
		r.r.MCL = append(r.r.MCL, run)
	}
	if err := r.again(g, r.r.MCL[0].of); err != nil {
		return err
	}
	if r.Quick {
		return nil
	}
	for _, keep := range r.Kept {
		if keep == r.Keep {
			continue
		}
		run, err := r.mcl(r.ctx, g, fine, keep)
		if err != nil {
			return err
		}
		r.r.Kept = append(r.r.Kept, KeptRun{run, moved(run.of.Of, r.r.MCL[1].of.Of)})
	}
	return nil
}

// mcl runs MCL once.
func (r *siteRun) mcl(ctx context.Context, g *cluster.Graph, inflation float64, keep int) (MCLRun, error) {
	o := cluster.MCLOptions{Work: graph.Work{Workers: r.Workers}, Inflation: inflation, Keep: keep}
	o.Progress = func(iteration int, _ cluster.MCLPass) {
		r.Tell("MCL, iteration", int64(iteration+1), 0)
	}
	start := r.now()
	found, err := cluster.MCL(ctx, g, o)
	if err != nil {
		return MCLRun{}, err
	}
	run := MCLRun{
		Inflation:   inflation,
		Keep:        keep,
		Clusters:    found.Count(),
		Largest:     int(found.Sizes[0]),
		Overlapping: found.Overlapping,
		Iterations:  len(found.Passes),
		Converged:   found.Converged,
		Seconds:     r.since(start).Seconds(),
		of:          &found.Clusters,
	}
	for _, p := range found.Passes {
		run.MostLost = max(run.MostLost, 1-p.Kept)
	}
	return run, nil
}

// again divides the largest cluster with the other inflation (§4.2.1).
func (r *siteRun) again(g *cluster.Graph, c *cluster.Clusters) error {
	m := &r.r.Main
	m.Pages = int(c.Sizes[0])
	parts, err := cluster.Recluster(
		r.ctx,
		g,
		c,
		max(m.Pages-1, 1),
		func(ctx context.Context, _ int, part *cluster.Graph) (*cluster.Clusters, error) {
			run, err := r.mcl(ctx, part, fine, r.Keep)
			return run.of, err
		},
	)
	if err != nil {
		return err
	}
	all := group(parts.Of)
	inMain := func(p []graph.Node) bool { return c.Of[p[0]] == 0 }
	m.parts = slices.DeleteFunc(slices.Clone(all), func(p []graph.Node) bool { return !inMain(p) })
	m.Clusters, m.Largest, m.Smallest = len(m.parts), len(m.parts[0]), len(m.parts[len(m.parts)-1])
	m.Of = "the main cluster"
	if r.large(m.parts) < r.Random {
		m.parts, m.Of = all, "all clusters, the main one divided"
	}
	m.Sizes, err = r.sizeLaw(m.parts, m.Of)
	return err
}

// large counts the clusters that can be drawn.
func (r *siteRun) large(parts [][]graph.Node) (n int) {
	for _, p := range parts {
		if len(p) > r.Over {
			n++
		}
	}
	return n
}

// group lists the pages of each cluster, the largest first, of as many pages that with the smallest page.
func group(of []uint32) (all [][]graph.Node) {
	at := map[uint32]int{}
	for u, k := range of {
		if _, seen := at[k]; !seen {
			at[k] = len(all)
			all = append(all, nil)
		}
		all[at[k]] = append(all[at[k]], graph.Node(u))
	}
	slices.SortStableFunc(all, func(a, b []graph.Node) int { return len(b) - len(a) })
	return all
}

// sizeLaw fits a power law to the sizes of clusters (Fig. 10).
func (r *siteRun) sizeLaw(parts [][]graph.Node, of string) (measure.Law, error) {
	var h stats.Histogram
	for _, p := range slices.Backward(parts) {
		size := uint64(len(p))
		if last := len(h.Values) - 1; last >= 0 && h.Values[last] == size {
			h.Counts[last]++
			continue
		}
		h.Values, h.Counts = append(h.Values, size), append(h.Counts, 1)
	}
	l := measure.Law{
		Name:       "cluster size",
		Population: "clusters of " + of,
		Count:      h.Total(),
		Mean:       h.Mean(),
		Max:        h.Max(),
		Histogram:  h,
	}
	fit, err := stats.FitPowerLaw(h, stats.FitOptions{Samples: r.Samples, Seed: r.Seed, Workers: r.Workers, Sound: true})
	if errors.Is(err, stats.ErrTooFew) {
		l.FitError = errors.Unwrap(err).Error()
		return l, nil
	}
	l.Fit = &fit
	return l, err
}

// moved returns the split/join distance of two partitions divided by 2n. Consider the largest common part of each
// cluster with a cluster of the other partition. The distance is the mean share of pages outside this part (van
// Dongen, "Performance criteria for graph clustering and Markov cluster experiments", 2000).
func moved(a, b []uint32) float64 {
	common := map[[2]uint32]int{}
	for u := range a {
		common[[2]uint32{a[u], b[u]}]++
	}
	mostA, mostB := map[uint32]int{}, map[uint32]int{}
	for k, n := range common {
		mostA[k[0]], mostB[k[1]] = max(mostA[k[0]], n), max(mostB[k[1]], n)
	}
	same := 0
	for _, n := range mostA {
		same += n
	}
	for _, n := range mostB {
		same += n
	}
	return 1 - float64(same)/float64(2*len(a))
}
