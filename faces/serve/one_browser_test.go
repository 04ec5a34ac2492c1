package serve

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"weft/internal/browsertest"
	"weft/livecrawl/folder"
)

// TestLivePageInBrowser walks by keyboard from a page of a live crawl to a missing page, by the picture of the pages around it, and
// finds the reason and the button there.
func TestLivePageInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	links := `<a href="/gone">gone</a> <a href="/">home</a> <a href="http://other.example/a/rather/long/path/to/a/page">other</a>`
	for _, text := range hostile {
		links += `<a href="/gone">` + url.QueryEscape(text) + `</a>`
	}
	site := liveSite(t, map[string]string{"/": links + `<a href="/b">b</a>`, "/b": links})
	dir := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})
	s := serving(t, Options{Crawls: []string{dir}, Program: []string{"weft"}, Jobs: t.TempDir()})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p := b.Open(web.URL+"/c/live/page?url="+url.QueryEscape(site.URL+"/"), browsertest.Screens[0])
	look := func(name string) {
		t.Helper()
		for _, screen := range browsertest.Screens {
			p.Show(screen)
			p.Save("serve-live-page-" + name + "-" + screen.String())
			for _, found := range append(p.Overflow(), p.Axe()...) {
				t.Errorf("%s at %v: %s", name, screen, found)
			}
		}
	}
	look("fetched")
	path := browsertest.Eval[string](p, `(() => { const a = [...document.querySelectorAll(".near a")].find(a => a.querySelector("text").textContent === "/gone"); a.focus(); return document.activeElement === a ? a.getAttribute("href") : "no focus" })()`)
	if !strings.HasPrefix(path, "page?url=") {
		t.Fatalf("the picture has no link to the missing page by keyboard: %q", path)
	}
	p = b.Open(web.URL+"/c/live/"+path, browsertest.Screens[0])
	if got := browsertest.Eval[string](p, `document.querySelector("dl.key").textContent + document.querySelector("form.options button").textContent`); !strings.Contains(got, "404 Not Found") || !strings.HasSuffix(got, "Request this page again") {
		t.Errorf("the missing page: %q", got)
	}
	look("missing")
}
