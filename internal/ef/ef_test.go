package ef

import (
	"math/rand/v2"
	"testing"
)

func TestGet(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 9))
		n := r.IntN(2000)
		limit := uint64(1) << r.UintN(40)
		b := NewBuilder(n, limit)
		want := make([]uint64, n)
		x := uint64(0)
		for i := range want {
			if r.IntN(3) > 0 {
				x = min(limit, x+r.Uint64N(2*limit/uint64(n)+1))
			}
			want[i] = x
			if !b.Add(x) {
				t.Fatalf("seed %d: %d is refused", seed, x)
			}
		}
		if b.Add(limit+1) || x > 0 && b.Add(x-1) {
			t.Fatalf("seed %d: a number out of order is taken", seed)
		}
		l := b.List()
		for i, x := range want {
			if got := l.Get(i); got != x {
				t.Fatalf("seed %d, number %d of %d, limit %d: got %d, want %d", seed, i, n, limit, got, x)
			}
		}
	}
}
