package serve

import (
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
	"weft/making/ingest"
	"weft/web/live"
)

// crawlOn begins or continues a crawl, and keeps its status as weft crawl does.
func crawlOn(t *testing.T, dir string, begun *folder.Config, pages uint64) {
	t.Helper()
	o := livecrawl.Options{Dir: dir, Version: "test", Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 2}, Limits: livecrawl.Limits{Pages: pages}}
	var j *livecrawl.Job
	var err error
	if begun != nil {
		j, err = livecrawl.Create(*begun, o)
	} else {
		j, err = livecrawl.Resume(o)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := watch.Start(j, watch.Options{File: filepath.Join(dir, folder.StatusFile)})
	_, err = j.Run(t.Context())
	w.Close()
	if closed := j.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
}

// TestAge serves a crawl that grows meanwhile: all screens name the age of their figures in the same way, and offer a new
// snapshot while the newest one is old.
func TestAge(t *testing.T) {
	pages := map[string]string{}
	for i := range 14 {
		pages[fmt.Sprintf("/%d", i)] = fmt.Sprintf(`<a href="/%d">next</a> text %d`, i+1, i)
	}
	site := liveSite(t, pages)
	dir := filepath.Join(t.TempDir(), "live")
	crawlOn(t, dir, &folder.Config{Seeds: []string{site.URL + "/0"}, RandomSeed: 1, Scope: folder.Scope{Depth: -1}}, 9)
	if _, err := livecrawl.MakeSnapshot(t.Context(), dir, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	s := serving(t, Options{Crawls: []string{dir}, Program: []string{"weft"}, Jobs: t.TempDir()})
	check := func(when string, button bool, wants ...string) {
		t.Helper()
		for _, path := range []string{"/", "/c/live/", "/c/live/pages", "/c/live/hosts", "/c/live/links", "/c/live/map", "/c/live/sites", "/c/live/missing", "/c/live/live", "/c/live/ask", "/c/live/run", "/c/live/page?url=" + site.URL + "/0"} {
			w := get(s, path)
			text := html.UnescapeString(w.Body.String())
			for _, want := range wants {
				if w.Code != http.StatusOK && path != "/c/live/sites" || !strings.Contains(text, want) {
					t.Errorf("%s, %s: status %d, no %q in %s", when, path, w.Code, want, text)
				}
			}
			if got := strings.Contains(text, "Make a new snapshot"); path != "/" && got != button {
				t.Errorf("%s, %s: the screen has the button: %v, want %v", when, path, got, button)
			}
		}
	}
	check("unchanged", false, "the snapshot of", " ago, with 9 fetched pages", "The crawl has not changed since.")
	crawlOn(t, dir, nil, 0)
	check("grown", true, " ago, with 9 fetched pages", "The crawl has continued since: 14 fetched pages, ")
	if text := get(s, "/").Body.String(); strings.Contains(text, "live crawl") || !strings.Contains(text, "not running") || strings.Contains(text, "unknown<br>") {
		t.Errorf("the list of crawls: %s", text)
	}
	if text := get(s, "/c/live/live").Body.String(); strings.Contains(text, "Pause") || !strings.Contains(text, "everything known was requested, 1 failed") {
		t.Errorf("the screen Live of an ended run: %s", text)
	}
	if _, err := livecrawl.MakeSnapshot(t.Context(), dir, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	check("a new snapshot", false, " ago, with 14 fetched pages", "The crawl has not changed since.")
}
