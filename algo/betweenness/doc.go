// Package betweenness scores nodes by the shortest paths that lead through them.
//
// An ordered pair of other nodes has shortest paths, or none. The part of a node is the share of these paths with the node
// inside, or 0. The betweenness of the node is the mean of its parts over all (n−1)(n−2) pairs.
// This is betweenness_centrality of networkx. Paths follow arcs. Loops do not matter.
//
// [Exact] searches from all nodes. [Sample] draws pairs of nodes and a shortest path of each.
package betweenness
