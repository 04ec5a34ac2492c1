package extsort

import (
	"errors"
	"os"
	"slices"
	"testing"

	"weft/internal/drawn"
)

// When the scratch file cannot be used any more, from whatever moment on, that is told, or nothing was lost by it.
func TestScratchFileThatFails(t *testing.T) {
	r := drawn.Rand(t)
	const n = 120_000 // two runs and a half
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = uint64(r.Uint32N(1<<16))<<32 | uint64(r.Uint32N(1<<16))
	}
	want := slices.Compact(slices.Sorted(slices.Values(keys)))
	told := 0
	for _, after := range []int{-1, n / 2, n - 1, n, n + 1, n + 5, n + n/2, n + 2*n} { // steps: arcs added, and then read
		s := New(Options{Dir: t.TempDir()})
		step := func(i int) {
			if i == after && s.spool != nil {
				s.spool.f.Close()
			}
		}
		got, err := addAndRead(s, keys, step)
		if told++; err == nil {
			told--
			if !slices.Equal(got, want) {
				t.Errorf("it failed after step %d: %d arcs of %d, and no error", after, len(got), len(want))
			}
		} else if !errors.Is(err, os.ErrClosed) || after < 0 {
			t.Errorf("it failed after step %d: got %v", after, err)
		}
		if err := s.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	}
	if told < 5 {
		t.Errorf("only %d faults were met", told)
	}
}

// addAndRead adds arcs and reads them back; it says before each step which it is.
func addAndRead(s *Sorter, keys []uint64, step func(int)) (got []uint64, err error) {
	for i, k := range keys {
		step(i)
		if err := s.Add(uint32(k>>32), uint32(k), 0); err != nil {
			return nil, err
		}
	}
	step(len(keys))
	it, err := s.Sort()
	if err != nil {
		return nil, err
	}
	for i := 1; ; i++ {
		if step(len(keys) + i); !it.Next() {
			return got, it.Err()
		}
		got = append(got, uint64(it.From())<<32|uint64(it.To()))
	}
}
