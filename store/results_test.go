package store_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/disk/disktest"
	"weft/store"
)

// copyResult copies a result under another name, or to another folder.
func copyResult(t *testing.T, from, to string, exts ...string) {
	t.Helper()
	for _, ext := range exts {
		data, err := os.ReadFile(from + ext)
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to+ext, data, 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func save(t *testing.T, c *store.Crawl, dir, name string) (*store.Results, []float64) {
	t.Helper()
	r, err := c.Results(dir)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, c.NumPages())
	for u := range values {
		values[u] = float64(u) + 0.25
	}
	if err := errors.Join(r.Ready(), store.SaveVector(r, store.Result{Name: name, Kinds: "link"}, values)); err != nil {
		t.Fatal(err)
	}
	return r, values
}

// A result is read for the crawl, by the name and in the type that it was written for, and for no other.
func TestResultsAreRefused(t *testing.T) {
	c := open(t, crawl(t, sample()))
	dir := filepath.Join(c.Path, store.ResultsDir)
	r, values := save(t, c, "", "rank")
	if v, _, err := store.LoadVector[float64](r, "rank"); err != nil || !slices.Equal(v.Values, values) {
		t.Fatalf("got %v, %v", v, err)
	}
	if names, err := r.Names(); err != nil || !slices.Equal(names, []string{"rank"}) || !r.Has("rank") || r.Has("ran") {
		t.Errorf("names %q, %v", names, err)
	}
	if _, _, err := store.LoadVector[uint32](r, "rank"); err == nil {
		t.Error("numbers of another type are read")
	}
	copyResult(t, filepath.Join(dir, "rank"), filepath.Join(dir, "other"), ".npy", ".json")
	if _, _, err := store.LoadVector[float64](r, "other"); err == nil || !strings.Contains(err.Error(), "under another name") {
		t.Errorf("a copy under another name: %v", err)
	}
	copyResult(t, filepath.Join(dir, "rank"), filepath.Join(dir, "half"), ".npy")
	if _, _, err := store.LoadVector[float64](r, "half"); !errors.Is(err, os.ErrNotExist) || !r.Has("half") {
		t.Errorf("without its description: %v", err)
	}
	if err := store.SaveVector(r, store.Result{Name: "short"}, values[1:]); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.LoadVector[float64](r, "short"); err == nil || !strings.Contains(err.Error(), "compute it again") {
		t.Errorf("a value too few: %v", err)
	}
	named := open(t, crawl(t, strings.ReplaceAll(sample(), "b.example", "c.example"))) // the same arcs between other names
	if rn, err := named.Results(dir); err != nil {
		t.Fatal(err)
	} else if _, _, err := store.LoadVector[float64](rn, "rank"); !errors.Is(err, store.ErrOtherGraph) || !strings.Contains(err.Error(), "the arcs are the same") {
		t.Errorf("for another crawl of the same arcs: %v", err)
	}
	for _, ext := range []string{".json", ".npy"} {
		path := filepath.Join(dir, "rank"+ext)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damaged := range [][]byte{nil, whole[:len(whole)-1], append([]byte{whole[0] ^ 1}, whole[1:]...), append(slices.Clone(whole[:len(whole)-3]), whole[len(whole)-3]^1, whole[len(whole)-2], whole[len(whole)-1])} {
			if err := os.WriteFile(path, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, _, err := store.LoadVector[float64](r, "rank"); err == nil || !errors.Is(err, corrupt.Err) && len(damaged) > 0 || !strings.Contains(err.Error(), "rank") {
				t.Errorf("%s with %d bytes of %d: got %v", ext, len(damaged), len(whole), err)
			}
		}
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever bit of a description is wrong, also in the key of its checksum, it is refused. One of an earlier version has none.
func TestWrongBitsOfADescription(t *testing.T) {
	c := open(t, crawl(t, sample()))
	r, _ := save(t, c, "", "rank")
	path := filepath.Join(c.Path, store.ResultsDir, "rank.json")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		for bit := range 8 {
			bad := slices.Clone(whole)
			bad[at] ^= 1 << bit
			if err := os.WriteFile(path, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Describe("rank"); !errors.Is(err, corrupt.Err) {
				t.Fatalf("%q for %q in byte %d: got %v", bad[at], whole[at], at, err)
			}
		}
	}
	var old map[string]any
	if err := json.Unmarshal(whole, &old); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"crawl_id", "bytes", "block", "crc32c", "result_sha256"} {
		delete(old, key)
	}
	text, err := json.Marshal(old)
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Describe("rank"); err != nil {
		t.Errorf("a description of an earlier version: %v", err)
	}
}

// Results of a bare graph are kept where it is said, and belong to it alone.
func TestResultsOfBareGraphs(t *testing.T) {
	base := t.TempDir()
	var crawls []*store.Crawl
	for i, name := range []string{"a", "b"} {
		if _, err := bv.Write(filepath.Join(base, name), graphtest.Random(uint64(3+2*i)), bv.Options{}); err != nil {
			t.Fatal(err)
		}
		crawls = append(crawls, open(t, filepath.Join(base, name)))
	}
	if _, err := crawls[0].Results(""); err == nil || !strings.Contains(err.Error(), "'output'") {
		t.Errorf("nowhere: %v", err)
	}
	dir := filepath.Join(base, "results")
	r, values := save(t, crawls[0], dir, "rank")
	if v, _, err := store.LoadVector[float64](r, "rank"); err != nil || !slices.Equal(v.Values, values) {
		t.Errorf("got %v, %v", v, err)
	}
	other, err := crawls[1].Results(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.LoadVector[float64](other, "rank"); !errors.Is(err, store.ErrOtherGraph) {
		t.Errorf("of another graph: %v", err)
	}
	if change, err := crawls[0].Change(); err != nil || change.Writes("x") != nil || change.Record(store.Step{}) != nil || change.Close() != nil {
		t.Errorf("a change of a bare graph: %v", err)
	}
	for _, ext := range []string{bv.GraphExt, bv.OffsetsExt, bv.PropertiesExt} {
		if !crawls[0].Owns(base+"/a"+ext) || crawls[0].Owns(base+"/b"+ext) {
			t.Errorf("a bare graph owns other files %s than its own", ext)
		}
	}
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if rf, err := crawls[0].Results(filepath.Join(file, "below")); err != nil || rf.Ready() == nil {
		t.Errorf("a folder below a file is ready: %v", err)
	}
}

// Whatever fails while a result is written over another, none is read that is not whole.
func TestResultsThatFail(t *testing.T) {
	c := open(t, crawl(t, sample()))
	for k := 0; ; k++ {
		stop := disk.Observe(c.Path, func(*disk.Op) error { return nil }) // which saves the syncs
		r, before := save(t, c, "", "rank")
		stop()
		after := slices.Clone(before)
		after[0] = -7
		tape := disktest.Fail(t, c.Path, k)
		err := store.SaveVector(r, store.Result{Name: "rank"}, after)
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			if k < 8 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("%s: got %v", what, err)
		}
		v, _, err := store.LoadVector[float64](r, "rank")
		switch {
		case err == nil && !slices.Equal(v.Values, after):
			t.Errorf("%s: got %v", what, v.Values)
		case err == nil:
			v.Close()
		case !errors.Is(err, os.ErrNotExist):
			t.Errorf("%s: then %v", what, err)
		}
	}
}

// A crawl owns what its manifest names, and that, however it is written.
func TestOwns(t *testing.T) {
	c := open(t, crawl(t, sample()))
	t.Chdir(filepath.Dir(c.Path))
	if err := os.Symlink("crawl", "other"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		filepath.Join(c.Path, store.ManifestFile): true, filepath.Join(c.Path, store.NamesFile): true, filepath.Join("crawl", "..", "crawl", store.StatesFile): true,
		filepath.Join("other", store.NamesFile): true, filepath.Join(c.Path, "mine.txt"): false, store.NamesFile: false, c.Path: false,
	} {
		if got := c.Owns(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}

// A crawl whose folder was removed is not made again for its results.
func TestResultsOfRemovedCrawls(t *testing.T) {
	c := open(t, crawl(t, sample()))
	r, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(c.Path, c.Path+"-away"); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"Ready": r.Ready(), "SaveVector": store.SaveVector(r.Indexes(), store.Result{Name: "x", Kinds: "link"}, []float64{1, 2})} {
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := os.Lstat(c.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there again: %v", err)
	}
}
