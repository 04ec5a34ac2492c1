// Package triangle counts triangles: three pages of which each two are joined by a link, in whatever direction; and
// says how clustered a graph is, in the four ways that the literature mixes up.
//
// A list of all triangles is not needed, and neither is a copy of the graph with both directions: lists are oriented,
// from the page with fewer neighbours to the one with more, so that none has more than √(2·edges) pages (Chiba and
// Nishizeki, "Arboricity and subgraph listing algorithms", SIAM J. Comput. 14, 1985; Latapy, "Main-memory triangle
// computations", TCS 407, 2008). Blocks of oriented lists are held, as many as memory has room for, and all others read
// past them (Hu, Tao and Chung, "Massive graph triangulation", SIGMOD 2013).
package triangle
