package alloc_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"weft/graph/alloc"
)

// counting is a space that counts what it was asked for.
type counting struct{ bytes int64 }

func (c *counting) Bytes(n int64) ([]byte, error) {
	c.bytes += n
	return make([]byte, n), nil
}

// The heap is given as long as there is some of it left, zeroed and aligned, and no more of it.
func TestHeapFirst(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 200 {
		rest, budget := &counting{}, rng.Int64N(5000)
		s, heap, other := alloc.HeapFirst(budget, rest), int64(0), int64(0)
		for range 20 {
			n := rng.Int64N(1000)
			before := rest.bytes
			b, err := s.Bytes(n)
			if err != nil || int64(len(b)) != n {
				t.Fatalf("%d bytes, %v: want %d", len(b), err, n)
			}
			if rest.bytes > before || n == 0 {
				other += n
				if n > 0 && heap+n <= budget {
					t.Fatalf("%d bytes of the rest, with %d of %d given", n, heap, budget)
				}
				continue
			}
			if heap += n; uintptr(unsafe.Pointer(&b[0]))%64 != 0 {
				t.Fatalf("%d bytes that are not aligned", n)
			}
			for i := range b {
				if b[i] != 0 {
					t.Fatal("bytes that are not zero")
				}
				b[i] = 1
			}
		}
		if heap > budget || other != rest.bytes {
			t.Fatalf("%d bytes of the heap of %d, %d of the rest, which gave %d", heap, budget, other, rest.bytes)
		}
	}
	if alloc.HeapFirst(1, nil) != nil {
		t.Error("all is heap: want no space")
	}
}
