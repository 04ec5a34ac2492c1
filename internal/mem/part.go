package mem

// A Part is one demand on a memory budget.
//
//json:object reserved
type Part struct {
	Name  string `json:"name"`  // use of the memory
	Bytes int64  `json:"bytes"` // size, bytes
}

// Itself is the memory of a process before it works on a graph.
var Itself = Part{"the process itself", Base}

// Sum adds parts up.
func Sum(parts []Part) int64 {
	sum := int64(0)
	for _, p := range parts {
		sum += p.Bytes
	}
	return sum
}
