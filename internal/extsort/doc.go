// Package extsort sorts arcs in bounded memory.
//
// The simple method is an array and a sort. Web graphs have more arcs than fit, so a [Sorter] fills a buffer, sorts it,
// writes it to a scratch file as a run of gaps, and merges the runs in the end. What fits never touches the disk.
// Scratch files have no name once they are open: a killed process leaves nothing behind.
package extsort
