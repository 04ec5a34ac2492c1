package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// Of media types that are not wanted the body is left, and the page is excluded by that rule.
func TestTypes(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "Text/HTML; charset=utf-8")
			fmt.Fprint(w, "<a href=/film>film</a><a href=/paper>paper</a><a href=/gone>gone</a>")
		case "/film":
			w.Header().Set("Content-Type", "video/mp4")
			for range 200 {
				fmt.Fprint(w, strings.Repeat("film ", 20_000))
			}
		case "/paper":
			w.Header().Set("Content-Type", "application/pdf")
			fmt.Fprint(w, "%PDF")
		default:
			w.Header().Set("Content-Type", "image/png")
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	c := config(s.URL)
	c.Scope.Types = []string{"text/html", "Application/*"}
	r := crawl(t, c, options(dir))
	if r.Stats.Fetched != 2 || r.Excluded != 1 || r.Failed != 1 || r.Bytes > 1<<20 {
		t.Errorf("got %+v", r.Counts)
	}
	if log := string(read(t, dir, "log", "crawl.log")); !strings.Contains(log, `"media type: video/mp4"`) {
		t.Errorf("the crawl log does not say why:\n%s", log)
	}
	checkArchive(t, dir)
	sameGraph(t, dir, dir)
	c.Scope.Types = []string{"html"}
	if err := c.Check(); err == nil {
		t.Error(`"html" is taken for a media type`)
	}
}

// A host has so many pages and bytes.
func TestHostLimits(t *testing.T) {
	s := newSite(t, randomPages(4, 80))
	c := config(s.URL)
	c.Scope.HostPages = 30
	if r := crawl(t, c, options(filepath.Join(t.TempDir(), "c"))); r.Stats.Fetched+r.Failed != 30 || !r.Done {
		t.Errorf("at most 30 pages of a host: got %+v", r.Counts)
	}
	c = config(s.URL)
	c.Scope.HostBytes = 5000
	c.Window = 1
	if r := crawl(t, c, options(filepath.Join(t.TempDir(), "c"))); r.Bytes < 5000 || r.Bytes > 6500 || !r.Done {
		t.Errorf("at most 5,000 bytes of a host: got %+v", r.Counts)
	}
}
