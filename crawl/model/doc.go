// Package model is a Web that is made while it is crawled: the random Web crawls of T. Bennouas and F. de Montgolfier,
// "Random Web Crawls", WWW 2007. Nothing is supposed of it but the laws of its degrees. Pages have an in-degree and an
// out-degree, drawn independently of each other; a pool holds each page as often as its in-degree says; and a page that
// is crawled takes as many from the pool, at random, as its out-degree says: these are its links (paper, section 4.2).
// What else such a crawl has in common with crawls of the Web comes of crawling.
//
// The paper keeps both degrees and the pool, 4 bytes a link. Here there is neither. Pages of equal in-degree are as
// good as each other, so that they are numbered by it, the most linked first: how many pages have which in-degree says
// where in the pool a page stands. The pool is shuffled by a permutation of numbers under a key, of which each place
// can be computed alone; the out-degree of a page is a function of its number.
package model
