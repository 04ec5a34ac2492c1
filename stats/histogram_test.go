package stats

import (
	"errors"
	"math"
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
	if err := empty.Validate(); err != nil || empty.Mean() != 0 || empty.Max() != 0 || len(empty.CCDF()) != 0 || empty.LogBins(5) != nil {
		t.Error("the empty histogram has figures")
	}
	if err := (Histogram{Values: []uint64{1, 1}, Counts: []int64{1, 1}}).Validate(); !errors.Is(err, ErrHistogram) {
		t.Errorf("got %v, want ErrHistogram", err)
	}
}

func TestLogBins(t *testing.T) {
	h := PowerLaw{1, 2.2}.Sample(1_000_000, 3)
	for _, perDecade := range []int{1, 3, 10} {
		points := h.LogBins(perDecade)
		mass, previous := 0.0, 0.0
		for _, p := range points {
			if p.X <= previous || p.Y <= 0 {
				t.Fatalf("%d per decade: point %v after %g", perDecade, p, previous)
			}
			previous = p.X
			bin := binOf(uint64(math.Ceil(p.X)), perDecade)
			mass += p.Y * (binStart(bin+1, perDecade) - binStart(bin, perDecade))
		}
		near(t, "mass", mass, 1, 1e-12)
	}
	points := h.LogBins(10)
	first, later := points[0], points[20]
	slope := math.Log(later.Y/first.Y) / math.Log(later.X/first.X)
	near(t, "slope", slope, -2.2, 0.1)
	for _, v := range []uint64{1, 9, 10, 99, 100, 999, 1000, 1 << 40, math.MaxUint64} {
		bin := binOf(v, 7)
		if !(binStart(bin, 7) <= float64(v) && float64(v) < binStart(bin+1, 7)) {
			t.Errorf("value %d lies outside its bin", v)
		}
	}
}
