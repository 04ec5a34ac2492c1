package job

import (
	"weft/crawl"
	"weft/kinds"
	"weft/scope"
)

// places tracks where each page stands, if the scope needs that: links from a seed, and those in a row beyond the area.
type places struct {
	of       []scope.Place
	seeds    *seedPages
	steering *steering
}

// at returns the place of a page.
func (x *places) at(p crawl.Page) (at scope.Place) {
	if int64(p) < int64(len(x.of)) {
		at = x.of[p]
	}
	return at
}

// learn is that of [tracker]: pages may have been found, or found on a shorter way.
func (x *places) learn(e *event) error {
	if e.visit == nil {
		return nil
	}
	for _, p := range e.seeds {
		if int64(p) < int64(len(x.of)) {
			x.of[p] = scope.Place{}
		}
	}
	if !x.steering.cfg.needsPlaces() {
		return nil
	}
	next := 0
	for i, l := range e.links {
		var beyond linkPlace
		if next < len(e.note.places) && e.note.places[next].link == uint64(i) {
			beyond = e.note.places[next]
			next++
		}
		for int64(l.To) >= int64(len(x.of)) {
			x.of = append(x.of, scope.Place{})
		}
		at := placeOf(e.visit.place, l.Kinds&(kinds.Redirect|kinds.Mentions) != 0, beyond)
		if old := &x.of[l.To]; l.New || !l.Barred && !x.seeds.of[l.To] && at.Hops < old.Hops {
			*old = at
		}
	}
	return nil
}

// save is that of [tracker].
func (x *places) save(s *saved) { s.Places = x.of }

// load is that of [tracker].
func (x *places) load(s *saved) error {
	x.of = s.Places
	return nil
}
