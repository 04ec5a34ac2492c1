package strategy

import "math"

// The capacities of a link that are known when its page is: the similarity of the URLs, that by the outdegree of its
// page, and one.
const (
	Similar     = "similarity"
	SimilarEach = "similarity/outdegree"
	Constant    = "constant"
)

// FlowEpsilons are ε for each of these capacities where nobody says another: on line it cannot be chosen by a sweep, as
// the graph is not known yet. On manuals larger ones find pages of the site alone, and few of them; docs/crawling.md
// has the figures.
var FlowEpsilons = map[string]float64{Similar: 0.05, SimilarEach: 1e-3, Constant: 0.05}

// FlowCapacity makes a whole number of a weight: that times FlowScale, and at least 1.
func FlowCapacity(weight float64) int64 { return max(1, int64(math.Round(weight*FlowScale))) }

// Similarity is that of two URLs whose tokens are at an edit distance: exp(−distance²/2σ²).
// Papers: websites, §2.4.1.
func Similarity(distance int, sigma float64) float64 {
	return math.Exp(-float64(distance*distance) / (2 * sigma * sigma))
}
