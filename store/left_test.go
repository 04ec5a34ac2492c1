package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/flock"
	"weft/store"
)

func makeFile(t *testing.T, path string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("half"), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// entriesOf returns the names in a folder.
func entriesOf(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A draft removes what killed processes left beside it: other drafts, and crawls aside whose successors are there. What is in use, about
// to be, or the only copy stays, and so does what is not ours.
func TestDraftClearsUpBesideIt(t *testing.T) {
	dir := crawl(t, sample())
	parent := filepath.Dir(dir)
	for _, name := range []string{
		".dead.draft/.lock", ".dead.draft/graph.graph", ".alive.draft/.lock", ".begun.draft/x", ".crawl.draft.old/weft.json", ".gone.draft.old/weft.json",
		".other/.lock", "plain.draft/.lock", ".file.draft",
	} {
		makeFile(t, filepath.Join(parent, name))
	}
	lock, err := flock.Acquire(filepath.Join(parent, ".alive.draft", ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	d, err := store.Begin(filepath.Join(parent, "new"), false)
	if err != nil {
		t.Fatal(err)
	}
	d.Abort()
	want := []string{".alive.draft", ".begun.draft", ".file.draft", ".gone.draft.old", ".other", "crawl", "plain.draft"}
	if got := entriesOf(t, parent); !slices.Equal(got, want) {
		t.Errorf("there are %v, want %v", got, want)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
}

// A crawl aside that is being replaced at this moment stays.
func TestCrawlAsideDuringAPublication(t *testing.T) {
	dir := crawl(t, sample())
	parent := filepath.Dir(dir)
	makeFile(t, filepath.Join(parent, ".crawl.draft", "weft.json")) // its lock is removed before it is renamed
	makeFile(t, filepath.Join(parent, ".crawl.draft.old", "weft.json"))
	d, err := store.Begin(filepath.Join(parent, "new"), false)
	if err != nil {
		t.Fatal(err)
	}
	d.Abort()
	if got := entriesOf(t, parent); !slices.Equal(got, []string{".crawl.draft", ".crawl.draft.old", "crawl"}) {
		t.Errorf("there are %v", got)
	}
}

// Whoever changes a crawl removes files aside in it that nobody writes any more.
func TestChangeClearsUp(t *testing.T) {
	dir := crawl(t, sample())
	for _, name := range []string{
		".weft.json.tmp-123", "results/.pagerank.npy.tmp-9", "results/.ready-5", ".weft-scratch-77", "report/.index.html.tmp-1",
		"results/.mine", "results/.x.tmp-now", "results/.held.npy.tmp-4",
	} {
		makeFile(t, filepath.Join(dir, name))
	}
	held, err := os.Open(filepath.Join(dir, "results/.held.npy.tmp-4"))
	if err == nil {
		err = flock.Hold(held)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	ch, err := open(t, dir).Change()
	if err != nil {
		t.Fatal(err)
	}
	defer ch.Close()
	for name, want := range map[string]string{"results": ".held.npy.tmp-4 .mine .x.tmp-now", "report": ""} {
		if got := strings.Join(entriesOf(t, filepath.Join(dir, name)), " "); got != want {
			t.Errorf("in %s there are %q, want %q", name, got, want)
		}
	}
	for _, name := range entriesOf(t, dir) {
		if strings.HasPrefix(name, ".") && name != ".lock" {
			t.Errorf("there is %s", name)
		}
	}
}

// What was measured of a crawl is not kept in another one that took its place meanwhile.
func TestChangeOfAReplacedCrawl(t *testing.T) {
	dir := crawl(t, sample())
	c := open(t, dir)
	ch, err := c.Change()
	if err != nil {
		t.Fatal(err)
	}
	defer ch.Close()
	// The arcs stay, their ends have other names.
	other := crawl(t, strings.ReplaceAll(sample(), "b.example", "c.example"))
	if err := errors.Join(os.RemoveAll(dir), os.Rename(other, dir)); err != nil {
		t.Fatal(err)
	}
	if err := ch.Writes("results/x.npy"); !errors.Is(err, store.ErrOtherGraph) {
		t.Errorf("writes: got %v", err)
	}
	if err := ch.Record(store.Step{Command: "weft test"}); !errors.Is(err, store.ErrOtherGraph) {
		t.Errorf("record: got %v", err)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
}

// Crawls of earlier versions have no checksums of blocks. They open, and verify finds what it found.
func TestWithoutBlockSums(t *testing.T) {
	dir := crawl(t, sample())
	if names := open(t, dir).Unsummed(); len(names) > 0 {
		t.Errorf("a new crawl has no sums of %v", names)
	}
	if err := store.Resum(dir, 0); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
	if names := open(t, dir).Unsummed(); len(names) < 15 || !slices.Contains(names, store.StatesFile) {
		t.Errorf("without sums are %v", names)
	}
	path := filepath.Join(dir, store.StatesFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] = 77
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(dir); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a state that there is not: got %v", err)
	}
}
