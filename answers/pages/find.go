package pages

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/option"
	"weft/store"
	"weft/store/lookup"
)

// checkEvery is the number of pages between two checks of the context.
const checkEvery = 1 << 16

// ErrSlow says that a query needs the index of words, and that the crawl has none. The caller does not allow to read all pages
// instead.
var ErrSlow = errors.New("the crawl has no index for this selection")

// ErrNoPage says that a query names a page that the crawl does not know.
var ErrNoPage = errors.New("the crawl does not know this page")

// A Found is the result of a query: pages by the position of their names. It is not changed.
type Found struct {
	Count int
	keys  store.KeyRange
	set   *roaring.Bitmap // nil if all pages of the range are found
	// groups are pages with equal texts, in order; nil without such groups. The upper 32 bits are the first position of the
	// group, the lower 32 bits the position of the page.
	groups []uint64
}

// Bytes is about the memory of the result.
func (f *Found) Bytes() int64 {
	if f.set == nil {
		return 0
	}
	return int64(f.set.GetSizeInBytes()) //nolint:gosec // less
}

// at returns the first position that was found, from a position on; -1 if there is none.
func (f *Found) at(from int) int {
	from = max(from, f.keys.Lo)
	if from >= f.keys.Hi {
		return -1
	}
	if f.set == nil {
		return from
	}
	return int(f.set.NextValue(uint32(from))) //nolint:gosec // pages are numbered so
}

// Next returns up to k positions from a position on, and the position after the last; -1 if no more follow.
func (f *Found) Next(from, k int) (found []int, then int) {
	for i := f.at(from); i >= 0; i = f.at(i + 1) {
		if len(found) == k {
			return found, i
		}
		found = append(found, i)
	}
	return found, -1
}

// Before returns the position from which k pages precede a position; -1 if no page does.
func (f *Found) Before(at, k int) int {
	first := -1
	for i := min(at, f.keys.Hi) - 1; i >= f.keys.Lo && k > 0; i-- {
		if f.set != nil {
			if i = int(f.set.PreviousValue(uint32(i))); i < 0 { //nolint:gosec // pages are numbered so
				break
			}
		}
		first = i
		k--
	}
	return first
}

