package trap

import (
	"math/bits"
	"slices"

	"weft/internal/splitmix"
)

// News returns what a page of a host says that the host has not said before, in a form that Keep takes: at most so many
// things, those first that stand first. said and numbers are those of similar.Hasher.Said. There is nothing if the
// whole was said before, in any order, or if all that is new is less than eight numbers: pages count their visitors,
// and tell the time. The result is appended to dst.
func (g *Guard) News(dst []uint32, host uint64, said, numbers []uint64, most int) []uint32 {
	whole := uint64(len(said))
	for _, h := range said {
		whole += splitmix.Mix(h)
	}
	start := len(dst)
	if page := mark(host, whole); !g.said.has(page) {
		dst = g.unheard(append(dst, page), start, host, said, most)
		if len(dst) == start+1 {
			dst = dst[:start]
		}
	}
	if few := len(dst); few-start < most {
		if dst = g.unheard(dst, start, host, numbers, max(most, few-start+fewNumbers)); len(dst)-few < fewNumbers {
			dst = dst[:few]
		}
	}
	return dst
}

// fewNumbers is how many new numbers say nothing yet.
const fewNumbers = 8

// unheard appends the marks of what was not said before.
func (g *Guard) unheard(dst []uint32, start int, host uint64, said []uint64, most int) []uint32 {
	for _, h := range said {
		if len(dst)-start >= most {
			break
		}
		if m := mark(host, h); !g.said.has(m) && !slices.Contains(dst[start:], m) {
			dst = append(dst, m)
		}
	}
	return dst
}

// mark is what is kept of a thing that a host said; never 0.
func mark(host, said uint64) uint32 {
	return max(uint32(splitmix.Mix(said+host*splitmix.Golden)>>32), 1) //nolint:gosec // half of a hash
}

// Keep notes what was said.
func (g *Guard) Keep(news []uint32) {
	for _, m := range news {
		g.said.add(m)
	}
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
