// Package rank scores the pages of a graph by its links.
//
//   - [PageRank]: with personalisation and three treatments of dangling pages.
//   - [HITS]: hubs and authorities.
//   - [SALSA]: hubs and authorities in closed form.
//   - [InDegrees], [OutDegrees]: counting.
//   - [TopK]: the best pages of a score.
//
// Each sum over the predecessors of a page is a left fold in increasing order of their numbers. All other sums are
// folded within the ranges of [graph.Parts], and then over the ranges in order. So results are the same to the
// last bit for any number of workers, and for a graph in memory or compressed.
package rank
