// Package atlas makes a map of a crawl: the best pages, hosts, domains or sites, with the links between them. Linked ones
// are near each other. Colours show the share that was fetched. The map can be drawn, and written for other programs.
package atlas
