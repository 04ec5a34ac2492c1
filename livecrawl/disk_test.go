package livecrawl_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/internal/stoptest"
	"weft/livecrawl"
	"weft/livecrawl/check"
)

// A disk that fails at any write, sync or rename ends the run, which says so, and the next one has the whole crawl.
func TestDiskThatFails(t *testing.T) {
	const pages, draws = 8, 3
	r := drawn.Rand(t)
	s := newSite(t, randomPages(6, pages))
	run := func(tape *disktest.Tape, open func() (*livecrawl.Job, error)) (livecrawl.Result, error) {
		defer tape.Stop()
		j, err := open()
		if err != nil {
			return livecrawl.Result{}, err
		}
		result, err := j.Run(t.Context())
		return result, errors.Join(err, j.Close())
	}
	create := func(dir string) func() (*livecrawl.Job, error) {
		return func() (*livecrawl.Job, error) {
			return livecrawl.Create(config(s.URL), options(filepath.Join(dir, "c")))
		}
	}
	dir := t.TempDir()
	tape := disktest.Record(t, dir)
	if _, err := run(tape, create(dir)); err != nil || tape.Len() < 100 {
		t.Fatalf("%d changes, %v", tape.Len(), err)
	}
	for range draws {
		dir := t.TempDir()
		tape := disktest.Fail(t, dir, r.IntN(tape.Len()))
		_, err := run(tape, create(dir))
		if what := tape.Failed(); what != "" && !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("%s: got %v", what, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "c", "crawl.json")); err != nil {
			continue // it was not begun
		}
		got, err := run(disktest.Record(t, dir), func() (*livecrawl.Job, error) { return livecrawl.Resume(options(filepath.Join(dir, "c"))) })
		if err != nil || !got.Done || got.Stats.Fetched != pages {
			t.Errorf("after a fault at %s: %v, %+v", tape.Failed(), err, got.Counts)
		}
	}
}

// A verifier that is told to stop says so, wherever that is.
func TestVerifyStops(t *testing.T) {
	dir := crawlToVerify(t, 4)
	if n := stoptest.Everywhere(t, check.NewVerifier(dir, nil).Run); n < 10 {
		t.Errorf("it was stopped at %d places", n)
	}
}

// What is a file where a folder should be is no empty folder, and the folder is named.
func TestVerifyFilesForFolders(t *testing.T) {
	dir := crawlToVerify(t, 3)
	for _, name := range []string{"log", "frontier", "warc"} {
		path := filepath.Join(dir, name)
		if err := os.Rename(path, path+".aside"); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, []byte("a file"))
		v := check.NewVerifier(dir, nil)
		if err := v.Run(t.Context()); err == nil || !strings.Contains(err.Error(), path) || v.Report().Done {
			t.Errorf("%s is a file: got %v, %+v", name, err, v.Report().Damage)
		}
		if err := errors.Join(os.Remove(path), os.Rename(path+".aside", path)); err != nil {
			t.Fatal(err)
		}
	}
}
