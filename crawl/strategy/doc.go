// Package strategy holds orders in which a crawl can go.
//
//   - [BreadthFirst]: in the order in which pages were found.
//   - [DepthFirst]: the links of a page before those of the pages before it.
//   - [DepthFirstRepush]: likewise, from where a page was found last.
//   - [Random]: any page that was found, all alike.
//   - [MostLinked]: the page with the most links from pages that were fetched.
//   - [OPIC]: the page with the most cash, an estimate of PageRank made while crawling.
//   - [RoundRobin]: one page of each group in turn, such as of each host.
//   - [Crawlers]: many crawlers with a part of the pages each, breadth first.
//   - [Scored]: by a score that is known beforehand.
//
// Each is a function of what it is told and of its options, and can be saved and loaded.
package strategy
