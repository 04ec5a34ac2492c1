// Package strategy holds the orders in which a crawl can proceed.
//
//   - [BreadthFirst]: the order in which pages were found.
//   - [DepthFirst]: the links of a page before the links of earlier pages.
//   - [DepthFirstRepush]: likewise, but a page counts where it was last found.
//   - [Random]: any found page, all with equal probability.
//   - [MostLinked]: the page with the most links from fetched pages.
//   - [OPIC]: the page with the most cash, an estimate of PageRank made during the crawl.
//   - [RoundRobin]: one page of each group after the other, such as of each host.
//   - [Crawlers]: many crawlers with a part of the pages each, breadth first.
//   - [Scored]: by a score that is known beforehand.
//
// Each is a function of its options and calls, and can be saved and loaded.
package strategy
