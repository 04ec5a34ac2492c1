package extsort_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/extsort"
)

// TestRows compares with a stable sort in memory, with and without runs on disk.
func TestRows(t *testing.T) {
	type row struct {
		key  uint32
		text string
	}
	for _, rows := range []int{0, 1, 100, 60_000} {
		rng := drawn.Rand(t)
		var want []row
		s := extsort.NewRows(0, t.TempDir())
		for i := range rows {
			r := row{uint32(rng.IntN(rows)), fmt.Sprint(i, strings.Repeat("x", rng.IntN(60)))}
			if i%1000 == 0 {
				r.key, r.text = 1<<32-1-uint32(i), ""
			}
			want = append(want, r)
			if err := s.Add(r.key, []byte(r.text)); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortStableFunc(want, func(a, b row) int { return cmp.Compare(a.key, b.key) })
		err := s.Each(func(key uint32, text []byte) error {
			if len(want) == 0 || key != want[0].key || string(text) != want[0].text {
				t.Fatalf("%d rows: got %d %q, expected %v", rows, key, text, want[:min(1, len(want))])
			}
			want = want[1:]
			return nil
		})
		if err != nil || len(want) > 0 {
			t.Fatalf("%d rows: %v, %d are left", rows, err, len(want))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := extsort.NewRows(0, t.TempDir())
	if err := s.Add(1, bytes.Repeat([]byte{1}, 1<<20+1)); err == nil {
		t.Error("a row of more than 1 MiB is taken")
	}
}
