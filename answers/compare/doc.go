// Package compare reports the changes from one crawl to another: the pages and arcs that were kept, are missing,
// or are new, host by host, and how far pages moved in a ranking.
//
// Pages are the same if their names are: both tables of names are sorted by the same keys and are merged as they
// are read. Two graphs without names are compared by number. Arcs are compared list by list in the same merge, and
// not kept in memory. Memory holds only, for each page of the first crawl, its page in the second.
package compare
