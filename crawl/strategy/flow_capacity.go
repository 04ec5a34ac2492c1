package strategy

import "math"

// FlowCapacity makes a whole number of a weight: that times FlowScale, and at least 1.
func FlowCapacity(weight float64) int64 { return max(1, int64(math.Round(weight*FlowScale))) }

// Similarity is that of two URLs whose tokens are at an edit distance: exp(−distance²/2σ²).
func Similarity(distance int, sigma float64) float64 {
	return math.Exp(-float64(distance*distance) / (2 * sigma * sigma))
}
