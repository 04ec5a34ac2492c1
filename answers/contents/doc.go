// Package contents counts the contents of a crawl: pages by host. For a live crawl it also counts the responses in the log by
// status, media type, size, depth and time.
package contents