// Each calls f with all positions in order.
func (f *Found) Each(ctx context.Context, each func(position int) error) error {
	if f.set == nil {
		for i := f.keys.Lo; i < f.keys.Hi; i++ {
			if i%checkEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := each(i); err != nil {
				return err
			}
		}
		return nil
	}
	var room [1 << 12]uint32
	for it := f.set.ManyIterator(); ; {
		n := it.NextMany(room[:])
		if n == 0 {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, i := range room[:n] {
			if err := each(int(i)); err != nil {
				return err
			}
		}
	}
}

// Find returns the pages of a query. If slow is set, all names, facts and links are read where the crawl has no index, or a
// damaged one. Otherwise such queries are [ErrSlow], or report the damage.
func (s *Source) Find(ctx context.Context, q *Query, slow bool) (*Found, error) {
	f, err := q.parse()
	if err != nil {
		return nil, err
	}
	if q.Address != "" && !s.c.HasNames() || !f.asked.Empty() && !s.c.HasNames() && !s.c.HasFacts() {
		return nil, store.ErrNoNames
	}
	if f.facts() && !s.c.HasFacts() {
		return nil, store.ErrNoFacts
	}
	found := &Found{keys: store.KeyRange{Lo: 0, Hi: s.c.NumPages()}}
	if q.Address != "" {
		if found.keys, err = s.c.Addressed(q.Address); err != nil {
			return nil, err
		}
	}
	err = s.choose(ctx, &f, found, slow)
	if err == nil && q.Text != "" {
		err = s.matching(ctx, q.Text, found)
	}
	if err == nil && q.Site != "" {
		err = s.ofSite(ctx, q.Site, found)
	}
	if err == nil && q.Tag != "" {
		err = s.tagged(q.Tag, found)
	}
	if err == nil {
		err = s.narrow(ctx, q, found)
	}
	if err != nil {
		return nil, err
	}
	found.Count = found.keys.Len()
	if found.set != nil {
		found.Count = int(found.set.GetCardinality()) //nolint:gosec // less than pages
	}
	return found, nil
}

// choose evaluates a filter by the index, or without it.
func (s *Source) choose(ctx context.Context, f *filter, found *Found, slow bool) error {
	x, err := s.Index()
	switch {
	case err == nil:
		return s.look(ctx, x, f, found)
	case !f.indexed():
		return s.states(ctx, f, found)
	case !slow:
		return fmt.Errorf("%w: %w", ErrSlow, err)
	}
	return s.scan(ctx, f, found)
}

// look evaluates a filter by the index.
func (s *Source) look(ctx context.Context, x *lookup.Index, f *filter, found *Found) error {
	var sets []*roaring.Bitmap
	and := func(set *roaring.Bitmap, err error) error {
		sets = append(sets, set)
		return err
	}
	var err error
	if !f.asked.Empty() {
		err = and(x.Find(&f.asked))
	}
	if f.state >= 0 {
		err = cmp.Or(err, and(x.State(page.State(f.state)))) //nolint:gosec // there are few
	}
	switch {
	case f.class:
		err = cmp.Or(err, and(x.StatusClass(f.status)))
	case f.status >= 0:
		err = cmp.Or(err, and(x.Status(f.status)))
	}
	switch {
	case f.medias:
		err = cmp.Or(err, and(x.TypeClass(f.media)))
	case f.media != "":
		err = cmp.Or(err, and(x.Type(f.media)))
	}
	if !f.since.IsZero() || !f.until.IsZero() {
		err = cmp.Or(err, and(x.Days(f.since, f.until)))
	}
	if err != nil {
		return err
	}
	for _, set := range sets {
		found.and(set)
	}
	if !f.links() {
		return nil
	}
	degrees, err := x.InDegrees()
	if err != nil {
		return err
	}
	return found.keep(ctx, func(i int) (bool, error) {
		d := degrees(s.c.AtKey(i))
		return f.least <= d && d <= f.most, nil
	})
}

// and keeps the pages of a set, which becomes part of the result.
func (f *Found) and(set *roaring.Bitmap) {
	if f.set != nil {
		f.set.And(set)
		return
	}
	f.set = set
	set.RemoveRange(0, uint64(f.keys.Lo))             //nolint:gosec // not negative
	set.RemoveRange(uint64(f.keys.Hi), uint64(1)<<32) //nolint:gosec // not negative
}

// keep keeps the pages for which a function returns true. It may be called once for each page.
func (f *Found) keep(ctx context.Context, is func(position int) (bool, error)) error {
	set := roaring.New()
	var room []uint32
	err := f.Each(ctx, func(i int) error {
		ok, err := is(i)
		if !ok || err != nil {
			return err
		}
		if room = append(room, uint32(i)); len(room) == 1<<12 { //nolint:gosec // pages are numbered so
			set.AddMany(room)
			room = room[:0]
		}
		return nil
	})
	set.AddMany(room)
	f.set = set
	return err
}

// states evaluates a filter of states alone, without an index.
func (s *Source) states(ctx context.Context, f *filter, found *Found) error {
	if f.state < 0 {
		return nil
	}
	return found.keep(ctx, func(i int) (bool, error) { return int(s.c.State(s.c.AtKey(i))) == f.state, nil })
}

// ofSite keeps the pages of the site of a page.
func (s *Source) ofSite(ctx context.Context, text string, found *Found) error {
	front, err := s.Sites()
	if err != nil {
		return option.Errorf("{site} %s: %w", text, err)
	}
	u, ok, err := s.c.Page(text)
	if err != nil {
		return err
	}
	if !ok {
		return option.Errorf("{site} %s: %w", text, ErrNoPage)
	}
	return found.keep(ctx, func(i int) (bool, error) { return front[s.c.AtKey(i)] == front[u], nil })
}

// Nodes calls f with the pages of a result in the order of their URLs; pages with a text in common follow each other.
func (s *Source) Nodes(ctx context.Context, found *Found, f func(u graph.Node) error) error {
	if found.groups == nil {
		return found.Each(ctx, func(i int) error { return f(s.c.AtKey(i)) })
	}
	for n, g := range found.groups {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := f(s.c.AtKey(int(uint32(g)))); err != nil { //nolint:gosec // its lower half
			return err
		}
	}
	return nil
}

// bitmap returns the pages as a bitmap of the caller.
func (f *Found) bitmap() *roaring.Bitmap {
	if f.set != nil {
		return f.set.Clone()
	}
	set := roaring.New()
	set.AddRange(uint64(f.keys.Lo), uint64(f.keys.Hi)) //nolint:gosec // not negative
	return set
}
