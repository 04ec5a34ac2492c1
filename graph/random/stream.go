package random

import (
	"math"
	"math/bits"

	"weft/internal/splitmix"
)

// A purpose of a stream. Streams of different purposes are independent.
type purpose uint64

const (
	forHost purpose = iota + 1
	forDomain
	forHostMenu
	forDirMenu
	forBlock
	forPage
	forPopularity
	forRegion
	forDirRegion
	forName
	forStyle
	forState
	forRow
	forPrototype
	forTarget
	forGrowth
	forFire
	forBack
	forLink
	forExtra
	forSplit
	forKronecker
	forRewiring
	forSequence
)

// A stream is an endless sequence of random numbers: SplitMix64 from a start that is hashed.
type stream struct{ state uint64 }

// newStream returns stream i of a purpose.
func newStream(seed uint64, p purpose, i uint64) stream { return stream{hash(seed, p, i)} }

// hash returns number i of a purpose.
func hash(seed uint64, p purpose, i uint64) uint64 {
	return splitmix.Mix(origin(seed, p) + i*splitmix.Golden)
}

// origin returns the start of the hashes of a purpose: number i is Mix(origin + i·Golden), for callers that need
// many.
func origin(seed uint64, p purpose) uint64 { return splitmix.Mix(seed + uint64(p)*splitmix.Golden) }

func (r *stream) next() uint64 {
	r.state += splitmix.Golden
	return splitmix.Mix(r.state)
}

// below returns a number in [0, n), for n > 0. It favours some by less than one part in 2⁶⁴/n.
func (r *stream) below(n int) int { return reduce(r.next(), n) }

// float returns a number in (0, 1].
func (r *stream) float() float64 { return unit(r.next()) }

// reduce maps a hash to [0, n).
func reduce(h uint64, n int) int {
	hi, _ := bits.Mul64(h, uint64(n))
	return int(hi)
}

// unit maps a hash to (0, 1], in steps of 2⁻⁵³.
func unit(h uint64) float64 { return float64(h>>11+1) * 0x1p-53 }

// skip returns the first of the numbers from, …, n−1 that is hit, each with probability 1 − e^−rate, or n where none is.
// The misses before it are geometric: ⌊ln U / −rate⌋. The rate is above 0.
func (r *stream) skip(from, n int, rate float64) int {
	misses := -math.Log(r.float()) / rate
	if misses >= float64(n-from) {
		return n
	}
	return from + int(misses)
}

// round returns x or x+1 such that the mean is x, for x ≥ 0.
func (r *stream) round(x float64) int {
	n := int(x)
	if r.float() <= x-float64(n) {
		n++
	}
	return n
}
