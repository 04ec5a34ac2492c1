package distance

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
)

// A Close result holds the closeness of each node.
type Close struct {
	Scores []float64
	// Errors are the standard errors of the scores; nil if all nodes were searched from.
	Errors  []float64
	Sources int  // nodes that were searched from
	Cut     bool // searches ended at MaxIterations, and farther nodes do not count
}

// Closeness returns the closeness of each node by its in-links. It reads the transpose.
//
// Let r of the n nodes be the others from which a node can be reached, and s the sum of their distances to it. The
// closeness is r/s · r/(n−1), and 0 if r is 0 (Wasserman and Faust). This is closeness_centrality of networkx with its
// default wf_improved. Given the graph in place of the transpose, it is the closeness by out-links.
//
// If number is 0, or at least n, it searches from all nodes and is exact. Else it searches from that number of
// nodes, at least two, drawn without replacement. These stand for all nodes in r and s. Let s and q
// be the sums of distances and of their squares over the sources that reach a node, of k sources in all. Then the
// standard error is the score times √((k·q/s² − 1)/k · (1 − k/n)), by the delta method. It describes
// scores of nodes that some ten sources or more reach. A node that no source reaches has score 0 and error 0; its r is
// below 3n/k in 95 % of all draws.
//
// o.Sources is ignored. Time: as for [Count], by the number of sources. Memory: [ClosenessBytes]. The result depends on
// the graph, the number of sources and the seed. Errors: as for [Count].
//
// Source: S. Wasserman and K. Faust, "Social network analysis", 1994, §5.2.2; D. Eppstein and J. Wang, "Fast
// approximation of centrality", J. Graph Algorithms Appl. 8, 2004.
func Closeness(ctx context.Context, in graph.Random, number int, seed uint64, o CountOptions) (*Close, error) {
	n := in.NumNodes()
	o.Sources, o.sums = nil, true
	sampled := number > 0 && number < n
	if sampled && number < 2 {
		return nil, fmt.Errorf("closeness: searches from %d nodes give no estimate of the error: want 2 or more", number)
	}
	if sampled {
		o.Sources = drawNodes(n, number, seed)
	}
	c, err := count(ctx, in, o, 0)
	if err != nil {
		return nil, err
	}
	r := &Close{Scores: c.harmonic, Sources: c.sources(), Cut: c.cut}
	k := float64(r.Sources)
	all := float64(n) / k // nodes that a source stands for
	if sampled {
		r.Errors = c.squares
	}
	for u, reach := range c.reach {
		sum := c.harmonic[u]
		if reach == 0 {
			continue // the error is 0, too
		}
		r.Scores[u] = float64(reach) / sum * (float64(reach) * all / float64(n-1))
		if sampled {
			r.Errors[u] = r.Scores[u] * math.Sqrt(max(k*c.squares[u]/(sum*sum)-1, 0)/k*(1-k/float64(n)))
		}
	}
	return r, nil
}

// ClosenessBytes returns the memory of [Closeness] for n nodes, with its result.
func ClosenessBytes(n int) int64 { return CountBytes(n) + 12*int64(n) }
