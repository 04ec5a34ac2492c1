package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"weft/internal/atomicfile"
	"weft/internal/disk/disktest"
	"weft/internal/flock"
	"weft/store"
)

func makeFile(t *testing.T, path string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("half"), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// draftMark is what docs/format.md says that the lock of a draft says.
const draftMark = "a draft of a crawl of weft\n"

// makeDraft makes a folder with files and a lock that says something.
func makeDraft(t *testing.T, dir, says string) {
	t.Helper()
	makeFile(t, filepath.Join(dir, "graph.graph"))
	makeFile(t, filepath.Join(dir, "results", "x"))
	if err := os.WriteFile(filepath.Join(dir, ".lock"), []byte(says), 0o644); err != nil {
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

// A draft removes what killed processes left beside it: other drafts, and crawls aside whose successors are there. What
// is in use, about to be, or the only copy stays, and so does what is not ours.
func TestDraftClearsUpBesideIt(t *testing.T) {
	dir := crawl(t, sample())
	parent := filepath.Dir(dir)
	for _, name := range []string{
		".dead.draft/.lock", ".dead.draft/graph.graph", ".alive.draft/.lock", ".begun.draft/x", ".crawl.draft.old/weft.json", ".gone.draft.old/weft.json",
		".other/.lock", "plain.draft/.lock", ".file.draft", ".letter.draft/.lock", ".letter.draft/text", ".begins.draft/.lock",
	} {
		makeFile(t, filepath.Join(parent, name))
	}
	for name, text := range map[string]string{"dead": draftMark, "alive": draftMark, "begins": "", "letter": strings.Repeat("x", len(draftMark)), "longer": draftMark + "x"} {
		makeDraft(t, filepath.Join(parent, "."+name+".draft"), text)
	}
	lock, err := flock.Acquire(filepath.Join(parent, ".alive.draft", ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, "new")})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(d.Dir(), ".lock")); string(text) != draftMark {
		t.Errorf("the lock of the draft says %q: %v", text, err)
	}
	d.Abort()
	want := []string{".alive.draft", ".begins.draft", ".begun.draft", ".file.draft", ".gone.draft.old", ".letter.draft", ".longer.draft", ".other", "crawl", "plain.draft"}
	if got := entriesOf(t, parent); !slices.Equal(got, want) {
		t.Errorf("there are %v, want %v", got, want)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
}

// What stands where a draft is to be made is taken if it is a draft that nobody works on, and otherwise left, unharmed,
// with an error that names it.
func TestDraftInTheWay(t *testing.T) {
	for name, c := range map[string]struct {
		make func(dir string)
		want string // of the error
	}{
		"nothing":   {func(string) {}, ""},
		"a dead":    {func(dir string) { makeDraft(t, dir, draftMark) }, ""},
		"empty":     {func(dir string) { os.Mkdir(dir, 0o755) }, ""},
		"no lock":   {func(dir string) { makeFile(t, filepath.Join(dir, "letter.txt")) }, "is not a draft"},
		"no mark":   {func(dir string) { makeDraft(t, dir, "") }, "is not a draft"},
		"else":      {func(dir string) { makeDraft(t, dir, "my lock") }, "is not a draft"},
		"half":      {func(dir string) { makeDraft(t, dir, draftMark[:9]) }, "is not a draft"},
		"a file":    {func(dir string) { makeFile(t, dir) }, "not a directory"},
		"lock is a": {func(dir string) { os.MkdirAll(filepath.Join(dir, ".lock", "x"), 0o755) }, "is not a draft"},
	} {
		parent := t.TempDir()
		hidden := filepath.Join(parent, ".new.draft")
		c.make(hidden)
		before := treeOf(t, parent)
		d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, "new")})
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), hidden) || strings.Contains(err.Error(), "another process") {
				t.Errorf("%s: got %v", name, err)
			}
			if after := treeOf(t, parent); !slices.Equal(after, before) {
				t.Errorf("%s: there are %v, before %v", name, after, before)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := treeOf(t, parent); !slices.Equal(got, []string{".", ".new.draft", ".new.draft/.lock"}) {
			t.Errorf("%s: there are %v", name, got)
		}
		if d2, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, "new")}); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("%s: a second draft beside the first: %v, %v", name, d2, err)
		}
		d.Abort()
		if got := entriesOf(t, parent); len(got) > 0 {
			t.Errorf("%s: after it was aborted there are %v", name, got)
		}
	}
}

