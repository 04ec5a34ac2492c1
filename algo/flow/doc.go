// Package flow finds the minimum cut between some pages and the rest of the Web, exactly, on integers.
//
//   - [New]: the network of a graph whose arcs have capacities. Any number of cuts can be computed on it, also at once.
//   - [Network.MinCut]: the cut of least capacity between sources and the sink, in its smallest and its largest form.
//   - [Network.Sweep]: the cuts for several capacities of the sink, in decreasing order, for little more than the work of
//     one. It returns the capacity at which each page changes sides.
//   - [Network.Sides]: all different sides between two capacities of the sink, and so the last capacity at which each page
//     belongs to the sources.
//
// Every page has an arc to the sink with capacity ε, the cost of including the page. So the smallest cut surrounds
// pages that link to the sources more densely than to all others. "Identifying websites with flow simulation" (§2)
// uses such cuts: the sources are characteristic pages of a site, and the capacity of a link is the similarity of
// two URLs.
package flow
