// Package flow finds the minimum cut between some pages and the rest of the Web, exactly, on integers.
//
//   - [New]: the network of a graph whose arcs have capacities; it serves any number of cuts, also at once.
//   - [Network.MinCut]: the cut of least capacity between sources and the sink, the smallest and the largest of its kind.
//   - [Network.Sweep]: the cuts for one capacity of the sink after another, for little more than the work of one; it says of each
//     page at which of them it changes sides.
//   - [Network.Sides]: all sides that there are between two capacities of the sink, and so the last at which each page belongs.
//
// Every page has an arc to the sink, of capacity ε: what it costs to take the page in. So the smallest cut is around
// pages that are linked with the sources more densely than with all others, as in "Identifying websites with flow
// simulation" (§2), where the sources are characteristic pages of a site and the capacity of a link is the similarity
// of two URLs.
package flow
