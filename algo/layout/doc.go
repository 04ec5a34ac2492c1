// Package layout places the nodes of an undirected weighted graph in a rectangle, for a drawing: linked nodes near each
// other, groups of linked nodes apart, no two discs on top of each other.
//
// The method is ForceAtlas2 in its LinLog mode (M. Jacomy, T. Venturini, S. Heymann and M. Bastian, "ForceAtlas2, a
// continuous graph layout algorithm for handy network visualization designed for the Gephi software", PLOS ONE 9, 2014).
// All nodes repel each other, by degree over distance; edges attract, by the logarithm of the distance; a constant force
// pulls every node to the centre. Repulsion is approximated by a quadtree (J. Barnes and P. Hut, "A hierarchical O(N log
// N) force-calculation algorithm", Nature 324, 1986).
//
// Differences: nodes start on spirals by group, not at random. The result is turned so that its longest axis is
// horizontal, and discs that overlap are pushed apart.
//
// Time: O(steps · (n log n + edges)). Memory: about 200 bytes per node. The result depends on the arguments alone, not on
// the number of workers, and no random number is drawn.
package layout
