package atomicfile_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"weft/internal/atomicfile"
)

// Who writes a file removes what a killed process left of it, and not what another one writes at the same time.
func TestLeftOfKilledProcesses(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".f.tmp-1", ".f.tmp-2x", ".g.tmp-3", "f.tmp-4"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first, err := atomicfile.Create(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteFile(filepath.Join(dir, "f"), []byte("second")); err != nil {
		t.Fatal(err)
	}
	if err := first.Commit(); err != nil {
		t.Errorf("the file that was under way: %v", err)
	}
	var got []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if err != nil || len(got) != 4 || got[0] != ".f.tmp-2x" || got[1] != ".g.tmp-3" || got[2] != "f" {
		t.Errorf("there are %v, %v", got, err)
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "x-1"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x-1", ".lock"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	a, err := atomicfile.NewFolder(dir, "x-*", 0o700)
	if err != nil {
		t.Fatal(err)
	}
	b, err := atomicfile.NewFolder(dir, "x-*", 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("there are %v, want two folders in use", entries)
	}
	if err := b.Rename(filepath.Join(dir, "kept")); err != nil {
		t.Fatal(err)
	}
	if err := a.Remove(); err != nil {
		t.Fatal(err)
	}
	if err := b.Remove(); err != nil {
		t.Error(err)
	}
	entries, _ := os.ReadDir(dir)
	inside, _ := os.ReadDir(filepath.Join(dir, "kept"))
	if len(entries) != 1 || len(inside) > 0 {
		t.Errorf("there are %v, in it %v", entries, inside)
	}
}

// Many at a time do not take what the others have just made for left.
func TestManyAtATime(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 40 {
				f, err := atomicfile.NewFolder(dir, "x-*", 0o700)
				if err != nil {
					t.Error(err)
					continue
				}
				if err := atomicfile.WriteFile(filepath.Join(f.Path, "y"), nil); err != nil {
					t.Error(err)
				}
				if err := atomicfile.WriteFile(filepath.Join(dir, "z"), []byte("whole")); err != nil {
					t.Error(err)
				}
				if err := f.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(dir, "[.x]*")); len(left) > 0 {
		t.Errorf("there are %v", left)
	}
}