// treeOf returns the paths below a folder.
func treeOf(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// Drafts that begin at the same time do not take each other's for left; of one name there is one at a time.
func TestDraftsAtATime(t *testing.T) {
	parent := t.TempDir()
	var wg sync.WaitGroup
	var busy atomic.Int32 // drafts of the name that all want
	for i := range 6 {
		wg.Go(func() {
			for k := range 25 {
				own, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, fmt.Sprint("own", i))})
				if err != nil {
					t.Errorf("draft %d of %d: %v", k, i, err)
					return
				}
				makeFile(t, own.Path("x"))
				shared, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, "shared")})
				switch {
				case err == nil:
					if busy.Add(1) > 1 {
						t.Error("two drafts of one crawl")
					}
					busy.Add(-1)
					shared.Abort()
				case !strings.Contains(err.Error(), "another process is writing it"):
					t.Errorf("the draft that all want: %v", err)
				}
				if _, err := os.Stat(own.Path("x")); err != nil {
					t.Errorf("another one took the draft away: %v", err)
				}
				own.Abort()
			}
		})
	}
	wg.Wait()
	if left := entriesOf(t, parent); len(left) > 0 {
		t.Errorf("there are %v", left)
	}
}

// A folder that is called like a crawl aside and is none is not removed, nor taken for the crawl that is missing.
func TestNoCrawlAside(t *testing.T) {
	dir := crawl(t, sample())
	parent := filepath.Dir(dir)
	makeFile(t, filepath.Join(parent, ".crawl.draft.old", "letter.txt"))
	makeFile(t, filepath.Join(parent, ".gone.draft.old", "letter.txt"))
	before := treeOf(t, parent)
	d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, "gone")})
	if err != nil {
		t.Fatal(err)
	}
	d.Abort()
	if _, err := replaceCrawl(parent); err == nil || !strings.Contains(err.Error(), ".crawl.draft.old exists, and is not a crawl") {
		t.Errorf("replace: got %v", err)
	}
	if after := treeOf(t, parent); !slices.Equal(after, before) {
		t.Errorf("there are %v, before %v", after, before)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
}

// Wherever a process is killed, or the machine stops, that makes a draft or throws one away: the next draft of that
// name leaves no file of it, and one of another name none but what has no mark yet. An empty folder may stay for an
// hour, as it could be one that is being made.
func TestLeftOfADraftIsKnown(t *testing.T) {
	for _, before := range []string{"", draftMark} {
		dir := t.TempDir()
		if before != "" {
			makeDraft(t, filepath.Join(dir, ".crawl.draft"), before)
		}
		tape := disktest.Record(t, dir)
		d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(dir, "crawl")})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"states.npy", "-", "zz"} { // before and behind .lock
			if err := atomicfile.WriteFile(d.Path(name), []byte(name)); err != nil {
				t.Fatal(err)
			}
		}
		d.Abort()
		t.Log(tape.Len(), "changes")
		tape.EachCrash(t, 5, func(dir string, _ int, _ disktest.Crash, what string) {
			for _, name := range []string{"other", "crawl"} {
				d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(dir, name)})
				if err != nil {
					t.Errorf("%s: %v", what, err)
					return
				}
				d.Abort()
				for _, left := range entriesOf(t, dir) {
					if !isEmpty(t, filepath.Join(dir, left)) && (name == "crawl" || !strings.HasPrefix(left, ".crawl.draft.tmp-")) {
						t.Errorf("%s: after a draft of %s there is %s", what, name, left)
					}
				}
			}
		})
	}
}

func isEmpty(t *testing.T, dir string) bool { return len(entriesOf(t, dir)) == 0 }

// A crawl aside that is being replaced at this moment stays.
func TestCrawlAsideDuringAPublication(t *testing.T) {
	dir := crawl(t, sample())
	parent := filepath.Dir(dir)
	makeDraft(t, filepath.Join(parent, ".crawl.draft"), draftMark)
	makeFile(t, filepath.Join(parent, ".crawl.draft.old", "weft.json"))
	lock, err := flock.Acquire(filepath.Join(parent, ".crawl.draft", ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(parent, "new")})
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
	held, err := flock.AcquireThere(filepath.Join(dir, "results/.held.npy.tmp-4"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
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
