package memo

import (
	"slices"

	"weft/crawl"
	"weft/internal/mem"
)

// lostPages tracks the pages whose responses are damaged in the archive, until they are picked once more. Until a new response
// comes they count as kept in part.
type lostPages struct{ queue []crawl.Page }

// learn implements [tracker].
func (x *lostPages) learn(e *event) error {
	for _, p := range e.lost {
		if !slices.Contains(x.queue, p) {
			x.queue = append(x.queue, p)
		}
	}
	return nil
}

// next returns a page that is to be picked once more.
func (x *lostPages) next() (crawl.Page, bool) {
	if len(x.queue) == 0 {
		return 0, false
	}
	return x.queue[0], true
}

// take removes a page that is picked. It reports whether the page was lost.
func (x *lostPages) take(p crawl.Page) bool {
	i := slices.Index(x.queue, p)
	if i < 0 {
		return false
	}
	x.queue = slices.Delete(x.queue, i, i+1)
	return true
}

func (x *lostPages) save(s *saved) { s.Lost = x.queue }

func (x *lostPages) load(s *saved) error {
	x.queue = s.Lost
	return nil
}

func (x *lostPages) bytes() int64 { return mem.SavedList(len(x.queue), 4) }
