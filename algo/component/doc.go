// Package component finds the weakly and strongly connected components of a graph, and the bow tie of the Web.
//
//   - [WCC]: weakly connected components, by union-find in one pass.
//   - [SCC]: strongly connected components, by one depth-first visit that also runs on compressed graphs.
//   - [BowTie]: the eight classes of pages around the largest strongly connected component.
//
// Components are numbered by decreasing size, those of the same size by their smallest node, so that component 0 is
// the largest and the numbers do not depend on the method, the workers, or how the graph is stored.
package component
