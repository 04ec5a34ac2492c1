package heap_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/internal/drawn"
	"weft/internal/heap"
)

type thing struct{ key, at int }

// Whatever is pushed, set, removed and popped, the first is the least of what is there, each thing is told its place,
// and what is taken away is what was there.
func TestHeapAgainstAList(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		h := heap.NewPlaced(func(a, b *thing) bool { return a.key < b.key }, func(x *thing, at int) { x.at = at })
		var there []*thing
		for range r.IntN(300) {
			there = step(t, r, h, there)
			for i, x := range h.All() {
				if x.at != i {
					t.Fatalf("place %d holds a thing that was told %d", i, x.at)
				}
			}
			if h.Len() != len(there) || len(there) > 0 && h.First().key != least(there).key {
				t.Fatalf("%d things, want %d", h.Len(), len(there))
			}
		}
	}
}

func least(all []*thing) *thing {
	return slices.MinFunc(all, func(a, b *thing) int { return a.key - b.key })
}

// step does something at random to a heap and to a list of what is in it.
func step(t *testing.T, r *rand.Rand, h *heap.Heap[*thing], there []*thing) []*thing {
	if len(there) == 0 || r.IntN(5) < 2 {
		x := &thing{key: r.IntN(50)}
		h.Push(x)
		return append(there, x)
	}
	i := r.IntN(len(there))
	x := there[i]
	switch r.IntN(3) {
	case 0:
		x.key = r.IntN(50)
		h.Set(x.at, x)
		return there
	case 1:
		if got := h.Remove(x.at); got != x {
			t.Fatalf("removed %v, want %v", *got, *x)
		}
	default:
		want := least(there).key
		if x = h.Pop(); x.key != want {
			t.Fatalf("popped %d, want %d", x.key, want)
		}
		i = slices.Index(there, x)
	}
	return slices.Delete(there, i, i+1)
}

// Things that are there at first come out in order.
func TestNewOrders(t *testing.T) {
	r := drawn.Rand(t)
	for n := range 40 {
		all := r.Perm(n)
		h := heap.New(func(a, b int) bool { return a < b }, all...)
		for want := range n {
			if got := h.Pop(); got != want {
				t.Fatalf("of %d: got %d, want %d", n, got, want)
			}
		}
	}
}
