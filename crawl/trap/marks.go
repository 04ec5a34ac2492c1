package trap

import (
	"math/bits"
	"slices"

	"weft/internal/splitmix"
)

// unsaid appends marks of what a page says that no page of its site has said before, at most so many, those first that
// stand first. There is nothing if the whole was said before, in any order.
func (g *Guard) unsaid(dst []uint32, site uint64, said []uint64, most int) []uint32 {
	whole := uint64(len(said))
	for _, h := range said {
		whole += splitmix.Mix(h)
	}
	if page := mark(site, whole); !g.said.has(page) {
		if dst = g.unheard(append(dst, page), 0, site, said, most); len(dst) == 1 {
			dst = dst[:0]
		}
	}
	return dst
}

// unheard appends the marks of what was not said before.
func (g *Guard) unheard(dst []uint32, start int, site uint64, said []uint64, most int) []uint32 {
	for _, h := range said {
		if len(dst)-start >= most {
			break
		}
		if m := mark(site, h); !g.said.has(m) && !slices.Contains(dst[start:], m) {
			dst = append(dst, m)
		}
	}
	return dst
}

// mark is what is kept of a thing that a site said; never 0.
func mark(site, said uint64) uint32 {
	return max(uint32(splitmix.Mix(said+site*splitmix.Golden)>>32), 1) //nolint:gosec // half of a hash
}

// A set holds marks in two generations: when the younger has half of what is allowed, the older one is forgotten. Of those
// that were not added one in a few thousand is taken for one that was, at the most.
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

// drop removes marks by their numbers in the order of all.
func (t *marks) drop(numbers []uint32) {
	all := t.sorted()
	gone := make(map[uint32]bool, len(numbers))
	for _, i := range numbers {
		gone[i] = true
	}
	*t = marks{}
	for i, m := range all {
		if !gone[uint32(i)] { //nolint:gosec // few
			t.add(m)
		}
	}
}

// marks are an open hash table that is at most half full.
type marks struct {
	slots []uint32 // 0 if free; a power of two
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
