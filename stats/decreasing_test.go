package stats

import (
	"reflect"
	"runtime"
	"slices"
	"testing"

	"weft/internal/drawn"
)

// Decreasing counts as a Counter does.
func TestDecreasing(t *testing.T) {
	rng := drawn.Rand(t)
	for range 60 {
		values := make([]uint32, rng.IntN(40))
		for i := range values {
			values[i] = uint32(rng.IntN(1 + rng.IntN(1<<uint(rng.IntN(22)))))
		}
		slices.Sort(values)
		slices.Reverse(values)
		want, err := FromValues(values)
		if got := Decreasing(values); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("of %v: %v, want %v, %v", values, got, want, err)
		}
	}
}

// A large component takes no more memory than a small one.
func TestDecreasingMemory(t *testing.T) {
	values := []uint32{denseLimit - 1, 3, 1, 1}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	h := Decreasing(values)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<18 || len(h.Values) != 3 {
		t.Errorf("%d bytes for %v", got, h)
	}
}
