package bv_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/bitcode"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// A part of a graph ends where the next begins, the first like all others: offsets that put it elsewhere are an error,
// where no checksum tells of them.
func TestPartsMeet(t *testing.T) {
	rng := drawn.Rand(t)
	checksums := regexp.MustCompile(`(?m)^.*crc32c.*\n`)
	base := filepath.Join(t.TempDir(), "g")
	tried := 0
	for range 100 {
		g := graphtest.Random(rng.Uint64())
		n := g.NumNodes()
		if _, err := bv.Write(base, g, bv.Options{}); err != nil {
			t.Fatal(err)
		}
		change(t, base+bv.PropertiesExt, func(text []byte) []byte { return checksums.ReplaceAll(text, nil) })
		if n < 3 {
			continue
		}
		at := 1 + rng.IntN(n-2) // where the second part begins
		moved := false
		change(t, base+bv.OffsetsExt, func(codes []byte) []byte {
			r, lengths := bitcode.NewReader(codes), []uint64{}
			for range n + 1 {
				lengths = append(lengths, r.Gamma())
			}
			from, to := at, at+1
			if rng.IntN(2) == 0 {
				from, to = to, from
			}
			if by := uint64(1 + rng.IntN(12)); lengths[from] >= by {
				lengths[from], lengths[to], moved = lengths[from]-by, lengths[to]+by, true
			}
			var w bitcode.Writer
			for _, length := range lengths {
				w.Gamma(length)
			}
			w.Finish()
			return w.Take()
		})
		b, err := bv.Open(base)
		if err != nil {
			t.Fatal(err)
		}
		c := b.Scan(graph.Range{Lo: 0, Hi: at})
		for c.Next() {
		}
		if moved == (c.Err() == nil) {
			t.Errorf("the offset of node %d of %d was moved: %t; a scan of those before it: %v", at, n, moved, c.Err())
		}
		if moved {
			tried++
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if tried < 20 {
		t.Errorf("%d offsets were moved: want more", tried)
	}
}

// change writes a file anew.
func change(t *testing.T, path string, to func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, to(slices.Clone(data)), 0o644); err != nil {
		t.Fatal(err)
	}
}
