// Package atlas makes a map of a crawl. It shows the best pages, hosts, domains or sites, with linked ones near each other,
// the share of each that was fetched, and the links between them. The map can be drawn, and written for other programs.
package atlas
