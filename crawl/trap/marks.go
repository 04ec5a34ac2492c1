package trap

import (
	"math/bits"
	"slices"

	"weft/internal/splitmix"
)

// newPhrases appends the marks of a page and of its phrases that the site has not had before. It appends at most the
// first most marks. A page whose phrases are all known, in any order, adds nothing.
func (g *Guard) newPhrases(dst []uint32, site uint64, said []uint64, most int) []uint32 {
	whole := uint64(len(said))
	for _, h := range said {
		whole += splitmix.Mix(h)
	}
	start := len(dst)
	page := markOf(site, whole)
	if g.said.has(page) {
		return dst
	}
	dst = append(dst, page)
	for _, h := range said {
		if len(dst)-start >= most {
			break
		}
		if m := markOf(site, h); !g.said.has(m) && !slices.Contains(dst[start:], m) {
			dst = append(dst, m)
		}
	}
	if len(dst) == start+1 {
		return dst[:start]
	}
	return dst
}

// markOf returns the mark of a hash on a site: 32 bits, never 0.
func markOf(site, hash uint64) uint32 { return upper(hash + site*splitmix.Golden) }

// upper returns the upper half of a mixed hash as a mark, never 0.
func upper(hash uint64) uint32 { return max(uint32(splitmix.Mix(hash)>>32), 1) } //nolint:gosec // half of a hash

// A set holds marks in two generations. When the younger generation has half of the permitted marks, the set forgets
// the older one. A mark of 32 bits collides: with 2²⁰ marks, the set reports one unknown mark in 4,096 as known.
type set struct {
	half       int
	young, old marks
}

func newSet(most int) set { return set{half: max(most/2, 1)} }

func (s *set) has(m uint32) bool { return s.young.has(m) || s.old.has(m) }

func (s *set) add(m uint32) {
	if s.has(m) {
		return
	}
	if s.young.n >= s.half {
		s.old, s.young = s.young, marks{}
	}
	s.young.add(m)
}

// marks are an open hash table of marks that is at most half full.
type marks struct {
	slots []uint32 // 0 for a free slot; the length is a power of two
	n     int
}

func (t *marks) at(m uint32) int {
	shift := 32 - bits.Len(uint(len(t.slots)-1))
	i := int(m>>shift) & (len(t.slots) - 1)
	for t.slots[i] != 0 && t.slots[i] != m {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return i
}

func (t *marks) has(m uint32) bool { return t.n > 0 && t.slots[t.at(m)] == m }

func (t *marks) add(m uint32) {
	if 2*t.n >= len(t.slots) {
		old := t.slots
		t.slots, t.n = make([]uint32, max(2*len(old), 64)), 0
		for _, x := range old {
			if x != 0 {
				t.add(x)
			}
		}
	}
	if i := t.at(m); t.slots[i] == 0 {
		t.slots[i] = m
		t.n++
	}
}

// drop removes marks. The numbers are indices into the sorted marks.
func (t *marks) drop(numbers []uint32) {
	all := t.sorted()
	gone := make(map[uint32]bool, len(numbers))
	for _, i := range numbers {
		gone[i] = true
	}
	*t = marks{}
	for i, m := range all {
		if !gone[uint32(i)] { //nolint:gosec // at most maxTemplate
			t.add(m)
		}
	}
}

// sorted returns the marks in increasing order.
func (t *marks) sorted() []uint32 {
	list := make([]uint32, 0, t.n)
	for _, m := range t.slots {
		if m != 0 {
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}
