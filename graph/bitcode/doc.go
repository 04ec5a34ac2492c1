// Package bitcode reads and writes the instantaneous codes of compressed graphs.
//
// Bits are big-endian or little-endian. In big-endian order bit 0 is the most significant bit of byte 0. In
// little-endian order it is the least significant bit of byte 0, and the low bits of a number come first. All
// codes count from 0; l is ⌊log₂(x+1)⌋:
//
//	unary(x)   x zeros, then a one
//	γ(x)       unary(l), then the low l bits of x+1
//	δ(x)       γ(l), then the low l bits of x+1
//	ζₖ(x)      unary(h) with h = ⌊l/k⌋, then x+1−2^hk in a minimal binary code for [0, 2^(hk+k) − 2^hk)
//	Golomb(x)  unary(⌊x/k⌋), then x mod k in a minimal binary code for [0, k)
//	skewed(x)  unary(i) with i = ⌊log₂(⌊x/k⌋+1)⌋, then x−(2^i−1)k in a minimal binary code for [0, 2^i·k)
//	nibble(x)  the bits of x in groups of three, each after a bit that is one for the last group
//	ω(x)       a group for l, preceded by one for l's own logarithm and so on, then a zero; a group is x+1 in binary
//	πₖ(x)      unary(⌊l/2^k⌋), then l mod 2^k in k bits, then the low l bits of x+1
//
// A minimal binary code of z in [0, b) has s = ⌊log₂ b⌋ bits for the first 2^(s+1)−b numbers. The other numbers
// are coded as z+2^(s+1)−b in one bit more; its last bit comes after the others, in either order of bits. In
// little-endian order the leading one of a group of ω comes first.
//
// Sources: γ, δ and ω are by P. Elias, "Universal codeword sets" (1975); Golomb's by S. Golomb (1966); ζ by P.
// Boldi and S. Vigna, "Codes for the World Wide Web" (2005). π is by A. Apostolico and G. Drovandi, "Graph
// compression by BFS" (2009), in the form of S. Vigna's dsi-bitstream. Skewed and nibble codes are as in dsiutils.
// The bit orders are those of WebGraph, in Java and in Rust. Numbers up to MaxValue can be coded.
package bitcode

import "math/bits"

// MaxValue is the largest number that every code can store. Node numbers and lengths in bits are far smaller.
const MaxValue = 1<<48 - 2

// A Kind is a family of codes.
type Kind uint8

// The families that can be read and written. The zero Kind is not a family.
const (
	Unary Kind = iota + 1
	Gamma
	Delta
	Zeta
	Golomb
	SkewedGolomb
	Nibble
	Omega
	Pi
)

// A Code is a family with its parameter: k of ζ (1 to MaxZetaK) and of π (0 to 5), the modulus of the two Golomb
// codes (from 1). Other families have parameter 0.
type Code struct {
	Kind Kind
	K    uint32
}

// MaxZetaK is the largest parameter of a ζ code.
const MaxZetaK = 31

// Len returns the number of bits that c takes for x.
func (c Code) Len(x uint64) int {
	switch c.Kind {
	case Unary:
		return int(x) + 1
	case Gamma:
		return GammaLen(x)
	case Delta:
		return DeltaLen(x)
	case Golomb:
		return int(x/uint64(c.K)) + 1 + minimalLen(x%uint64(c.K), uint64(c.K))
	case SkewedGolomb:
		i := log2(x/uint64(c.K) + 1)
		return int(i) + 1 + minimalLen(x-(1<<i-1)*uint64(c.K), uint64(c.K)<<i)
	case Nibble:
		return 4 * (max(bits.Len64(x)-1, 0)/3 + 1)
	case Omega:
		return omegaLen(x)
	case Pi:
		l := log2(x + 1)
		return int(l>>c.K + 1 + uint(c.K) + l)
	default:
		return ZetaLen(x, uint(c.K))
	}
}

// log2 returns ⌊log₂ x⌋ of a positive number.
func log2(x uint64) uint { return uint(bits.Len64(x)) - 1 }

// GammaLen returns the number of bits of γ(x).
func GammaLen(x uint64) int { return 2*bits.Len64(x+1) - 1 }

// DeltaLen returns the number of bits of δ(x).
func DeltaLen(x uint64) int {
	l := bits.Len64(x+1) - 1
	return l + GammaLen(uint64(l))
}

// ZetaLen returns the number of bits of ζₖ(x).
func ZetaLen(x uint64, k uint) int {
	l := uint(bits.Len64(x+1) - 1)
	h := l / k
	n := int(h + 1 + h*k + k - 1)
	if x+1-1<<(h*k) >= 1<<(h*k) { // beyond the first 2^hk numbers of the interval: one bit more
		n++
	}
	return n
}

// minimalLen returns the number of bits of z in a minimal binary code for [0, b).
func minimalLen(z, b uint64) int {
	s := log2(b)
	if z < 2<<s-b {
		return int(s)
	}
	return int(s) + 1
}

func omegaLen(x uint64) int {
	n := 1
	for x++; x > 1; x = uint64(log2(x)) {
		n += bits.Len64(x)
	}
	return n
}

// Natural maps a signed number to a natural one: 0, −1, 1, −2, 2 and so on become 0, 1, 2, 3, 4.
func Natural(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// Signed is the inverse of Natural.
func Signed(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) }
