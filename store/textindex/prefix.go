package textindex

import (
	"fmt"
	"slices"

	"weft/store/terms"
)

// Bounds of the work for a prefix.
const (
	mostStarting = 1 << 18 // words that begin with it
	leastRead    = 1 << 21 // pages of all lists that are read, at least for the first list
	unionPages   = 1 << 20 // pages that are joined at a time
)

// A TooMany is a prefix of too many words.
type TooMany struct {
	Prefix string
	Words  int
}

func (e *TooMany) Error() string {
	return fmt.Sprintf("%s* is the beginning of %d words, expected at most %d: add letters", e.Prefix, e.Words, mostStarting)
}

// Cut reports that some words of a prefix were left out.
//
//json:object cut prefix
type Cut struct {
	Prefix string `json:"prefix"` // the prefix
	Words  int    `json:"words"`  // number of words that begin with it
	Used   int    `json:"used"`   // number of words that were searched, the most frequent
}

// starting returns the lists of the words with a prefix. Lists with more pages in all than are read are left out, the
// least frequent words first.
func (x *Index) starting(prefix string) (all []stored, cut *Cut, err error) {
	r, err := x.dict.Starting(prefix)
	if err != nil {
		return nil, nil, err
	}
	if r.Len() > mostStarting {
		return nil, nil, &TooMany{prefix, r.Len()}
	}
	sum := 0
	err = x.each(r, func(s stored) error {
		all = append(all, s)
		sum += s.size
		return nil
	})
	most := max(leastRead, 2*x.count)
	if err != nil || sum <= most {
		return all, nil, err
	}
	order := make([]uint64, len(all)) // the greatest size first, then the first word
	for i, s := range all {
		order[i] = uint64(x.count-s.size)<<32 | uint64(i) //nolint:gosec // not negative
	}
	slices.Sort(order)
	var used []stored
	sum = 0
	for _, o := range order {
		s := all[uint32(o)] //nolint:gosec // its lower half
		if sum += s.size; sum > most && len(used) > 0 {
			break
		}
		used = append(used, s)
	}
	return used, &Cut{prefix, len(all), len(used)}, nil
}

// A joined list has the pages of several lists, with the sums of their counts.
type joined struct {
	pages []uint32
	sums  []uint64 // text in the upper half, title in the lower
	at    int
}

// join joins the lists of several words. It takes unionPages pages at a time; memory: 8 bytes for each of them, and
// 12 for each page of the result.
func (x *Index) join(all []stored) (*joined, error) {
	j := &joined{}
	room, c := make([]uint64, min(unionPages, x.count)), &cursor{x: x}
	for lo := 0; lo < x.count; lo += unionPages {
		hi := min(lo+unionPages, x.count)
		for _, s := range all {
			if err := c.addTo(room, s, uint32(lo), uint32(hi)); err != nil { //nolint:gosec // pages are numbered so
				return nil, err
			}
		}
		for i, sum := range room[:hi-lo] {
			if sum != 0 {
				j.pages, j.sums = append(j.pages, uint32(lo+i)), append(j.sums, sum) //nolint:gosec // pages are numbered so
			}
		}
		clear(room)
	}
	return j, nil
}

// addTo adds the counts of a list for the pages lo ≤ p < hi to the room.
func (c *cursor) addTo(room []uint64, s stored, lo, hi uint32) error {
	if err := c.open(s); err != nil {
		return err
	}
	for p, err := c.seek(lo); err != nil || p < hi; p, err = c.seek(c.blocks[c.now].last + 1) {
		if err == nil {
			_, _, err = c.counts()
		}
		if err != nil {
			return err
		}
		for i := c.at; i < c.n && c.pages[i] < hi; i++ {
			room[c.pages[i]-lo] += uint64(c.text[i])<<32 | uint64(c.title[i])
		}
		if c.now+1 == len(c.blocks) {
			break
		}
	}
	return nil
}

func (j *joined) size() int { return len(j.pages) }

func (j *joined) seek(page uint32) (uint32, error) {
	if j.at < len(j.pages) && j.pages[j.at] < page {
		step := 1
		for j.at+step < len(j.pages) && j.pages[j.at+step] < page {
			step *= 2
		}
		end := min(j.at+step+1, len(j.pages))
		at, _ := slices.BinarySearch(j.pages[j.at:end], page)
		j.at += at
	}
	if j.at == len(j.pages) {
		return none, nil
	}
	return j.pages[j.at], nil
}

func (j *joined) bound() (float64, uint32) { return 1, none }

func (j *joined) counts() (text, title uint32, err error) {
	sum := j.sums[j.at]
	return uint32(sum >> 32), uint32(sum), nil //nolint:gosec // its halves
}

func (j *joined) places(to []uint32) ([]uint32, error) { return to, nil }

// exactly returns the list of a word; ok is false if there is none.
func (x *Index) exactly(word string) (s stored, ok bool, err error) {
	r, err := x.dict.Exactly(word)
	if err != nil || r.Len() == 0 {
		return s, false, err
	}
	err = x.each(terms.Range{Lo: r.Lo, Hi: r.Hi}, func(one stored) error {
		s = one
		return nil
	})
	return s, err == nil, err
}
