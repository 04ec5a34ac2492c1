// Package bitset keeps sets of small numbers, a bit for each.
package bitset

import (
	"iter"
	"math/bits"
	"sync/atomic"
)

// A Set is a set of small numbers: bit x%64 of word x/64 reports whether it holds x. Those beyond its words it does not hold.
type Set []uint64

// One returns 1 for true and 0 for false. It replaces a branch that the processor would mispredict.
func One(b bool) int {
	if b {
		return 1
	}
	return 0
}

// New returns an empty set with room for numbers below n: n/8 bytes.
func New(n int) Set { return make(Set, (n+63)/64) }

// Grow makes room for numbers below n.
func (b *Set) Grow(n int) {
	if short := (n+63)/64 - len(*b); short > 0 {
		*b = append(*b, make(Set, short)...)
	}
}

// Add adds x, for which there must be room.
func (b Set) Add(x int) { b[x/64] |= 1 << (x % 64) }

// AddShared is Add while others add, too.
func (b Set) AddShared(x int) { atomic.OrUint64(&b[x/64], 1<<(x%64)) }

// Put makes room for x and adds it.
func (b *Set) Put(x int) {
	b.Grow(x + 1)
	b.Add(x)
}

// Remove takes x away.
func (b Set) Remove(x int) {
	if x/64 < len(b) {
		b[x/64] &^= 1 << (x % 64)
	}
}

// Has reports whether x is in the set.
func (b Set) Has(x int) bool { return x/64 < len(b) && b[x/64]>>(x%64)&1 != 0 }

// HasShared is Has while others add: 1 if x, for which there must be room, is in the set, and 0 if it is not.
func (b Set) HasShared(x int) uint64 { return atomic.LoadUint64(&b[x/64]) >> (x % 64) & 1 }

// All ranges over the numbers in the set, in increasing order. The set must not change meanwhile.
func (b Set) All() iter.Seq[int] { return Each[int](b) }

// Between ranges over the numbers from lo to below hi in the set, in increasing order; for these there must be room.
// Others may add meanwhile.
func (b Set) Between(lo, hi int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := lo / 64; i*64 < hi; i++ {
			for word := atomic.LoadUint64(&b[i]); word != 0; word &= word - 1 {
				if x := i*64 + bits.TrailingZeros64(word); x >= lo && x < hi && !yield(x) {
					return
				}
			}
		}
	}
}

// Each is [Set.All] for numbers of another type.
func Each[T ~int | ~uint32](b Set) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(T(i*64 + bits.TrailingZeros64(word))) { //nolint:gosec // the set is of such numbers
					return
				}
			}
		}
	}
}
