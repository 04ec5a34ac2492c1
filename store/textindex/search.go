package textindex

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/internal/topk"
)

// A Hit is a page that was found.
type Hit struct {
	Position int // of its name, in sorted order
	Score    float64
}

// A Filter restricts a search to pages by the positions of their names: Lo ≤ position < Hi, and in Set, if it is not
// nil.
type Filter struct {
	Lo, Hi int
	Set    *roaring.Bitmap
}

// A Found is the result of a search.
type Found struct {
	// Count is the number of pages that were found. If AtLeast is set, there may be more.
	Count   int
	AtLeast bool
	Hits    []Hit // the best first
	Cuts    []Cut // prefixes of too many words
}

// mostVerified is the number of pages whose phrases are compared even if they cannot be among the best.
const mostVerified = 20_000

// Best returns the best k pages of a query. Memory: about 50 bytes for each of the k, and 12 for each page of a
// prefix.
func (x *Index) Best(ctx context.Context, q Query, f Filter, k int) (Found, error) {
	s, err := x.search(q, f)
	if err != nil || s.empty {
		return s.found, err
	}
	best := topk.New(min(k, x.count), func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.page, b.page)) })
	if err := s.run(ctx, best); err != nil {
		return s.found, err
	}
	for _, h := range best.Sorted() {
		a, err := x.page(h.page)
		if err != nil {
			return s.found, err
		}
		s.found.Hits = append(s.found.Hits, Hit{int(a.position), h.score})
	}
	return s.found, nil
}

// Match returns the positions of the names of all pages of a query.
func (x *Index) Match(ctx context.Context, q Query, f Filter) (*roaring.Bitmap, []Cut, error) {
	set := roaring.New()
	s, err := x.search(q, f)
	if err != nil || s.empty {
		return set, s.found.Cuts, err
	}
	var room []uint32
	s.each = func(page uint32) error {
		a, err := x.page(page)
		if room = append(room, a.position); len(room) == 1<<12 {
			set.AddMany(room)
			room = room[:0]
		}
		return err
	}
	err = s.run(ctx, nil)
	set.AddMany(room)
	return set, s.found.Cuts, err
}

type scored struct {
	score float64
	page  uint32
}

// A part of a query with its lists.
type part struct {
	lists []list
	idf   float64
	title bool
	room  [][]uint32 // positions of a phrase
	from  []int      // places in room that are passed
}

// A search is a query under way.
type search struct {
	x        *Index
	parts    []part
	lists    []list // of all parts, the shortest first
	each     func(page uint32) error
	filter   Filter
	from, to uint32
	checks   bool // pages are compared beyond their lists: phrases, titles
	verified int
	empty    bool // no page can be found
	found    Found
}

// search opens the lists of a query.
func (x *Index) search(q Query, f Filter) (*search, error) {
	s := &search{x: x, filter: f}
	var err error
	if s.from, err = x.number(f.Lo); err != nil {
		return s, err
	}
	if s.to, err = x.number(f.Hi); err != nil {
		return s, err
	}
	if f.Set != nil && f.Set.IsEmpty() {
		s.empty = true
	}
	for _, p := range q.Parts {
		if err := s.add(p); err != nil {
			return s, err
		}
		if s.empty {
			return s, nil
		}
	}
	slices.SortStableFunc(s.lists, func(a, b list) int { return cmp.Compare(a.size(), b.size()) })
	return s, nil
}

// add opens the lists of a part.
func (s *search) add(p Part) error {
	one := part{title: p.Title}
	s.checks = s.checks || p.Title || len(p.Words) > 1
	for _, w := range p.Words {
		l, err := s.open(w, p.Prefix)
		if err != nil {
			return err
		}
		if s.empty {
			return nil
		}
		n, m := float64(s.x.count), float64(l.size())
		one.idf += math.Log(1 + (n-m+0.5)/(m+0.5))
		one.lists, s.lists = append(one.lists, l), append(s.lists, l)
	}
	one.room, one.from = make([][]uint32, len(one.lists)), make([]int, len(one.lists))
	s.parts = append(s.parts, one)
	return nil
}

// open opens the list of a word, or of a prefix. Without one, the search is empty.
func (s *search) open(word string, prefix bool) (list, error) {
	if prefix {
		all, cut, err := s.x.starting(word)
		if cut != nil {
			s.found.Cuts = append(s.found.Cuts, *cut)
		}
		if s.empty = s.empty || len(all) == 0; err != nil || len(all) == 0 {
			return nil, err
		}
		return s.x.join(all)
	}
	one, ok, err := s.x.exactly(word)
	if s.empty = s.empty || !ok; err != nil || !ok {
		return nil, err
	}
	c := &cursor{x: s.x}
	return c, c.open(one)
}

// checkEvery is the number of pages between two checks of the context.
const checkEvery = 1 << 12

