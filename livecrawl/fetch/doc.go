// Package fetch executes the picks of a crawl: by requests to the live Web ([Web]), or from an archive or a graph
// ([Stored]).
//
// It owns one request from its turn to its reply: robots.txt, redirects, cookie walls, probes, sitemaps,
// requisites, the links of a response, the detection of repeated content, and the records in the archive
// ([Archiver]). Package patience decides what follows a failure.
//
// It may not know the next page, the crawl's memory of pages (package memo), the journal, or the limits of the
// crawl. It receives visits, and returns replies with notes.
package fetch
