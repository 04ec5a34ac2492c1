package textindex

import (
	"math"

	"weft/internal/corrupt"
)

// none is the page after the last.
const none = math.MaxUint32

// A list is read page by page, in order.
type list interface {
	size() int
	// seek moves to the first page from a page on, and returns it; none after the last.
	seek(page uint32) (uint32, error)
	// bound returns a bound of the impact of the current page, and the last page for which it holds.
	bound() (most float64, until uint32)
	// counts returns how often text and title have the word in the current page.
	counts() (text, title uint32, err error)
	// places appends the positions of the word in the current page.
	places(to []uint32) ([]uint32, error)
}

// A block is a block of a list.
type block struct {
	last      uint32 // page
	at, size  uint32 // in the body
	positions uint64 // where its positions begin
	places    uint64 // length of its positions
	impact    uint8
}

// A cursor reads the list of a word.
type cursor struct {
	x      *Index
	s      stored
	blocks []block

	now     int // block that is read; −1 before the first
	at      int // page in it
	n       int
	pages   [blockPages]uint32
	rest    []byte           // counts of the block that were not read
	more    [blockPages]bool // pages with other counts than once in the text
	counted bool
	text    [blockPages]uint32
	title   [blockPages]uint32

	placed int    // pages of the block whose positions precede unread
	unread []byte // positions of the block
}

// open begins a list, and reads its table.
func (c *cursor) open(s stored) error {
	c.s, c.now, c.blocks = s, -1, c.blocks[:0]
	if s.size <= blockPages {
		c.blocks = append(c.blocks, block{last: none, size: uint32(min(len(s.body), math.MaxUint32)), positions: s.positions, places: s.places, impact: 255}) //nolint:gosec // bounded
		return nil
	}
	head := corrupt.Parser{Rest: s.body}
	if err := c.x.lists.Check(s.from, s.from+min(uint64(len(s.body)), 16)); err != nil {
		return err
	}
	table := head.Bytes(head.Uint())
	from := uint64(len(s.body) - len(head.Rest)) //nolint:gosec // not negative
	if err := c.x.lists.Check(s.from, s.from+from); err != nil {
		return err
	}
	p := corrupt.Parser{Rest: table}
	last, positions := int64(-1), s.positions
	for range (s.size + blockPages - 1) / blockPages {
		gap, size, places, impact := p.Uint(), p.Uint(), p.Uint(), p.Byte()
		if p.Bad || gap == 0 || gap > uint64(c.x.count) || size > uint64(len(s.body))-from || places > s.places || from+size > math.MaxUint32 { //nolint:gosec // not negative
			return c.damaged()
		}
		last += int64(gap)                                                                                      //nolint:gosec // checked
		c.blocks = append(c.blocks, block{uint32(last), uint32(from), uint32(size), positions, places, impact}) //nolint:gosec // checked
		from, positions, s.places = from+size, positions+places, s.places-places
	}
	if last >= int64(c.x.count) {
		return c.damaged()
	}
	return nil
}

func (c *cursor) damaged() error {
	return corrupt.Errorf("a list of %d pages from byte %d of the lists on is damaged", c.s.size, c.s.from)
}

func (c *cursor) size() int { return c.s.size }

// load reads the pages of a block.
func (c *cursor) load(b int) error {
	k := &c.blocks[b]
	from := c.s.from + uint64(k.at)
	if err := c.x.lists.Check(from, from+uint64(k.size)); err != nil {
		return err
	}
	rest := c.s.body[k.at : k.at+k.size]
	c.now, c.at, c.counted, c.placed = b, 0, false, -1
	c.n = min(blockPages, c.s.size-b*blockPages)
	last := int64(-1)
	if b > 0 {
		last = int64(c.blocks[b-1].last)
	}
	for i := range c.n {
		gap := uint64(0)
		if len(rest) > 0 && rest[0] < 0x80 {
			gap, rest = uint64(rest[0]), rest[1:]
		} else {
			p := corrupt.Parser{Rest: rest}
			gap, rest = p.Uint(), p.Rest
			if p.Bad || gap>>1 > math.MaxUint32 {
				return c.damaged()
			}
		}
		last += int64(gap>>1) + 1 //nolint:gosec // checked
		c.more[i] = gap&1 == 1
		c.pages[i] = uint32(last) //nolint:gosec // checked below
	}
	if last >= int64(c.x.count) || k.last != none && last != int64(k.last) {
		return c.damaged()
	}
	c.rest = rest
	return nil
}

