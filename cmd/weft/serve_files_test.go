//go:build unix

package main

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"weft/faces/serve"
)

// mostAnswer is how long a request about a damaged crawl may take. Counts and maps are waited for 1.5 s.
const mostAnswer = 30 * time.Second

// TestServeOddFiles puts a pipe, and an empty file of a terabyte without blocks, in the place of each file of a crawl, and a
// folder in the place of each second one. No screen waits for the pipe, takes much memory, or panics.
func TestServeOddFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads all screens for each file of a crawl")
	}
	t.Chdir(t.TempDir())
	site := newSlowSite(t, 12)
	weft(t, exitDone, "crawl", site.URL, "-o", "live", "--allow-private", "--contact", "test@example.org", "--sitemaps=false", "--delay", "0")
	for _, line := range []string{"rank pagerank live", "site all live", "clusters live", "pages live --index", "report live"} {
		weft(t, exitDone, strings.Fields(line)...)
	}
	page := url.QueryEscape(site.URL + "/3")
	screens := []string{
		"", "pages?words=page", "pages?sort=pagerank", "pages.csv", "page?url=" + page, "hosts", "map?by=page", "sites", "site?n=0", "missing", "missing/urls?class=failed", "live", "live.json", "run", "ask", "report", "record?body=1&url=" + page,
	}
	var files []string
	err := filepath.WalkDir("live", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.Contains(d.Name(), "lock") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	kinds := map[string]func(path string) error{
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a file of a terabyte": func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40))
		},
	}
	for i, path := range files {
		odd(t, path, "a pipe", kinds["a pipe"], screens)
		if i%2 == 0 {
			odd(t, path, "a folder", kinds["a folder"], screens)
		}
		odd(t, path, "a file of a terabyte", kinds["a file of a terabyte"], screens)
	}
	index := filepath.Join("live", "snapshot", "results", "index", "lookup.npy")
	if err := os.Remove(index); err != nil {
		t.Fatal(err)
	}
	if err := kinds["a pipe"](index); err != nil {
		t.Fatal(err)
	}
	weft(t, exitDone, "pages", "live", "--index") // it replaces the pipe
}

// odd reads screens while something else is in the place of a file.
func odd(t *testing.T, path, kind string, put func(path string) error, screens []string) {
	t.Helper()
	aside := filepath.Join(t.TempDir(), "aside")
	if err := os.Rename(path, aside); err != nil {
		t.Fatal(err)
	}
	defer func() {
		os.RemoveAll(path)
		if err := os.Rename(aside, path); err != nil {
			t.Fatal(err)
		}
	}()
	if err := put(path); err != nil {
		t.Fatal(err)
	}
	c := openServe(t, serve.Options{NewCrawls: ".", Memory: 64 << 20, ReadOnly: true})
	defer c.stop()
	c.http.Timeout = mostAnswer
	var before, after runtime.MemStats
	for _, screen := range screens {
		runtime.ReadMemStats(&before)
		r, err := c.http.Get(c.base + "/c/live/" + screen)
		if err != nil {
			t.Errorf("%s in place of %s: %s: %v", kind, path, screen, err)
			continue
		}
		text := make([]byte, 1<<20)
		n, _ := r.Body.Read(text)
		r.Body.Close()
		if r.StatusCode == http.StatusInternalServerError && strings.Contains(string(text[:n]), "The server failed on this request") {
			t.Errorf("%s in place of %s: %s: a panic", kind, path, screen)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 512<<20 {
			t.Errorf("%s in place of %s: %s allocates %d MiB", kind, path, screen, took>>20)
		}
	}
}
