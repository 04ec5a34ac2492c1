// Package hak says how far the ranking of a partial crawl can be trusted, from the crawl alone.
//
// A page is crawled if its links are known; every other page of the graph is a ghost, known by the links to it. The
// fidelity γ of a page is the share of its links that lead to crawled pages; its impact Im the sum, over the crawled
// pages it links to, of the share of their PageRank that comes from it. From the means of both over the crawled pages
// HAK estimates Kendall's tau between the order of the crawled pages by PageRank and the one they would have if
// everything had been crawled:
//
//	x = (1 − γ)·Im,  I = n·x,  D = (n − I)·I,  HAK = 1 − 4D/(n(n−1))
//
// That is (1 − 2x)² but for n/(n−1): it falls to about 0 at x = ½, and rises again beyond it, where it means nothing.
// As Im falls with γ, it also rises again where γ is below ½ or so.
//
//   - Of: HAK from means.
//   - Scan, Impacts: the means, page by page and host by host, from a graph.
//   - Components, Maximum: parts of a crawl that are hardly touched by what is missing.
//
// Source: H. Holzmann, A. Anand, M. Khosla, "Estimating PageRank deviations in crawled graphs", Applied Network Science
// 4, 2019. What it leaves open is read as docs/papers.md says.
package hak
