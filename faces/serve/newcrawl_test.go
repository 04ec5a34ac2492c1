package serve

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"weft/internal/browsertest"
)

// TestCrawlWithoutFolder shows a new crawl whose job made no folder: no screen leads elsewhere in silence, and a button
// removes the crawl from the list. A crawl with a folder stays.
func TestCrawlWithoutFolder(t *testing.T) {
	dir := t.TempDir()
	s := serving(t, Options{NewCrawls: dir})
	k := s.add(filepath.Join(dir, "none"), true)
	for _, path := range []string{"/c/none/", "/c/none/pages", "/c/none/map"} {
		if w := get(s, path); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Nothing of this crawl is on the disk: its job is no longer known.") || !strings.Contains(w.Body.String(), `<a href="/c/none/run">`) {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
	}
	if text := get(s, "/").Body.String(); !strings.Contains(text, `href="/c/none/run"`) || !strings.Contains(text, "nothing on the disk") {
		t.Errorf("the list: %s", text)
	}
	const button = `action="forget"`
	if text := get(s, "/c/none/run").Body.String(); !strings.Contains(text, button) {
		t.Errorf("the runs: %s", text)
	}
	if text := get(serving(t, Options{NewCrawls: dir, ReadOnly: true}), "/").Body.String(); strings.Contains(text, button) {
		t.Errorf("a server that only reads: %s", text)
	}
	b := read(t, s)
	if err := os.Mkdir(k.path, 0o700); err != nil {
		t.Fatal(err)
	}
	if w := b.post("/c/none/forget", url.Values{}); w.Code != http.StatusConflict || len(s.all()) != 1 {
		t.Errorf("a crawl with a folder: status %d, %d crawls", w.Code, len(s.all()))
	}
	if text := get(s, "/c/none/run").Body.String(); strings.Contains(text, button) {
		t.Errorf("a crawl with a folder has the button: %s", text)
	}
	if err := os.Remove(k.path); err != nil {
		t.Fatal(err)
	}
	if w := b.post("/c/none/forget", url.Values{}); w.Code != http.StatusSeeOther || len(s.all()) != 0 {
		t.Errorf("status %d, %d crawls", w.Code, len(s.all()))
	}
	if w := get(s, "/c/none/run"); w.Code != http.StatusNotFound {
		t.Errorf("the crawl is still there: status %d", w.Code)
	}
}

// TestCrawlWithoutFolderInBrowser reads the screens of a crawl without a folder in Chromium, and removes the crawl.
func TestCrawlWithoutFolderInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	dir := t.TempDir()
	s := serving(t, Options{NewCrawls: dir})
	s.add(filepath.Join(dir, "none"), true)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	for _, path := range []string{"/", "/c/none/", "/c/none/run"} {
		p := b.Open(web.URL+path, browsertest.Screens[0])
		for _, screen := range browsertest.Screens {
			p.Show(screen)
			p.Save("none" + strings.ReplaceAll(path, "/", "-") + screen.String())
			for _, found := range append(p.Overflow(), p.Axe()...) {
				t.Errorf("%s at %v: %s", path, screen, found)
			}
		}
		if path == "/c/none/run" {
			browsertest.Eval[int](p, `(document.querySelector("form[action=forget] button").focus(), 0)`)
			p.Do(chromedp.KeyEvent(kb.Enter))
			for range 500 {
				if len(s.all()) == 0 {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	if n := len(s.all()); n != 0 {
		t.Errorf("%d crawls are in the list", n)
	}
}

// TestCrawlsComeAndGo finds a crawl that another program puts into the folder of new crawls, by its address and in the
// interface for programs, and removes it when its folder is gone.
func TestCrawlsComeAndGo(t *testing.T) {
	dir := t.TempDir()
	s := serving(t, Options{NewCrawls: dir})
	names := func() (all []string) {
		var v apiCrawls
		if err := json.Unmarshal(get(s, "/api/v1/crawls").Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		for _, k := range v.Crawls {
			all = append(all, k.Name)
		}
		return all
	}
	if got := names(); len(got) > 0 {
		t.Errorf("crawls %v", got)
	}
	for name, path := range map[string]string{"later": "/c/later/", "listed": "", "read": "/api/v1/crawls/read/pages"} {
		listOf(t, filepath.Join(dir, name), "http://a.example/\thttp://b.example/\n", false)
		if path != "" {
			if w := get(s, path); w.Code != http.StatusOK {
				t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
			}
		}
		if got := names(); !slices.Contains(got, name) {
			t.Errorf("crawls %v, want %s among them", got, name)
		}
	}
	for name, path := range map[string]string{"later": "/c/later/pages", "listed": "", "read": "/api/v1/crawls/read"} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(t.TempDir(), "away")); err != nil {
			t.Fatal(err)
		}
		if path != "" {
			if w := get(s, path); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "here is no such crawl") {
				t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
			}
		}
		if got := names(); slices.Contains(got, name) {
			t.Errorf("crawls %v after %s is gone", got, name)
		}
	}
}
