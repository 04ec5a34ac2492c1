// Package view shows graphs otherwise than they are, without copying them: with arcs in both directions, without the arcs
// inside groups, past nodes that are found elsewhere, or some of the nodes alone.
//
// A view reads the lists of the graphs beneath it and changes them on the way. It takes no memory that grows with the
// arcs: a cursor has room for one list, and what random access needs besides, how many arcs leave the nodes before each,
// is an index of about 2 + log₂(arcs/nodes) bits a node, made in one pass when it is first asked for. A view that is read
// more than a few times is better decoded by graph.Load, if memory allows.
//
// Views are safe for concurrent use, as the graphs beneath them are. The transpose is no view but a graph beside the
// graph, as every list of it is made of all lists.
package view
