package job

import (
	"maps"
	"slices"

	"weft/crawl"
	"weft/kinds"
)

// depths tracks how far from a seed each page stands: links, at most 255.
type depths struct {
	of    []uint8
	seeds *seedPages
}

// at returns the depth of a page.
func (d *depths) at(p crawl.Page) uint8 {
	if int64(p) < int64(len(d.of)) {
		return d.of[p]
	}
	return 0
}

// learn is that of [tracker].
func (d *depths) learn(e *event) error {
	for _, p := range e.seeds {
		if int64(p) < int64(len(d.of)) {
			d.of[p] = 0
		}
	}
	if e.visit == nil {
		return nil
	}
	for _, l := range e.links {
		for int64(l.To) >= int64(len(d.of)) {
			d.of = append(d.of, 0)
		}
		far := e.visit.depth
		if l.Kinds&(kinds.Redirect|kinds.Mentions) == 0 && far < 255 {
			far++
		}
		if old := &d.of[l.To]; l.New || far < *old && !d.seeds.of[l.To] {
			*old = far
		}
	}
	return nil
}

// save is that of [tracker].
func (d *depths) save(s *saved) { s.Depths = d.of }

// load is that of [tracker].
func (d *depths) load(s *saved) error {
	d.of = s.Depths
	return nil
}

// seedPages tracks which pages are seeds, or what these redirect to.
type seedPages struct{ of map[crawl.Page]bool }

// learn is that of [tracker].
func (x *seedPages) learn(e *event) error {
	for _, p := range e.seeds {
		x.of[p] = true
	}
	return nil
}

// save is that of [tracker].
func (x *seedPages) save(s *saved) { s.Seeds = slices.Sorted(maps.Keys(x.of)) }

// load is that of [tracker].
func (x *seedPages) load(s *saved) error {
	for _, p := range s.Seeds {
		x.of[p] = true
	}
	return nil
}
