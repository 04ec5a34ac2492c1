package bv

import (
	"slices"
)

// A beam searches the references of a batch that take the fewest bits in all, where a chain may have at most so many. A
// state tells the lengths of the chains of the lists of a window, four bits each, the nearest lowest: all that later
// choices depend on. List by list it goes from every state to those that the references lead to, and keeps the cheapest of
// each kind, of which the width cheapest. With all of them kept the result would be the best there is.
// Both arrays of states are kept sorted, so that what is dearer than all that are kept is passed over without a look.
type beam struct {
	window, maxRef int
	width          int
	mask           uint64

	states, next []state  // from the cheapest to the dearest
	choices      []choice // of a list, likewise
	lastUse      []int    // of every list: the last one that might refer to it
	dead         uint64   // ones for the lists of the window to which none will refer
	steps        []step   // of every list, as many as there were states
	starts       []int    // of each list in steps
}

// A choice is a reference, or none, with the bits of the list.
type choice struct {
	bits uint32
	back uint16
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

// Limits of what a state can tell; noList stands for no list, for an empty one, and for one to which nothing will
// refer. On cnr-2000 and a generated graph of 1 M nodes, widths of 4, 8 and 12 take 2.688, 2.672, 2.663 and 3.149,
// 3.123, 3.115 bits an arc, in 51, 58, 66 and 56, 60, 65 ns.
const (
	beamWidth  = 4
	beamWindow = 16
	beamMaxRef = 14
	noList     = 15
)

func newBeam(window, maxRef, width int) *beam {
	maxRef = min(maxRef, beamMaxRef)
	return &beam{window: window, maxRef: maxRef, width: width, mask: ^uint64(0) >> (64 - 4*max(window, 1))}
}

// search fills refs with the references of lists whose bits costs tells: window + 1 numbers each, of no reference and of
// every other, never where it is of no use. Empty lists have never everywhere.
func (b *beam) search(refs []int32, costs []int32) {
	b.states = append(b.states[:0], state{key: b.mask})
	b.steps, b.starts = slices.Grow(b.steps[:0], len(refs)*min(b.width, beamWidth)), slices.Grow(b.starts[:0], len(refs))
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
	if costs[0] == never {
		for i, s := range b.states {
			b.reach(s.key<<4|noList, s.bits, step{from: uint16(i)})
		}
	} else {
		b.sortChoices(costs)
		for i, s := range b.states {
			if b.full() && s.bits+b.choices[0].bits >= b.next[len(b.next)-1].bits {
				break // as all that follow are dearer
			}
			b.refer(uint16(i), s)
		}
	}
	least := b.next[0].bits
	b.starts = append(b.starts, len(b.steps))
	for i := range b.next {
		b.next[i].bits -= least
		b.steps = append(b.steps, b.next[i].step)
	}
	b.states, b.next = b.next, b.states
}

// sortChoices fills choices with the references that are of use and, last as it is the dearest, none.
func (b *beam) sortChoices(costs []int32) {
	c := b.choices[:0]
	for back := 1; back <= b.window; back++ {
		if costs[back] == never {
			continue
		}
		c = append(c, choice{uint32(costs[back]), uint16(back)})
		for i := len(c) - 1; i > 0 && c[i].bits < c[i-1].bits; i-- {
			c[i], c[i-1] = c[i-1], c[i]
		}
	}
	b.choices = append(c, choice{uint32(costs[0]), 0})
}

// refer goes on from a state by the choices, but for those that make no shorter chain than cheaper ones.
func (b *beam) refer(from uint16, s state) {
	shortest := b.maxRef + 1
	for _, c := range b.choices {
		depth := 0
		if c.back > 0 {
			depth = int(s.key>>(4*(c.back-1))&15) + 1
		}
		if depth < shortest {
			shortest = depth
			b.reach(s.key<<4|uint64(depth), s.bits+c.bits, step{from, c.back})
		}
	}
}

func (b *beam) full() bool { return len(b.next) == b.width }

// reach adds a state in its place, or makes one cheaper. Where the beam is full, the dearest makes room.
func (b *beam) reach(key uint64, bits uint32, from step) {
	if b.full() && bits >= b.next[b.width-1].bits {
		return
	}
	key = (key | b.dead) & b.mask
	at := len(b.next)
	for i := range b.next {
		if b.next[i].key == key {
			at = i
			break
		}
	}
	switch {
	case at < len(b.next) && bits >= b.next[at].bits:
		return
	case at == b.width:
		at--
	case at == len(b.next):
		b.next = append(b.next, state{})
	}
	for ; at > 0 && b.next[at-1].bits > bits; at-- {
		b.next[at] = b.next[at-1]
	}
	b.next[at] = state{key, bits, from}
}
