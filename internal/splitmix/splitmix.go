// Package splitmix holds the mixing function of SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014, in S. Vigna's version of the constants), which hashes whatever must be the same everywhere.
package splitmix

// Golden is the step of SplitMix64: number i of seed s is Mix(s + i·Golden), for i = 1, 2, ….
const Golden = 0x9e3779b97f4a7c15

// Mix spreads a number over 64 bits. It is a bijection, and Mix(0) is 0.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
