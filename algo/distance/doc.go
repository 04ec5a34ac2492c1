// Package distance measures distances between pages. It has breadth-first search from given pages, and HyperBall,
// which estimates the number of pairs within each distance and the centrality of every page.
//
// Distances are along arcs. Averages are over ordered pairs of different pages with a path from the first to the
// second. They are stated together with the share of such pairs.
package distance
