// Package quotient makes the graph of the hosts, the domains or the sites of a crawl: a new crawl whose pages are
// groups of pages.
//
// An arc from group to group exists if a page of the first links to a page of the second; the number of such arcs
// of pages is kept. So rankings, components and exports work for hosts as for any crawl.
package quotient
