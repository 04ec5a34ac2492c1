package formats

import (
	"fmt"

	"weft/making/assemble"
	"weft/making/ingest/tables"
	"weft/web/links"
)

// An Import takes the pages and arcs of all inputs, for their readers.
type Import struct {
	*assemble.Assembly
	Lists      tables.Options // options of lists
	Weigh      *Weighing      // weights of arcs; nil if they are not kept
	Dates      string         // the dates of the links that are read, as an option says; empty for all
	Workers    int            // goroutines that may parse at once
	NumInputs  int            // number of inputs
	Total      int64          // bytes of the inputs; 0 if unknown
	Vertices   bool           // names of numbered pages were read, and lists of numbers are their arcs
	Nodes      *NodeTable     // nodes that arcs name by their identifiers; nil without a table of them
	NodeTables int            // number of tables of pages of other programs, which are no input without arcs
	Replies    assemble.Replies
}

// NoteLost counts the links of a page that are not URLs, and the links with other schemes.
func (im *Import) NoteLost(offset int64, url []byte, bad int, u *links.Unlinked) {
	if bad > 0 {
		im.Tally.Links += int64(bad)
		im.Tally.Note(offset, "links", fmt.Sprintf("%d links of %s are not URLs", bad, url))
	}
	im.Notes["ftp: links, which do not lead to pages"] += int64(u.FTP)
	im.Notes["mailto: links, which do not lead to pages"] += int64(u.Mailto)
	im.Notes["javascript: links, which do not lead to pages"] += int64(u.JavaScript)
	im.Notes["links of other schemes, which do not lead to pages"] += int64(u.Other)
}

// KeepOrder keeps the numbers of an exported crawl whose pages are not in the order of their names. It is given the keys of
// a page and of the one before, and returns the key for the next call.
func (im *Import) KeepOrder(last, key []byte) []byte {
	if string(key) < string(last) && im.NumInputs <= 2 {
		im.Set.KeepNumbers = true
	}
	return append(last[:0], key...)
}
