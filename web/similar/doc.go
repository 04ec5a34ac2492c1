// Package similar says which pages say the same: fingerprints of text that are near for texts that are near, an index that
// finds the near ones, and a test for pages that only pretend to exist.
//
// A [Hasher] reads HTML as it comes in, in pieces of any size, and gives a [Print]: the simhash of the visible words,
// how many they are, and the title. [Distance] counts the bits in which two simhashes differ; up to 3 of 64 two pages
// are near duplicates, by the measure of the source. Where a hash takes all numbers for one word ([Options], Loose),
// [AlikeData] compares numbers and table cells: two tables of other numbers are no duplicates, and two pages with other
// dates and a few other numbers are. An [Index] finds all prints so near to one. A [Probe] holds the
// answer to a URL that surely does not exist, [Missing] makes such a URL, and [Probe.Same] says whether another page is
// that answer again.
//
// A Hasher is the second reader of HTML here, beside that of package links, and each is what the other cannot be: that
// one wants a page whole and in its encoding, and passes over text as fast as it can; this one takes pieces as they
// come over the wire, keeps nothing of them, and looks at nothing but text, so that a live crawl need not hold a page
// twice. Where neither speed nor pieces matter, golang.org/x/net/html reads (links.Requisites, package carry).
//
// # Cost
//
// A Hasher takes about 10 ns a byte at most, and 1.5 KiB. An Index takes 24 bytes a print and 1 MiB, and looks
// at 4 in 65,536 of its prints for one that is requested, if they are spread as chance would have it.
//
// # Source
//
// M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; G. Manku, A. Jain and A. Das Sarma,
// "Detecting near-duplicates for web crawling", WWW 2007, sections 2 and 3 (64 bits, k = 3). Departures: features are
// shingles of words, all of one weight for each time they occur, and the tables are kept by four blocks of 16 bits, without
// sorting, so that prints can be added and asked for in turn. Soft 404: Z. Bar-Yossef, A. Broder, R. Kumar and A. Tomkins,
// "Sic transit gloria telae", WWW 2004, section 3.
package similar
