// Package atlas makes a map of a crawl: its best pages, hosts, domains or sites, placed so that linked ones are near each
// other, with the share of each that was fetched, and the links between them. The map can be drawn, and written for other
// programs.
package atlas
