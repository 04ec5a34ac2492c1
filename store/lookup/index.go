package lookup

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sort"
	"strconv"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/store"
	"weft/store/names"
)

// ErrNone says that a crawl has no index.
var ErrNone = errors.New("the crawl has no index of words")

// ErrOld says that the index is of other facts or another graph, or of another version.
var ErrOld = errors.New("the index of words is of another state of the crawl")

// An Index finds pages by their terms. Pages are called by the position of their names in sorted order. It is safe for
// concurrent use, until it is closed.
type Index struct {
	// Cut is the number of pages with more than 4,096 different words. The index has the first 4,096.
	Cut int
	// Built is the time at which the index was built.
	Built time.Time

	pages, terms int
	dict         *names.Table
	lists        lists
	unions       []byte // entries
	united       []byte // bitmaps
	unionsAt     uint64 // of united, in the file
	check        func(lo, hi uint64) error
	degrees      []byte
	degreesAt    uint64
	times        []byte
	timesAt      uint64
	facts        []byte
	factsAt      uint64
	close        func() error
}

const unionBytes = 32

// Open opens the index of a crawl. Without one, the error is [ErrNone]; an index of another state of the crawl is [ErrOld].
func Open(c *store.Crawl) (*Index, error) {
	if c.Manifest == nil {
		return nil, ErrNone
	}
	kept, err := c.Results("")
	if err != nil {
		return nil, err
	}
	if kept = kept.Indexes(); !kept.Has(Name) {
		return nil, ErrNone
	}
	b, res, err := store.LoadBytes(kept, Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNone // it is being written
	case errors.Is(err, store.ErrOtherGraph):
		return nil, fmt.Errorf("%w (%w)", ErrOld, err)
	case err != nil:
		return nil, err
	}
	if of, _ := res.Params["facts"].(string); of != factsOf(c) {
		return nil, errors.Join(ErrOld, b.Close())
	}
	x, err := parse(b.Data, c.NumPages(), b.Check)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", b.Path, err), b.Close())
	}
	if cut, ok := res.Params["cut_pages"].(float64); ok {
		x.Cut = int(cut)
	}
	x.Built, x.close = res.Time, b.Close
	return x, nil
}

// parse reads the index that data hold. check must be called before bytes are read.
func parse(data []byte, pages int, check func(lo, hi uint64) error) (x *Index, err error) {
	if err := check(0, min(headerBytes, uint64(len(data)))); err != nil {
		return nil, err
	}
	p := corrupt.Parser{Rest: data}
	if string(p.Bytes(8)) != magic {
		return nil, corrupt.Errorf("not an index of words")
	}
	if v := p.Uint64(); v != version {
		return nil, fmt.Errorf("%w: version %d, expected %d", ErrOld, v, version)
	}
	x = &Index{check: check, close: func() error { return nil }}
	if n := p.Uint64(); n != uint64(pages) { //nolint:gosec // not negative
		return nil, corrupt.Errorf("an index of %d pages for %d", n, pages)
	}
	terms := p.Uint64()
	var parts [numSections][]byte
	var ats [numSections]uint64
	for i := range parts {
		at, size := p.Uint64(), p.Uint64()
		if p.Bad || at > uint64(len(data)) || size > uint64(len(data))-at {
			return nil, corrupt.Errorf("section %d has %d bytes from byte %d on, of %d", i, size, at, len(data))
		}
		parts[i], ats[i] = data[at:at+size:at+size], at
	}
	blocks := (terms+blockSize-1)/blockSize + 1
	if terms > math.MaxInt32*16 || uint64(len(parts[1])) != blocks*blockBytes || len(parts[4]) != 4*pages || len(parts[5]) != 0 && len(parts[5]) != 8*pages ||
		len(parts[6]) != 0 && (len(parts[6]) < 8*((pages+factPages-1)/factPages+1) || len(parts[5]) == 0) {
		return nil, corrupt.Errorf("%d terms of %d pages do not fit the sections", terms, pages)
	}
	x.pages, x.terms = pages, int(terms) //nolint:gosec // checked
	end := func(i int) uint64 { return ats[i] + uint64(len(parts[i])) }
	if err := cmp.Or(check(ats[0], end(0)), check(ats[1], end(1))); err != nil {
		return nil, err
	}
	if x.dict, err = names.New(parts[0]); err != nil {
		return nil, err
	}
	if x.dict.Len() != x.terms {
		return nil, corrupt.Errorf("a dictionary of %d terms for %d", x.dict.Len(), x.terms)
	}
	x.lists = lists{data: parts[2], blocks: parts[1], terms: x.terms, pages: pages, check: func(lo, hi uint64) error { return check(ats[2]+lo, ats[2]+hi) }}
	x.degrees, x.degreesAt, x.times, x.timesAt = parts[4], ats[4], parts[5], ats[5]
	x.facts, x.factsAt = parts[6], ats[6]
	return x, x.parseUnions(parts[3], ats[3])
}

