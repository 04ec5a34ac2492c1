// Package bitcode reads and writes the instantaneous codes of compressed graphs: unary, γ, δ and ζ.
//
// Bits are big-endian: bit 0 is the most significant bit of byte 0. All codes count from 0:
//
//	unary(x)  x zeros, then a one
//	γ(x)      unary(l), then the low l bits of x+1, where l = ⌊log₂(x+1)⌋
//	δ(x)      γ(l), then the low l bits of x+1
//	ζₖ(x)     unary(h) with h = ⌊l/k⌋, then x+1−2^hk in a minimal binary code for [0, 2^(hk+k) − 2^hk)
//
// The codes are those of P. Elias (1975) and of P. Boldi and S. Vigna, "Codes for the World Wide Web" (2005), in the
// bit order of WebGraph. Numbers up to MaxValue can be coded.
package bitcode

import "math/bits"

// MaxValue is the largest number that every code can be asked for; node numbers and lengths in bits are far below.
const MaxValue = 1<<48 - 2

// A Kind is a family of codes.
type Kind uint8

// The families that can be read and written.
const (
	Unary Kind = iota
	Gamma
	Delta
	Zeta
)

// A Code is a family with its parameter: K of ζ, 1 to 16; 0 elsewhere.
type Code struct {
	Kind Kind
	K    uint8
}

// Len returns the number of bits that c takes for x.
func (c Code) Len(x uint64) int {
	switch c.Kind {
	case Unary:
		return int(x) + 1
	case Gamma:
		return GammaLen(x)
	case Delta:
		return DeltaLen(x)
	default:
		return ZetaLen(x, uint(c.K))
	}
}

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

// Natural maps a signed number to a natural one: 0, −1, 1, −2, 2 and so on become 0, 1, 2, 3, 4.
func Natural(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// Signed is the inverse of Natural.
func Signed(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) }
