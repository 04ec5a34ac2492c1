package folder

import (
	"errors"
	"io"
	"path/filepath"

	"weft/crawl"
	"weft/crawl/journal"
)

// A Replies reads the log of the crawl in a folder, which may be running.
type Replies struct {
	Dir string
	end int64 // of the log, when it was first read
}

// End returns the length of the log that Each reads, in bytes; 0 before.
func (f *Replies) End() int64 { return f.end }

// Each calls g with each reply in the log, and its page: the first time with all that are there, and then with the same.
func (f *Replies) Each(g func(e *crawl.Event, from crawl.Page) error) error {
	h, err := journal.Look(filepath.Join(f.Dir, LogDir), f.end)
	if err != nil {
		return err
	}
	defer h.Close() //nolint:errcheck // only read
	f.end = h.End()
	picks := map[uint64]crawl.Page{}
	for {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !e.Learnt {
			picks[e.Pick.Seq] = e.Pick.Page
			continue
		}
		from := crawl.None
		if e.Pick.Page != crawl.None {
			from = picks[e.Pick.Seq]
			delete(picks, e.Pick.Seq)
		}
		if err := g(e, from); err != nil {
			return err
		}
	}
}
