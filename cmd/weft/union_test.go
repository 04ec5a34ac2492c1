package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A union names a crawl without a page in its graph, and leaves it out. Other crawlers fetched all its pages, say.
func TestUnionLeavesOutCrawlsWithoutPages(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.Header().Set("Content-Type", "image/png")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<a href=/b>b</a>`)
	}))
	t.Cleanup(s.Close)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	crawl := func(path, name string) {
		weft(t, exitDone, "crawl", s.URL+path, "-o", at(name), "--allow-private", "--delay", "0", "--robots", "ignore", "--sitemaps=false", "--quiet")
	}
	crawl("/", "some")
	crawl("/image", "none")
	crawl("/image", "no more")
	want := sizeOfGraph(t, at("some"))
	for _, crawls := range [][]string{{at("some"), at("none")}, {at("none"), at("some"), at("no more"), at("some")}} {
		_, errs := weft(t, exitDone, append([]string{"union", "-o", at("all"), "--force", "--quiet"}, crawls...)...)
		for _, c := range crawls {
			if said := strings.Contains(errs, c+" is left out: its graph has no page"); said == (c == at("some")) {
				t.Errorf("union of %q: of %s it says: %s", crawls, c, errs)
			}
		}
		if got := sizeOfGraph(t, at("all")); !reflect.DeepEqual(got, want) || got.Pages != 2 {
			t.Errorf("union of %q: %+v, want %+v", crawls, got, want)
		}
	}
	_, errs := weft(t, exitFailed, "union", "-o", at("nothing"), "--quiet", at("none"), at("no more"))
	if !strings.Contains(errs, "none of the crawls has a page in its graph") {
		t.Error(errs)
	}
	if _, errs = weft(t, exitFailed, "info", at("none")); !strings.Contains(errs, "no page of the crawl belongs to its graph so far") {
		t.Error(errs)
	}
}
