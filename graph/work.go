package graph

import "weft/graph/alloc"

// Work is the workers and the memory of an algorithm. The zero value is all processors and the heap. Results
// depend on neither.
type Work struct {
	// Workers is the number of goroutines; 0 stands for one for each processor.
	Workers int
	// Space is where the arrays come from that are kept for each node; nil is the heap. Results belong to it too.
	Space alloc.Space
}