// run finds the pages that all lists have. It puts them into best, if it is not nil, and passes them to each
// otherwise.
func (s *search) run(ctx context.Context, best *topk.Selection[scored]) error {
	all := s.from == 0 && int(s.to) == s.x.count && s.filter.Set == nil
	skips := best != nil && len(s.lists) == 1 && !s.checks && all // the number of pages is known
	page := s.from
	for n := 1; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		if page, err = s.next(page); err != nil {
			return err
		}
		if page >= s.to {
			break
		}
		then := page + 1
		if best == nil {
			err = s.match(page)
		} else {
			then, err = s.score(page, best)
		}
		if err != nil {
			return err
		}
		if page++; skips {
			page = then
		}
	}
	if skips {
		s.found.Count = s.lists[0].size()
	}
	return nil
}

// next returns the first page from a page on that all lists have.
func (s *search) next(page uint32) (uint32, error) {
	for i := 0; i < len(s.lists); i++ {
		p, err := s.lists[i].seek(page)
		if err != nil || p >= s.to {
			return none, err
		}
		if p > page && i > 0 {
			i = -1
		}
		page = p
	}
	return page, nil
}

// passes reports whether a page passes the filter.
func (s *search) passes(page uint32) (a about, ok bool, err error) {
	a, err = s.x.page(page)
	return a, err == nil && (s.filter.Set == nil || s.filter.Set.Contains(a.position)), err
}

// match passes a page on that has all parts.
func (s *search) match(page uint32) error {
	a, ok, err := s.passes(page)
	for i := range s.parts {
		if err != nil || !ok {
			return err
		}
		if s.checks {
			_, ok, err = s.parts[i].count(a)
		}
	}
	if err != nil || !ok {
		return err
	}
	return s.each(page)
}

// score adds a page to the best pages, if it has all parts. It returns the first page after it that may be better
// than the best pages so far.
func (s *search) score(page uint32, best *topk.Selection[scored]) (then uint32, err error) {
	a, ok, err := s.passes(page)
	if err != nil || !ok {
		return page + 1, err
	}
	if least, full := best.Bound(); full {
		most, until := s.bound(page)
		switch {
		case most > least.score:
		case !s.checks:
			s.found.Count++
			return until + 1, nil
		case s.verified >= mostVerified:
			s.found.AtLeast = true
			return until + 1, nil
		}
		if s.checks && s.verified >= mostVerified {
			if most, err := s.most(a); err != nil || most <= least.score {
				s.found.AtLeast = true
				return page + 1, err
			}
		}
	}
	s.verified++
	sum := 0.0
	for i := range s.parts {
		p := &s.parts[i]
		f, ok, err := p.count(a)
		if err != nil || !ok {
			return page + 1, err
		}
		sum += p.idf * (k1 + 1) * impact(f, a.length(), s.x.mean)
	}
	s.found.Count++
	best.Add(scored{sum, page})
	return page + 1, nil
}

// bound returns a bound of the score of the current page, and the last page for which it holds.
func (s *search) bound(page uint32) (most float64, until uint32) {
	until = none - 1
	for i := range s.parts {
		least := 1.0
		for _, l := range s.parts[i].lists {
			one, last := l.bound()
			least, until = min(least, one), min(until, last)
		}
		most += s.parts[i].idf * (k1 + 1) * least
	}
	return most * (1 + 1e-9), max(until, page)
}

// most returns a bound of the score of the current page by its counts: a phrase does not occur more often than its
// words.
func (s *search) most(a about) (sum float64, err error) {
	for i := range s.parts {
		least := math.Inf(1)
		for _, l := range s.parts[i].lists {
			text, title, err := l.counts()
			if err != nil {
				return 0, err
			}
			least = min(least, float64(text)+TitleWeight*float64(title))
		}
		sum += s.parts[i].idf * (k1 + 1) * impact(least, a.length(), s.x.mean)
	}
	return sum * (1 + 1e-9), nil
}

// count returns the weighted number of occurrences of the part in the current page. ok is false if it does not occur.
func (p *part) count(a about) (f float64, ok bool, err error) {
	text, title := uint32(0), uint32(0)
	if len(p.lists) == 1 {
		text, title, err = p.lists[0].counts()
	} else {
		for i, l := range p.lists {
			if p.room[i], err = l.places(p.room[i][:0]); err != nil {
				return 0, false, err
			}
			p.from[i] = 0
		}
		for _, at := range p.room[0] {
			switch {
			case !p.follows(at):
			case at < a.title:
				title++
			default:
				text++
			}
		}
	}
	if p.title {
		text = 0
	}
	return float64(text) + TitleWeight*float64(title), text+title > 0, err
}

// follows reports whether the words of a phrase follow each other from a position on. Positions ascend between calls.
func (p *part) follows(at uint32) bool {
	for i := 1; i < len(p.room); i++ {
		places, k, want := p.room[i], p.from[i], at+uint32(i) //nolint:gosec // few
		for k < len(places) && places[k] < want {
			k++
		}
		if p.from[i] = k; k == len(places) || places[k] != want {
			return false
		}
	}
	return true
}
