// Package simulate crawls stored graphs: fetching a page reads its list of arcs. The same loop crawls the Web. So
// its results show how an order of crawling performs, and how far a partial crawl can be trusted.
package simulate
