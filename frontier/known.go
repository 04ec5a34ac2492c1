package frontier

import (
	"fmt"
	"math"
	"math/bits"

	"weft/crawl"
)

// Known numbers pages by 64-bit fingerprints of their names, in the order of first mention. It is a crawl.Pages.
//
// Two names with one fingerprint count as one page: with n pages that happens with a chance of n²/2⁶⁵, 0.03 % for 100 million.
// Fingerprints must be spread evenly over all numbers, as those of a good hash are.
//
// Memory: 8 bytes a page for its fingerprint, and 4.7 to 5.9 for its place in a hash table, which is cut into shards that grow
// one at a time, each by a quarter, so that growing takes no room to speak of. It is used by one goroutine.
type Known struct {
	keys   [][]crawl.Key // of each page, in chunks
	n      int
	shards [numShards]shard
}

// A shard is a hash table with linear probing of the pages whose fingerprints begin with the same bits.
type shard struct {
	slots []uint32 // page plus 1; 0 if free
	used  int
}

const (
	shardBits  = 8
	numShards  = 1 << shardBits
	firstSlots = 16
	fullAt     = 0.85

	chunkBits = 14
	chunkSize = 1 << chunkBits

	maxPages = math.MaxUint32 - 1
)

// Len returns how many pages are known.
func (k *Known) Len() int { return k.n }

// Key returns the fingerprint of a page.
func (k *Known) Key(p crawl.Page) crawl.Key { return k.keys[p>>chunkBits][p&(chunkSize-1)] }

// Number returns the page with a fingerprint, and whether that is the first mention. The error says that there are more pages than
// can be numbered.
func (k *Known) Number(key crawl.Key) (crawl.Page, bool, error) {
	s := &k.shards[key>>(64-shardBits)]
	if float64(s.used+1) > fullAt*float64(len(s.slots)) {
		k.grow(s)
	}
	at := s.home(key)
	for s.slots[at] != 0 {
		if p := crawl.Page(s.slots[at] - 1); k.Key(p) == key {
			return p, false, nil
		}
		if at++; at == len(s.slots) {
			at = 0
		}
	}
	if k.n >= maxPages {
		return 0, false, fmt.Errorf("a frontier of %d pages is full", k.n)
	}
	p := crawl.Page(k.n)
	k.append(key)
	s.slots[at] = uint32(p) + 1
	s.used++
	return p, true, nil
}

// Find returns the page with a fingerprint, and whether it is known.
func (k *Known) Find(key crawl.Key) (crawl.Page, bool) {
	s := &k.shards[key>>(64-shardBits)]
	if len(s.slots) == 0 {
		return 0, false
	}
	for at := s.home(key); s.slots[at] != 0; {
		if p := crawl.Page(s.slots[at] - 1); k.Key(p) == key {
			return p, true
		}
		if at++; at == len(s.slots) {
			at = 0
		}
	}
	return 0, false
}

// home returns where the search for a fingerprint begins.
func (s *shard) home(key crawl.Key) int {
	at, _ := bits.Mul64(uint64(key)<<shardBits, uint64(len(s.slots)))
	return int(at)
}

func (k *Known) append(key crawl.Key) {
	if k.n&(chunkSize-1) == 0 {
		k.keys = append(k.keys, make([]crawl.Key, 0, chunkSize))
	}
	last := &k.keys[len(k.keys)-1]
	*last = append(*last, key)
	k.n++
}

// grow gives a shard a quarter more slots.
func (k *Known) grow(s *shard) {
	old := s.slots
	s.slots = make([]uint32, max(firstSlots, len(old)+len(old)/4))
	for _, v := range old {
		if v == 0 {
			continue
		}
		at := s.home(k.Key(crawl.Page(v - 1)))
		for s.slots[at] != 0 {
			if at++; at == len(s.slots) {
				at = 0
			}
		}
		s.slots[at] = v
	}
}
