// Package watch has the faces of a running crawl: a view on a terminal, plain lines elsewhere, and on HTTP a status
// page, its JSON, and metrics for Prometheus.
//
// One goroutine asks the crawl how it stands, about once a second and seldom enough to take at most a fiftieth of the
// time of a processor; all faces show that answer. Memory: some 200 KB for the history of the last hour, which is a
// point a second.
//
// What is shown comes from the Web. It is escaped: only printable ASCII reaches a terminal, visible escapes in place of
// the rest, the page is written by html/template and by text nodes, and URLs are text and no links.
package watch
