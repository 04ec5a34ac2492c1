//go:build invariants

package graph

// Invariants says that costly checks of our own mistakes are compiled in: go test -tags invariants. Lists that are lent are spoilt
// when their time is over.
const Invariants = true
