// Package ef stores non-decreasing numbers in Elias–Fano form.
package ef

import "math/bits"

// A List is a sequence of n non-decreasing numbers: about 2 + log₂(last/n) bits each, and
// half a bit for finding them. Get takes constant time.
type List struct {
	low     []uint64
	high    []uint64
	hints   []uint64 // position in high of the one numbered i·hintEvery
	lowBits uint
	n       int
}

const hintEvery = 128

// A Builder makes a List from its numbers in order.
type Builder struct {
	m    List
	last uint64
	max  uint64
}

// NewBuilder starts a sequence of n numbers that are at most limit.
func NewBuilder(n int, limit uint64) *Builder {
	b := &Builder{max: limit}
	if n > 0 && limit/uint64(n) > 1 {
		b.m.lowBits = uint(bits.Len64(limit/uint64(n))) - 1
	}
	b.m.low = make([]uint64, (uint64(n)*uint64(b.m.lowBits)+63)/64+1)
	b.m.high = make([]uint64, (uint64(n)+limit>>b.m.lowBits)/64+1)
	b.m.hints = make([]uint64, 0, n/hintEvery+1)
	return b
}

// Add appends x; false if it is smaller than the number before or larger than the limit.
func (b *Builder) Add(x uint64) bool {
	if x < b.last || x > b.max {
		return false
	}
	b.last = x
	m := &b.m
	if l := m.lowBits; l > 0 {
		at := uint64(m.n) * uint64(l)
		v := x & (1<<l - 1)
		m.low[at/64] |= v << (at % 64)
		if at%64+uint64(l) > 64 {
			m.low[at/64+1] |= v >> (64 - at%64)
		}
	}
	at := x>>m.lowBits + uint64(m.n)
	m.high[at/64] |= 1 << (at % 64)
	if m.n%hintEvery == 0 {
		m.hints = append(m.hints, at)
	}
	m.n++
	return true
}

// Get returns the number with index i.
func (m *List) Get(i int) uint64 {
	x, _ := m.Find(i)
	return x
}

// Find is Get, and tells the place of the number, for Before.
func (m *List) Find(i int) (x, place uint64) {
	low := m.lowOf(i) // first, so that both parts are fetched from memory together
	hint := m.hints[i/hintEvery]
	word := hint / 64
	w := m.high[word] & (^uint64(0) << (hint % 64))
	pass := i % hintEvery // ones between the hinted one and ours
	for {
		ones := bits.OnesCount64(w)
		if pass < ones {
			break
		}
		pass -= ones
		word++
		w = m.high[word]
	}
	at := word*64 + SelectOne(w, pass)
	return (at-uint64(i))<<m.lowBits | low, at
}

// Before is Find(i−back) where the place of the number with index i is known, which saves the search. It takes time in
// proportion to back.
func (m *List) Before(i, back int, place uint64) (x, before uint64) {
	i -= back
	low := m.lowOf(i)
	word := place / 64
	w := m.high[word] & (1<<(place%64) - 1)
	for {
		for ; back > 1 && w != 0; back-- {
			w &^= 1 << (bits.Len64(w) - 1)
		}
		if w != 0 {
			break
		}
		word--
		w = m.high[word]
	}
	at := word*64 + uint64(bits.Len64(w)) - 1
	return (at-uint64(i))<<m.lowBits | low, at
}

// inByte has the place of each one bit of a byte: that before which there are k, for byte b, at k<<8 | b.
var inByte = makeInByte()

func makeInByte() (t [8 << 8]uint8) {
	for b := range 256 {
		k := 0
		for at := range 8 {
			if b>>at&1 == 1 {
				t[k<<8|b] = uint8(at)
				k++
			}
		}
	}
	return t
}

// SelectOne returns the position of the one bit of w after before other ones; w must have more than before ones.
// It counts the ones of all bytes at once, and looks up the rest, without a branch (S. Vigna, "Broadword
// implementation of rank/select queries", 2008).
func SelectOne(w uint64, before int) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	sums := w - w>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * ones // of each byte and those below
	k := uint64(before)
	below := ((k*ones | tops) - sums) & tops >> 7 // a one for each byte that ends before the wanted bit
	at := below * ones >> 56 * 8
	k -= sums << 8 >> (at & 63) & 255
	return at + uint64(inByte[(k<<8|w>>(at&63)&255)&(8<<8-1)])
}

func (m *List) lowOf(i int) uint64 {
	l := m.lowBits
	if l == 0 {
		return 0
	}
	at := uint64(i) * uint64(l)
	v := m.low[at/64] >> (at % 64)
	if at%64+uint64(l) > 64 {
		v |= m.low[at/64+1] << (64 - at%64)
	}
	return v & (1<<l - 1)
}

// List returns the numbers added. The Builder must not be used any more.
func (b *Builder) List() *List { return &b.m }

// Len returns how many numbers there are.
func (m *List) Len() int { return m.n }

// Bytes is about the memory that a list of n numbers up to limit takes.
func Bytes(n int, limit int64) int64 {
	per := 2.5
	for r := limit / int64(max(n, 1)); r > 1; r /= 2 {
		per++
	}
	return int64(per*float64(n)/8) + 64
}
