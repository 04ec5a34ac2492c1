// Package distance measures how far pages are from each other: breadth-first search from given pages, and HyperBall,
// which estimates the number of pairs within each distance and the centrality of every page.
//
// Distances are along arcs. What cannot be reached has no distance: averages are over ordered pairs of different pages
// of which the second can be reached from the first, and are stated together with the share of such pairs.
package distance
