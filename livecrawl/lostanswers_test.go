package livecrawl_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/livecrawl"
)

// Damage anywhere in the archive or in its indexes is recovered from: the next run requests the pages again whose responses
// are lost, and no others. Then the crawl verifies, and a second recovery finds nothing.
func TestRecoverArchive(t *testing.T) {
	rng := drawn.Rand(t)
	s := maze(t, 7)
	whole := filepath.Join(t.TempDir(), "whole")
	c := config("http://h0.test/a/p0")
	c.Scope.Area = "anywhere"
	o := s.through(whole)
	o.WARCSize = 20 << 10
	first := crawl(t, c, o)
	files, err := filepath.Glob(filepath.Join(whole, "warc", "*"))
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	lost, indexes := 0, 0
	for range 40 {
		dir := filepath.Join(t.TempDir(), "c")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		for range 1 + rng.IntN(3) {
			name := filepath.Join(dir, "warc", filepath.Base(files[rng.IntN(len(files))]))
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			at := rng.IntN(len(data))
			for i := at; i < min(at+1+rng.IntN(200), len(data)); i++ {
				data[i] ^= byte(1 + rng.IntN(255))
			}
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s.mu.Lock()
		clear(s.asked)
		s.mu.Unlock()
		o := s.through(dir)
		if len(verify(t, dir).Damage) == 0 {
			continue // the bits that fill the last byte of a record
		}
		r, err := livecrawl.Recover(t.Context(), o)
		if err != nil || len(r.Found) == 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		lost, indexes = lost+r.Lost, indexes+len(r.Indexes)
		again := resume(t, o)
		s.mu.Lock()
		asked := 0
		for url := range s.asked {
			if !strings.HasSuffix(url, "/robots.txt") {
				asked++
			}
		}
		s.mu.Unlock()
		if asked != r.Lost || again.Fetched != first.Fetched || again.CutShort != 0 || !again.Done {
			t.Errorf("%d pages were lost, and %d requested: %v; %+v", r.Lost, asked, again.Why, again.Counts)
		}
		if v := verify(t, dir); len(v.Damage) > 0 {
			t.Errorf("after the recovery of %v: %v", r.Found, v.Damage)
		}
		if r, err := livecrawl.Recover(t.Context(), o); err != nil || len(r.Found) > 0 {
			t.Errorf("a second recovery: %+v, %v", r, err)
		}
		if last := resume(t, o); last.Fetched != first.Fetched || !last.Done {
			t.Errorf("a later run: %+v", last.Counts)
		}
		if got, want := fmt.Sprint(count(t, snapshot(t, dir))), fmt.Sprint(count(t, snapshot(t, whole))); got != want {
			t.Errorf("the graph has %s, want %s", got, want)
		}
	}
	if lost == 0 || indexes == 0 {
		t.Errorf("%d pages were lost, %d indexes made anew", lost, indexes)
	}
}

// The check after a recovery continues beyond a file without a whole record.
func TestRecoverFileWithoutRecords(t *testing.T) {
	s := newSite(t, randomPages(6, 60))
	whole := filepath.Join(t.TempDir(), "whole")
	crawl(t, config(s.URL), options(whole))
	want, err := pagesOf(t, whole)
	if err != nil {
		t.Fatal(err)
	}
	from := stopped(t, s.URL, 25)
	files := slices.DeleteFunc(filesBelow(t, from), func(name string) bool { return !strings.HasSuffix(name, ".warc.gz") })
	last := slices.Max(files)
	for _, size := range []int{0, 12, 200, 1000} { // a part of the warcinfo record, all of it, a page
		dir := copyTree(t, from)
		writeFile(t, filepath.Join(dir, last), read(t, dir, last)[:size])
		if !recoverDamaged(t, dir, fmt.Sprintf("%s has %d bytes", last, size), want.Pages) {
			t.Errorf("%s has %d bytes: it was not recovered", last, size)
		}
	}
}
