package warc

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// An index that is sorted in parts is the one that is sorted at once.
func TestSortInParts(t *testing.T) {
	defer func(n int) { sortBytes = n }(sortBytes)
	r := rand.New(rand.NewPCG(3, 5))
	var lines [][]byte
	for range 3000 {
		lines = append(lines, fmt.Appendf(nil, "%d,%s)\n", r.IntN(500), bytes.Repeat([]byte("x"), r.IntN(300))))
	}
	lines = append(lines, append(bytes.Repeat([]byte("y"), 100_000), '\n')) // longer than a buffer
	for _, parts := range []int{1 << 30, 100_000, 5000, 10} {
		sortBytes = parts
		dir := t.TempDir()
		x := openIndex{path: filepath.Join(dir, "open")}
		for _, l := range lines {
			if x.pending = append(x.pending, l...); len(x.pending) > 7000 {
				if err := x.flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		to := filepath.Join(dir, "sorted")
		if err := x.sort(to); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(lines)
		slices.SortFunc(want, bytes.Compare)
		if !bytes.Equal(got, bytes.Join(want, nil)) {
			t.Errorf("parts of %d bytes: another index", parts)
		}
	}
}

// An index whose lines cannot be written or read is an error, in parts or at once, and leaves none that is sorted.
func TestSortFails(t *testing.T) {
	defer func(n int) { sortBytes = n }(sortBytes)
	for _, sortBytes = range []int{1 << 30, 10} {
		dir := t.TempDir()
		to := filepath.Join(dir, "sorted")
		gone := openIndex{path: filepath.Join(dir, "no", "such", "folder"), size: 5, pending: []byte("some lines\nand more\n")}
		if err := gone.sort(to); err == nil {
			t.Errorf("parts of %d: an index in no folder is sorted", sortBytes)
		}
		short := openIndex{path: filepath.Join(dir, "open"), size: 500, pending: []byte("some lines\nand more\n")}
		if err := os.WriteFile(short.path, []byte("one\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := short.sort(filepath.Join(dir, "none", "sorted")); err == nil {
			t.Errorf("parts of %d: it is written to no folder", sortBytes)
		}
		if _, err := os.Stat(to); err == nil {
			t.Errorf("parts of %d: something is written", sortBytes)
		}
	}
}
