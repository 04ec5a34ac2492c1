package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/atomicfile"
	"weft/internal/disk/disktest"
)

const old = "what was there before"

// More than a buffer, and less.
var contents = []string{strings.Repeat("what is there now, ", 8000), "now"}

func withOld(t *testing.T) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// A crash at any moment leaves the old file or the new one; the new one, once it was said to be written.
func TestCrashAnywhere(t *testing.T) {
	for _, renewed := range contents {
		crashAnywhere(t, renewed)
	}
}

func crashAnywhere(t *testing.T, renewed string) {
	dir, path := withOld(t)
	tape := disktest.Record(t, dir)
	if err := atomicfile.WriteFile(path, []byte(renewed)); err != nil {
		t.Fatal(err)
	}
	all := tape.Len()
	tape.EachCrash(t, 1, func(dir string, done int, _ disktest.Crash, what string) {
		got, err := os.ReadFile(filepath.Join(dir, "f"))
		if err != nil || string(got) != renewed && (string(got) != old || done == all) {
			t.Errorf("%s: %d bytes, %v", what, len(got), err)
		}
	})
}

// Whatever fails is told, and leaves the old file or the new one, and nothing beside it.
func TestEachFailure(t *testing.T) {
	for _, renewed := range contents {
		eachFailure(t, renewed)
	}
}

func eachFailure(t *testing.T, renewed string) {
	for k := 0; ; k++ {
		dir, path := withOld(t)
		tape := disktest.Fail(t, dir, k)
		err := atomicfile.WriteFile(path, []byte(renewed))
		tape.Stop()
		if tape.Failed() == "" {
			if k < 6 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("%s: got %v", tape.Failed(), err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != old && string(got) != renewed {
			t.Errorf("%s: %d bytes, %v", tape.Failed(), len(got), err)
		}
		if names, _ := os.ReadDir(dir); len(names) != 1 {
			t.Errorf("%s: there are %v", tape.Failed(), names)
		}
	}
}
