package lookup

import (
	"encoding/binary"
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/internal/corrupt"
)

const (
	fewPages  = 16      // sizes of lists without their length
	mostGaps  = 1 << 16 // sizes of lists that may be stored as gaps
	heavy     = 1 << 15 // pages in all lists of a prefix from which on their union is stored
	blockSize = 32      // terms in an entry of blocks
)

// appendSmall appends a list of up to mostGaps pages as gaps.
func appendSmall(dst []byte, pages []uint32) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(pages))<<1)
	if len(pages) <= fewPages {
		return appendGaps(dst, pages)
	}
	gaps := appendGaps(nil, pages)
	return append(binary.AppendUvarint(dst, uint64(len(gaps))), gaps...)
}

func appendGaps(dst []byte, pages []uint32) []byte {
	last := uint32(0)
	for _, p := range pages {
		dst = binary.AppendUvarint(dst, uint64(p-last))
		last = p
	}
	return dst
}

// appendSet appends a list of many pages as a bitmap.
func appendSet(dst []byte, pages *roaring.Bitmap) ([]byte, error) {
	body, err := pages.ToBytes()
	if err != nil {
		return dst, err
	}
	dst = binary.AppendUvarint(dst, pages.GetCardinality()<<1|1)
	return append(binary.AppendUvarint(dst, uint64(len(body))), body...), nil
}

// A list is a list of the pages of a term, as it is stored.
type list struct {
	size int
	set  bool // it is a bitmap
	body []byte
}

// mostHead is more than the largest length of the part of a list that cutHead reads.
const mostHead = (fewPages + 2) * binary.MaxVarintLen64

// cutHead reads the beginning of a list. The body has the given length after the head.
func cutHead(data []byte) (l list, head, body int, ok bool) {
	p := corrupt.Parser{Rest: data}
	first := p.Uint()
	if l.set = first&1 == 1; first>>1 > 1<<32 {
		return l, 0, 0, false
	}
	l.size = int(first >> 1) //nolint:gosec // checked
	if l.set || l.size > fewPages {
		n := p.Uint()
		return l, len(data) - len(p.Rest), int(n), !p.Bad && n < 1<<40 //nolint:gosec // checked
	}
	head = len(data) - len(p.Rest)
	for range l.size {
		p.Uint()
	}
	return l, head, len(data) - len(p.Rest) - head, !p.Bad
}

// appendTo appends the pages of a list of gaps. All are less than pages.
func (l *list) appendTo(to []uint32, pages int) ([]uint32, error) {
	p, at := corrupt.Parser{Rest: l.body}, uint64(0)
	for i := range l.size {
		gap := p.Uint()
		if at += gap; p.Bad || at >= uint64(pages) || gap >= uint64(pages) || i > 0 && gap == 0 { //nolint:gosec // not negative
			return to, corrupt.Errorf("a list of %d pages is damaged at its page %d", l.size, i)
		}
		to = append(to, uint32(at)) //nolint:gosec // less than pages
	}
	return to, nil
}

// readSet reads a bitmap of numbers less than pages.
func readSet(body []byte, pages int) (*roaring.Bitmap, error) {
	if !isSet(body, pages) {
		return nil, corrupt.Errorf("a list of %d bytes is no bitmap of %d pages", len(body), pages)
	}
	set := roaring.New()
	if err := set.UnmarshalBinary(body); err != nil {
		return nil, corrupt.Errorf("a list of pages: %v", err)
	}
	return set, nil
}

// Sizes in the portable format of Roaring bitmaps.
const (
	cookieRuns  = 12347 // in the lower 16 bits; the upper have the number of containers less 1
	cookiePlain = 12346
	leastOffset = 4    // containers from which on a bitmap with runs has offsets
	mostArray   = 4096 // numbers of an array; a container of more is a bitmap
	setWords    = 1024
)

// isSet reports whether bytes are a Roaring bitmap of numbers less than pages, in the portable format. The library does not
// check everything when it reads, and checks runs in quadratic time afterwards.
func isSet(body []byte, pages int) bool {
	p := corrupt.Parser{Rest: body}
	cookie, n := p.Uint32(), 0
	var runs []byte
	switch {
	case cookie&0xffff == cookieRuns:
		n = int(cookie>>16) + 1
		runs = p.Bytes(uint64(n+7) / 8) //nolint:gosec // few
	case cookie == cookiePlain:
		n = int(min(p.Uint32(), 1<<16+1))
	default:
		return false
	}
	heads := p.Bytes(4 * uint64(n)) //nolint:gosec // few
	if runs == nil || n >= leastOffset {
		p.Bytes(4 * uint64(n)) //nolint:gosec // few
	}
	if p.Bad || n > 1<<16 {
		return false
	}
	before := -1
	for i := range n {
		key, size := int(binary.LittleEndian.Uint16(heads[4*i:])), int(binary.LittleEndian.Uint16(heads[4*i+2:]))+1
		most := pages - key<<16 // the numbers of the container are less
		if key <= before || most <= 0 {
			return false
		}
		before = key
		isRuns := runs != nil && runs[i/8]&(1<<(i%8)) != 0
		if !isContainer(&p, isRuns, size, most) {
			return false
		}
	}
	return !p.Bad && len(p.Rest) == 0
}

// isContainer takes a container from the front of p, and reports whether it has the given size and numbers less than most.
func isContainer(p *corrupt.Parser, runs bool, size, most int) bool {
	next := 0 // the least number that may follow
	switch {
	case runs:
		count := p.Bytes(2)
		if count == nil {
			return false
		}
		all := p.Bytes(4 * uint64(binary.LittleEndian.Uint16(count)))
		for ; len(all) > 0; all = all[4:] {
			start := int(binary.LittleEndian.Uint16(all))
			if start < next {
				return false
			}
			length := int(binary.LittleEndian.Uint16(all[2:])) + 1
			size -= length
			next = start + length + 1
		}
		return !p.Bad && size == 0 && next-1 <= min(most, 1<<16)
	case size <= mostArray:
		all := p.Bytes(2 * uint64(size)) //nolint:gosec // few
		for ; len(all) > 0; all = all[2:] {
			v := int(binary.LittleEndian.Uint16(all))
			if v < next {
				return false
			}
			next = v + 1
		}
		return !p.Bad && next <= most
	}
	all := p.Bytes(8 * setWords)
	for i := 0; len(all) > 0; i, all = i+64, all[8:] {
		if w := binary.LittleEndian.Uint64(all); w != 0 {
			size -= bits.OnesCount64(w)
			next = i + bits.Len64(w)
		}
	}
	return !p.Bad && size == 0 && next <= most
}
