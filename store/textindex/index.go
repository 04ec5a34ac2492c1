package textindex

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"time"

	"weft/internal/corrupt"
	"weft/store"
	"weft/store/terms"
)

// ErrNone says that a crawl has no index of texts.
var ErrNone = errors.New("the crawl has no index of texts")

// ErrOld says that the index is of another state of the crawl, or of another version.
var ErrOld = errors.New("the index of texts is of another state of the crawl")

// An Index finds pages by their texts. It is safe for concurrent use, until it is closed.
type Index struct {
	// Built is the time at which the index was built.
	Built time.Time
	// Left counts the pages that are not in the index.
	Left Left

	count     int // pages with text
	terms     int
	mean      float64
	most      int // pages of the crawl
	dict      terms.Dict
	blocks    []byte
	lists     terms.Part
	positions terms.Part
	about     terms.Part
	texts     *terms.Frames
	close     func() error
}

// Open opens the index of a crawl. Without one, the error is [ErrNone]; an index of another state of the crawl is
// [ErrOld].
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
	data, res, err := store.LoadBytes(kept, Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNone // it is being written
	case errors.Is(err, store.ErrOtherGraph):
		return nil, fmt.Errorf("%w (%w)", ErrOld, err)
	case err != nil:
		return nil, err
	}
	facts, _ := res.Params["facts"].(string)
	if id, _ := res.Params["crawl"].(string); facts != factsOf(c) || id != c.Manifest.ID() {
		return nil, errors.Join(ErrOld, data.Close())
	}
	x, err := parse(data.Data, c.NumPages(), data.Check)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", data.Path, err), data.Close())
	}
	if text, err := json.Marshal(res.Params["left"]); err == nil {
		json.Unmarshal(text, &x.Left) //nolint:errcheck // counts for people
	}
	x.Built, x.close = res.Time, data.Close
	return x, nil
}

// parse reads the index that data hold, of a crawl with some pages. check must be called before bytes are read.
func parse(data []byte, pages int, check func(lo, hi uint64) error) (*Index, error) {
	version, counts, parts, err := layout.Parse(data, check)
	if err != nil {
		return nil, err
	}
	if version != layout.Version {
		return nil, fmt.Errorf("%w: version %d, expected %d", ErrOld, version, layout.Version)
	}
	n, t := counts[0], counts[1]
	if n > uint64(pages) || t > math.MaxInt32*16 || uint64(len(parts[1].Data)) != ((t+blockSize-1)/blockSize+1)*blockBytes || //nolint:gosec // not negative
		uint64(len(parts[4].Data)) != n*pageBytes || counts[2] > math.MaxInt64/8 || counts[3] > math.MaxInt64/8 {
		return nil, corrupt.Errorf("%d pages with text and %d words do not fit the sections", n, t)
	}
	if err := cmp.Or(parts[0].All(), parts[1].All()); err != nil {
		return nil, err
	}
	x := &Index{
		count: int(n), terms: int(t), most: pages, mean: mean(int64(counts[2]), int64(counts[3]), int(n)), //nolint:gosec // checked
		blocks: parts[1].Data, lists: parts[2], positions: parts[3], about: parts[4], close: func() error { return nil },
	}
	if x.dict, err = terms.NewDict(parts[0].Data, x.terms); err != nil {
		return nil, err
	}
	x.texts, err = terms.NewFrames(parts[5], (x.count+framePages-1)/framePages, mostFrame)
	return x, err
}

// Close frees the index.
func (x *Index) Close() error { return x.close() }

// Pages returns the number of pages with text.
func (x *Index) Pages() int { return x.count }

// page returns what the index knows of a page with text.
func (x *Index) page(i uint32) (about, error) {
	at := pageBytes * uint64(i)
	if err := x.about.Check(at, at+pageBytes); err != nil {
		return about{}, err
	}
	a := aboutOf(x.about.Data[at:])
	if int64(a.position) >= int64(x.most) {
		return a, corrupt.Errorf("page %d with text is page %d of %d", i, a.position, x.most)
	}
	return a, nil
}

// number returns the number of the first page with text from a position on.
func (x *Index) number(position int) (uint32, error) {
	lo, hi := 0, x.count
	for lo < hi {
		mid := int(uint(lo+hi) / 2)   //nolint:gosec // not negative
		a, err := x.page(uint32(mid)) //nolint:gosec // pages are numbered so
		if err != nil {
			return 0, err
		}
		if int(a.position) < position {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return uint32(lo), nil //nolint:gosec // pages are numbered so
}

// Text returns title and text of the page at a position of the names; ok is false if it has none. They are appended
// to room, which may be used again.
func (x *Index) Text(room []byte, position int) (title, text []byte, ok bool, err error) {
	i, err := x.number(position)
	if err != nil || int(i) >= x.count {
		return nil, nil, false, err
	}
	if a, err := x.page(i); err != nil || int(a.position) != position {
		return nil, nil, false, err
	}
	frame, err := x.texts.Read(room[:0], int(i/framePages))
	if err != nil {
		return nil, nil, false, fmt.Errorf("texts of pages: %w", err)
	}
	p := corrupt.Parser{Rest: frame}
	for range i%framePages + 1 {
		title = p.Bytes(p.Uint())
		text = p.Bytes(p.Uint())
	}
	if p.Bad {
		return nil, nil, false, corrupt.Errorf("the texts of frame %d are damaged", i/framePages)
	}
	return title, text, true, nil
}

// A stored is a list as it is stored.
type stored struct {
	size      int    // pages
	body      []byte // checked only if it was wanted
	from      uint64 // of body in its section
	positions uint64 // where its positions begin in their section
	places    uint64 // length of its positions
}

// each calls f with the lists of a range of terms.
func (x *Index) each(r terms.Range, f func(s stored) error) error {
	if r.Lo >= r.Hi {
		return nil
	}
	entry := x.blocks[r.Lo/blockSize*blockBytes:]
	at, positions := binary.LittleEndian.Uint64(entry), binary.LittleEndian.Uint64(entry[8:])
	end := uint64(len(x.lists.Data))
	for t := r.Lo / blockSize * blockSize; t < r.Hi; t++ {
		if at > end {
			return damagedList(t)
		}
		most := min(end-at, 3*binary.MaxVarintLen64)
		if err := x.lists.Check(at, at+most); err != nil {
			return err
		}
		p := corrupt.Parser{Rest: x.lists.Data[at : at+most]}
		n, size, places := p.Uint(), p.Uint(), p.Uint()
		at += most - uint64(len(p.Rest))
		all := uint64(len(x.positions.Data))
		if p.Bad || n == 0 || n > uint64(x.count) || size > end-at || positions > all || places > all-positions { //nolint:gosec // not negative
			return damagedList(t)
		}
		if t >= r.Lo {
			if err := f(stored{int(n), x.lists.Data[at : at+size], at, positions, places}); err != nil { //nolint:gosec // checked
				return err
			}
		}
		at, positions = at+size, positions+places
	}
	return nil
}

func damagedList(t int) error { return corrupt.Errorf("the list of pages of word %d is damaged", t) }
