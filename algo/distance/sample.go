package distance

import (
	"context"

	"weft/graph"
	"weft/internal/splitmix"
)

// SampledMean estimates the average distance of pairs of different nodes that are joined by a path, by breadth-first searches from so many nodes,
// drawn with replacement. It is for graphs with long paths, on which HyperBall takes a pass for each link of the longest. The estimate
// is the ratio of two sums over the searches, its interval that of the jackknife, which knows nothing of what no search came by.
//
// Time: so many searches of [BFS]; memory: [BFSBytes]. The result depends on the graph, the sources and the seed.
func SampledMean(ctx context.Context, g graph.Random, sources int, seed uint64, w graph.Work) (Estimate, error) {
	n := g.NumNodes()
	if n == 0 || sources < 1 {
		return Estimate{}, nil
	}
	r := splitmix.Rand(seed)
	runs := make([][]float64, sources)
	for i := range runs {
		l, err := BFS(ctx, g, []graph.Node{graph.Node(r.IntN(n))}, w)
		if err != nil {
			return Estimate{}, err
		}
		sum, joined := 0.0, 0.0
		for d, count := range l.Counts[1:] {
			sum += float64(d+1) * float64(count)
			joined += float64(count)
		}
		runs[i] = []float64{sum, joined}
	}
	mean := func(sums []float64) float64 {
		if sums[1] == 0 {
			return 0
		}
		return sums[0] / sums[1]
	}
	return jackknife(runs, mean).Within(0, float64(n)), nil
}
