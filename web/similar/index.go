package similar

import "math"

const (
	blocks    = 4 // Near + 1: if a hash has this many parts, a near hash equals it in at least one
	blockBits = 64 / blocks
)

// An Index finds near duplicates among hashes that are added to it. It keeps four tables, by one part of 16 bits each:
// a hash within Near bits agrees in one part at least. Memory: 24 bytes a hash, and 1 MiB. The zero value is ready; one
// goroutine may use it.
type Index struct {
	hashes []uint64
	next   [][blocks]uint32 // the hash before that has the same part, 1 more than its number; 0 for none
	head   *[blocks][1 << blockBits]uint32
}

// Len returns how many hashes were added.
func (x *Index) Len() int { return len(x.hashes) }

// Hash returns the i-th hash that was added.
func (x *Index) Hash(i uint32) uint64 { return x.hashes[i] }

// Add adds a hash and returns its number; numbers go from 0 up. There is room for 2³² - 1 of them; beyond it returns
// false.
func (x *Index) Add(hash uint64) (uint32, bool) {
	if len(x.hashes) == math.MaxUint32 {
		return 0, false
	}
	if x.head == nil {
		x.head = new([blocks][1 << blockBits]uint32)
	}
	n := uint32(len(x.hashes)) //nolint:gosec // bounded
	var next [blocks]uint32
	for b := range blocks {
		head := &x.head[b][part(hash, b)]
		next[b], *head = *head, n+1
	}
	x.hashes = append(x.hashes, hash)
	x.next = append(x.next, next)
	return n, true
}

// Find returns a hash within Near bits that accept takes, the latest of the first part that has any. It tries at
// most tries hashes of each part, because a part that most pages of a site share would make each search as long as
// the site is large. A nil accept takes every hash.
func (x *Index) Find(hash uint64, tries int, accept func(i uint32) bool) (i uint32, ok bool) {
	if x.head == nil {
		return 0, false
	}
	for b := range blocks {
		left := tries
		for i := x.head[b][part(hash, b)]; i != 0 && left > 0; i = x.next[i-1][b] {
			if Distance(hash, x.hashes[i-1]) <= Near && (accept == nil || accept(i-1)) {
				return i - 1, true
			}
			left--
		}
	}
	return 0, false
}

func part(hash uint64, b int) uint16 { return uint16(hash >> (b * blockBits)) } //nolint:gosec // cut on purpose
