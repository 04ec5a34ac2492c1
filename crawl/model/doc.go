// Package model is a Web that is made during the crawl: the random Web crawls of T. Bennouas and F. de
// Montgolfier, "Random Web Crawls", WWW 2007. The model assumes only the laws of the degrees. Pages have an
// in-degree and an out-degree, drawn independently. A pool holds each page as often as its in-degree says. A
// crawled page draws as many pages from the pool as its out-degree says: these are its links (paper, section 4.2).
// All other properties of such a crawl come from crawling.
//
// The paper stores both degrees and the pool, 4 bytes per link. weft stores neither. Pages of equal in-degree are
// interchangeable, so they are numbered by in-degree, the most linked first. The number of pages per in-degree
// then gives the place of a page in the pool. The pool is shuffled by a keyed permutation of numbers, which can be
// computed at any single place. The out-degree of a page is a function of its number.
package model
