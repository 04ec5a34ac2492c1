package livecrawl

import (
	"weft/crawl"
	"weft/crawl/patience"
	"weft/graph/page"
)

// WaitingFile lists, in the folder of a crawl, pages that were not had, and may be had later.
const WaitingFile = "waiting.tsv"

// waits tracks the pages that were not had and may be had later: what the patience of the run knows of the log.
type waits struct {
	*patience.Patience
	names names
}

// learn is that of [tracker].
func (x *waits) learn(e *event) error {
	if e.waits() {
		n := e.note
		s := patience.Saved{Page: e.visit.pick.Page, GaveUp: e.reply.State != page.Ghost, Final: n.final || e.visit.role == aGuess, Status: int16(n.status)} //nolint:gosec // of HTTP, or of Heritrix
		x.Put(&e.visit.Attempt, s, e.live)
	}
	return nil
}

func (x *waits) save(s *saved) { s.Waits = x.Save() }

func (x *waits) load(s *saved) error {
	var url []byte
	return x.Load(s.Waits, func(p crawl.Page) (string, error) {
		var err error
		url, err = x.names.Name(url[:0], p)
		return originOf(url), err
	})
}

func (x *waits) bytes() int64 { return x.Bytes() }
