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
	"weft/store/terms"
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
	dict         terms.Dict
	lists        lists
	unions       []byte     // entries
	united       terms.Part // bitmaps
	degrees      terms.Part
	times        terms.Part
	facts        *terms.Frames // nil without facts
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
	version, counts, parts, err := layout.Parse(data, check)
	switch {
	case err != nil:
		return nil, fmt.Errorf("index of words: %w", err)
	case version != layout.Version:
		return nil, fmt.Errorf("%w: version %d, expected %d", ErrOld, version, layout.Version)
	case counts[0] != uint64(pages): //nolint:gosec // not negative
		return nil, corrupt.Errorf("an index of %d pages for %d", counts[0], pages)
	}
	n, blocks, times, facts := counts[1], len(parts[1].Data), len(parts[5].Data), len(parts[6].Data)
	if n > math.MaxInt32*16 || uint64(blocks) != ((n+blockSize-1)/blockSize+1)*blockBytes || len(parts[4].Data) != 4*pages || //nolint:gosec // not negative
		times != 0 && times != 8*pages || facts != 0 && times == 0 {
		return nil, corrupt.Errorf("%d terms of %d pages do not fit the sections", n, pages)
	}
	x = &Index{close: func() error { return nil }, pages: pages, terms: int(n), degrees: parts[4], times: parts[5]}
	if err := cmp.Or(parts[0].All(), parts[1].All()); err != nil {
		return nil, err
	}
	if x.dict, err = terms.NewDict(parts[0].Data, x.terms); err != nil {
		return nil, err
	}
	x.lists = lists{data: parts[2].Data, blocks: parts[1].Data, terms: x.terms, pages: pages, check: parts[2].Check}
	if facts > 0 {
		if x.facts, err = terms.NewFrames(parts[6], (pages+factPages-1)/factPages, mostFacts); err != nil {
			return nil, err
		}
	}
	return x, x.parseUnions(parts[3])
}

// parseUnions reads the entries of unions.
func (x *Index) parseUnions(part terms.Part) error {
	if len(part.Data) < 8 {
		return corrupt.Errorf("the section of unions has %d bytes", len(part.Data))
	}
	if err := part.Check(0, 8); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint64(part.Data)
	if n > uint64(len(part.Data)-8)/unionBytes { //nolint:gosec // not negative
		return corrupt.Errorf("%d unions in %d bytes", n, len(part.Data))
	}
	x.unions, x.united = part.Data[8:8+n*unionBytes], part.After(8+n*unionBytes)
	return part.Check(0, 8+n*unionBytes)
}

// Close frees the index.
func (x *Index) Close() error { return x.close() }

// HasTimes reports whether the index has the times of pages.
func (x *Index) HasTimes() bool { return len(x.times.Data) > 0 || x.pages == 0 }

// Terms returns the number of terms.
func (x *Index) Terms() int { return x.terms }

// union returns the stored union of a range of terms; nil if there is none.
func (x *Index) union(r terms.Range) (*roaring.Bitmap, error) {
	n := len(x.unions) / unionBytes
	field := func(i, k int) uint64 { return binary.LittleEndian.Uint64(x.unions[i*unionBytes+8*k:]) }
	rangeOf := func(i int) terms.Range {
		return terms.Range{Lo: int(min(field(i, 0), math.MaxInt)), Hi: int(min(field(i, 1), math.MaxInt))} //nolint:gosec // at most MaxInt
	}
	i := sort.Search(n, func(i int) bool { return compareRanges(rangeOf(i), r) >= 0 })
	if i == n || rangeOf(i) != r {
		return nil, nil //nolint:nilnil // there is none
	}
	at, size := field(i, 2), field(i, 3)
	if all := uint64(len(x.united.Data)); at > all || size > all-at {
		return nil, corrupt.Errorf("the union of the terms %d to %d lies outside of its section", r.Lo, r.Hi-1)
	}
	if err := x.united.Check(at, at+size); err != nil {
		return nil, err
	}
	return readSet(x.united.Data[at:at+size], x.pages)
}

