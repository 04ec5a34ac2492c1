package stats

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"weft/internal/drawn"
)

func TestCounterMatchesMap(t *testing.T) {
	rng := drawn.Rand(t)
	for range 100 {
		want := map[uint64]int64{}
		var whole, left, right Counter
		var values []uint64
		for range rng.IntN(300) {
			v := uint64(rng.IntN(50))
			if rng.IntN(3) == 0 {
				v = rng.Uint64() >> rng.IntN(64)
			}
			values = append(values, v)
			want[v]++
			whole.Add(v)
			if rng.IntN(2) == 0 {
				left.Add(v)
			} else {
				right.AddN(v, 1)
			}
		}
		left.Merge(&right)
		h := whole.Histogram()
		if err := h.Validate(); err != nil {
			t.Fatal(err)
		}
		if len(h.Values) != len(want) {
			t.Fatalf("%d distinct values, want %d", len(h.Values), len(want))
		}
		for v, n := range want {
			if h.Count(v) != n {
				t.Fatalf("value %d: count %d, want %d", v, h.Count(v), n)
			}
		}
		fromSlice, err := FromValues(values)
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range []Histogram{left.Histogram(), FromSeq(slices.Values(values)), fromSlice} {
			if !reflect.DeepEqual(other, h) {
				t.Fatalf("got %v, want %v", other, h)
			}
		}
	}
	if _, err := FromValues([]int{3, -1}); err == nil {
		t.Error("a negative value was counted")
	}
}

func TestHistogramFigures(t *testing.T) {
	h, err := FromValues([]int{0, 0, 1, 1, 1, 2, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	if h.Total() != 8 || h.Sum() != 25 || h.Mean() != 25.0/8 || h.Max() != 10 || h.Count(3) != 0 {
		t.Errorf("total %d, sum %d, mean %g, max %d", h.Total(), h.Sum(), h.Mean(), h.Max())
	}
	want := []Point{{0, 1}, {1, 0.75}, {2, 0.375}, {10, 0.25}}
	if got := h.CCDF(); !slices.Equal(got, want) {
		t.Errorf("ccdf: got %v, want %v", got, want)
	}
	var empty Histogram
	if err := empty.Validate(); err != nil || empty.Mean() != 0 || empty.Max() != 0 || len(empty.CCDF()) != 0 {
		t.Error("the empty histogram has figures")
	}
	if err := (Histogram{Values: []uint64{1, 1}, Counts: []int64{1, 1}}).Validate(); !errors.Is(err, ErrHistogram) {
		t.Errorf("got %v, want ErrHistogram", err)
	}
}
