// Package compare says what changed from one crawl to another: which pages and arcs were kept, are gone, or are new, host by
// host, and how far pages moved in a ranking.
//
// Pages are the same if their names are: both tables of names are sorted by the same keys and are merged as they are
// read. Two graphs without names are compared by number. Arcs are compared list by list, in the same merge; none are
// held. What is held is the page of the second crawl for each of the first.
package compare
