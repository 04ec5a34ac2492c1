package cluster

import (
	"context"
	"fmt"

	"weft/graph"
)

// Recluster divides each cluster of c that has more than most nodes, as [Divide] does.
// Papers: websites, §3.2.
func Recluster(ctx context.Context, g *Graph, c *Clusters, most int, again func(ctx context.Context, cluster int, g *Graph) (*Clusters, error)) (*Clusters, error) {
	return Divide(ctx, g, c, DivideOptions{Most: most, Again: again})
}

// Divide divides each cluster of c with more than o.Most nodes again, on the graph of its nodes alone; o.Again receives the
// number of the cluster in c. The parts are not divided again, whatever their size. c is not changed. Clusters are divided
// one at a time, the largest first. Each takes 8 bytes per arc inside it beside the memory of the division, and 4 bytes per
// node of g.
func Divide(ctx context.Context, g *Graph, c *Clusters, o DivideOptions) (*Clusters, error) {
	if len(c.Of) != g.Lists.NumNodes() || o.Most < 1 {
		return nil, fmt.Errorf("recluster: %d labels for %d nodes, and at most %d in a cluster: want as many, and at least 1", len(c.Of), g.Lists.NumNodes(), o.Most)
	}
	d := &divider{o: o, g: g, c: c, labels: make([]uint32, len(c.Of)), members: group(c.Of, c.Count()), within: make([]uint32, len(c.Of))}
	for i := range c.Count() {
		for k, u := range d.members.of(i) {
			d.within[u], d.labels[u] = uint32(k), d.members.of(i)[0]
		}
	}
	from := 0
	if s := o.Resume; s != nil {
		if len(s.Labels) != len(d.labels) || s.Next < 0 || s.Next > c.Count() {
			return nil, fmt.Errorf("recluster: a state of %d labels, after %d clusters, to go on from, for %d in %d", len(s.Labels), s.Next, len(d.labels), c.Count())
		}
		copy(d.labels, s.Labels)
		from = s.Next
	}
	for i := from; i < c.Count() && int(c.Sizes[i]) > o.Most; i++ {
		err := ctx.Err()
		if err == nil {
			err = d.divide(ctx, i)
		}
		if err == nil && o.Save != nil {
			err = o.Save(DivideState{i + 1, d.labels})
		}
		if err != nil {
			return nil, fmt.Errorf("recluster: cluster %d: %w", i, err)
		}
	}
	return Numbered(d.labels), nil
}

// A divider divides clusters.
type divider struct {
	o       DivideOptions
	g       *Graph
	c       *Clusters
	members groups
	within  []uint32 // the number of each node in its cluster
	labels  []uint32 // the smallest node of the part of each
}

func (d *divider) divide(ctx context.Context, i int) error {
	nodes := d.members.of(i)
	sub, err := d.g.induced(nodes, d.c.Of, d.within)
	if err != nil {
		return err
	}
	parts, err := d.o.Again(ctx, i, sub)
	if err != nil {
		return err
	}
	first := make([]uint32, parts.Count()) // node of each part, plus one
	for k, p := range parts.Of {
		if first[p] == 0 {
			first[p] = nodes[k] + 1
		}
		d.labels[nodes[k]] = first[p] - 1
	}
	return nil
}

// induced returns the graph of the nodes of one cluster.
func (g *Graph) induced(nodes, of, within []uint32) (*Graph, error) {
	starts, ends := make([]uint32, 1, len(nodes)+1), []graph.Node(nil)
	sub := &Graph{}
	var list []graph.Node
	for _, u := range nodes {
		var err error
		if list, err = g.Lists.AppendSucc(list[:0], graph.Node(u)); err != nil {
			return nil, err
		}
		at := g.Lists.ArcsBefore(int(u))
		for i, v := range list {
			if of[v] != of[u] || uint32(v) == u {
				continue
			}
			ends = append(ends, graph.Node(within[v]))
			if g.Weights != nil {
				sub.Weights = append(sub.Weights, g.Weights[at+int64(i)])
			}
		}
		if g.Loops != nil {
			sub.Loops = append(sub.Loops, g.Loops[u])
		}
		starts = append(starts, uint32(len(ends))) //nolint:gosec // NewMemory checks
	}
	if g.Weights != nil && sub.Weights == nil {
		sub.Weights = []float32{}
	}
	lists, err := graph.NewMemory(starts, ends)
	sub.Lists = lists
	return sub, err
}
