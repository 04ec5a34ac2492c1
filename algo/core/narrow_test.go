package core

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/drawn"
)

// All that have too few leave, and wait: in the list as far as there is room, then as bits.
func TestShort(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		n, role := rng.IntN(50), rng.IntN(2)
		c := &Core{bits: [2]bitset.Set{bitset.New(n), bitset.New(n)}, o: Options{room: 1 + rng.IntN(30)}}
		s := c.side(role)
		*s = side{live: make([]uint8, n), need: 1 + rng.IntN(5)}
		want, left := slices.Clone(s.live), []graph.Node(nil)
		for u := range s.live {
			n := uint8(rng.IntN(8))
			s.live[u], want[u] = n, n
			if n > 0 && int(n) < s.need {
				want[u], left = 0, append(left, graph.Node(u))
			}
		}
		w := newWorklist(c)
		count := w.short(role)
		got := slices.Clone(w.waiting[role])
		for u := range c.bits[role].All() {
			got = append(got, graph.Node(u))
		}
		if count != int64(len(left)) || len(w.waiting[role]) > w.room || w.over[role] != int64(len(left)-len(w.waiting[role])) || !slices.Equal(got, left) || !slices.Equal(s.live, want) {
			t.Fatalf("room %d: %d, told %v, left %v; live %v, want %v", w.room, count, got, left, s.live, want)
		}
	}
}
