// Package splitmix holds the mixing function of SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014, in S. Vigna's version of the constants), which hashes whatever must be
// the same everywhere, and makes the seeds of all that is drawn by number.
package splitmix

import "math/rand/v2"

// Golden is the step of SplitMix64: number i of seed s is Mix(s + i·Golden), for i = 1, 2, ….
const Golden = 0x9e3779b97f4a7c15

// Mix spreads a number over 64 bits. It is a bijection, and Mix(0) is 0.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Seed returns the seed of one of many draws, such as a set, a trial or a page with some indices, from the user's
// seed. Each index is mixed in before the next. So neither near seeds or indices, nor indices with equal sums or
// exclusive ors, share draws. An index may be the name of a purpose.
func Seed(seed uint64, indices ...uint64) uint64 {
	for _, i := range indices {
		seed = Mix(seed + i*Golden)
	}
	return seed
}

// Rand returns a generator for one of many draws: Seed gives both words of its state.
func Rand(seed uint64, indices ...uint64) *rand.Rand {
	s := Seed(seed, indices...)
	return rand.New(rand.NewPCG(Seed(s, 1), Seed(s, 2)))
}

// Distinct draws k different numbers below n. Every set is equally likely, but the order is not random: sort the
// numbers or shuffle them (R. W. Floyd, in Bentley and Floyd, CACM 30, 1987). It takes k draws of r, and memory
// for k numbers.
func Distinct[T ~int | ~uint32](r *rand.Rand, n, k int) []T {
	drawn, all := make(map[T]bool, k), make([]T, 0, k)
	for i := n - k; i < n; i++ {
		x := T(r.IntN(i + 1))
		if drawn[x] {
			x = T(i)
		}
		drawn[x] = true
		all = append(all, x)
	}
	return all
}

// A Domain separates the draws for one purpose from the draws for all other purposes under the same seed. Each domain is
// a named constant. A test in internal/lint fails if two domains have the same value.
type Domain uint64

// Seed returns the seed of the draw with some indices in the domain.
func (d Domain) Seed(seed uint64, indices ...uint64) uint64 {
	return Seed(Seed(seed, uint64(d)), indices...)
}

// Rand returns a generator for the draw with some indices in the domain.
func (d Domain) Rand(seed uint64, indices ...uint64) *rand.Rand {
	return Rand(d.Seed(seed, indices...))
}

// PCG returns a generator of the domain with a state that can be saved. Its numbers differ from those of Rand.
func (d Domain) PCG(seed uint64) *rand.PCG { return rand.NewPCG(seed, uint64(d)) }
