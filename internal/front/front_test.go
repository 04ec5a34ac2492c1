package front_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/front"
)

// Two names share what both begin with, and not a byte more.
func TestShared(t *testing.T) {
	r := drawn.Rand(t)
	for range 20000 {
		a, b := make([]byte, r.IntN(40)), make([]byte, r.IntN(40))
		for i := range a {
			a[i] = "ab"[max(0, r.IntN(9)-7)]
		}
		for i := range b {
			b[i] = "ab"[max(0, r.IntN(9)-7)]
		}
		n := front.Shared(a, b)
		if !bytes.Equal(a[:n], b[:n]) || n < len(a) && n < len(b) && a[n] == b[n] {
			t.Fatalf("%q and %q share %d", a, b, n)
		}
	}
}

func TestHeads(t *testing.T) {
	for _, shared := range []int{0, 1, 127, 128, 300, 1 << 20} {
		for _, rest := range []int{0, 1, 127, 128, 300, 1 << 20} {
			head := front.AppendHead([]byte("x"), shared, rest)[1:]
			s, r, size := front.Head(append(head, "more"...), 1<<20)
			if s != shared || r != rest || size != len(head) {
				t.Errorf("%d and %d in %d bytes: got %d and %d in %d", shared, rest, len(head), s, r, size)
			}
			for n := range head {
				if _, _, size := front.Head(head[:n:n], 1<<20); size != 0 {
					t.Errorf("%d and %d, cut after %d bytes: got a head of %d", shared, rest, n, size)
				}
			}
			if most := max(shared, rest) - 1; most >= 127 {
				if _, _, size := front.Head(head, most); size != 0 {
					t.Errorf("%d and %d with at most %d: got a head of %d", shared, rest, most, size)
				}
			}
		}
	}
	for _, damaged := range [][]byte{
		binary.AppendUvarint([]byte{1}, math.MaxUint64), append(binary.AppendUvarint(nil, math.MaxUint64), 1), []byte(strings.Repeat("\xff", 20)),
	} {
		if _, _, size := front.Head(damaged, 1<<20); size != 0 {
			t.Errorf("%x: got a head of %d", damaged, size)
		}
	}
}
