// Package watch shows a running crawl: a view on a terminal, plain lines elsewhere, and over HTTP a status page,
// its JSON, and metrics for Prometheus.
//
// One goroutine reads the state of the crawl about once a second, and rarely enough to take at most a fiftieth of
// a processor's time. All views show that state. Memory: some 200 KB for the history of the last hour, one point
// per second.
//
// The shown texts come from the Web, so they are escaped. Only printable ASCII reaches a terminal, with visible
// escapes in place of other bytes. The page is written by html/template and by text nodes, and URLs are text, not
// links.
package watch
