package warc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// namesIn returns the archives of a folder in the order of their names.
func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	return names
}

// Files of a machine are named by it and by when they were begun; a folder that was begun with other names, another
// machine or a clock that has gone back since goes on, and its names sort as the files were written.
func TestFilesOfMachines(t *testing.T) {
	clock := time.Date(2031, 2, 3, 4, 5, 6, 789_000_000, time.UTC)
	o := filesOptions()
	o.Prefix, o.Host, o.Now = "My-Web.2", "Ar-Chive.Example.ORG", func() time.Time { clock = clock.Add(1500 * time.Millisecond); return clock }
	dir := t.TempDir()
	f, err := CreateFiles(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	all := packs(t, 60)
	marks := writeAll(t, f, all[:40])
	if err := f.Abandon(); err != nil {
		t.Fatal(err)
	}
	before := namesIn(t, dir)
	if len(before) < 2 || before[0] != "My-Web.2-20310203040509789-00000-ar_chive.example.org.warc.gz" && !strings.HasPrefix(before[0], "My-Web.2-2031020304050") {
		t.Fatalf("got %v", before)
	}
	o.Host, clock = "another", clock.Add(-time.Hour)
	if err := HasMark(dir, marks[29], TailAny, o); err != nil {
		t.Fatal(err)
	}
	if f, err = OpenFiles(dir, marks[29], o); err != nil {
		t.Fatal(err)
	}
	writeAll(t, f, all[30:])
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	after := namesIn(t, dir)
	if !slices.Equal(before[:2], after[:2]) {
		t.Errorf("%v became %v", before, after)
	}
	for i, name := range after {
		a, ok := f.parseArchive(name)
		if !ok || a.number != i {
			t.Errorf("%s is file %d of %v", name, i, after)
		}
	}
	if !strings.HasSuffix(after[len(after)-1], "-another.warc.gz") {
		t.Errorf("got %v", after)
	}
	checkWhole(t, dir, o, 60)
}

// A folder of the names of earlier versions goes on with new ones.
func TestFilesOfEarlierVersions(t *testing.T) {
	dir := t.TempDir()
	o := filesOptions()
	o.Prefix = ""
	f, err := CreateFiles(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	all := packs(t, 40)
	marks := writeAll(t, f, all[:25])
	if err := f.Abandon(); err != nil {
		t.Fatal(err)
	}
	o.Prefix, o.Host, o.Now = "zoo", "host", time.Now
	if f, err = OpenFiles(dir, marks[24], o); err != nil {
		t.Fatal(err)
	}
	writeAll(t, f, all[25:])
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	names := namesIn(t, dir)
	if names[0] != "weft-00000.warc.gz" || !strings.HasPrefix(names[len(names)-1], "zoo-2") {
		t.Errorf("got %v", names)
	}
	checkWhole(t, dir, o, 40)
}

// checkWhole verifies a folder of so many answers, and that every file says its own name.
func checkWhole(t *testing.T, dir string, o FilesOptions, answers int) {
	t.Helper()
	n := 0
	check := FilesCheck{
		Closed: true,
		Damage: func(file string, offset int64, what string) { t.Errorf("%s, byte %d: %s", file, offset, what) },
		Each: func(file string, rec *Record) error {
			if rec.Type == TypeResponse {
				n++
			}
			if name := rec.Header.Get("WARC-Filename"); rec.Type == TypeWarcinfo && name != file {
				t.Errorf("%s says that it is %s", file, name)
			}
			return nil
		},
	}
	if err := VerifyFiles(dir, o, check, new(FilesChecked)); err != nil {
		t.Fatal(err)
	}
	if n != answers {
		t.Errorf("%d answers, want %d", n, answers)
	}
}

// Two folders of one collection have no name in common.
func TestFilesOfTwoCrawls(t *testing.T) {
	seen := map[string]bool{}
	for range 2 {
		dir := t.TempDir()
		o := filesOptions()
		o.Host, o.Now = "h", time.Now
		f, err := CreateFiles(dir, o)
		if err != nil {
			t.Fatal(err)
		}
		writeAll(t, f, packs(t, 30))
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		for _, name := range namesIn(t, dir) {
			if seen[name] {
				t.Errorf("%s twice", name)
			}
			seen[name] = true
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// What cannot begin a name is refused, and so is a folder with archives in it, whatever they are called.
func TestFilesRefused(t *testing.T) {
	for _, prefix := range []string{"a/b", "..", ".hidden", "-x", "ü", "a b", strings.Repeat("x", 101), "a\n"} {
		if _, err := CreateFiles(t.TempDir(), FilesOptions{Prefix: prefix}); err == nil {
			t.Errorf("%q: no error", prefix)
		}
	}
	for _, name := range []string{"weft-00000.warc.gz", "other-20310203040509789-00003-h.warc.gz.open"} {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, name), nil, 0o644)
		if _, err := CreateFiles(dir, FilesOptions{Prefix: "x", Host: "h"}); err == nil {
			t.Errorf("with %s: no error", name)
		}
	}
}
