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

	states, next []state // from the cheapest to the dearest
	dead         uint64  // ones for the lists of the window to which none will refer
	steps        []step  // of every list, as many as there were states
	starts       []int   // of each list in steps
}

// A choice is a reference, or none, with the bits of the list.
type choice struct {
	bits uint32
	back uint16
}

// A menu is what each of some lists may choose.
type menu struct {
	marks   []uint64 // of each list; see marksOf
	choices []choice // list by list, from the cheapest to the dearest, which is none; of an empty list there is no choice
	ends    []int    // of each list in choices
	lastUse []int32  // of each list: the last one that might refer to it, or 0
}

func (m *menu) clear(lists int) {
	m.marks, m.choices, m.ends = slices.Grow(m.marks[:0], lists), slices.Grow(m.choices[:0], 2*lists), slices.Grow(m.ends[:0], lists)
	m.lastUse = append(m.lastUse[:0], make([]int32, lists)...)
}

// of returns the choices of the i-th list.
func (m *menu) of(i int) []choice { return m.choices[m.begin(i):m.ends[i]] }

// begin is where the choices of the i-th list begin, those of the lists before it being there.
func (m *menu) begin(i int) int {
	if i == 0 {
		return 0
	}
	return m.ends[i-1]
}

// offer gives the list that comes next a reference at so many bits; of equal ones those that were offered first come first.
func (m *menu) offer(bits, back int) {
	i := len(m.ends)
	m.lastUse[i-back] = int32(i)                                      //nolint:gosec // a list of a batch
	m.choices = append(m.choices, choice{uint32(bits), uint16(back)}) //nolint:gosec // below never, and a window
	for c, k := m.choices[m.begin(i):], len(m.choices)-m.begin(i)-1; k > 0 && c[k].bits < c[k-1].bits; k-- {
		c[k], c[k-1] = c[k-1], c[k]
	}
}

// end goes on to the next list; none is what this one takes without a reference, or never if it is empty.
func (m *menu) end(none int) {
	if none != never {
		m.choices = append(m.choices, choice{uint32(none), 0}) //nolint:gosec // below never
	}
	m.ends = append(m.ends, len(m.choices))
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
// refer. On cnr-2000 and a generated graph of 1 M nodes, widths of 3, 4, 8 and 12 take 2.698, 2.688, 2.672, 2.663 and 3.918,
// 3.872, 3.800, 3.775 bits an arc, in 57, 57, 67, 80 and 67, 69, 75, 83 ns.
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

// search fills refs with what lists choose; 0 for empty ones.
func (b *beam) search(refs []int32, m *menu) {
	b.states = append(b.states[:0], state{key: b.mask})
	b.steps, b.starts = slices.Grow(b.steps[:0], len(refs)*min(b.width, beamWidth)), slices.Grow(b.starts[:0], len(refs))
	b.dead = 0
	for i := range refs {
		choices := m.of(i)
		b.dead <<= 4
		if m.lastUse[i] == 0 {
			b.dead |= noList
		}
		for _, c := range choices {
			if c.back > 0 && int(m.lastUse[i-int(c.back)]) == i {
				b.dead |= noList << (4 * c.back)
			}
		}
		b.extend(choices)
	}
	at := 0 // the cheapest state
	for i := range slices.Backward(refs) {
		s := b.steps[b.starts[i]+at]
		refs[i], at = int32(s.back), int(s.from)
	}
}

// extend goes on by one list.
func (b *beam) extend(choices []choice) {
	b.next = b.next[:0]
	if len(choices) == 0 {
		for i, s := range b.states {
			b.reach(s.key<<4|noList, s.bits, step{from: uint16(i)})
		}
	} else {
		for i, s := range b.states {
			if b.full() && s.bits+choices[0].bits >= b.next[len(b.next)-1].bits {
				break // as all that follow are dearer
			}
			b.refer(uint16(i), s, choices)
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

// refer goes on from a state by the choices, but for those that make no shorter chain than cheaper ones.
func (b *beam) refer(from uint16, s state, choices []choice) {
	shortest := b.maxRef + 1
	for _, c := range choices {
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
