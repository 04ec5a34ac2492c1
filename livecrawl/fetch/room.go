package fetch

import (
	"weft/internal/mem"
	"weft/web/warc"
)

// A Room is the memory for fetching.
type Room struct {
	Workers   int
	Body      int64     // bytes of a page at most
	Answers   int64     // bytes of responses that are being received
	Reading   *mem.Room // for pages that are read; nil where none are
	Replies   int64     // bytes of replies that wait to be learnt
	Robots    int64     // bytes for robots.txt files
	Originals int       // payloads that are remembered
}

// mostRead returns how many bytes of a page are read at most.
func (r *Room) mostRead() int64 { return min(r.Reading.Size()/ReadFactor, MaxDecoded) }

// How much memory pages take that are read.
const (
	// MaxDecoded is the most that is read of a page, see package capture. With its links a page takes readFactor
	// times as much, unless its base URL makes the links many times longer than written.
	MaxDecoded = warc.DefaultMaxDecoded
	ReadFactor = 8 // see MaxDecoded
	// StoredFactor is the same with the record of an archive.
	StoredFactor = ReadFactor + 4
	// unpacked is how many times as large a page becomes by unpacking, nearly always.
	unpacked = 16
)
