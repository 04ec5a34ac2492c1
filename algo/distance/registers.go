package distance

import (
	"math"
	"math/bits"

	"weft/graph"
	"weft/internal/splitmix"
)

// A counter is a HyperLogLog counter of 64 registers of a byte. The standard error of a single counter is 13 %, of
// sums over many far less.
const (
	logRegisters = 6
	counterBytes = 1 << logRegisters
)

// counters are the counters of all nodes, one after the other.
type counters []byte

func (c counters) of(u graph.Node) *[counterBytes]byte {
	return (*[counterBytes]byte)(c[int(u)<<logRegisters:])
}

// add counts an item by its hash: the low bits choose the register, which keeps the greatest position of the lowest
// one among the others.
func (c counters) add(u graph.Node, hash uint64) {
	r := &c.of(u)[hash&(counterBytes-1)]
	*r = max(*r, uint8(bits.TrailingZeros64(hash>>logRegisters|1<<58)+1))
}

// hash returns the hash of node u in the run with the given seed: the output function of splitmix64, twice.
func hash(u graph.Node, seed uint64) uint64 { return mix(mix(seed) + uint64(u)) }

func mix(x uint64) uint64 { return splitmix.Mix(x + splitmix.Golden) }

// sigma corrects for empty registers: 64·σ(k/64) of k of them. See estimate.
var sigma = func() (table [counterBytes + 1]float64) {
	for k := range table {
		x := float64(k) / counterBytes
		if k == counterBytes {
			table[k] = math.Inf(1)
			continue
		}
		y, z := 1.0, x
		for last := -1.0; z != last; {
			x *= x
			last = z
			z += x * y
			y += y
		}
		table[k] = counterBytes * z
	}
	return table
}()

// scale is α·m² for m registers, k of them empty. α = 1/(2 ln 2) is for many registers, and is 0.8 to 1.7 % too
// high for 64, as 8,000 random sets of each of fifteen sizes from 1 to 10,000 show. The correction leaves less
// than 0.4 %.
var scale = func() (table [counterBytes + 1]float64) {
	for k := range table {
		used := 1 - float64(k)/counterBytes
		table[k] = 0.5 / math.Ln2 * counterBytes * counterBytes / (1 + (0.5+0.6*used*used)/counterBytes)
	}
	return table
}()

// estimate returns the estimated number of counted items: α·m²/(m·σ(C₀/m) + Σ 2⁻ʳ over the registers r > 0), with
// m registers, C₀ of them empty. It holds for few items and for many, so there are no ranges.
//
// Source: O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches", arXiv 1702.01284, 2017,
// algorithm 6. His τ, for full registers, is left out, because 2⁵⁸ items are not reached.
func estimate(c *[counterBytes]byte) float64 {
	const one = 58             // 2⁻ʳ is 1<<(58−r): 64 of them do not overflow
	sum, empty := uint64(0), 0 // integers, as their sum does not depend on the order
	for _, r := range c {
		sum += 1 << (one - r&63)
		if r == 0 {
			empty++
		}
	}
	sum -= uint64(empty) << one
	return scale[empty] / (sigma[empty] + math.Ldexp(float64(sum), -one))
}
