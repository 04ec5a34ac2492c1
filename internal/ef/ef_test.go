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
			_, place := l.Find(i)
			back := 1 + r.IntN(min(i, 70)+1)
			if back > i {
				continue
			}
			wantX, wantPlace := l.Find(i - back)
			if got, before := l.Before(i, back, place); got != wantX || before != wantPlace {
				t.Fatalf("seed %d, %d before number %d: got %d at %d, want %d at %d", seed, back, i, got, before, wantX, wantPlace)
			}
		}
	}
}

func TestSelectOne(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for try := range 20000 {
		w := r.Uint64()
		for range try % 7 {
			w &= r.Uint64()
		}
		if try%16 == 0 {
			w = ^w
		}
		k := 0
		for at := range uint64(64) {
			if w>>at&1 == 0 {
				continue
			}
			if got := SelectOne(w, k); got != at {
				t.Fatalf("one number %d of %x is at %d, want %d", k, w, got, at)
			}
			k++
		}
	}
}
