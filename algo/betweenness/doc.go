// Package betweenness scores nodes by the shortest paths that lead through them.
//
// The betweenness of a node is the sum, over all ordered pairs of other nodes that are joined by a path, of the share of
// the shortest paths from the first to the second that have the node inside. It is divided by (n−1)(n−2), the number of
// these pairs, as betweenness_centrality of networkx does. Paths follow arcs. Loops do not matter.
//
// [Exact] searches from all nodes. [Sample] draws pairs of nodes and a shortest path of each.
package betweenness
