package frontier_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"

	"weft/crawl/frontier"
)

func blockOf(seed uint64) [][]byte {
	return randomNames(rand.New(rand.NewPCG(seed, 1)), frontier.PerBlock)
}

// What can be read as a block is one that, written and read again, is the same.
func FuzzBlock(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(frontier.Encode(blockOf(seed)))
	}
	f.Add(make([]byte, 2*frontier.PerBlock))
	f.Fuzz(func(t *testing.T, data []byte) {
		names, err := frontier.Decode(data)
		if err != nil {
			return
		}
		again, err := frontier.Decode(frontier.Encode(names))
		if err != nil {
			t.Fatal(err)
		}
		for i := range names {
			if !bytes.Equal(names[i], again[i]) {
				t.Fatalf("name %d: got %q, want %q", i, again[i], names[i])
			}
		}
	})
}

// Whatever stands where a block should be is read or refused, and takes no memory beyond its bound.
func FuzzStoredBlock(f *testing.F) {
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(enc.EncodeAll(frontier.Encode(blockOf(1)), nil))
	f.Add([]byte{0x28, 0xb5, 0x2f, 0xfd})
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<20))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		_ = frontier.DecodeStored(dec, data)
	})
}

// A tail is read up to where it is damaged, and what was read makes the same bytes when it is written frame by frame.
func FuzzTail(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	f.Add(0, frontier.Frames(0, [][][]byte{randomNames(r, 5), randomNames(r, 1), {nil}}))
	f.Add(128, frontier.Frames(128, [][][]byte{{}, randomNames(r, 30)}))
	f.Add(7, []byte{0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, first int, data []byte) {
		first &= 1<<32 - 1
		names, whole := frontier.ParseTail(first, data)
		if whole < 0 || whole > len(data) {
			t.Fatalf("%d of %d bytes are whole", whole, len(data))
		}
		again, n := frontier.ParseTail(first, frontier.Frames(first, [][][]byte{names}))
		if len(again) != len(names) || len(names) > 0 && n == 0 {
			t.Fatalf("got %d names, want %d", len(again), len(names))
		}
	})
}
