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
//
// # Methods of PageRank
//
// Power iterates the equation of [PageRank] from r = v, or from Start. GaussSeidel cuts the pages into parts, and groups
// the parts into rounds. The graph alone determines both. A round has four parts, or a 24th of all parts if that
// is more. A page uses the scores of this pass for predecessors in earlier rounds, and for earlier pages of its
// own part. It uses the scores of the previous pass for all others. More workers than a round has parts bring no
// gain.
//
// Two kinds of graphs have up to about 64 rounds, and use a new score only in later rounds. The first are graphs
// of 4,096 pages or more with less than eight arcs a page. The second are graphs of 2¹⁹ pages or more whose arcs
// mostly lead far ([graph.IsLocal]). There, finding out which scores of the own part are new costs more than it
// saves: lists are short, or each value is waited for.
//
// The mass of dangling pages comes from the previous pass. Its sums are two or four interleaved left folds. Scores
// are divided by their sum at the end.
//
// If a fifth of the pages or more have no successors, PageRank iterates the others alone, as no page receives score
// from a dangling one. One pass over the lists of the dangling pages then gives them their scores. The power method
// treats the dangling pages as one page, which has the rest of the total score; the scores are the same.
// Gauss–Seidel solves the equations of the pseudorank, and scales the solution for the strong treatment. After 2, 4,
// 8 passes and so on it takes one more pass, not counted, to scale the scores (see scale in lump.go). With the weak
// treatment and a preference that is not uniform, Gauss–Seidel iterates all pages.
//
// For Power and the pseudorank the bound of the error is the bound of the LAW, α/(1−α)·‖x'−x‖₁. Gauss–Seidel ends a
// pass with x' = Lx' + Ux + (a·v + b·w), where L + U = αPᵀ. The residual of x' in the equation is therefore at most
// α‖x'−x‖₁, plus the distances of a and b from their values for x'. The bound is this sum divided by (1−α)·Σx'. Where
// Gauss–Seidel iterates the pages with successors alone, it is 2α/(1−α)·‖x'−x‖₁ divided by the sum of all scores.
//
// With a preference that is not uniform, Gauss–Seidel may gain nothing, because a pass distributes the mass of the
// previous pass. If eight passes gain less than α⁸, the guaranteed gain of the power method, the remaining passes
// use the power method and its memory.
//
// Sources: S. Brin and L. Page, "The anatomy of a large-scale hypertextual Web search engine", 1998, §2.1, with the
// dangling pages of Boldi et al., 2006. Gauss–Seidel is by Arasu et al., "PageRank computation and the structure of
// the Web", 2002, and Gleich, "PageRank beyond the Web", 2015, §2. Lee, Golub and Zenios, "A fast two-stage algorithm
// for computing PageRank and its extensions", 2003, solve the pages with successors first.
package rank
