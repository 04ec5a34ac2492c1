package warc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/disk/disktest"
	"weft/internal/drawn"
)

// A state is what was known of a folder after some changes: the marks of what was appended, and of what was synced.
type state struct {
	done             int
	appended, synced Mark
}

// keepFiles appends packs, syncs now and then, and closes the files.
func keepFiles(dir string, packs []*Packed, tape *disktest.Tape) (states []state, err error) {
	f, err := CreateFiles(filepath.Join(dir, "warc"), filesOptions())
	if err != nil {
		return nil, err
	}
	s := state{}
	note := func() {
		s.done = tape.Len()
		states = append(states, s)
	}
	note()
	for i, p := range packs {
		if s.appended, err = f.Append(p); err != nil {
			return nil, errors.Join(err, f.Abandon())
		}
		note()
		if i%3 == 2 {
			if err := f.Sync(); err != nil {
				return nil, errors.Join(err, f.Abandon())
			}
			s.synced = s.appended
			note()
		}
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	s.synced = s.appended
	note()
	return states, nil
}

// A crash anywhere leaves a folder that goes on at the last mark that was synced, or, if the system went on, at the
// last one that was appended, and ends with the files that there would have been.
func TestFilesCrashAnywhere(t *testing.T) {
	seed := drawn.Seed(t)
	packs := packs(t, 10)
	dir := t.TempDir()
	tape := disktest.Record(t, dir)
	states, err := keepFiles(dir, packs, tape)
	if err != nil {
		t.Fatal(err)
	}
	marks := map[Mark]int{} // how many packs there are before it
	for _, s := range states {
		if _, ok := marks[s.appended]; !ok {
			marks[s.appended] = len(marks)
		}
	}
	tape.Stop()
	want := contents(t, filepath.Join(dir, "warc"))
	for name := range want {
		if strings.HasSuffix(name, ".cdxj") {
			want[name] = strings.Repeat("\n", strings.Count(want[name], "\n"))
		}
	}
	tape.EachCrash(t, seed, func(dir string, done int, c disktest.Crash, what string) {
		last := state{done: -1}
		for _, s := range states {
			if s.done <= done {
				last = s
			}
		}
		at := last.appended
		if c.SystemWent() {
			at = last.synced
		}
		if last.done < 0 {
			return // CreateFiles has not returned
		}
		dir = filepath.Join(dir, "warc")
		if err := HasMark(dir, at, TailAny, filesOptions()); err != nil {
			t.Errorf("seed %d: %s: %v", seed, what, err)
		}
		f, err := OpenFiles(dir, at, filesOptions())
		if err != nil {
			t.Errorf("seed %d: %s: %v", seed, what, err)
			return
		}
		writeAll(t, f, packs[marks[at]:])
		if err := f.Close(); err != nil {
			t.Errorf("seed %d: %s: %v", seed, what, err)
		}
		got := contents(t, dir)
		for name := range got {
			if strings.HasPrefix(name, ".") { // a file that was being written aside
				delete(got, name)
			}
			if strings.HasSuffix(name, ".cdxj") { // its places depend on how long the identifiers are, compressed
				got[name] = strings.Repeat("\n", strings.Count(got[name], "\n"))
			}
		}
		sameIndexes(t, dir)
		if sameContents(t, got, want); t.Failed() {
			t.Fatalf("seed %d: %s", seed, what)
		}
	})
}

// sameIndexes compares the indexes of a folder with ones that are made anew.
func sameIndexes(t *testing.T, dir string) {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join(dir, "t-*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range archives {
		anew := filepath.Join(filepath.Dir(dir), "anew")
		if err := new(Files).indexFile(a, anew); err != nil {
			t.Error(err)
		}
		got, _ := os.ReadFile(strings.TrimSuffix(a, ".warc.gz") + ".cdxj")
		want, _ := os.ReadFile(anew)
		if string(got) != string(want) {
			t.Errorf("the index of %s has %d bytes, want %d", a, len(got), len(want))
		}
	}
}

// Whatever fails is told, but for what only helps: lines of an index that wait to be written.
func TestFilesEachFailure(t *testing.T) {
	packs := packs(t, 14)
	for k := 0; ; k++ {
		dir := t.TempDir()
		tape := disktest.Fail(t, dir, k)
		_, err := keepFiles(dir, packs, tape)
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			if k < 40 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("change %d, %s: got %v", k, what, err)
		}
	}
}

// Whatever fails while a folder is opened at a mark is told, and it can be opened again.
func TestOpenFilesEachFailure(t *testing.T) {
	packs := packs(t, 14)
	for k := 0; ; k++ {
		dir := t.TempDir()
		f, err := CreateFiles(dir, filesOptions())
		if err != nil {
			t.Fatal(err)
		}
		at := writeAll(t, f, packs)[6]
		if err := f.Abandon(); err != nil {
			t.Fatal(err)
		}
		tape := disktest.Fail(t, dir, k)
		f, err = OpenFiles(dir, at, filesOptions())
		if err == nil {
			err = f.Abandon()
		}
		tape.Stop()
		if tape.Failed() == "" {
			if k < 5 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("change %d, %s: got %v", k, tape.Failed(), err)
		}
		if f, err = OpenFiles(dir, at, filesOptions()); err != nil {
			t.Errorf("change %d, %s, again: %v", k, tape.Failed(), err)
		} else if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
