package memo

import (
	"maps"
	"slices"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/internal/mem"
)

// depths tracks how far from a seed each page stands: links, at most 255.
type depths struct {
	of    perPage[uint8]
	seeds *seedPages
}

func (d *depths) learn(e *event) error {
	d.of.reset(e.seeds)
	if e.visit == nil {
		d.learnHanded(e)
		return nil
	}
	for _, l := range e.links {
		far := e.visit.Depth
		if l.Kinds&(kinds.Redirect|kinds.Mentions) == 0 && far < 255 {
			far++
		}
		if old := d.of.to(l.To); l.New || far < *old && !d.seeds.of[l.To] {
			*old = far
		}
	}
	return nil
}

// learnHanded learns the depths at which other crawls have found pages.
func (d *depths) learnHanded(e *event) {
	for i, f := range e.handed {
		l := e.links[i]
		if old := d.of.to(l.To); l.New || f.Depth < *old && !d.seeds.of[l.To] {
			*old = f.Depth
		}
	}
}

func (d *depths) save(s *saved) { s.Depths = d.of }

func (d *depths) load(s *saved) error {
	d.of = s.Depths
	return nil
}

func (d *depths) bytes() int64 { return d.of.bytes() }

// seedPages tracks which pages are seeds, or what these redirect to.
type seedPages struct{ of map[crawl.Page]bool }

func (x *seedPages) learn(e *event) error {
	for _, p := range e.seeds {
		x.of[p] = true
	}
	return nil
}

func (x *seedPages) save(s *saved) { s.Seeds = slices.Sorted(maps.Keys(x.of)) }

func (x *seedPages) load(s *saved) error {
	for _, p := range s.Seeds {
		x.of[p] = true
	}
	return nil
}

func (x *seedPages) bytes() int64 { return mem.SavedMap(len(x.of), 8) }