// pagesOf returns the pages of a range of terms.
func (x *Index) pagesOf(r terms.Range) (*roaring.Bitmap, error) {
	if r.Hi-r.Lo > 1 {
		if set, err := x.union(r); set != nil || err != nil {
			return set, err
		}
	}
	return x.lists.union(r.Lo, r.Hi)
}

// Find returns the pages that have all words of a query. The query must not be empty.
func (x *Index) Find(a *Asked) (*roaring.Bitmap, error) {
	type sized struct {
		of   terms.Range
		size uint64
	}
	var all []sized
	add := func(r terms.Range, err error) error {
		if err != nil {
			return err
		}
		size, err := x.lists.size(r.Lo, r.Hi)
		all = append(all, sized{r, size})
		return err
	}
	for _, w := range a.Words {
		if err := add(x.dict.Exactly(w)); err != nil {
			return nil, err
		}
	}
	for _, w := range a.Starts {
		if err := add(x.dict.Starting(w)); err != nil {
			return nil, err
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].size < all[j].size })
	var found *roaring.Bitmap
	for _, r := range all {
		set, err := x.pagesOf(r.of)
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
	r, err := x.dict.Exactly(string([]byte{of}) + value)
	if err != nil {
		return nil, err
	}
	return x.pagesOf(r)
}

func (x *Index) beginning(of byte, value string) (*roaring.Bitmap, error) {
	r, err := x.dict.Starting(string([]byte{of}) + value)
	if err != nil {
		return nil, err
	}
	return x.pagesOf(r)
}

// Days returns the pages that were requested from the day from on, up to the day to, both in UTC. A zero time is no bound.
func (x *Index) Days(from, to time.Time) (*roaring.Bitmap, error) {
	r, err := x.dict.Starting(string([]byte{dayMark}))
	if err != nil {
		return nil, err
	}
	if from.IsZero() && to.IsZero() {
		return x.pagesOf(r)
	}
	if !from.IsZero() {
		r.Lo, err = x.dict.Search([]byte(string([]byte{dayMark}) + from.Format(Day)))
	}
	if err == nil && !to.IsZero() {
		r.Hi, err = x.dict.Search([]byte(string([]byte{dayMark}) + to.AddDate(0, 0, 1).Format(Day)))
	}
	if err != nil || r.Lo >= r.Hi {
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
	r, err := x.dict.Starting(string([]byte{of}))
	if err != nil {
		return nil, err
	}
	r.Hi = min(r.Hi, r.Lo+most)
	err = x.lists.each(r.Lo, r.Hi, false, func(t int, one *list) error {
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
	if err := x.degrees.Check(at, at+4); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(x.degrees.Data[at:]), nil
}

// InDegrees returns the number of pages that link to each page, by number of the page. The caller must not change them.
func (x *Index) InDegrees() (func(u graph.Node) uint32, error) {
	err := x.degrees.All()
	return func(u graph.Node) uint32 { return binary.LittleEndian.Uint32(x.degrees.Data[4*int(u):]) }, err
}

// Times returns the time of the request of each page, by position: milliseconds since 1970, or 0 if it is unknown.
func (x *Index) Times() (func(position int) int64, error) {
	err := x.times.All()
	return func(i int) int64 { return int64(binary.LittleEndian.Uint64(x.times.Data[8*i:])) }, err //nolint:gosec // the bits were kept
}

// setTime sets the time of the facts of a page.
func (x *Index) setTime(position int, f *store.Facts) error {
	at := 8 * uint64(position) //nolint:gosec // not negative
	if err := x.times.Check(at, at+8); err != nil {
		return err
	}
	if ms := int64(binary.LittleEndian.Uint64(x.times.Data[at:])); ms != 0 { //nolint:gosec // the bits were kept
		f.Time = time.UnixMilli(ms).UTC()
	}
	return nil
}
