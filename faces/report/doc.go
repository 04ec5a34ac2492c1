// Package report writes what was measured of a crawl as one page of HTML that stands alone.
//
// [Write] takes a [Data] and renders it. The page needs no network, runs no script and loads nothing: its style and
// pictures are inside, and a Content-Security-Policy forbids the rest. Titles, URLs and commands come from strangers;
// they are escaped by context (html/template), and only http and https URLs become links.
//
// Whatever is absent from the data is left out of the page, with its entry in the table of contents. Each section says
// in a sentence what was found and, folded away, how it was computed.
package report
