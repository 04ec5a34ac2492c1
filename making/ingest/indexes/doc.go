// Package indexes reads indexes of captures (CDX, CDXJ), lists of pages, and logs of crawls. They say which pages were
// fetched, and perhaps from where a page was found; they hold no content.
package indexes
