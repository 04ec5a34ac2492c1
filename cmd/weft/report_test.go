package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The report of a live crawl names the crawl, and not the folder of its snapshot.
func TestReportNamesTheCrawl(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a>a</a><a href=/b>b</a>")
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "autumn")
	weft(t, exitDone, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--quiet")
	for _, path := range []string{dir, filepath.Join(dir, "snapshot"), dir + "/snapshot/../../autumn/"} {
		page := filepath.Join(t.TempDir(), "page.html")
		weft(t, exitDone, "report", path, "-o", page, "--samples", "-1", "--quiet")
		text, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(text), "<h1><bdi>autumn</bdi></h1>") {
			t.Errorf("the report of %s is not called autumn (%v)", path, err)
		}
	}
}
