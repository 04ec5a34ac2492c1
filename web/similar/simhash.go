package similar

import "math/bits"

// Near is how many bits the hashes of near duplicates differ in at most.
const Near = 3

// Distance returns the number of bits in which two hashes differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

const planes = 8

// A tally counts, for each of 64 bits, how many of the added words have the bit set. The low digits of all counts
// are stored across: digit d of count b is bit b of low[d]. So adding a word takes a few operations for all 64
// counts at once.
type tally struct {
	low   [planes]uint64
	high  [64]uint32
	added uint32 // to low
	n     uint64
}

func (t *tally) add(x uint64) {
	for d := 0; x != 0; d++ {
		t.low[d], x = t.low[d]^x, t.low[d]&x
	}
	t.n++
	if t.added++; t.added == 1<<planes-1 {
		t.carry()
	}
}

func (t *tally) carry() {
	for d, plane := range t.low {
		for ; plane != 0; plane &= plane - 1 {
			t.high[bits.TrailingZeros64(plane)] += 1 << d
		}
	}
	t.low, t.added = [planes]uint64{}, 0
}

// majority returns the bits that more than half of the words have.
func (t *tally) majority() uint64 {
	t.carry()
	var out uint64
	for b, c := range t.high {
		if 2*uint64(c) > t.n {
			out |= 1 << b
		}
	}
	return out
}
