package alloc_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"weft/graph/alloc"
	"weft/internal/mmap"
)

// What is written to a row, window by window and in any order, stands there afterwards, and nothing else.
func TestFill(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	scratch := mmap.NewScratch(t.TempDir())
	defer scratch.Close()
	for range 200 {
		n, step := rng.IntN(500), 1+rng.IntN(100)
		for _, s := range []alloc.Space{nil, scratch} {
			want := make([]uint32, n)
			got, err := alloc.Fill(s, n, func(r alloc.Row[uint32]) error {
				spare := make([]uint32, 1+rng.IntN(50))
				for _, k := range rng.Perm((n + step - 1) / step) {
					at, end := k*step, min((k+1)*step, n)
					w := r.Window(at, end, spare)
					if len(w) != 0 || cap(w) == 0 || cap(w) > end-at {
						t.Fatalf("a window of %d, room for %d, before %d from %d on", len(w), cap(w), end, at)
					}
					for len(w) < cap(w) {
						want[at+len(w)] = rng.Uint32()
						w = append(w, want[at+len(w)])
					}
					if err := r.Put(at, w); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%d of %d is %d, want %d", i, n, got[i], want[i])
				}
			}
		}
	}
}

// An error of who fills is returned, and no values.
func TestFillFails(t *testing.T) {
	scratch := mmap.NewScratch(t.TempDir())
	defer scratch.Close()
	full := errors.New("full")
	for _, s := range []alloc.Space{nil, scratch} {
		if got, err := alloc.Fill(s, 3, func(alloc.Row[uint32]) error { return full }); got != nil || err != full { //nolint:errorlint // as it is
			t.Errorf("%v, %v: want what fill said", got, err)
		}
	}
}
