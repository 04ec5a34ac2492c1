//go:build invariants

package graph

// Invariants reports that costly checks of our own mistakes are compiled in: go test -tags invariants. Lists of a
// graph in memory are then overwritten when they are no longer valid. The next list of a file overwrites its lists
// anyway.
const Invariants = true
