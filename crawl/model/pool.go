package model

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"weft/internal/splitmix"
	"weft/stats"
)

// A pool holds each page as often as its in-degree says, in the order of a permutation. Memory: 24 bytes for each
// in-degree that occurs, and 256 KiB.
type pool struct {
	classes []class // classes of equal in-degree, the largest first, and one entry after the last
	guide   []uint32
	shift   uint
	order   permutation
}

// A class is the pages of one in-degree.
type class struct {
	slot   uint64 // where they begin in the pool
	page   uint32 // the first of them
	degree uint32 // 0 after the last
}

// newPool makes the pool for a given number of pages per in-degree.
func newPool(h stats.Histogram, key uint64) *pool {
	p := &pool{order: newPermutation(h.Sum(), key)}
	var at class
	for i, d := range slices.Backward(h.Values) {
		if d == 0 {
			break
		}
		at.degree = uint32(d) //nolint:gosec // at most as many as pages
		p.classes = append(p.classes, at)
		at.slot += d * uint64(h.Counts[i])
		at.page += uint32(h.Counts[i]) //nolint:gosec // at most as many as pages
	}
	at.degree = 0
	p.classes = append(p.classes, at)
	p.shift = uint(max(0, bits.Len64(at.slot)-16))
	c := uint32(0)
	for k := uint64(0); at.slot > 0 && k <= (at.slot-1)>>p.shift; k++ {
		for p.classes[c+1].slot <= k<<p.shift {
			c++
		}
		p.guide = append(p.guide, c)
	}
	return p
}

// size is how many links there are.
func (p *pool) size() uint64 { return p.classes[len(p.classes)-1].slot }

// at returns the page that is drawn after i others.
func (p *pool) at(i uint64) uint32 {
	slot := p.order.at(i)
	c := p.guide[slot>>p.shift]
	for p.classes[c+1].slot <= slot {
		c++
	}
	k := &p.classes[c]
	if off := slot - k.slot; off>>32 == 0 { // the shorter division
		return k.page + uint32(off)/k.degree
	}
	return k.page + uint32((slot-k.slot)/uint64(k.degree)) //nolint:gosec // a page
}

// indegree returns the in-degree of a page.
func (p *pool) indegree(page uint32) uint32 {
	c, found := slices.BinarySearchFunc(p.classes, page, func(k class, page uint32) int { return int(int64(k.page) - int64(page)) })
	if !found {
		c--
	}
	return p.classes[c].degree
}

// rounds is the number of rounds of a permutation: two are too few for the tests, four suffice. Below listed
// numbers a list is kept instead, because there are too few functions to add for a dozen numbers.
const rounds, listed = 6, 4096

// A permutation permutes the numbers below n by a key: a Feistel network over pairs of numbers below a and b,
// where a·b exceeds n by less than a. A result beyond n is mapped again (J. Black and P. Rogaway, "Ciphers with
// Arbitrary Finite Domains", CT-RSA 2002, section 4).
type permutation struct {
	n, a, b uint64
	keys    [rounds]uint64
	list    []int // of fewer numbers
}

func newPermutation(n, key uint64) permutation {
	p := permutation{n: n, a: uint64(math.Ceil(math.Sqrt(float64(n))))}
	p.a = max(p.a, 1)
	p.b = max((n+p.a-1)/p.a, 1)
	r := rand.New(rand.NewPCG(key, splitmix.Mix(key)))
	for i := range p.keys {
		p.keys[i] = r.Uint64()
	}
	if n < listed {
		p.list = r.Perm(int(n)) //nolint:gosec // bounded
	}
	return p
}

// at returns the i-th number, for i below n.
func (p *permutation) at(i uint64) uint64 {
	if p.list != nil {
		return uint64(p.list[i]) //nolint:gosec // not negative
	}
	for {
		if i = p.once(i); i < p.n {
			return i
		}
	}
}

func (p *permutation) once(i uint64) uint64 {
	l, r := i/p.b, i%p.b
	for k := 0; k < rounds; k += 2 {
		l = add(l, r, p.keys[k], p.a)
		r = add(r, l, p.keys[k+1], p.b)
	}
	return l*p.b + r
}

// add returns x plus a hash of y, modulo n.
func add(x, y, key, n uint64) uint64 {
	h, _ := bits.Mul64(splitmix.Mix(y^key), n)
	if x += h; x >= n {
		x -= n
	}
	return x
}
