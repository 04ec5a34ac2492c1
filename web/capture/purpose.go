package capture

// PurposeField is the field of a WARC record by which weft's crawls mark requests for something other than a page:
// robots, sitemap, probe (for the server's response about missing pages), check (whether a host is down, by a page that
// was fetched before), twice (the first of two responses that trap rules compare). settings and log are records of the
// crawl itself. Imports skip such records.
const PurposeField = "WARC-Weft-Purpose"

// Purposes of captures that are pages of the graph only if a page links to them, and then without links:
// requisites of pages, and documents that name pages.
const (
	Requisite   = "requisite"
	SitemapFile = "sitemap"
)
