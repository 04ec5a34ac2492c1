//go:build invariants

package graph

// Invariants says that costly checks of our own mistakes are compiled in: go test -tags invariants. Lists that a graph
// in memory lends are spoilt when their time is over; those of files are overwritten by the next anyway.
const Invariants = true
