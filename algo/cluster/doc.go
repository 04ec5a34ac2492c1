// Package cluster divides undirected weighted graphs into clusters.
//
//   - [Leiden]: communities of high modularity, or of a density above a bound (CPM), each of them connected.
//   - [MCL]: clusters in which the flow from node to node gathers.
//   - [Underlying]: the undirected graph of a directed one, with weights or without.
//   - [Measure]: the quality of any partition.
//   - [Recluster]: divides clusters that are too large.
//
// Clusters are numbered by decreasing size, and clusters of equal size by their smallest node. The results do not
// depend on the number of workers.
package cluster
