package assemble

import (
	"math/rand/v2"
	"testing"
)

// The set says the same as a map, for hashes that are spread and for some that are not.
func TestFingerprints(t *testing.T) {
	for name, bits := range map[string]int{"spread": 64, "one part": 58, "small": 12} {
		r := rand.New(rand.NewPCG(7, uint64(bits)))
		var f fingerprints
		seen := map[uint64]bool{}
		for range 200_000 {
			hash := r.Uint64()>>(64-bits) | 1
			if got, want := f.add(hash), !seen[hash]; got != want {
				t.Fatalf("%s: hash %x: got new %t, want %t", name, hash, got, want)
			}
			seen[hash] = true
		}
		if int(f.n) != len(seen) {
			t.Errorf("%s: got %d hashes, want %d", name, f.n, len(seen))
		}
		slots := int64(0)
		for _, p := range f.parts {
			slots += int64(len(p.slots))
		}
		if f.bytes != 8*slots || bits == 64 && f.bytes > 13*f.n {
			t.Errorf("%s: %d bytes are told for %d hashes in %d slots", name, f.bytes, f.n, slots)
		}
	}
}
