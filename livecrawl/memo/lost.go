package memo

import (
	"weft/crawl"
	"weft/internal/bitset"
	"weft/internal/mem"
)

// lostPages tracks the pages whose responses are damaged in the archive, until they are picked once more. Until a new response
// comes they count as kept in part.
type lostPages struct {
	queue []crawl.Page // also pages at its beginning that were picked
	in    bitset.Set   // pages of the queue that were not picked
}

// learn implements [tracker].
func (x *lostPages) learn(e *event) error {
	for _, p := range e.lost {
		if !x.in.Has(int(p)) {
			x.in.Put(int(p))
			x.queue = append(x.queue, p)
		}
	}
	return nil
}

// next returns a page that is to be picked once more.
func (x *lostPages) next() (crawl.Page, bool) {
	for len(x.queue) > 0 && !x.in.Has(int(x.queue[0])) {
		x.queue = x.queue[1:]
	}
	if len(x.queue) == 0 {
		return 0, false
	}
	return x.queue[0], true
}

// take removes a page that is picked. It reports whether the page was lost.
func (x *lostPages) take(p crawl.Page) bool {
	lost := x.in.Has(int(p))
	x.in.Remove(int(p))
	return lost
}

func (x *lostPages) save(s *saved) {
	for _, p := range x.queue {
		if x.in.Has(int(p)) {
			s.Lost = append(s.Lost, p)
		}
	}
}

func (x *lostPages) load(s *saved) error { return x.learn(&event{lost: s.Lost}) }

func (x *lostPages) bytes() int64 { return mem.SavedList(len(x.queue), 4) + 8*int64(len(x.in)) }
