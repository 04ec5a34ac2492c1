package serve

import (
	"net/http/httptest"
	"strings"
	"testing"

	"weft/internal/browsertest"
)

// TestScreensInBrowser reads all screens of a hostile crawl in Chromium: no script of the crawl runs, nothing overflows, axe-core finds no
// breach, all links and fields can be reached by keyboard, and no request leaves the server.
func TestScreensInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "a<b")}})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	for _, path := range append([]string{"/", "/nowhere"}, screensOf(s.crawls[0])...) {
		p := b.Open(web.URL+path, browsertest.Screens[0])
		if n := browsertest.Eval[int](p, `document.querySelectorAll("script:not([src='/script/main.js'])").length + document.images.length + document.querySelectorAll("main b, main i").length`); n > 0 {
			t.Errorf("%s: %d elements come from the crawl", path, n)
		}
		if title := browsertest.Eval[string](p, `document.title`); title == "run" || !strings.HasSuffix(title, "weft") {
			t.Errorf("%s: the title is %q", path, title)
		}
		for _, asked := range p.Requests() {
			if !strings.HasPrefix(asked, web.URL+"/") {
				t.Errorf("%s: requests %s", path, asked)
			}
		}
		browsertest.Eval[int](p, `document.querySelectorAll("details.filters").forEach(d => d.open = true), 0`)
		if n := browsertest.Eval[int](p, `[...document.querySelectorAll("a[href], input, select, button, summary")].filter(e => e.type !== "hidden" && (e.tagName === "SUMMARY" || !e.closest("details:not([open])")) && (e.focus(), document.activeElement !== e)).length`); n > 0 {
			t.Errorf("%s: %d links or fields cannot be reached by keyboard", path, n)
		}
		for _, screen := range browsertest.Screens {
			p.Show(screen)
			p.Save("serve-" + strings.NewReplacer("/", "-", "?", "-", "&", "-", ":", "-", "%", "-").Replace(path) + "-" + screen.String())
			for _, wide := range p.Overflow() {
				t.Errorf("%s at %v: wider than the screen: %s", path, screen, wide)
			}
			for _, found := range p.Axe() {
				t.Errorf("%s at %v: %s", path, screen, found)
			}
		}
	}
}
