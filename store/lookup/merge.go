package lookup

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/internal/front"
	"weft/store/names"
	"weft/store/terms"
)

// A draft is an index that is being made: its sections in scratch files.
type draft struct {
	dir    string
	pages  int
	terms  int
	listed uint64 // sizes of all lists

	dict, lists, unions *terms.Spool
	blocks              []byte
	entries             []byte // of the unions
	heavy               []terms.Range
	open                []opening // for each length of a prefix of the last term: where the terms with the prefix begin
	last                []byte
}

// An opening is the first term with a prefix.
type opening struct {
	term   int
	listed uint64
}

// merge makes dictionary and lists of the runs.
func (d *draft) merge(ctx context.Context, g *terms.Gatherer, buffer int, note func(done, total int64)) (err error) {
	if d.dict, err = terms.NewSpool(d.dir); err != nil {
		return err
	}
	if d.lists, err = terms.NewSpool(d.dir); err != nil {
		return err
	}
	dict, one := names.NewWriter(d.dict), collected{}
	err = g.Merge(ctx, buffer, note, func(term []byte, pages *terms.Pages) error {
		one.collect(pages)
		return cmp.Or(pages.Err(), dict.Append(term), d.add(term, &one))
	})
	if err != nil {
		return err
	}
	d.close(0)
	d.block()
	return cmp.Or(dict.Finish(), d.dict.Flush(), d.lists.Flush())
}

// minRun is the mean length of the runs of pages from which on a bitmap is stored as runs. Many short runs take the library
// long to read and to join.
const minRun = 16

// collected are the pages of a term.
type collected struct {
	size    int
	streaks int // runs of successive pages
	last    uint32
	few     []uint32
	all     *roaring.Bitmap // nil up to mostGaps pages
	buf     []byte
}

// collect reads the pages of a term.
func (c *collected) collect(pages *terms.Pages) {
	c.size, c.streaks, c.few, c.all, c.buf = 0, 0, c.few[:0], nil, c.buf[:0]
	for pages.Next() {
		c.add(pages.Page)
	}
}

// add adds a page, in order.
func (c *collected) add(p uint32) {
	if c.size == 0 || p != c.last+1 {
		c.streaks++
	}
	c.size++
	c.last = p
	if len(c.few) == mostGaps {
		c.spill()
	}
	c.few = append(c.few, p)
}

// spill moves pages to the bitmap.
func (c *collected) spill() {
	if c.all == nil {
		c.all = roaring.New()
	}
	c.all.AddMany(c.few)
	c.few = c.few[:0]
}

// list returns the list as it is stored: as a bitmap if there are many pages, or few runs of pages.
func (c *collected) list() ([]byte, error) {
	if c.all == nil && (c.size <= fewPages || 8*c.streaks >= c.size) {
		c.buf = appendSmall(c.buf, c.few)
		return c.buf, nil
	}
	c.spill()
	if minRun*c.streaks <= c.size {
		c.all.RunOptimize()
	}
	var err error
	c.buf, err = appendSet(c.buf, c.all)
	return c.buf, err
}

// add adds a term with its pages.
func (d *draft) add(term []byte, one *collected) error {
	shared := front.Shared(d.last, term)
	d.close(shared)
	for len(d.open) < len(term) {
		d.open = append(d.open, opening{d.terms, d.listed})
	}
	d.last = append(d.last[:0], term...)
	if d.terms%blockSize == 0 {
		d.block()
	}
	d.terms++
	d.listed += uint64(one.size) //nolint:gosec // not negative
	coded, err := one.list()
	if err == nil {
		_, err = d.lists.Write(coded)
	}
	return err
}

// block adds an entry of blocks.
func (d *draft) block() {
	d.blocks = binary.LittleEndian.AppendUint64(d.blocks, uint64(d.lists.N)) //nolint:gosec // not negative
	d.blocks = binary.LittleEndian.AppendUint64(d.blocks, d.listed)
}

// close ends the prefixes of more than n bytes. The heavy ones of several terms are noted, the longest first.
func (d *draft) close(n int) {
	for len(d.open) > n {
		o := d.open[len(d.open)-1]
		d.open = d.open[:len(d.open)-1]
		r := terms.Range{Lo: o.term, Hi: d.terms}
		if d.listed-o.listed > heavy && r.Hi-r.Lo > 1 && (len(d.heavy) == 0 || d.heavy[len(d.heavy)-1] != r) {
			d.heavy = append(d.heavy, r)
		}
	}
}

