package livecrawl

import (
	"fmt"

	"weft/crawl"
	"weft/web/similar"
)

// nearPages tracks which pages say nearly the same as one before them.
type nearPages struct {
	dups   similar.Index
	prints []crawl.Page // of each print in dups
	list   []Near
	found  uint64 // of all runs
}

// Near is a page that says nearly the same as one before it.
type Near struct {
	Page, Like crawl.Page
	Distance   int
}

const (
	// fewWords is where a page says too little to be called like another.
	fewWords = 24
	maxNear  = 1 << 20
	// maxTries is how many pages are compared with each, by each quarter of their prints.
	maxTries = 256
)

func (x *nearPages) learn(e *event) error {
	if !e.fetched() || e.again || e.note.words < fewWords || !e.note.html {
		return nil
	}
	print := e.note.print
	i, found := x.dups.Find(print, maxTries)
	if !found {
		if _, ok := x.dups.Add(print); ok {
			x.prints = append(x.prints, e.pick.Page)
		}
		return nil
	}
	x.found++
	if len(x.list) < maxNear {
		x.list = append(x.list, Near{Page: e.pick.Page, Like: x.prints[i], Distance: similar.Distance(print, x.dups.Hash(i))})
	}
	return nil
}

func (x *nearPages) save(s *saved) {
	s.Printed, s.Near = x.prints, x.list
	for i := range x.prints {
		s.Prints = append(s.Prints, x.dups.Hash(uint32(i))) //nolint:gosec // fewer than pages
	}
}

func (x *nearPages) load(s *saved) error {
	if len(s.Prints) != len(s.Printed) {
		return fmt.Errorf("%d prints of %d pages", len(s.Prints), len(s.Printed))
	}
	for _, h := range s.Prints {
		x.dups.Add(h)
	}
	x.prints, x.list, x.found = s.Printed, s.Near, s.Counts.Near
	return nil
}

// bytes counts hashes with their chains, 24 bytes and the heads of these, pages, and near ones.
func (x *nearPages) bytes() int64 {
	return listed(x.dups.Len(), 24) + 1<<20 + listed(len(x.prints), 4) + listed(len(x.list), 16)
}

// nearFile lists pages that say nearly the same as one before.
const nearFile = "near-duplicates.tsv"

// writeNear writes the pages that were found to say nearly the same as another, a line each: URL, the other URL, and in
// how many bits of 64 their prints differ.
func (j *Job) writeNear() error {
	near := j.trackers.near.list
	return j.writeList(nearFile, len(near) > 0, func(l *pageList) error {
		for _, n := range near {
			if err := l.line(n.Page, n.Like, n.Distance); err != nil {
				return err
			}
		}
		return nil
	})
}
