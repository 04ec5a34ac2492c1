// Package core finds bipartite cores: pages that all link to the same pages. They mark communities whose members
// need not link to each other.
//
// A clique of shape (i, j) has i fans and j centers. Every fan links to every center. Other links may exist among them.
// A page may be a fan of one clique and a center of another. Loops never count. Pages with MaxDegree outgoing
// links or more are not fans, and pages with as many incoming links are not centers. These degrees are counted
// once, in the whole graph without loops.
//
// To find the core of a shape, remove fans with fewer than j centers and centers with fewer than i fans until
// nothing changes. It is unique, and contains all cliques of the shape.
//
// All functions read the graph and its transpose, in any form. A page takes 2 bytes, and a bit and a quarter byte
// during peeling. If the links of a core fit into Held, they are copied, with the pages renumbered in order, and
// read from there. Results depend neither on that nor on workers.
//
// Sources: Kumar, Raghavan, Rajagopalan and Tomkins, "Trawling the Web for emerging cyber-communities", 1999;
// Donato, Laura, Leonardi and Millozzi, "Simulating the Webgraph: a comparative analysis of models and algorithms
// for large graphs", section 4.1. We follow the text of the latter: its pseudo-code swaps i and j when it prunes,
// and removes pages in both roles at once.
package core
