package lookup

import (
	"encoding/binary"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/internal/corrupt"
)

// lists are the stored lists of all terms.
type lists struct {
	data   []byte // one list after the other
	check  func(lo, hi uint64) error
	blocks []byte // for each block of terms: where its lists begin, and the sizes of all lists before
	terms  int
	pages  int
}

const blockBytes = 16

// block returns where the lists of block b begin, and the sizes of all lists before. The number after the last block
// stands for the end.
func (l *lists) block(b int) (at, before uint64) {
	entry := l.blocks[b*blockBytes:]
	return binary.LittleEndian.Uint64(entry), binary.LittleEndian.Uint64(entry[8:])
}

// each calls f with the lists of the terms lo ≤ t < hi. The list has its body only if want returns true for its head.
func (l *lists) each(lo, hi int, want bool, f func(t int, one *list) error) error {
	if lo >= hi {
		return nil
	}
	at, _ := l.block(lo / blockSize)
	end := uint64(len(l.data))
	for t := lo / blockSize * blockSize; t < hi; t++ {
		if at > end {
			return l.damaged(t)
		}
		most := min(end-at, mostHead)
		if err := l.check(at, at+most); err != nil {
			return err
		}
		one, head, body, ok := cutHead(l.data[at : at+most])
		if !ok || uint64(body) > end-at-uint64(head) { //nolint:gosec // not negative
			return l.damaged(t)
		}
		begin := at + uint64(head) //nolint:gosec // not negative
		at = begin + uint64(body)  //nolint:gosec // not negative
		if t < lo {
			continue
		}
		if want {
			if err := l.check(begin, at); err != nil {
				return err
			}
			one.body = l.data[begin:at]
		}
		if err := f(t, &one); err != nil {
			return err
		}
	}
	return nil
}

func (l *lists) damaged(t int) error {
	return corrupt.Errorf("the list of pages of term %d is damaged", t)
}

// before returns the sum of the sizes of the lists of all terms before t.
func (l *lists) before(t int) (uint64, error) {
	first := t / blockSize * blockSize
	_, sum := l.block(t / blockSize)
	err := l.each(first, t, false, func(_ int, one *list) error {
		sum += uint64(one.size) //nolint:gosec // not negative
		return nil
	})
	return sum, err
}

// size returns the sum of the sizes of the lists of the terms lo ≤ t < hi.
func (l *lists) size(lo, hi int) (uint64, error) {
	below, err := l.before(lo)
	if err != nil {
		return 0, err
	}
	all, err := l.before(hi)
	if err == nil && all < below {
		err = l.damaged(lo)
	}
	return all - below, err
}

// union returns the pages of the terms lo ≤ t < hi. It sorts the pages of small lists.
func (l *lists) union(lo, hi int) (*roaring.Bitmap, error) {
	var few []uint32
	var sets []*roaring.Bitmap
	err := l.each(lo, hi, true, func(_ int, one *list) (err error) {
		if !one.set {
			few, err = one.appendTo(few, l.pages)
			return err
		}
		set, err := readSet(one.body, l.pages)
		sets = append(sets, set)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(sets) == 1 && len(few) == 0 {
		return sets[0], nil
	}
	if hi-lo > 1 {
		slices.Sort(few)
	}
	return roaring.FastOr(append(sets, roaring.BitmapOf(few...))...), nil
}
