package cluster_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"weft/algo/cluster"
	"weft/internal/drawn"
)

// What is too large is divided on the graph of its nodes: by connected parts here, which a search finds too.
func TestRecluster(t *testing.T) {
	r := drawn.Rand(t)
	for range 50 {
		n := 1 + r.IntN(60)
		edges := draw(r, n, true)
		g := undirected(n, edges)
		labels := make([]uint32, n)
		for u := range labels {
			labels[u] = uint32(r.IntN(3))
		}
		c := cluster.Numbered(slices.Clone(labels))
		most := 1 + r.IntN(n)
		got, err := cluster.Recluster(t.Context(), g, c, most, func(ctx context.Context, i int, sub *cluster.Graph) (*cluster.Clusters, error) {
			if sub.Lists.NumNodes() != int(c.Sizes[i]) || int(c.Sizes[i]) <= most {
				t.Errorf("cluster %d of %d nodes is divided as a graph of %d, at most %d", i, c.Sizes[i], sub.Lists.NumNodes(), most)
			}
			found, err := cluster.Leiden(ctx, sub, cluster.LeidenOptions{Quality: cluster.CPM, Resolution: 1e-6, Iterations: -1})
			return &found.Clusters, err
		})
		if err != nil {
			t.Fatal(err)
		}
		at := make([]int, n) // the smallest node that hangs together with each inside its cluster
		for u := range at {
			at[u] = u
		}
		for range n {
			for _, e := range edges {
				if c.Of[e.u] == c.Of[e.v] {
					at[e.u] = min(at[e.u], at[e.v])
					at[e.v] = at[e.u]
				}
			}
		}
		for u := range n {
			for v := range u {
				want := c.Of[u] == c.Of[v] && (int(c.Sizes[c.Of[u]]) <= most || at[u] == at[v])
				if same := got.Of[u] == got.Of[v]; same != want {
					t.Fatalf("nodes %d and %d together: %v, want %v", u, v, same, want)
				}
			}
		}
		failed := errors.New("no")
		_, err = cluster.Recluster(t.Context(), g, c, 1, func(context.Context, int, *cluster.Graph) (*cluster.Clusters, error) { return nil, failed })
		if int(c.Sizes[0]) > 1 && !errors.Is(err, failed) {
			t.Errorf("got error %v, want that of the method", err)
		}
	}
}
