package memo

import (
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/livecrawl/visit"
)

// places tracks where each page stands, if the scope needs that: links from a seed, and those in a row beyond the area.
type places struct {
	of       perPage[scope.Place]
	seeds    *seedPages
	steering *steering
}

// learn implements [tracker]: pages may have been found, or found on a shorter path.
func (x *places) learn(e *event) error {
	if e.visit == nil && e.handed == nil {
		return nil
	}
	x.of.reset(e.seeds)
	if !x.steering.cfg.NeedsPlaces() {
		return nil
	}
	for i, f := range e.handed {
		l := e.links[i]
		if old := x.of.to(l.To); l.New || !x.seeds.of[l.To] && f.Place.Hops < old.Hops {
			*old = f.Place
		}
	}
	if e.visit == nil {
		return nil
	}
	next := 0
	for i, l := range e.links {
		var beyond visit.LinkPlace
		if next < len(e.note.Places) && e.note.Places[next].Link == uint64(i) {
			beyond = e.note.Places[next]
			next++
		}
		at := visit.PlaceOf(e.visit.Place, l.Kinds&(kinds.Redirect|kinds.Mentions) != 0, beyond)
		if old := x.of.to(l.To); l.New || !l.Barred && !x.seeds.of[l.To] && at.Hops < old.Hops {
			*old = at
		}
	}
	return nil
}

func (x *places) save(s *saved) { s.Places = x.of }

func (x *places) load(s *saved) error {
	x.of = s.Places
	return nil
}

func (x *places) bytes() int64 { return x.of.bytes() }