func (c *cursor) seek(page uint32) (uint32, error) {
	b := max(c.now, 0)
	if c.blocks[b].last < page {
		lo, hi := b+1, len(c.blocks) // gallop: pages are often near
		for step := 1; lo+step < hi && c.blocks[lo+step-1].last < page; step *= 2 {
			lo += step
		}
		for lo < hi {
			mid := (lo + hi) / 2
			if c.blocks[mid].last < page {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		b = lo
	}
	if b == len(c.blocks) {
		c.now, c.at, c.n = b-1, 0, 0
		return none, nil
	}
	if b != c.now {
		if err := c.load(b); err != nil {
			return none, err
		}
	}
	for c.at < c.n && c.pages[c.at] < page {
		c.at++
	}
	if c.at == c.n { // of the last block, or of a list of one block
		return none, nil
	}
	return c.pages[c.at], nil
}

func (c *cursor) bound() (float64, uint32) {
	k := &c.blocks[c.now]
	return float64(k.impact) / 255, k.last
}

func (c *cursor) counts() (text, title uint32, err error) {
	if !c.counted {
		p := corrupt.Parser{Rest: c.rest}
		for i := range c.n {
			if !c.more[i] {
				c.text[i], c.title[i] = 1, 0
				continue
			}
			code := uint64(0)
			if len(p.Rest) > 0 && p.Rest[0] < 0x80 {
				code, p.Rest = uint64(p.Rest[0]), p.Rest[1:]
			} else {
				code = p.Uint()
			}
			c.title[i] = 0
			if code&1 == 1 {
				c.title[i] = uint32(min(p.Uint(), MaxText)) //nolint:gosec // bounded
			}
			if code > 2*MaxText+1 || p.Bad || code == 0 {
				return 0, 0, c.damaged()
			}
			c.text[i] = uint32(code >> 1) //nolint:gosec // checked
		}
		c.counted = true
	}
	return c.text[c.at], c.title[c.at], nil
}

func (c *cursor) places(to []uint32) ([]uint32, error) {
	if _, _, err := c.counts(); err != nil {
		return to, err
	}
	if c.placed < 0 {
		k := &c.blocks[c.now]
		if err := c.x.positions.Check(k.positions, k.positions+k.places); err != nil {
			return to, err
		}
		c.placed, c.unread = 0, c.x.positions.Data[k.positions:k.positions+k.places]
	}
	if c.placed > c.at {
		return to, c.damaged()
	}
	skip, rest := uint32(0), c.unread
	for ; c.placed < c.at; c.placed++ {
		skip += c.text[c.placed] + c.title[c.placed]
	}
	for ; skip > 0 && len(rest) > 0; rest = rest[1:] {
		skip -= uint32(1 - rest[0]>>7)
	}
	at := uint64(0)
	for range c.text[c.at] + c.title[c.at] {
		if len(rest) > 0 && rest[0] < 0x80 {
			at, rest = at+uint64(rest[0]), rest[1:]
		} else {
			p := corrupt.Parser{Rest: rest}
			at, rest = at+p.Uint(), p.Rest
			if p.Bad {
				return to, c.damaged()
			}
		}
		if at > 2*MaxText {
			return to, c.damaged()
		}
		to = append(to, uint32(at)) //nolint:gosec // checked
	}
	c.placed, c.unread = c.at+1, rest
	return to, nil
}
