package strategy

import "math"

// Capacities that are known with the page of a link: the similarity of the URLs, the similarity divided by the
// outdegree of the page, and one.
const (
	Similar     = "similarity"
	SimilarEach = "similarity/outdegree"
	Constant    = "constant"
)

// FlowEpsilons are the default ε of each capacity. Online it cannot be chosen by a sweep, because the graph is not
// known yet. On manuals a larger ε finds only pages of the site, but few of them; docs/crawling.md has the
// figures.
var FlowEpsilons = map[string]float64{Similar: 0.05, SimilarEach: 1e-3, Constant: 0.05}

// FlowCapacity makes a whole number of a weight: that times FlowScale, and at least 1.
func FlowCapacity(weight float64) int64 { return max(1, int64(math.Round(weight*FlowScale))) }

// Similarity is the similarity of two URLs whose tokens have an edit distance: exp(−distance²/2σ²).
// Papers: websites, §2.4.1.
func Similarity(distance int, sigma float64) float64 {
	return math.Exp(-float64(distance*distance) / (2 * sigma * sigma))
}
