// Package capture says what one answer of the Web, or one record of an archive, tells of a page: its name and state,
// whether it is HTML, and where it links to.
//
// It is the one reading that a live crawl, the replay of an archive and an import share, so that all three find the same
// links in the same bytes. [Reader] reads responses, revisits, files of HTML, WAT records, and the notes ([Notes]) in
// which a crawl says what no answer says: that a page failed or was left out, and why.
package capture
