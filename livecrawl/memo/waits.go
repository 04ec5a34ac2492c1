package memo

import (
	"weft/crawl"
	"weft/crawl/patience"
	"weft/graph/page"
	"weft/livecrawl/visit"
)

// waits tracks the pages that were not fetched and may be fetched later: what the patience of the run knows of the log.
type waits struct {
	*patience.Patience
	names visit.Names
}

// learn implements [tracker].
func (x *waits) learn(e *event) error {
	if e.waits() {
		n := e.note
		guess := e.visit.Role == visit.GuessRole
		s := patience.Saved{
			Page: e.visit.Pick.Page, GaveUp: e.reply.State != page.Ghost, Final: n.Final || guess, Status: int16(n.Status), //nolint:gosec // of HTTP, or of Heritrix
			Part: e.isPart(), Mute: guess || e.isPart() && n.Cut.Limited(),
		}
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
		return visit.OriginOf(url), err
	})
}

func (x *waits) bytes() int64 { return x.Bytes() }
