package ingest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// Names with long equal beginnings, that end in the middle of others, with zeros at their ends, come out as a plain sort has them.
func TestDictSorted(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 8))
		parts := [][]byte{[]byte("com,example,www)/"), []byte("a"), []byte("\x00"), []byte("/section/"), []byte("\xff"), []byte("12345678"), []byte("z\x00\x00")}
		var d dict
		var want [][]byte
		for range 1 + r.IntN(400) {
			var name []byte
			for range r.IntN(1 + int(seed%9)) {
				name = append(name, parts[r.IntN(len(parts))]...)
			}
			if _, isNew := d.add(name); isNew {
				want = append(want, name)
			}
		}
		names := slices.Clone(want)
		slices.SortFunc(want, bytes.Compare)
		order, rank := d.sorted()
		for i, n := range order {
			if !bytes.Equal(names[n], want[i]) || rank[n] != uint32(i) {
				t.Fatalf("seed %d: name %d is %q with rank %d, want %q", seed, i, names[n], rank[n], want[i])
			}
		}
	}
}
