package memo

import (
	"maps"
	"slices"

	"weft/crawl"
	"weft/internal/mem"
)

// A shutPage was left out at its turn, by robots.txt, scope or media type. After a change of the configuration it
// is judged again.
type shutPage struct{ Status int16 }

// shutPages tracks such pages.
type shutPages struct {
	of      map[crawl.Page]shutPage
	toJudge []crawl.Page // of them, in order, once a change holds
}

func (x *shutPages) learn(e *event) error {
	switch {
	case e.steered:
		x.toJudge = slices.Sorted(maps.Keys(x.of))
	case e.shut():
		x.of[e.pick.Page] = shutPage{int16(e.note.Status)} //nolint:gosec // of Heritrix
	}
	return nil
}

// reopen removes a page that is picked once more from the pages left out. It returns the page's former status.
func (x *shutPages) reopen(p crawl.Page) (status int, ok bool) {
	s, ok := x.of[p]
	if !ok {
		return 0, false
	}
	delete(x.of, p)
	x.judged(p)
	return int(s.Status), true
}

// judged removes a page from the pages that are to be judged again: it is judged once, whatever comes of it.
func (x *shutPages) judged(p crawl.Page) {
	switch i, is := slices.BinarySearch(x.toJudge, p); {
	case !is:
	case i == 0: // as always, unless a run requests some pages only
		x.toJudge = x.toJudge[1:]
	default:
		x.toJudge = slices.Delete(x.toJudge, i, i+1)
	}
}

// next returns a page that is to be judged again.
func (x *shutPages) next() (crawl.Page, bool) {
	for len(x.toJudge) > 0 {
		if _, ok := x.of[x.toJudge[0]]; ok {
			return x.toJudge[0], true
		}
		x.toJudge = x.toJudge[1:]
	}
	return 0, false
}

// nextOf returns a page that is to be judged again, of some pages.
func (x *shutPages) nextOf(only func(crawl.Page) bool) (crawl.Page, bool) {
	for _, p := range x.toJudge {
		if _, ok := x.of[p]; ok && only(p) {
			return p, true
		}
	}
	return 0, false
}

func (x *shutPages) save(s *saved) { s.Shut, s.ToJudge = x.of, x.toJudge }

func (x *shutPages) load(s *saved) error {
	if x.toJudge = s.ToJudge; s.Shut != nil {
		x.of = s.Shut
	}
	return nil
}

func (x *shutPages) bytes() int64 {
	return mem.SavedMap(len(x.of), 8) + mem.SavedList(len(x.toJudge), 4)
}
