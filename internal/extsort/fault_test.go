package extsort

import (
	"errors"
	"fmt"
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
		for what, fault := range map[string]func(*spool){"closed": func(s *spool) { s.f.Close() }, "write-only": writeOnly} {
			s := New(Options{Dir: t.TempDir()})
			step := func(i int) {
				if i == after && s.spool != nil {
					fault(s.spool)
				}
			}
			got, err := addAndRead(s, keys, step)
			switch {
			case err == nil && !slices.Equal(got, want):
				t.Errorf("%s after step %d: %d arcs of %d, and no error", what, after, len(got), len(want))
			case err != nil && (after < 0 || got != nil && !slices.Equal(got, want[:len(got)])):
				t.Errorf("%s after step %d: %d arcs, and %v", what, after, len(got), err)
			case err != nil:
				told++
			}
			if err := s.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
				t.Error(err)
			}
		}
	}
	if told < 5 {
		t.Errorf("only %d faults were met", told)
	}
}

// writeOnly takes the right to read a scratch file away, where the system has a way to.
func writeOnly(s *spool) {
	if f, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", s.f.Fd()), os.O_WRONLY, 0); err == nil {
		s.f.Close()
		s.f = f
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
