package cluster

import (
	"context"
	"fmt"

	"weft/graph"
)

// Recluster divides each cluster of c that has more than most nodes again: by again, on the graph of its nodes alone, with the number of the
// cluster in c. What again leaves in one piece stays so, whatever its size. c is not changed. The largest clusters are looked at first, one after
// the other; each takes 8 bytes for each arc inside it beside what again takes, and 4 a node of g.
// Papers: websites, §3.2.
func Recluster(ctx context.Context, g *Graph, c *Clusters, most int, again func(ctx context.Context, cluster int, g *Graph) (*Clusters, error)) (*Clusters, error) {
	if len(c.Of) != g.Lists.NumNodes() || most < 1 {
		return nil, fmt.Errorf("recluster: %d labels for %d nodes, and at most %d in a cluster: want as many, and at least 1", len(c.Of), g.Lists.NumNodes(), most)
	}
	labels := make([]uint32, len(c.Of))
	members := group(c.Of, c.Count())
	within := make([]uint32, len(c.Of)) // the number of each node in its cluster
	for i := range c.Count() {
		for k, u := range members.of(i) {
			within[u], labels[u] = uint32(k), members.of(i)[0] // the smallest node names the cluster
		}
	}
	for i, size := range c.Sizes {
		if int(size) <= most {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		nodes := members.of(i)
		sub, err := g.induced(nodes, c.Of, within)
		if err != nil {
			return nil, fmt.Errorf("recluster: cluster %d: %w", i, err)
		}
		parts, err := again(ctx, i, sub)
		if err != nil {
			return nil, fmt.Errorf("recluster: cluster %d: %w", i, err)
		}
		first := make([]uint32, parts.Count()) // node of each part, plus one
		for k, p := range parts.Of {
			if first[p] == 0 {
				first[p] = nodes[k] + 1
			}
			labels[nodes[k]] = first[p] - 1
		}
	}
	return Numbered(labels), nil
}

// induced returns the graph of the nodes of one cluster.
func (g *Graph) induced(nodes, of, within []uint32) (*Graph, error) {
	starts, ends := make([]int64, 1, len(nodes)+1), []graph.Node(nil)
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
		starts = append(starts, int64(len(ends)))
	}
	if g.Weights != nil && sub.Weights == nil {
		sub.Weights = []float32{}
	}
	lists, err := graph.NewMemory(starts, ends)
	sub.Lists = lists
	return sub, err
}
