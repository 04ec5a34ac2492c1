package tables

import (
	"bytes"

	"weft/internal/option"
	"weft/making/ingest/scan"
)

// IsMultilayer says of lines whether they are a list of muxViz: node, layer, node, layer, and perhaps a weight. Layers
// are few, most edges join nodes of one layer, and a line has numbers only.
func IsMultilayer(lines [][]byte) bool {
	nodes, layers := map[string]bool{}, map[string]bool{}
	same := 0
	for _, line := range lines {
		f := bytes.Fields(line)
		if len(f) != 4 && len(f) != 5 || len(f) == 5 && !scan.IsReal(f[4]) {
			return false
		}
		for i := range 4 {
			if !scan.IsNumber(f[i]) {
				return false
			}
		}
		nodes[string(f[0])], nodes[string(f[2])] = true, true
		layers[string(f[1])], layers[string(f[3])] = true, true
		if string(f[1]) == string(f[3]) {
			same++
		}
	}
	return len(lines) > 2 && 2*same > len(lines) && len(layers) < len(nodes) && len(layers) <= 100
}

var errMultilayer = option.Errorf("it looks like a multilayer list of muxViz, \"node layer node layer weight\": for the arcs of all layers together, say {columns} 1,3")
