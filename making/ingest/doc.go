// Package ingest turns files into a crawl: archives, lists of arcs, compressed graphs.
//
// The simple method numbers every name in a hash table and sorts the arcs. Neither fits into a small budget, so
// names are collected in batches. A batch numbers the names that it meets. When it is full, its names are sorted
// and written, and its arcs follow with the ranks of their ends. Merging the batches gives each name its final
// number, and each batch a table from rank to number. With these tables the arcs are rewritten, sorted, and given
// to a [store.Draft]. Scratch files have no names: a killed import leaves only an unfinished draft, which the next
// import removes.
package ingest
