package core

import (
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// All that have too few leave, and more are not told than there is room for, and one more.
func TestShort(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		s := side{live: make([]uint8, rng.IntN(50)), need: 1 + rng.IntN(5)}
		want, left := slices.Clone(s.live), []graph.Node(nil)
		for u := range s.live {
			n := uint8(rng.IntN(8))
			s.live[u], want[u] = n, n
			if n > 0 && int(n) < s.need {
				want[u], left = 0, append(left, graph.Node(u))
			}
		}
		room := rng.IntN(30)
		if got := s.short(room); !slices.Equal(got, left[:min(len(left), room+1)]) || !slices.Equal(s.live, want) {
			t.Fatalf("room %d: told %v, left %v; live %v, want %v", room, got, left, s.live, want)
		}
	}
}
