//go:build !amd64

package distance

import "weft/graph"

func putNew(seen []uint8, end, nodes []graph.Node) int { return putNewPlain(seen, end, nodes) }
