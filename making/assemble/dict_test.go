package assemble

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// Names with long equal beginnings, that end in the middle of others, with zeros at their ends, come out as a plain
// sort has them.
func TestDictSorted(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 8))
		parts := [][]byte{[]byte("com,example,www)/"), []byte("a"), []byte("\x00"), []byte("/section/"), []byte("\xff"), []byte("12345678"), []byte("z\x00\x00")}
		var d Dict
		var want [][]byte
		for range 1 + r.IntN(400) {
			var name []byte
			for range r.IntN(1 + int(seed%9)) {
				name = append(name, parts[r.IntN(len(parts))]...)
			}
			if _, isNew := d.Add(name); isNew {
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

// A dict that is emptied numbers from 0 again, and counts the memory that it takes then.
func TestDictReset(t *testing.T) {
	var d, fresh Dict
	long := bytes.Repeat([]byte("x"), chunkSize-1)
	for range 3 {
		for i, name := range [][]byte{[]byte("a"), long, []byte("b"), []byte("a"), {}} {
			want := uint32(min(i, 3))
			if i == 3 {
				want = 0
			}
			n, isNew := d.Add(name)
			if n != want || isNew != (i != 3) || !bytes.Equal(d.Text(&d.Entries[n]), name) {
				t.Errorf("name %d: number %d, new: %v; want %d", i, n, isNew, want)
			}
			if len(d.table) == 1<<10 && len(fresh.Entries) < 4 {
				fresh.Add(name)
			}
		}
		if d.bytes != 2*chunkSize || len(d.chunks) != 2 {
			t.Errorf("%d bytes in %d chunks, want 2 of %d", d.bytes, len(d.chunks), chunkSize)
		}
		if d.Memory() != fresh.Memory() {
			t.Errorf("it takes %d bytes, a fresh one %d", d.Memory(), fresh.Memory())
		}
		if d.reset(); d.bytes != 0 || len(d.chunks) != 0 || len(d.Entries) != 0 {
			t.Errorf("emptied it has %d bytes, %d chunks, %d names", d.bytes, len(d.chunks), len(d.Entries))
		}
	}
}
