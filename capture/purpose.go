package capture

// PurposeField is the field of a WARC record by which weft's crawls say that something was asked for that is no page: robots, sitemap,
// probe (of what a server says of pages that do not exist); settings and log are what a crawl says of itself. Imports pass such records over.
const PurposeField = "WARC-Weft-Purpose"
