package export_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"weft/faces/export"
	"weft/graph/bv"
	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/store"
)

// read imports a BVGraph of files, and says what it has; "" if it is refused.
func readBVGraph(t *testing.T, base string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "read")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{base}, DraftOptions: store.DraftOptions{Output: dir, Memory: 64 << 20, Workers: 1}}); err != nil {
		return ""
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return fmt.Sprintf("%d pages, %d arcs, names %v, the last %s", c.NumPages(), c.Graph().NumArcs(), c.HasNames(), c.Label(0))
}

// A BVGraph of files is whole, with its names, or is refused by whoever reads it, wherever the disk fails or the
// process or the system goes down; also where it replaces another one.
func TestBVGraphIsWholeOrAbsent(t *testing.T) {
	before := crawlOf(t, "http://old.example/1\thttp://old.example/2\n", ingest.Options{})
	after := crawlOf(t, "http://a.example/1\thttp://b.example/2\nhttp://b.example/2\thttp://c.example/3\n", ingest.Options{})
	write := func(c *store.Crawl, base string) error {
		_, err := (&export.Job{Crawl: c}).BVGraph(t.Context(), base, bv.Options{})
		return err
	}
	wanted := map[string]bool{"": true}
	for _, c := range []*store.Crawl{before, after} {
		base := filepath.Join(t.TempDir(), "g")
		if err := write(c, base); err != nil {
			t.Fatal(err)
		}
		wanted[readBVGraph(t, base)] = true
	}
	if len(wanted) != 3 {
		t.Fatalf("what is written is read as %v", wanted)
	}
	for _, replaced := range []bool{false, true} {
		prepare := func(dir string) string {
			base := filepath.Join(dir, "g")
			if replaced {
				if err := write(before, base); err != nil {
					t.Fatal(err)
				}
			}
			return base
		}
		for k := 0; ; k++ {
			dir := t.TempDir()
			base := prepare(dir)
			tape := disktest.Fail(t, dir, k)
			err := write(after, base)
			tape.Stop()
			what := tape.Failed()
			if what == "" {
				if k < 20 {
					t.Errorf("only %d changes", k)
				}
				break
			}
			if !errors.Is(err, disktest.ErrInjected) {
				t.Errorf("%s: got %v", what, err)
			}
			if got := readBVGraph(t, base); !wanted[got] {
				t.Errorf("replaced %v, %s fails: it is read as %s", replaced, what, got)
			}
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				if e.Name()[0] == '.' {
					t.Errorf("replaced %v, %s fails: %s is left", replaced, what, e.Name())
				}
			}
		}
		dir := t.TempDir()
		base := prepare(dir)
		tape := disktest.Record(t, dir)
		if err := write(after, base); err != nil {
			t.Fatal(err)
		}
		tape.Stop()
		tape.EachCrash(t, drawn.Seed(t), func(dir string, _ int, c disktest.Crash, what string) {
			if got := readBVGraph(t, filepath.Join(dir, "g")); !wanted[got] {
				t.Errorf("replaced %v, %s, %s: it is read as %s", replaced, c, what, got)
			}
		})
	}
}
