// Package similar finds pages with the same content: fingerprints that are near for similar texts, an index of
// near fingerprints, and a test for pages that only pretend to exist.
//
// A [Hasher] reads HTML as it arrives, in pieces of any size, and returns a [Print]: the simhash of the visible
// words, their number, and the title. [Distance] counts the bits in which two simhashes differ. Two pages are near
// duplicates up to 3 of 64 bits, the limit of the source.
//
// With [Options].Loose a hash takes all numbers for one word, and [AlikeData] compares numbers and table cells.
// Then two tables with other numbers are not duplicates; two pages with other dates and a few other numbers are.
//
// An [Index] finds all prints near a given one. A [Probe] holds the response to a URL that surely does not exist;
// [Missing] makes such a URL. [Probe.Same] reports whether another page has that response.
//
// Package links has another reader of HTML. It needs a whole page in its encoding, and skips text quickly. A
// Hasher takes pieces as they arrive, keeps nothing of them, and reads only text, so that a live crawl need not
// hold a page twice. Where neither speed nor pieces matter, golang.org/x/net/html is used (links.Requisites,
// package carry).
//
// # Cost
//
// A Hasher takes at most about 10 ns a byte, and 1.5 KiB. An Index takes 24 bytes per print and 1 MiB. For a query
// it reads 4 in 65,536 of its prints, if they are spread at random.
//
// # Source
//
// M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; G. Manku, A. Jain and A.
// Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, sections 2 and 3 (64 bits, k = 3).
// Differences: features are shingles of words, with one weight per occurrence. The tables are kept by four blocks
// of 16 bits, without sorting, so that prints can be added and queried alternately. Soft 404: Z. Bar-Yossef, A.
// Broder, R. Kumar and A. Tomkins, "Sic transit gloria telae", WWW 2004, section 3.
package similar
