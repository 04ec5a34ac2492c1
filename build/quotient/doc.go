// Package quotient makes the graph of the hosts, the domains or the sites of a crawl: a crawl of its own, whose pages are
// groups of pages.
//
// There is an arc from group to group if a page of the one links to a page of the other; how many arcs of pages it stands
// for is kept beside it. So rankings, components and exports of hosts are those of any crawl.
package quotient
