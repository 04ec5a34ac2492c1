package capture

// PurposeField is the field of a WARC record by which weft's crawls say that something was requested that is no page:
// robots, sitemap, probe (of what a server says of pages that do not exist), twice (the first of two responses that trap
// rules compare); settings and log are what a crawl says of itself. Imports pass such records over.
const PurposeField = "WARC-Weft-Purpose"

// Purposes of what is a page of the graph only if some page links to it, and one without links then: what a page needs
// to be shown, and what names pages.
const (
	Requisite   = "requisite"
	SitemapFile = "sitemap"
)
