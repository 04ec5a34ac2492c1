// Package assemble makes a crawl of pages and arcs that come in any order, by name or by number.
//
// An [Assembly] takes them. Readers of formats add named pages through a [Namer], nodes with identifiers through [Nodes],
// captures of archives through a [Collector], and numbered arcs directly. At the end [Assembly.Finish] writes a
// [store.Draft], or [Assembly.Gather] passes pages and arcs to another process as [Rows].
//
// The simple method numbers every name in a hash table and sorts the arcs. Neither fits into a small budget, so
// names are collected in batches. A batch numbers the names that it meets. When it is full, its names are sorted
// and written, and its arcs follow with the ranks of their ends. Merging the batches gives each name its final
// number, and each batch a table from rank to number. With these tables the arcs are rewritten, sorted and written.
// Scratch files have no names: a killed import leaves only an unfinished draft, which the next import removes.
//
// The package knows no format, no input file and no option of a command: names and arcs come from its callers.
package assemble
