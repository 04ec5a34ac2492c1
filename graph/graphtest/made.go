package graphtest

import (
	"testing"

	"weft/graph"
)

// Load returns a graph, decoded.
func Load(t testing.TB, g graph.Graph) *graph.Memory {
	t.Helper()
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Transpose returns the transpose of a graph.
func Transpose(t testing.TB, g graph.Graph) *graph.Memory {
	t.Helper()
	in, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	return in
}
