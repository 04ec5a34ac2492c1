// Package extsort sorts arcs in bounded memory.
//
// The simple method is an array and a sort. Web graphs have more arcs than fit. So a [Sorter] fills a buffer,
// sorts it, writes it to a scratch file as a run of gaps, and finally merges the runs. Arcs that fit into the
// buffer are never written. Open scratch files have no name, so a killed process leaves nothing.
package extsort
