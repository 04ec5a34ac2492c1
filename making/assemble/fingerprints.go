package assemble

import (
	"math/bits"
)

// fingerprints is a set of hashes of 64 bits. Its parts grow one by one, each by a quarter, so that it takes 10 to 13
// bytes for each hash at any time.
type fingerprints struct {
	parts [1 << fingerprintBits]fingerprintPart
	bytes int64 // of all slots
	n     int64
}

type fingerprintPart struct {
	slots []uint64 // 0 where free
	n     int
}

const fingerprintBits = 6

// add adds a hash to the set, and reports whether it is new. Hash 0 is taken for 1.
func (f *fingerprints) add(hash uint64) bool {
	hash = max(hash, 1)
	p := &f.parts[hash>>(64-fingerprintBits)]
	if 5*(p.n+1) > 4*len(p.slots) {
		f.bytes += p.grow()
	}
	if !p.put(hash) {
		return false
	}
	f.n++
	return true
}

// has reports whether a hash is in the set.
func (f *fingerprints) has(hash uint64) bool {
	hash = max(hash, 1)
	p := &f.parts[hash>>(64-fingerprintBits)]
	if len(p.slots) == 0 {
		return false
	}
	at, _ := bits.Mul64(hash<<fingerprintBits, uint64(len(p.slots)))
	for p.slots[at] != 0 {
		if p.slots[at] == hash {
			return true
		}
		if at++; at == uint64(len(p.slots)) {
			at = 0
		}
	}
	return false
}

func (p *fingerprintPart) put(hash uint64) bool {
	at, _ := bits.Mul64(hash<<fingerprintBits, uint64(len(p.slots)))
	for p.slots[at] != 0 {
		if p.slots[at] == hash {
			return false
		}
		if at++; at == uint64(len(p.slots)) {
			at = 0
		}
	}
	p.slots[at] = hash
	p.n++
	return true
}

// grow makes room, and returns by how many bytes.
func (p *fingerprintPart) grow() int64 {
	old := p.slots
	p.slots, p.n = make([]uint64, max(16, len(old)+len(old)/4)), 0
	for _, hash := range old {
		if hash != 0 {
			p.put(hash)
		}
	}
	return 8 * int64(len(p.slots)-len(old))
}
