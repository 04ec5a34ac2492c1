package bv

import (
	"math"
	"slices"
)

// A beam searches the references of a batch that take the fewest bits in all, where a chain may have at most so many. A
// state tells the lengths of the chains of the lists of a window, four bits each, the nearest lowest: all that later
// choices depend on. List by list it goes from every state to those that the references lead to, and keeps the cheapest of
// each kind, of which the width cheapest. With all of them kept the result would be the best there is.
type beam struct {
	window, maxRef int
	width          int
	mask           uint64

	states, next []state
	lastUse      []int   // of every list: the last one that might refer to it
	dead         uint64  // ones for the lists of the window to which none will refer
	slots        []int32 // hash table of next: index + 1, 0 if empty
	used         []int32 // slots that are not
	steps        []step  // of every list, as many as there were states
	starts       []int   // of each list in steps
}

// A state has the bits that lead to it, less those of the cheapest one, and the step that made it.
type state struct {
	key  uint64
	bits uint32
	step step
}

// A step is the index of the state before, and lists back.
type step struct {
	from uint16
	back uint16
}

// Limits of what a state can tell; noList stands for no list, for an empty one, and for one to which nothing will refer.
// On cnr-2000 and a generated graph of 1 M nodes, widths of 8, 32 and 128 take 2.681, 2.656, 2.643 and 3.834, 3.753, 3.720
// bits an arc, in 98, 165 and 408 ns.
const (
	beamWidth  = 32
	beamWindow = 16
	beamMaxRef = 14
	noList     = 15
)

func newBeam(window, maxRef, width int) *beam {
	maxRef = min(maxRef, beamMaxRef)
	slots := 1
	for slots < 2*width*(maxRef+1) { // each state leads to one of each length at most
		slots *= 2
	}
	return &beam{
		window: window, maxRef: maxRef, width: width, slots: make([]int32, slots),
		mask: ^uint64(0) >> (64 - 4*max(window, 1)),
	}
}

// search fills refs with the references of lists whose bits costs tells: window + 1 numbers each, of no reference and of
// every other, never where it is of no use. Empty lists have never everywhere.
func (b *beam) search(refs []int32, costs []int32) {
	b.states = append(b.states[:0], state{key: b.mask})
	b.steps, b.starts = b.steps[:0], b.starts[:0]
	b.findUses(len(refs), costs)
	for i := range refs {
		b.dead = 0
		for back := range min(b.window, i+1) {
			if b.lastUse[i-back] <= i {
				b.dead |= noList << (4 * back)
			}
		}
		b.extend(costs[i*(b.window+1) : (i+1)*(b.window+1)])
	}
	at := 0 // the cheapest state
	for i, s := range b.states {
		if s.bits < b.states[at].bits {
			at = i
		}
	}
	for i := range slices.Backward(refs) {
		s := b.steps[b.starts[i]+at]
		refs[i], at = int32(s.back), int(s.from)
	}
}

// findUses fills lastUse.
func (b *beam) findUses(n int, costs []int32) {
	b.lastUse = append(b.lastUse[:0], make([]int, n)...)
	for i := range n {
		for back := 1; back <= min(b.window, i); back++ {
			if costs[i*(b.window+1)+back] != never {
				b.lastUse[i-back] = i
			}
		}
	}
}

// extend goes on by one list.
func (b *beam) extend(costs []int32) {
	b.next = b.next[:0]
	for _, slot := range b.used {
		b.slots[slot] = 0
	}
	b.used = b.used[:0]
	for i, s := range b.states {
		if costs[0] == never {
			b.reach(s.key<<4|noList, s.bits, step{from: uint16(i)})
			continue
		}
		b.references(uint16(i), s, costs)
	}
	b.prune()
	b.starts = append(b.starts, len(b.steps))
	for _, s := range b.next {
		b.steps = append(b.steps, s.step)
	}
	b.states, b.next = b.next, b.states
}

// references goes from a state by the cheapest reference for each length of the chain, if it is cheaper than those for
// shorter ones.
func (b *beam) references(from uint16, s state, costs []int32) {
	var best [beamMaxRef + 1]struct{ bits, back int32 }
	for i := 1; i <= b.maxRef; i++ {
		best[i].bits = math.MaxInt32
	}
	best[0].bits = costs[0]
	for back := 1; back <= b.window; back++ {
		depth := int(s.key>>(4*(back-1))&15) + 1
		if bits := costs[back]; depth <= b.maxRef && bits < best[depth].bits {
			best[depth].bits, best[depth].back = bits, int32(back)
		}
	}
	least := int32(math.MaxInt32)
	for depth := range b.maxRef + 1 {
		if e := best[depth]; e.bits < least {
			least = e.bits
			b.reach(s.key<<4|uint64(depth), s.bits+uint32(e.bits), step{from, uint16(e.back)})
		}
	}
}

// reach adds a state, or makes one cheaper.
func (b *beam) reach(key uint64, bits uint32, from step) {
	key = (key | b.dead) & b.mask
	h := int(key*0x9e3779b97f4a7c15>>32) & (len(b.slots) - 1)
	for ; b.slots[h] != 0; h = (h + 1) & (len(b.slots) - 1) {
		s := &b.next[b.slots[h]-1]
		if s.key != key {
			continue
		}
		if bits < s.bits {
			s.bits, s.step = bits, from
		}
		return
	}
	b.next = append(b.next, state{key, bits, from})
	b.slots[h] = int32(len(b.next))
	b.used = append(b.used, int32(h))
}

// prune keeps the cheapest states and takes the bits of the cheapest from all.
func (b *beam) prune() {
	least := b.next[0].bits
	for _, s := range b.next {
		least = min(least, s.bits)
	}
	var count [1024]int
	for i := range b.next {
		b.next[i].bits -= least
		count[min(b.next[i].bits, 1023)]++
	}
	if len(b.next) <= b.width {
		return
	}
	limit, room := uint32(0), b.width // all below limit, and so many of it
	for room >= count[limit] {
		room -= count[limit]
		limit++
	}
	kept := b.next[:0]
	for _, s := range b.next {
		switch d := min(s.bits, 1023); {
		case d < limit:
			kept = append(kept, s)
		case d == limit && room > 0:
			kept = append(kept, s)
			room--
		}
	}
	b.next = kept
}
