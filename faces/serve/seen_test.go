package serve

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"weft/internal/browsertest"
	"weft/livecrawl/folder"
	"weft/web/replay"
)

// seenSite is a site with a page of several parts.
func seenSite(t *testing.T) *httptest.Server {
	t.Helper()
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"
	parts := map[string][2]string{
		"/":         {"text/html", `<title>Home</title><link rel=stylesheet href=/s.css><h1>Home</h1><img id=pic src=/moved.png><img src=/absent.png><a href=/next>next</a><script>document.title = "ran"; fetch("/ran")</script><iframe src=/next></iframe>`},
		"/next":     {"text/html", `<title>Next</title>next`},
		"/s.css":    {"text/css", `@import "/more.css"; h1 { color: rgb(1, 2, 3) }`},
		"/more.css": {"text/css", `#pic { width: 77px; height: 33px }`},
		"/pic.png":  {"image/png", png},
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved.png" {
			http.Redirect(w, r, "/pic.png", http.StatusFound)
			return
		}
		p, ok := parts[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", p[0])
		fmt.Fprint(w, p[1])
	}))
	t.Cleanup(site.Close)
	return site
}

var frameOf = regexp.MustCompile(`<iframe class="seen" src="([^"]*)"`)

// TestSeenPage shows an archived page with its own style and image, and with nothing that runs or loads.
func TestSeenPage(t *testing.T) {
	site := seenSite(t)
	cfg := folder.Config{Seeds: []string{site.URL + "/"}, Requisites: 50}
	s := serving(t, Options{Crawls: []string{liveCrawl(t, cfg), liveCrawl(t, cfg)}})
	record := "/c/" + s.crawls[0].slug + "/record?url=" + url.QueryEscape(site.URL+"/")
	if text := get(s, record).Body.String(); !strings.Contains(text, "See the page as it was") || strings.Contains(text, "<iframe") || !strings.Contains(text, "/c/"+s.crawls[1].slug+"/record?url=") {
		t.Errorf("the record: %s", text)
	}
	w := get(s, record+"&view=page")
	frame := frameOf.FindStringSubmatch(w.Body.String())
	if frame == nil || !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-src 'self'") {
		t.Fatalf("status %d, %s", w.Code, w.Body)
	}
	if said := wordsOf(w.Body.String()); !strings.Contains(said, "1 part that the archive does not have: images and style sheets; 1 script, as no script runs here; 1 frame, replaced by a link") {
		t.Errorf("what the view lacks: %s", said)
	}
	page := get(s, html.UnescapeString(frame[1]))
	text := page.Body.String()
	if page.Code != http.StatusOK || page.Header().Get("Content-Security-Policy") != replay.Policy {
		t.Errorf("status %d, policy %q", page.Code, page.Header().Get("Content-Security-Policy"))
	}
	for _, want := range []string{"width: 77px", "rgb(1, 2, 3)", `src="data:image/png;base64,`, "/record?url=" + url.QueryEscape(site.URL+"/next")} {
		if !strings.Contains(text, html.EscapeString(want)) && !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if strings.Contains(text, "fetch(") || strings.Contains(text, "<iframe") {
		t.Errorf("the page runs or loads: %s", text)
	}
	for path, status := range map[string]int{
		"/c/" + s.crawls[0].slug + "/record/page?url=" + url.QueryEscape(site.URL+"/") + "&file=x&at=0": 404,
		"/c/" + s.crawls[0].slug + "/record/page?url=" + url.QueryEscape(site.URL+"/"):                  404,
	} {
		if w := get(s, path); w.Code != status {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if said := wordsOf(get(s, "/c/"+s.crawls[0].slug+"/record?view=page&url="+url.QueryEscape(site.URL+"/s.css")).Body.String()); !strings.Contains(said, "cannot be shown as it was: the record is no HTML page") {
		t.Errorf("a style sheet as a page: %s", said)
	}
}

// TestSeenPageInBrowser looks at an archived page: its style holds, its script does not run, and its links lead to the record of
// the next page.
func TestSeenPageInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	site := seenSite(t)
	s := serving(t, Options{Crawls: []string{liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}, Requisites: 50})}})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	at := "/c/" + s.crawls[0].slug + "/record?view=page&url=" + url.QueryEscape(site.URL+"/")
	p := b.Open(web.URL+at, browsertest.Screens[0])
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		p.Save("seen-" + screen.String())
		for _, found := range p.Overflow() {
			t.Errorf("%v: wider than the screen: %s", screen, found)
		}
	}
	frame := frameOf.FindStringSubmatch(get(s, at).Body.String())
	inside := b.Open(web.URL+html.UnescapeString(frame[1]), browsertest.Screens[2])
	got := browsertest.Eval[[]string](inside, `[document.title, getComputedStyle(document.querySelector("h1")).color, String(document.querySelector("#pic").getBoundingClientRect().width), String(document.querySelector("#pic").naturalWidth), self.origin]`)
	if want := "Home rgb(1, 2, 3) 77 1 null"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
