package memo

import (
	"maps"
	"slices"

	"weft/crawl"
	"weft/internal/mem"
)

// shells tracks the pages that are empty application shells.
type shells struct{ of map[crawl.Page]struct{} }

// learn implements [tracker]. The newest response of a page counts.
func (x *shells) learn(e *event) error {
	switch {
	case !e.fetched():
	case e.note.Shell:
		x.of[e.pick.Page] = struct{}{}
	default:
		delete(x.of, e.pick.Page)
	}
	return nil
}

func (x *shells) save(s *saved) { s.Shells = slices.Sorted(maps.Keys(x.of)) }

func (x *shells) load(s *saved) error {
	for _, p := range s.Shells {
		x.of[p] = struct{}{}
	}
	return nil
}

func (x *shells) bytes() int64 { return mem.SavedMap(len(x.of), 4) }
