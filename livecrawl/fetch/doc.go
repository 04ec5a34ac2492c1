// Package fetch answers the picks of a crawl: by requests to the live Web ([Web]), or from an archive or a graph ([Stored]).
//
// It owns one request from its turn to its reply: robots.txt, redirects, walls of cookies, probes, sitemaps, requisites,
// what a response links to, whether it repeats another one, and the records that the archive keeps ([Archiver]). Package
// patience decides what becomes of a failure.
//
// It may not know which page comes next, what a crawl remembers of pages (package memo), the journal, or how long the crawl
// runs: it gets visits, and returns replies with notes.
package fetch