// parseUnions reads the entries of unions.
func (x *Index) parseUnions(part []byte, at uint64) error {
	if len(part) < 8 {
		return corrupt.Errorf("the section of unions has %d bytes", len(part))
	}
	if err := x.check(at, at+8); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint64(part)
	if n > uint64(len(part)-8)/unionBytes { //nolint:gosec // not negative
		return corrupt.Errorf("%d unions in %d bytes", n, len(part))
	}
	x.unions, x.united, x.unionsAt = part[8:8+n*unionBytes], part[8+n*unionBytes:], at+8+n*unionBytes
	return x.check(at, x.unionsAt)
}

// Close frees the index.
func (x *Index) Close() error { return x.close() }

// HasTimes reports whether the index has the times of pages.
func (x *Index) HasTimes() bool { return len(x.times) > 0 || x.pages == 0 }

// Terms returns the number of terms.
func (x *Index) Terms() int { return x.terms }

// union returns the stored union of a range of terms; nil if there is none.
func (x *Index) union(r termRange) (*roaring.Bitmap, error) {
	n := len(x.unions) / unionBytes
	field := func(i, k int) uint64 { return binary.LittleEndian.Uint64(x.unions[i*unionBytes+8*k:]) }
	rangeOf := func(i int) termRange {
		return termRange{int(min(field(i, 0), math.MaxInt)), int(min(field(i, 1), math.MaxInt))} //nolint:gosec // at most MaxInt
	}
	i := sort.Search(n, func(i int) bool { return compareRanges(rangeOf(i), r) >= 0 })
	if i == n || rangeOf(i) != r {
		return nil, nil //nolint:nilnil // there is none
	}
	at, size := field(i, 2), field(i, 3)
	if at > uint64(len(x.united)) || size > uint64(len(x.united))-at {
		return nil, corrupt.Errorf("the union of the terms %d to %d lies outside of its section", r.lo, r.hi-1)
	}
	if err := x.check(x.unionsAt+at, x.unionsAt+at+size); err != nil {
		return nil, err
	}
	return readSet(x.united[at:at+size], x.pages)
}

// pagesOf returns the pages of a range of terms.
func (x *Index) pagesOf(r termRange) (*roaring.Bitmap, error) {
	if r.hi-r.lo > 1 {
		if set, err := x.union(r); set != nil || err != nil {
			return set, err
		}
	}
	return x.lists.union(r.lo, r.hi)
}

// starting returns the range of the terms that begin with a prefix.
func (x *Index) starting(prefix string) (r termRange, err error) {
	if r.lo, err = x.dict.Search([]byte(prefix)); err != nil {
		return r, err
	}
	next := []byte(prefix)
	for len(next) > 0 && next[len(next)-1] == 0xff {
		next = next[:len(next)-1]
	}
	if len(next) == 0 {
		r.hi = x.terms
		return r, nil
	}
	next[len(next)-1]++
	r.hi, err = x.dict.Search(next)
	if err == nil && r.hi < r.lo {
		err = corrupt.Errorf("the dictionary is out of order")
	}
	return r, err
}

// exactly returns the range of a term: empty if there is none.
func (x *Index) exactly(term string) (termRange, error) {
	i, ok, err := x.dict.Find([]byte(term))
	if !ok || err != nil {
		return termRange{}, err
	}
	return termRange{i, i + 1}, nil
}

// Find returns the pages that have all words of a query. The query must not be empty.
func (x *Index) Find(a *Asked) (*roaring.Bitmap, error) {
	type sized struct {
		termRange
		size uint64
	}
	var all []sized
	add := func(r termRange, err error) error {
		if err != nil {
			return err
		}
		size, err := x.lists.size(r.lo, r.hi)
		all = append(all, sized{r, size})
		return err
	}
	for _, w := range a.Words {
		if err := add(x.exactly(w)); err != nil {
			return nil, err
		}
	}
	for _, w := range a.Starts {
		if err := add(x.starting(w)); err != nil {
			return nil, err
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].size < all[j].size })
	var found *roaring.Bitmap
	for _, r := range all {
		set, err := x.pagesOf(r.termRange)
		if err != nil {
			return nil, err
		}
		if found == nil {
			found = set
		} else {
			found.And(set)
		}
		if found.IsEmpty() {
			break
		}
	}
	return found, nil
}

// State returns the pages in a state.
func (x *Index) State(s page.State) (*roaring.Bitmap, error) { return x.marked(stateMark, s.String()) }

