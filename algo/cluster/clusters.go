package cluster

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/graph"
	"weft/internal/par"
)

// Clusters assigns every node to one cluster.
type Clusters struct {
	// Of holds the cluster of each node, 0 ≤ cluster < Count.
	Of []uint32
	// Sizes holds the number of nodes of each cluster, in decreasing order; of the same size the one with the smallest
	// node is first.
	Sizes []uint32
}

// Count returns the number of clusters.
func (c *Clusters) Count() int { return len(c.Sizes) }

// Numbered returns the partition given by a label for each node. Labels may be any numbers. If all are below the
// number of nodes, Numbered renumbers labels in place and uses it as Of; otherwise Of is a new slice.
func Numbered(labels []uint32) *Clusters {
	of, count := compact(labels)
	sizes := make([]uint32, count)
	for _, c := range of {
		sizes[c]++
	}
	order := make([]uint32, count) // as compact numbers clusters, the order of their smallest nodes
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(sizes[b], sizes[a]) })
	rank, sorted := make([]uint32, count), make([]uint32, count)
	for i, c := range order {
		rank[c], sorted[i] = uint32(i), sizes[c]
	}
	for u, c := range of {
		of[u] = rank[c]
	}
	return &Clusters{Of: of, Sizes: sorted}
}

// compact numbers labels by their first appearance, in place if they are less than their number.
func compact(labels []uint32) (of []uint32, count int) {
	for _, c := range labels {
		if int(c) >= len(labels) {
			return compactAny(labels)
		}
	}
	number := make([]uint32, len(labels)) // of each label, plus one
	for u, c := range labels {
		if number[c] == 0 {
			count++
			number[c] = uint32(count)
		}
		labels[u] = number[c] - 1
	}
	return labels, count
}

func compactAny(labels []uint32) (of []uint32, count int) {
	number := map[uint32]uint32{}
	of = make([]uint32, len(labels))
	for u, c := range labels {
		x, seen := number[c]
		if !seen {
			x = uint32(len(number))
			number[c] = x
		}
		of[u] = x
	}
	return of, len(number)
}

// Quality is the measure that Leiden maximises.
type Quality uint8

const (
	// Modularity is the modularity of Newman and Girvan with the resolution γ of Reichardt and Bornholdt. With 2m,
	// twice the weight of all edges, it is the share of 2m within clusters, minus γ times the share expected with
	// edges drawn between nodes of the same strengths:
	//
	//	Q = Σ_c ( 2 e_c / 2m − γ (K_c / 2m)² )
	//
	// e_c is the weight of the edges within c, K_c the strength of its nodes. A graph without edges has modularity
	// 0.
	Modularity Quality = iota
	// CPM is the constant Potts model: the weight of the edges within clusters, less γ for each pair of nodes,
	//
	//	H = Σ_c ( e_c − γ n_c (n_c − 1) / 2 )
	//
	// so that a cluster has a density of at least γ inside, and less than that to the others.
	CPM
)

func (q Quality) String() string {
	if q == CPM {
		return "cpm"
	}
	return "modularity"
}

// Measure returns the quality of the partition given by of, a label below the number of nodes for each node. It
// takes one pass to check g, one to sum, and 24 bytes a node.
func (g *Graph) Measure(ctx context.Context, of []uint32, q Quality, resolution float64, w graph.Work) (float64, error) {
	strengths, sum, err := g.strengths(ctx, w)
	if err != nil {
		return 0, fmt.Errorf("measure clusters: %w", err)
	}
	if len(of) != len(strengths) {
		return 0, fmt.Errorf("measure clusters: %d labels for %d nodes", len(of), len(strengths))
	}
	for u, c := range of {
		if int(c) >= len(of) {
			return 0, fmt.Errorf("measure clusters: node %d has the label %d: want less than the number of nodes, %d", u, c, len(of))
		}
	}
	twice, err := g.within(ctx, of, w)
	if err != nil {
		return 0, fmt.Errorf("measure clusters: %w", err)
	}
	return q.of(q.masses(of, strengths), resolution, twice, sum), nil
}

// masses returns the mass of each cluster: the sum of its strengths, or its number of nodes.
func (q Quality) masses(of []uint32, strengths []float64) []float64 {
	mass := make([]float64, len(of))
	for u, c := range of {
		if q == CPM {
			mass[c]++
		} else {
			mass[c] += strengths[u]
		}
	}
	return mass
}

// of returns the quality of clusters with the given masses. twice is twice the weight of the edges inside
// clusters, sum twice the weight of all edges.
func (q Quality) of(mass []float64, resolution, twice, sum float64) float64 {
	pairs := 0.0
	for _, x := range mass {
		if q == CPM {
			pairs += x * (x - 1) / 2
		} else {
			pairs += (x / max(sum, 1e-300)) * (x / max(sum, 1e-300))
		}
	}
	if q == CPM {
		return twice/2 - resolution*pairs
	}
	if sum == 0 {
		return 0
	}
	return twice/sum - resolution*pairs
}

// within returns twice the weight of the edges inside clusters.
func (g *Graph) within(ctx context.Context, of []uint32, w graph.Work) (float64, error) {
	parts := graph.Parts(g.Lists)
	sums := make([]float64, len(parts))
	err := par.Do(ctx, len(parts), w.Workers, func(i int) error {
		at := g.Lists.ArcsBefore(parts[i].Lo)
		return graph.EachList(g.Lists, parts[i], func(u graph.Node, succ []graph.Node) {
			for k, v := range succ {
				if of[u] == of[v] && u != v {
					sums[i] += float64(g.weight(at + int64(k)))
				}
			}
			at += int64(len(succ))
			if g.Loops != nil {
				sums[i] += 2 * float64(g.Loops[u])
			}
		})
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	return total, err
}

func (g *Graph) weight(arc int64) float32 {
	if g.Weights == nil {
		return 1
	}
	return g.Weights[arc]
}
