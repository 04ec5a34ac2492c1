//go:build !amd64

package rank

import "weft/graph"

// askSums asks for nothing.
func askSums(_ []float64, _ []uint32, _ uint32) {}

// gatherInto is [gatherIntoPlain]. It ignores the next list.
func gatherInto(to, values []float64, list, _ []graph.Node) { gatherIntoPlain(to, values, list) }
