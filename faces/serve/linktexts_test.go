package serve

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/web/live"
)

// liveSite answers with pages, by path.
func liveSite(t *testing.T, pages map[string]string) *httptest.Server {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, body)
	}))
	t.Cleanup(site.Close)
	return site
}

// liveCrawl crawls a site into a folder with a snapshot.
func liveCrawl(t *testing.T, c folder.Config) string {
	t.Helper()
	o := livecrawl.Options{Dir: filepath.Join(t.TempDir(), "live"), Version: "test", Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 2}}
	c.Scope.Depth, c.RandomSeed = -1, 1
	j, err := livecrawl.Create(c, o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = j.Run(t.Context())
	if closed := j.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	if _, err := livecrawl.MakeSnapshot(t.Context(), o.Dir, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	return o.Dir
}

// TestLiveTexts reads the texts of links from the archive of a live crawl: hostile ones, of pages that repeat another, and of a
// page that is too long.
func TestLiveTexts(t *testing.T) {
	link := func(to, text string) string { return `<a href="` + to + `">` + html.EscapeString(text) + `</a> ` }
	want := map[string][]string{"/a": {"one", "two"}, "/dup1": {"same"}, "/dup2": {"same"}, "/image": nil, "/many": {"text 0", "text 1", "text 10"}, "/": {"home"}}
	same := link("to", "same") + strings.Repeat("<p>the same</p>", 1000)
	pages := map[string]string{
		"/a": link("/to", "two") + link("/to", "one") + link("/other", "not this"), "/image": `<a href="/to"><img src="/x.png"></a>`,
		"/dup1": same, "/dup2": same, "/frame": `<iframe src="/to"></iframe>`, "/to": "the target",
		"/long": strings.Repeat("<p>long</p>", mostBlock/10) + link("/to", "late"), "/hostile": "",
	}
	for i := range 12 {
		pages["/many"] += link("/to", fmt.Sprint("text ", i))
	}
	for _, text := range hostile {
		pages["/hostile"] += link("/to", text)
	}
	pages["/"] = link("/to", "home")
	for path := range pages {
		pages["/"] += link(path, "")
	}
	site := liveSite(t, pages)
	dir := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})
	s := serving(t, Options{Crawls: []string{dir}})
	at := "?url=" + url.QueryEscape(site.URL+"/to")
	w := get(s, "/c/live/page"+at)
	checkHarmless(t, "the page", w)
	for _, text := range []string{"The texts of 1 page were not read", "text not read", "“same”", "and 9 texts more", "<td class=\"n\">2</td>"} {
		if !strings.Contains(w.Body.String(), text) {
			t.Errorf("the screen does not have %q: %s", text, w.Body)
		}
	}
	if n := strings.Count(w.Body.String(), "text not read"); n != 1 {
		t.Errorf("%d pages are not read, want /long alone: the frame has no text", n)
	}
	read := func() map[string][]string {
		var one apiPage
		if err := json.Unmarshal(get(s, "/api/v1/crawls/live/page"+at).Body.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		got := map[string][]string{}
		for _, l := range one.In.Links {
			got[strings.TrimPrefix(l.Row.URL, site.URL)] = l.Words
		}
		return got
	}
	got := read()
	for path, words := range want {
		if in, ok := got[path]; !ok || !slices.Equal(in, words) {
			t.Errorf("%s: texts %q, want %q", path, in, words)
		}
	}
	if len(got["/hostile"]) != mostAnchors || len(got) != len(pages)-2+1 {
		t.Errorf("%d pages link, with %q", len(got), got["/hostile"])
	}
	if err := os.RemoveAll(folder.ArchiveDir(dir)); err != nil {
		t.Fatal(err)
	}
	if w := get(s, "/c/live/page"+at); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "The texts of 8 pages were not read") {
		t.Errorf("without the archive: status %d: %s", w.Code, w.Body)
	}
}

// TestLiveTextsWait reads no texts while too many screens read, and shows the page.
func TestLiveTextsWait(t *testing.T) {
	site := liveSite(t, map[string]string{"/": `<a href="/to">x</a>`, "/to": "y"})
	s := serving(t, Options{Crawls: []string{liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})}})
	for range mostReading {
		s.reading <- struct{}{}
	}
	if text := get(s, "/c/live/page?url="+url.QueryEscape(site.URL+"/to")).Body.String(); !strings.Contains(text, "The texts of 1 page were not read") {
		t.Errorf("the screen: %s", text)
	}
	<-s.reading
	if text := get(s, "/c/live/page?url="+url.QueryEscape(site.URL+"/to")).Body.String(); !strings.Contains(text, "“x”") {
		t.Errorf("the screen: %s", text)
	}
}
