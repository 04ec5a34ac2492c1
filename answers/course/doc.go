// Package course measures a crawl by its course: what the graph of the crawled pages is like at chosen points of
// progress, how new pages and links come in, and how soon the best pages are crawled. It follows any crawl, of a model,
// of a stored graph, or of the log of a live one: [Course.Learnt] is what the loop is given as Options.Learnt.
//
// While the crawl goes the numbers of crawled pages and their links are noted, 4 bytes each, and nothing is computed;
// the graph of each point is a prefix of these notes. So nothing is measured in a second run, a crawl is not held up,
// each point is what a crawl that ended there would give, and the memory of the crawl itself is free again when the
// dear measures are taken. The ranks of the pages in the last graph, which say how early a crawl finds the good ones,
// are not known before the end anyway.
//
// How the paper on random Web crawls (docs/papers.md) is read: the structure is that of the crawled pages alone; links
// are counted as they were followed, repeated ones and those of a page to itself, too, and the graph has each arc once
// and no loops. A link is discovered in two readings: its end had been crawled before, or was known before.
package course
