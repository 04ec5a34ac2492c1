// Package component finds the weakly and strongly connected components of a graph, and the bow tie of the Web.
//
//   - [WCC]: weakly connected components, by union-find in one pass.
//   - [SCC]: strongly connected components, by one depth-first visit that also runs on compressed graphs.
//   - [BowTie]: the eight classes of pages around the largest strongly connected component.
//
// Components are numbered by decreasing size, and components of equal size by their smallest node. So component 0
// is the largest, and numbers depend neither on the method, nor on the workers, nor on how the graph is stored.
package component
