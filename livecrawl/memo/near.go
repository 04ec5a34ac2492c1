package memo

import (
	"fmt"
	"math"
	"slices"

	"weft/crawl"
	"weft/internal/mem"
	"weft/livecrawl/visit"
	"weft/web/similar"
)

// nearPages tracks which pages say nearly the same as one before them.
type nearPages struct {
	dups   similar.Index
	prints []crawl.Page // of each print in dups
	data   []uint16     // marks of numbers and table cells of these pages, one page after the other
	ends   []uint32     // of each page in data
	list   []Near
	found  uint64 // of all runs
}

// Near is a page that nearly repeats an earlier page. The words, with all numbers alike, differ in few places, and
// so do the numbers and the table cells.
type Near struct {
	Page, Like crawl.Page
	Distance   int
}

const (
	maxNear = 1 << 20
	// maxTries is how many pages are compared with each, by each quarter of their prints.
	maxTries = 256
)

func (x *nearPages) learn(e *event) error {
	if !e.fetched() || e.again || e.note.Words < visit.FewWords || !e.note.HTML {
		return nil
	}
	print := e.note.Print
	i, found := x.dups.Find(print, maxTries, func(i uint32) bool { return similar.AlikeData(x.dataOf(i), e.note.Data) })
	if !found {
		if _, ok := x.dups.Add(print); ok {
			x.prints = append(x.prints, e.pick.Page)
			x.addData(e.note.Data)
		}
		return nil
	}
	x.found++
	if len(x.list) < maxNear {
		x.list = append(x.list, Near{Page: e.pick.Page, Like: x.prints[i], Distance: similar.Distance(print, x.dups.Hash(i))})
	}
	return nil
}

// dataOf returns the marks of a print.
func (x *nearPages) dataOf(i uint32) []uint16 {
	if i == 0 {
		return x.data[:x.ends[0]]
	}
	return x.data[x.ends[i-1]:x.ends[i]]
}

// addData adds the marks of the last print. Beyond 2³² marks it adds none, as of a page without numbers.
func (x *nearPages) addData(data []uint16) {
	if len(x.data)+len(data) <= math.MaxUint32 {
		x.data = append(x.data, data...)
	}
	x.ends = append(x.ends, uint32(len(x.data))) //nolint:gosec // checked
}

func (x *nearPages) save(s *saved) {
	s.Printed, s.Near, s.Data, s.DataEnds = x.prints, x.list, x.data, x.ends
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
	return x.loadData(s)
}

// loadData reads the marks. Checkpoints of earlier versions have none.
func (x *nearPages) loadData(s *saved) error {
	if x.data, x.ends = s.Data, s.DataEnds; len(x.ends) == 0 && len(x.data) == 0 {
		x.ends = make([]uint32, len(x.prints))
	}
	last := uint32(0)
	if n := len(x.ends); n > 0 {
		last = x.ends[n-1]
	}
	if len(x.ends) != len(x.prints) || int(last) != len(x.data) || !slices.IsSorted(x.ends) {
		return fmt.Errorf("marks of %d prints, the last ends at %d of %d; want %d prints", len(x.ends), last, len(x.data), len(x.prints))
	}
	return nil
}

// bytes counts hashes with their chains, 24 bytes and the heads of these, pages with their marks, and near ones.
func (x *nearPages) bytes() int64 {
	return mem.SavedList(x.dups.Len(), 24) + 1<<20 + mem.SavedList(len(x.data), 2) + mem.SavedList(len(x.ends), 4) + mem.SavedList(len(x.prints), 4) + mem.SavedList(len(x.list), 16)
}
