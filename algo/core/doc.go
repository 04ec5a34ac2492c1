// Package core finds bipartite cores: pages that all link to the same pages, the marks of communities that need not
// link to each other.
//
// A clique of shape (i, j) has i fans, each of which links to all of its j centers; other links may be among them. A
// page may be a fan of one and a center of another. Loops count nowhere. Pages of MaxDegree links out or more are no
// fans and those of as many links in no centers, by the degrees of the whole graph without loops, once. The core of a
// shape is what then remains when fans with fewer than j centers and centers with fewer than i fans leave until there
// are none: it is unique, and all cliques of the shape lie in it.
//
// Everything reads the graph and its transpose, in any form; a page takes 2 bytes, and a bit and a quarter byte while
// it is peeled. Where the links of a core fit into Held they are copied, with the pages renumbered in their order, and
// lists are read there. No result depends on that, nor on workers.
//
// Sources: Kumar, Raghavan, Rajagopalan and Tomkins, "Trawling the Web for emerging cyber-communities", 1999; Donato,
// Laura, Leonardi and Millozzi, "Simulating the Webgraph: a comparative analysis of models and algorithms for large
// graphs", section 4.1, of which we take the text: its pseudo-code swaps i and j when it prunes, and takes pages away
// in both roles at once.
package core
