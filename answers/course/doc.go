// Package course measures a crawl by its course. At chosen points of progress it measures the graph of the crawled
// pages, how new pages and links come in, and how soon the best pages are crawled. It follows any crawl: a crawl
// of a model, of a stored graph, or the log of a live crawl. [Course.Learnt] is the hook for Options.Learnt of the
// crawl loop.
//
// During the crawl a Course only records the numbers of crawled pages and their links, 4 bytes each. The graph of
// each point is a prefix of these records. This has four advantages:
//
//   - Measuring needs no second run and does not delay the crawl.
//   - Each point equals a crawl that ended there.
//   - The memory of the crawl is free again when the expensive measures run.
//   - The ranks of pages in the last graph, which show how early a crawl finds good pages, are known only at the
//     end anyway.
//
// How the paper on random Web crawls (docs/papers.md) is read: the structure is the graph of the crawled pages
// alone. Links are counted as they were followed, including repeated links and links of a page to itself. The
// graph has each arc once and no loops. The discovery of links is measured in two readings: the target of a link
// had been crawled before, or was known before.
package course
