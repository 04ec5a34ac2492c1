package frontier

import (
	"fmt"
	"math"
	"math/bits"

	"weft/crawl"
)

// Known numbers pages by 64-bit fingerprints of their names, in the order of first mention. It is a crawl.Pages.
//
// Two names with one fingerprint count as one page. For n pages the probability is n²/2⁶⁵: 0.03 % for 100 million.
// Fingerprints must be spread evenly, like the values of a good hash.
//
// Memory: 8 bytes per page for its fingerprint, and 4.7 to 5.9 for its place in a hash table (at least 1 MiB). The
// table has shards that grow one at a time, each by a quarter, so that growing takes little extra room. It leaves
// no garbage, because tables consist of pieces that are reused. One goroutine uses it.
type Known struct {
	keys   [][]crawl.Key // of each page, in chunks
	n      int
	shards [numShards]shard
	spare  []*piece // full of zeros
}

// A shard is a hash table with linear probing of the pages whose fingerprints begin with the same bits. Its slots hold
// page plus 1; 0 if they are free.
type shard struct {
	pieces []*piece
	slots  int
	used   int
}

// A piece of a table.
type piece [pieceSize]uint32

func (s *shard) slot(at int) *uint32 { return &s.pieces[at>>pieceBits][at&(pieceSize-1)] }

const (
	shardBits = 8
	numShards = 1 << shardBits
	fullAt    = 0.85

	pieceBits = 10
	pieceSize = 1 << pieceBits

	chunkBits = 14
	chunkSize = 1 << chunkBits

	maxPages = math.MaxUint32 - 1
)

// Len returns how many pages are known.
func (k *Known) Len() int { return k.n }

// Key returns the fingerprint of a page.
func (k *Known) Key(p crawl.Page) crawl.Key { return k.keys[p>>chunkBits][p&(chunkSize-1)] }

// Number returns the page with a fingerprint, and whether that is the first mention. The error says that there are more
// pages than can be numbered.
func (k *Known) Number(key crawl.Key) (crawl.Page, bool, error) {
	s := &k.shards[key>>(64-shardBits)]
	if float64(s.used+1) > fullAt*float64(s.slots) {
		k.grow(s)
	}
	free, p, found := k.find(s, key)
	if found {
		return p, false, nil
	}
	if k.n >= maxPages {
		return 0, false, fmt.Errorf("a frontier of %d pages is full", k.n)
	}
	p = crawl.Page(k.n)
	k.append(key)
	*free = uint32(p) + 1
	s.used++
	return p, true, nil
}

// Find returns the page with a fingerprint, and whether it is known.
func (k *Known) Find(key crawl.Key) (crawl.Page, bool) {
	s := &k.shards[key>>(64-shardBits)]
	if s.slots == 0 {
		return 0, false
	}
	_, p, found := k.find(s, key)
	return p, found
}

// find returns the page with a fingerprint in its shard, or the slot for it.
func (k *Known) find(s *shard, key crawl.Key) (free *uint32, p crawl.Page, found bool) {
	for at := s.home(key); ; {
		slot := s.slot(at)
		if *slot == 0 {
			return slot, 0, false
		}
		if p := crawl.Page(*slot - 1); k.Key(p) == key {
			return nil, p, true
		}
		if at++; at == s.slots {
			at = 0
		}
	}
}

// place puts a page, which is not in a shard, into it.
func (s *shard) place(key crawl.Key, p crawl.Page) {
	at := s.home(key)
	slot := s.slot(at)
	for *slot != 0 {
		if at++; at == s.slots {
			at = 0
		}
		slot = s.slot(at)
	}
	*slot = uint32(p) + 1
}

// home returns where the search for a fingerprint begins.
func (s *shard) home(key crawl.Key) int {
	at, _ := bits.Mul64(uint64(key)<<shardBits, uint64(s.slots))
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
	old := s.pieces
	k.room(s, s.slots+s.slots/4)
	for _, piece := range old {
		for i, v := range piece {
			if v != 0 {
				p := crawl.Page(v - 1)
				s.place(k.Key(p), p)
				piece[i] = 0
			}
		}
	}
	k.spare = append(k.spare, old...)
}

// room gives a shard the given number of free slots, and at most one piece more.
func (k *Known) room(s *shard, slots int) {
	s.pieces = make([]*piece, slots/pieceSize+1)
	s.slots = len(s.pieces) * pieceSize
	for i := range s.pieces {
		if n := len(k.spare); n > 0 {
			s.pieces[i], k.spare = k.spare[n-1], k.spare[:n-1]
		} else {
			s.pieces[i] = new(piece)
		}
	}
}
