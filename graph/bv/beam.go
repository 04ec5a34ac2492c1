package bv

import (
	"slices"
)

// A beam searches the references of a batch that take the fewest bits in all, with a bound on the length of
// chains. A state holds the chain lengths of the lists of a window, four bits each, the nearest lowest; later
// choices depend on nothing else. For each list, the beam extends every state by all references. It keeps the
// cheapest of each resulting state, and of these the width cheapest. If all were kept, the result would be
// optimal. Both arrays of states are sorted, so that states more expensive than all kept ones are skipped at once.
type beam struct {
	window, maxRef int
	width          int
	mask           uint64

	states, next []state // from the cheapest to the dearest
	dead         uint64  // ones for the lists of the window that no later list refers to
	steps        []step  // of every list, as many as there were states
	starts       []int   // of each list in steps
}

// A choice is a reference, or none, with the bits of the list.
type choice struct {
	bits uint32
	back uint16
}

// A menu holds the choices of some lists.
type menu struct {
	marks   []uint64 // of each list; see marksOf
	choices []choice // for each list, from the cheapest to the most expensive, which is no reference; an empty list has no choice
	ends    []int    // of each list in choices
	lastUse []int32  // of each list: the last list that might refer to it, or 0
}

func (m *menu) clear(lists int) {
	m.marks, m.choices, m.ends = slices.Grow(m.marks[:0], lists), slices.Grow(m.choices[:0], 2*lists), slices.Grow(m.ends[:0], lists)
	m.lastUse = append(m.lastUse[:0], make([]int32, lists)...)
}

// of returns the choices of the i-th list.
func (m *menu) of(i int) []choice { return m.choices[m.begin(i):m.ends[i]] }

// begin returns the index of the first choice of the i-th list. The choices of earlier lists must be complete.
func (m *menu) begin(i int) int {
	if i == 0 {
		return 0
	}
	return m.ends[i-1]
}

// offer adds a reference with its bits to the next list. At equal bits, earlier offers come first.
func (m *menu) offer(bits, back int) {
	i := len(m.ends)
	m.lastUse[i-back] = int32(i)                                      //nolint:gosec // a list of a batch
	m.choices = append(m.choices, choice{uint32(bits), uint16(back)}) //nolint:gosec // below never, and a window
	for c, k := m.choices[m.begin(i):], len(m.choices)-m.begin(i)-1; k > 0 && c[k].bits < c[k-1].bits; k-- {
		c[k], c[k-1] = c[k-1], c[k]
	}
}

// end finishes a list. none is the number of bits without a reference, or never for an empty list.
func (m *menu) end(none int) {
	if none != never {
		m.choices = append(m.choices, choice{uint32(none), 0}) //nolint:gosec // below never
	}
	m.ends = append(m.ends, len(m.choices))
}

// A state has the bits of the choices that lead to it, relative to the cheapest state, and the step that made it.
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

// Limits of a state. noList stands for no list, for an empty list, and for a list without later references. On
// cnr-2000, widths of 3, 4, 8 and 12 give 2.698, 2.688, 2.672 and 2.663 bits an arc, in 57, 57, 67 and 80 ns. On a
// generated graph of 1 M nodes they give 3.918, 3.872, 3.800 and 3.775, in 67, 69, 75 and 83 ns.
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

// search fills refs with the chosen references; 0 for empty lists.
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

// extend extends the states by one list.
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

// refer extends a state by the choices, without choices whose chains are no shorter than those of cheaper choices.
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
