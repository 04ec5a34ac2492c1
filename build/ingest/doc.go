// Package ingest turns files into a crawl: archives, lists of arcs, compressed graphs.
//
// The simple method is to number every name in a hash table and to sort the arcs. Neither fits where the budget is
// small, so names are collected in batches: a batch numbers what it meets, and when it is full its names are sorted and
// written, its arcs follow with the ranks of their ends. Merging the batches gives each name its final number and each
// batch a table from rank to number; with those the arcs are rewritten, sorted, and given to a [store.Draft]. Scratch files
// have no names: a killed import leaves nothing after but an unfinished draft, which the next one removes.
package ingest
