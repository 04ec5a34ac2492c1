package frontier

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weft/internal/drawn"
)

// What is salvaged of names are the first of them, whatever is damaged; all, if nothing is.
func TestSalvage(t *testing.T) {
	r := drawn.Rand(t)
	whole := t.TempDir()
	n, err := CreateNames(whole)
	if err != nil {
		t.Fatal(err)
	}
	n.full = 4000
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprintf("http://h%d.example/%x/page-%d", i%7, i*i*2654435761, i))
		if err := n.Append([]byte(names[i])); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			if err := n.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(n.Flush(), n.Close()); err != nil {
		t.Fatal(err)
	}
	salvaged := func(dir string, cut bool) []string { // a file that is cut between two writes, or the last one gone, looks whole
		var got []string
		n, why, err := Salvage(dir, func(name []byte) error { got = append(got, string(name)); return nil })
		if err != nil || n != len(got) || why != nil && n == len(names) || why == nil && n < len(names) && !cut {
			t.Errorf("%d names, %v, %v", n, why, err)
		}
		return got
	}
	if got := salvaged(whole, false); !slices.Equal(got, names) {
		t.Fatalf("of intact names there are %d, want %d", len(got), len(names))
	}
	entries, err := os.ReadDir(whole)
	if err != nil || len(entries) < 2 {
		t.Fatal(entries, err)
	}
	some := 0
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(whole, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 40 {
			dir := filepath.Join(t.TempDir(), "names")
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			damaged, at := bytes.Clone(data), r.IntN(len(data))
			switch i % 3 {
			case 0:
				damaged[at] ^= 1 << r.IntN(8)
			case 1:
				damaged = damaged[:at]
			default:
				clear(damaged[at:min(at+40, len(damaged))])
			}
			path := filepath.Join(dir, e.Name())
			if err := os.WriteFile(path, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if i == 39 {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
			got := salvaged(dir, i%3 == 1 || i == 39)
			if len(got) > len(names) || !slices.Equal(got, names[:len(got)]) {
				t.Fatalf("%s, byte %d: %d names that are others", e.Name(), at, len(got))
			}
			if len(got) > 0 && len(got) < len(names) {
				some++
			}
		}
	}
	if some < 10 {
		t.Errorf("only %d damages left a part", some)
	}
	stop := errors.New("enough")
	if _, _, err := Salvage(whole, func([]byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}