// A union is a stored union of the lists of a range of terms.
type union struct {
	terms.Range
	at, size int64
}

// unite makes the unions of the heavy prefixes. A union reads the unions of longer prefixes, which were made before.
func (d *draft) unite(ctx context.Context, note func(done, total int64)) (err error) {
	if d.unions, err = terms.NewSpool(d.dir); err != nil || len(d.heavy) == 0 {
		return err
	}
	data, err := d.lists.Map()
	if err != nil {
		return err
	}
	defer data.Close() //nolint:errcheck // only read
	l := &lists{data: data.Data, blocks: d.blocks, terms: d.terms, pages: d.pages, check: func(uint64, uint64) error { return nil }}
	room := make(dense, (d.pages+63)/64)
	var below, all []union // below: unions that are part of no other yet
	for i, r := range d.heavy {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		note(int64(i), int64(len(d.heavy)))
		first := len(below)
		for first > 0 && below[first-1].Lo >= r.Lo {
			first--
		}
		if err := d.join(room, l, r, below[first:]); err != nil {
			return err
		}
		body, err := room.set().ToBytes()
		if err != nil {
			return err
		}
		u := union{r, d.unions.N, int64(len(body))}
		if _, err := d.unions.Write(body); err != nil {
			return err
		}
		below = append(below[:first], u)
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b union) int { return compareRanges(a.Range, b.Range) })
	for _, u := range all {
		for _, n := range []int64{int64(u.Lo), int64(u.Hi), u.at, u.size} {
			d.entries = binary.LittleEndian.AppendUint64(d.entries, uint64(n)) //nolint:gosec // not negative
		}
	}
	return nil
}

// join puts the pages of a range of terms into room: unions of parts of it, and the lists of the other terms.
func (d *draft) join(room dense, l *lists, r terms.Range, parts []union) error {
	clear(room)
	from := r.Lo
	for _, p := range parts {
		set, err := d.union(p)
		if err == nil {
			err = room.addLists(l, from, p.Lo)
		}
		if err != nil {
			return err
		}
		room.addSet(set)
		from = p.Hi
	}
	return room.addLists(l, from, r.Hi)
}

// union reads a union that was written.
func (d *draft) union(u union) (*roaring.Bitmap, error) {
	body := make([]byte, u.size)
	if err := d.unions.ReadAt(body, u.at); err != nil {
		return nil, err
	}
	return readSet(body, d.pages)
}

// end frees the scratch files.
func (d *draft) end() {
	for _, s := range []*terms.Spool{d.dict, d.lists, d.unions} {
		s.Close()
	}
}

// dense is a set with a bit for each page.
type dense []uint64

func (d dense) add(pages []uint32) {
	for _, p := range pages {
		d[p/64] |= 1 << (p % 64)
	}
}

func (d dense) addSet(s *roaring.Bitmap) {
	var room [1 << 10]uint32
	for it := s.ManyIterator(); ; {
		n := it.NextMany(room[:])
		if n == 0 {
			return
		}
		d.add(room[:n])
	}
}

// addLists adds the pages of the terms lo ≤ t < hi.
func (d dense) addLists(l *lists, lo, hi int) error {
	var few []uint32
	return l.each(lo, hi, true, func(_ int, one *list) (err error) {
		if one.set {
			set, err := readSet(one.body, l.pages)
			if err == nil {
				d.addSet(set)
			}
			return err
		}
		few, err = one.appendTo(few[:0], l.pages)
		d.add(few)
		return err
	})
}

// set returns the set as a bitmap.
func (d dense) set() *roaring.Bitmap {
	streaks, last := 0, uint64(0)
	for _, w := range d {
		streaks += bits.OnesCount64(w &^ (w<<1 | last>>63))
		last = w
	}
	s := roaring.FromDense(d, true)
	if minRun*uint64(streaks) <= s.GetCardinality() { //nolint:gosec // not negative
		s.RunOptimize()
	}
	return s
}
