// Package view shows changed graphs without copying them: with arcs in both directions, without arcs inside
// groups, with some nodes moved, or with some of the nodes only.
//
// A view reads the lists of the graphs beneath it and changes them on the way. It takes no memory that grows with
// the arcs. A cursor has room for one list. Random access also needs the number of arcs before each node, an index
// of about 2 + log₂(arcs/nodes) bits a node, which one pass makes on first use. A view that is read more than a
// few times is better decoded with graph.Load, if memory allows.
//
// Views are safe for concurrent use, like the graphs beneath them. There is no view of the transpose, because each
// of its lists depends on all lists of the graph.
package view
