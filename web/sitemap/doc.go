// Package sitemap reads lists of pages that sites publish: sitemaps and sitemap indexes by sitemaps.org, in XML or
// as plain text, RSS 0.9 to 2.0 and Atom feeds.
//
// [Read] reads a stream once and returns entries as they end. Memory: a buffer of 64 KiB, the largest token (at
// most 4 MiB, else an error) and one entry. The first element decides the kind of the document, whatever its
// namespace; a document without elements is plain text. The caller decompresses.
//
// It accepts common faults: bare ampersands, HTML entities, bytes outside the declared encoding, text in the
// sitemap element, and an entry with several loc elements, which counts as several entries. It does not expand
// entities that a document declares, and reads nothing that a document refers to. It skips extensions (images,
// videos, news, alternates), dates and priorities.
package sitemap
