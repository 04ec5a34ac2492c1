// Package kcore finds the core number of each node: the largest k for which the node is in the k-core. The k-core is
// the largest subgraph in which each node has degree k or more within the subgraph.
//
// Two methods find the same numbers. If lists are in memory, nodes are peeled level by level. Otherwise
// upper bounds of the core numbers fall in passes over the lists, with 8 bytes a node. A bound falls to the largest k
// for which k neighbours have bounds of k or more. Sources:
//
//   - V. Batagelj and M. Zaveršnik, "An O(m) algorithm for cores decomposition of networks", 2003: peeling.
//   - D. Wen, L. Qin, Y. Zhang, X. Lin and J. Yu, "I/O efficient core graph decomposition at Web scale", ICDE 2016:
//     SemiCore*, the passes.
//   - A. Montresor, F. De Pellegrini and D. Miorandi, "Distributed k-core decomposition", 2011: the bounds.
//
// Package core finds bipartite cores, which are something else.
package kcore