// Status returns the pages with a status of HTTP.
func (x *Index) Status(status int) (*roaring.Bitmap, error) {
	return x.marked(statusMark, strconv.Itoa(status))
}

// StatusText is [Index.Status] with the value of [Index.Statuses].
func (x *Index) StatusText(status string) (*roaring.Bitmap, error) {
	return x.marked(statusMark, status)
}

// StatusClass returns the pages with a status from 100·class on, and below 100·(class + 1).
func (x *Index) StatusClass(class int) (*roaring.Bitmap, error) {
	return x.beginning(statusMark, strconv.Itoa(class))
}

// Type returns the pages of a media type.
func (x *Index) Type(media string) (*roaring.Bitmap, error) { return x.marked(typeMark, media) }

// TypeClass returns the pages of media types that begin with a text, such as "image/".
func (x *Index) TypeClass(start string) (*roaring.Bitmap, error) { return x.beginning(typeMark, start) }

func (x *Index) marked(of byte, value string) (*roaring.Bitmap, error) {
	r, err := x.exactly(string([]byte{of}) + value)
	if err != nil {
		return nil, err
	}
	return x.pagesOf(r)
}

func (x *Index) beginning(of byte, value string) (*roaring.Bitmap, error) {
	r, err := x.starting(string([]byte{of}) + value)
	if err != nil {
		return nil, err
	}
	return x.pagesOf(r)
}

// Days returns the pages that were requested from the day from on, up to the day to, both in UTC. A zero time is no bound.
func (x *Index) Days(from, to time.Time) (*roaring.Bitmap, error) {
	r, err := x.starting(string([]byte{dayMark}))
	if err != nil {
		return nil, err
	}
	if from.IsZero() && to.IsZero() {
		return x.pagesOf(r)
	}
	if !from.IsZero() {
		r.lo, err = x.dict.Search([]byte(string([]byte{dayMark}) + from.Format(Day)))
	}
	if err == nil && !to.IsZero() {
		r.hi, err = x.dict.Search([]byte(string([]byte{dayMark}) + to.AddDate(0, 0, 1).Format(Day)))
	}
	if err != nil || r.lo >= r.hi {
		return roaring.New(), err
	}
	return x.pagesOf(r)
}

// A Value is a value that pages have, with their number.
type Value struct {
	Value string
	Pages int
}

// Statuses returns the statuses of HTTP of the crawl, up to a number of them, in order.
func (x *Index) Statuses(most int) ([]Value, error) { return x.values(statusMark, most) }

// Types returns the media types of the crawl, up to a number of them, in order.
func (x *Index) Types(most int) ([]Value, error) { return x.values(typeMark, most) }

func (x *Index) values(of byte, most int) (all []Value, err error) {
	r, err := x.starting(string([]byte{of}))
	if err != nil {
		return nil, err
	}
	r.hi = min(r.hi, r.lo+most)
	err = x.lists.each(r.lo, r.hi, false, func(t int, one *list) error {
		name, err := x.dict.Append(nil, t)
		if err == nil && len(name) == 0 {
			err = corrupt.Errorf("the dictionary is out of order")
		}
		if err != nil {
			return err
		}
		all = append(all, Value{string(name[1:]), one.size})
		return nil
	})
	return all, err
}

// InDegree returns the number of pages that link to a page.
func (x *Index) InDegree(u graph.Node) (uint32, error) {
	at := 4 * uint64(u)
	if err := x.check(x.degreesAt+at, x.degreesAt+at+4); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(x.degrees[at:]), nil
}

// InDegrees returns the number of pages that link to each page, by number of the page. The caller must not change them.
func (x *Index) InDegrees() (func(u graph.Node) uint32, error) {
	err := x.check(x.degreesAt, x.degreesAt+uint64(len(x.degrees)))
	return func(u graph.Node) uint32 { return binary.LittleEndian.Uint32(x.degrees[4*int(u):]) }, err
}

// Times returns the time of the request of each page, by position: milliseconds since 1970, or 0 if it is unknown.
func (x *Index) Times() (func(position int) int64, error) {
	err := x.check(x.timesAt, x.timesAt+uint64(len(x.times)))
	return func(i int) int64 { return int64(binary.LittleEndian.Uint64(x.times[8*i:])) }, err //nolint:gosec // the bits were kept
}

// setTime sets the time of the facts of a page.
func (x *Index) setTime(position int, f *store.Facts) error {
	at := 8 * uint64(position) //nolint:gosec // not negative
	if err := x.check(x.timesAt+at, x.timesAt+at+8); err != nil {
		return err
	}
	if ms := int64(binary.LittleEndian.Uint64(x.times[at:])); ms != 0 { //nolint:gosec // the bits were kept
		f.Time = time.UnixMilli(ms).UTC()
	}
	return nil
}
