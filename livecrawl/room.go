package livecrawl

import (
	"weft/internal/mem"
	"weft/web/warc"
)

// A room is the memory of those who fetch.
type room struct {
	workers   int
	body      int64     // bytes of a page at most
	answers   int64     // bytes of responses that are being received
	reading   *mem.Room // for pages that are read; nil where none are
	replies   int64     // bytes of replies that wait to be learnt
	robots    int64     // bytes for what robots.txt files say
	originals int       // payloads that are remembered
}

// mostRead returns how many bytes of a page are read at most.
func (r *room) mostRead() int64 { return min(r.reading.Size()/readFactor, maxDecoded) }

const (
	// maxDecoded is how much of a page is read at most, see package capture; with the links that are found it takes
	// readFactor times as much, unless its base makes them many times as long as it writes them.
	maxDecoded = warc.DefaultMaxDecoded
	readFactor = 8
	// storedFactor is the same with the record of an archive.
	storedFactor = readFactor + 4
)
