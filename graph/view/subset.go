package view

import (
	"fmt"
	"iter"
	"math/bits"
	"sort"

	"weft/internal/bitset"
	"weft/internal/ef"
)

// Bits are a set of small numbers.
type Bits = bitset.Set

// NewBits returns an empty set of numbers below n: n/8 bytes.
func NewBits(n int) Bits { return bitset.New(n) }

// A Subset is a set of the numbers 0 ≤ x < Universe, which numbers its members in their order: 0, 1, 2, … up to Len. It
// takes a sixteenth more memory than the bits, and 4 bytes for every 512th member.
type Subset struct {
	bits     Bits
	ranks    []uint32 // how many members lie before every 512th number
	hints    []uint32 // in which block of 512 numbers every 512th member lies
	universe int
	n        int
}

// block is the number of words per entry of the index.
const block = 8

// NewSubset returns the members of b, which it keeps, among the numbers below universe.
func NewSubset(b Bits, universe int) (*Subset, error) {
	if len(b) != (universe+63)/64 || universe%64 != 0 && b[len(b)-1]>>(universe%64) != 0 {
		return nil, fmt.Errorf("a set of numbers below %d: it has %d words of bits, or numbers beyond", universe, len(b))
	}
	s := &Subset{bits: b, universe: universe, ranks: make([]uint32, 0, len(b)/block+2)}
	for i, w := range b {
		if i%block == 0 {
			s.ranks = append(s.ranks, uint32(s.n))
		}
		ones := bits.OnesCount64(w)
		if (s.n+ones+511)/512 > (s.n+511)/512 {
			s.hints = append(s.hints, uint32(i/block))
		}
		s.n += ones
	}
	s.ranks = append(s.ranks, uint32(s.n))
	return s, nil
}

// SubsetBytes is the memory of a Subset of numbers below universe.
func SubsetBytes(universe int) int64 { return int64(universe)/8 + int64(universe)/64 + 64 }

// Universe returns the bound of the numbers.
func (s *Subset) Universe() int { return s.universe }

// Len returns how many members there are.
func (s *Subset) Len() int { return s.n }

// Has reports whether x < Universe is a member.
func (s *Subset) Has(x int) bool { return s.bits.Has(x) }

// All ranges over the members in their order.
func (s *Subset) All() iter.Seq[int] { return s.bits.All() }

// Rank returns how many members are smaller than x ≤ Universe, which is the number of x if it is one.
func (s *Subset) Rank(x int) int {
	word := x / 64
	r := int(s.ranks[word/block])
	for _, w := range s.bits[word&^(block-1) : word] {
		r += bits.OnesCount64(w)
	}
	if x%64 != 0 {
		r += bits.OnesCount64(s.bits[word] & (1<<(x%64) - 1))
	}
	return r
}

// Select returns the member with number i < Len.
func (s *Subset) Select(i int) int {
	lo := int(s.hints[i/512])
	hi := len(s.ranks) - 1
	if i/512+1 < len(s.hints) {
		hi = int(s.hints[i/512+1]) + 1
	}
	if hi-lo > 1 {
		lo += sort.Search(hi-lo-1, func(k int) bool { return int(s.ranks[lo+k+1]) > i })
	}
	word, pass := lo*block, i-int(s.ranks[lo])
	for {
		ones := bits.OnesCount64(s.bits[word])
		if pass < ones {
			return word*64 + int(ef.SelectOne(s.bits[word], pass))
		}
		pass -= ones
		word++
	}
}
