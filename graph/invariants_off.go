//go:build !invariants

package graph

// Invariants says that costly checks of our own mistakes are compiled in.
const Invariants = false
