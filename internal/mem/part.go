package mem

// A Part of a budget is what something may take.
type Part struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// Itself is what a process takes before it works on a graph.
var Itself = Part{"the process itself", Base}

// Sum adds parts up.
func Sum(parts []Part) int64 {
	sum := int64(0)
	for _, p := range parts {
		sum += p.Bytes
	}
	return sum
}
