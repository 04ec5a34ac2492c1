// Package capture reads one response of the Web, or one record of an archive, and returns the facts about a page:
// its name and state, whether it is HTML, and its links.
//
// A live crawl, the replay of an archive and an import all use it, so that all three find the same links in the
// same bytes. [Reader] reads responses, revisits, HTML files, WAT records, and [Notes]. A crawl writes Notes about
// facts that no response contains: that a page failed or was left out, and why.
package capture
