// Package hak estimates how far the ranking of a partial crawl can be trusted, from the crawl alone.
//
// A page is crawled if its links are known. Every other page of the graph is a ghost, known by the links to it.
// The fidelity γ of a page is the share of its links that lead to crawled pages. Its impact Im is a sum over the
// crawled pages it links to: the share of their PageRank that comes from it. HAK estimates Kendall's tau between
// two orders of the crawled pages. One is by PageRank of the crawl, the other by a walk through the whole Web that
// restarts at these pages. HAK uses the means of γ and Im over the crawled pages:
//
//	x = (1 − γ)·Im,  I = n·x,  D = (n − I)·I,  HAK = 1 − 4D/(n(n−1))
//
// Except for the factor n/(n−1), HAK is (1 − 2x)². It falls to about 0 at x = ½. Beyond this it rises again and
// means nothing. As Im falls with γ, HAK also rises again where γ is below about ½.
//
//   - Of: HAK from means.
//   - Scan, Impacts: the means, page by page and host by host, from a graph.
//   - Components, Maximum: parts of a crawl that are hardly touched by missing pages.
//
// Source: H. Holzmann, A. Anand, M. Khosla, "Estimating PageRank deviations in crawled graphs", Applied Network
// Science 4, 2019. docs/papers.md explains how open points of the paper are read.
package hak
