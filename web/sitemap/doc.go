// Package sitemap reads the lists of pages that sites publish: sitemaps and sitemap indexes as of sitemaps.org, in XML or
// as plain text, RSS 0.9 to 2.0 and Atom feeds.
//
// [Read] goes through a stream once and hands out entries as they end. Memory is bounded by a buffer of 64 KiB, the largest
// token (4 MiB, else an error) and one entry. What the document is says its first element, whatever its namespace, or that
// it has none; compression is the caller's.
//
// It reads leniently what can be understood: bare ampersands, HTML entities, bytes that are not of the declared encoding,
// text that is in the sitemap element itself, an entry with several loc elements, which are several entries. Entities that a
// document declares are not expanded, and nothing that it refers to is read. What extends sitemaps (images, videos, news,
// alternates) is passed over, and so are dates and priorities.
package sitemap
