// Package kcore finds the core number of each node: the largest k for which the node is in the k-core. The k-core is
// the largest subgraph in which each node has degree k or more within the subgraph.
//
// Two methods find the same numbers. If lists are in memory, nodes are peeled in order of their degrees (Batagelj
// and Zaveršnik, "An O(m) algorithm for cores decomposition of networks", 2003). Otherwise bounds fall in passes
// over the lists, with 8 bytes a node (Wen, Qin, Zhang, Lin and Yu, "I/O efficient core graph decomposition at Web
// scale", ICDE 2016, algorithm SemiCore*). The bounds are those of Montresor, De Pellegrini and Miorandi,
// "Distributed k-core decomposition", 2011: a node's number is the largest k for which k neighbours have k or more.
//
// Package core finds bipartite cores, which are something else.
package kcore
