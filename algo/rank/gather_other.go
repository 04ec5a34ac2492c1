//go:build !amd64

package rank

import "weft/graph"

// askSums asks for nothing.
func askSums(_ []float64, _ []uint32, _ uint32) {}

// gatherInto is [gatherIntoPlain]; what comes after the list helps nobody.
func gatherInto(to, values []float64, list, _ []graph.Node) { gatherIntoPlain(to, values, list) }
