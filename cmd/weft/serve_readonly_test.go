package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"weft/livecrawl"
)

// TestServeReadOnlyMakesNoSnapshot opens a live crawl without a graph: a server that only reads makes none.
func TestServeReadOnlyMakesNoSnapshot(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<title>x</title>") }))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	weft(t, exitDone, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--contact", "me@example.org", "--no-snapshot", "--quiet")
	_, errs := weft(t, exitUsage, "serve", dir, "--read-only", "--listen", "127.0.0.1:99999") // it ends there
	if _, made := livecrawl.NewestSnapshot(dir); made {
		t.Errorf("a server that only reads made a snapshot: %s", errs)
	}
}
