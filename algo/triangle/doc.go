// Package triangle counts triangles: three pages with a link between each two, in any direction. It also returns
// four measures of clustering that the literature confuses.
//
// It needs neither a list of all triangles nor a copy of the graph with both directions. Lists are oriented from
// the page with fewer neighbours to the page with more, so that none has more than √(2·edges) pages. Sources:
// Chiba and Nishizeki, "Arboricity and subgraph listing algorithms", SIAM J. Comput. 14, 1985; Latapy,
// "Main-memory triangle computations", TCS 407, 2008. Blocks of oriented lists are held in memory, and all others
// are read past them (Hu, Tao and Chung, "Massive graph triangulation", SIGMOD 2013).
package triangle
