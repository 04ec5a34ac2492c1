// Package layout places the nodes of an undirected weighted graph in a rectangle, for a drawing. Linked nodes are near each
// other, groups of linked nodes lie apart, and no two discs overlap.
//
// The method is ForceAtlas2 in its LinLog mode (M. Jacomy, T. Venturini, S. Heymann and M. Bastian, "ForceAtlas2, a
// continuous graph layout algorithm", PLOS ONE 9, 2014). All nodes repel each other, by degree over distance. Edges attract,
// by the logarithm of the distance. A constant force pulls every node to the centre. A quadtree approximates the repulsion
// (J. Barnes and P. Hut, "A hierarchical O(N log N) force-calculation algorithm", Nature 324, 1986).
//
// Differences: nodes start on spirals by group, not at random, at the size at which forces balance. Each weak component is
// placed alone, in a cell of a treemap in proportion to the area of its discs. The longest axis of a component lies along the
// longer side of its cell. Nodes far from the others move closer, and overlapping discs are pushed apart.
//
// Time: O(steps · (n log n + edges)). Memory: about 200 bytes per node. The result depends on the arguments alone, not on
// the number of workers. No random number is drawn.
package layout
