// Package links lists the links of a crawl, with texts and kinds: all links, the links on a page, or the links to a page. It
// also selects links to broken pages, and links to redirects with each hop.
//
// It reads links in the order of their targets and judges each page once. Memory: the longest list, 3 MiB for facts, and the
// printed rows. Counting takes one pass over the links by target, and a file takes another pass.
package links
