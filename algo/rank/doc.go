// Package rank scores the pages of a graph by its links.
//
//   - [PageRank]: with personalisation and three treatments of dangling pages.
//   - [HITS]: hubs and authorities.
//   - [SALSA]: hubs and authorities in closed form.
//   - [InDegrees], [OutDegrees]: counting.
//   - [TopK]: the best pages of a score.
//
// Each sum over the predecessors of a page is a left fold in increasing order of their numbers, or four interleaved
// ones. All other sums are folded within ranges of pages that the graph decides, and then over the ranges in order. So
// results are the same to the last bit for any number of workers, and for a graph in memory or compressed.
//
// # Methods of PageRank
//
// Power iterates the equation of [PageRank] from r = v, or from Start.
//
// GaussSeidel solves the equations of the pseudorank, x = αPᵀx + (1−α)v, and divides the solution by its sum for the
// strong treatment. The score of a page that links to itself is solved for. A pass uses new scores at once. Graphs of 2²⁰
// arcs and pages or more are cut into 8 lanes of consecutive pages, and lanes into blocks of some 200 pages. In each step
// of a pass all lanes sweep one block. A page receives the newest scores of its block. Of other blocks it receives the
// scores before the step. Within 256 pages those with 16 predecessors or more come first. The others follow in the order
// of their number of predecessors. The graph alone decides this, so up to 8 workers come to the same bits. Webs in the
// order of a crawl take as many passes as if one page followed another. In random order, pages that link to each other
// and share a step cost up to a sixth more. Sums over 16 pages or more are four interleaved left folds. After every
// eighth pass, and where it pays, the scores are scaled so that their residuals add up to 0.
//
// GaussSeidel does not solve the weak treatment with a preference that is not uniform; Power takes over.
//
// If a fifth of the pages or more have no successors, PageRank iterates the others alone, as no page receives score
// from a dangling one. One pass over the lists of the dangling pages then gives them their scores. The power method
// treats the dangling pages as one page, which has the rest of the total score; the scores are the same.
//
// For Power the bound of the error is the bound of the LAW, α/(1−α)·‖x'−x‖₁. A pass of Gauss–Seidel ends with
// x' = Lx' + Ux + (1−α)v, where L + U = αPᵀ. So the residual of x' in its equation is ρ = U(x'−x). PageRank counts for
// each page how many of its arcs are in U. The counts give Σρ, and an upper bound R of ‖ρ‖₁. The bound of the error of the
// pseudorank is R/(1−α). The bound of the others is (R + |Σρ|)/((1−α)·M), with M the sum of all scores. On made and real
// Webs it is reached one to three passes after the true error.
//
// Sources: S. Brin and L. Page, "The anatomy of a large-scale hypertextual Web search engine", 1998, §2.1, with the
// dangling pages of Boldi et al., 2006. Gauss–Seidel is by Arasu et al., "PageRank computation and the structure of
// the Web", 2002, and Gleich, "PageRank beyond the Web", 2015, §2. Lee, Golub and Zenios, "A fast two-stage algorithm
// for computing PageRank and its extensions", 2003, solve the pages with successors first.
package rank
