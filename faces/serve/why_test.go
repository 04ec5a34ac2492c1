package serve

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/missing"
	"weft/graph"
	"weft/graph/page"
	"weft/livecrawl/folder"
)

// TestWhyLive shows why each page of a live crawl was not fetched, as weft missing lists it, and the button that requests it.
func TestWhyLive(t *testing.T) {
	links := ""
	for _, to := range []string{"/gone", "/private/1", "/out/1", "/ok", "/nofollow\" rel=\"nofollow", "http://other.example/"} {
		links += `<a href="` + to + `">x</a> `
	}
	site := liveSite(t, map[string]string{"/": links, "/ok": "text", "/robots.txt": "User-agent: *\nDisallow: /private/\n"})
	dir := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}, Nofollow: true, Scope: folder.Scope{Exclude: []string{"/out/"}}})
	s := serving(t, Options{Crawls: []string{dir}, Program: []string{"weft"}, Jobs: t.TempDir()})
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.release)
	listed := map[string]string{}
	for _, class := range missing.Names {
		w := get(s, "/c/live/missing/urls?class="+class)
		for line := range strings.Lines(w.Body.String()) {
			if fields := strings.Split(line, "\t"); w.Code == http.StatusOK && len(fields) == 4 {
				listed[fields[0]] = fields[1]
			}
		}
	}
	reasons := map[string]bool{}
	for u := range graph.Node(o.NumPages()) { //nolint:gosec // few pages
		name := o.Label(u)
		text := html.UnescapeString(get(s, "/c/live/page?url="+url.QueryEscape(name)).Body.String())
		isMissing := o.State(u) != page.Fetched
		reason, is := listed[name]
		if is != isMissing {
			t.Errorf("%s is %s, and is listed as missing: %v", name, o.State(u), is)
		}
		if got := strings.Contains(text, "<dt>why</dt><dd><bdi>"+reason); got != isMissing {
			t.Errorf("%s (%s): the screen shows the reason %q: %v: %s", name, o.State(u), reason, got, text)
		}
		if got := strings.Contains(text, `value="fetch">Request this page again`); got != (isMissing && reason != "robots.txt forbids it") {
			t.Errorf("%s (%s): the screen has the button: %v", name, reason, got)
		}
		reasons[reason] = true
		var one apiPage
		if err := json.Unmarshal(get(s, "/api/v1/crawls/live/page?url="+url.QueryEscape(name)).Body.Bytes(), &one); err != nil || (one.Missing != nil) != isMissing || isMissing && one.Missing.Reason != reason {
			t.Errorf("%s: the interface for programs says %+v, %v", name, one.Missing, err)
		}
	}
	for _, want := range []string{"404 Not Found", "robots.txt forbids it", "all links to it are nofollow"} {
		if !reasons[want] {
			t.Errorf("no page has the reason %s: %v", want, reasons)
		}
	}
	for _, other := range []Options{{ReadOnly: true, Program: []string{"weft"}, Jobs: t.TempDir()}, {}} {
		other.Crawls = []string{dir}
		if text := get(serving(t, other), "/c/live/page?url="+url.QueryEscape(site.URL+"/gone")).Body.String(); strings.Contains(text, "Request this page") || !strings.Contains(text, "404 Not Found") {
			t.Errorf("a server without jobs: %s", text)
		}
	}
}

// TestWhyStored shows the status of a failed page of an imported archive, and the class of a page that was linked to.
func TestWhyStored(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "in.warc"), filepath.Join(dir, "stored")
	write(t, file, record("http://h.example/", "200 OK", `<a href="/a">a</a><a href="/b">b</a>`)+record("http://h.example/a", "503 Service Unavailable", ""))
	imported(t, file, out, false)
	s := serving(t, Options{Crawls: []string{out}})
	for path, want := range map[string]string{"a": "503 Service Unavailable", "b": "known, never requested", "": ""} {
		text := get(s, "/c/stored/page?url=http%3A%2F%2Fh.example%2F"+path).Body.String()
		if strings.Contains(text, "<dt>why</dt>") != (want != "") || !strings.Contains(text, want) || strings.Contains(text, "Request this page") {
			t.Errorf("%q: want %q: %s", path, want, text)
		}
	}
}

// TestWhyWaits shows the page while the log is read, and searches for few reasons at a time.
func TestWhyWaits(t *testing.T) {
	site := liveSite(t, map[string]string{"/": `<a href="/gone">x</a>`})
	s := serving(t, Options{Crawls: []string{liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})}})
	at := "/c/live/page?url=" + url.QueryEscape(site.URL+"/gone")
	s.work.Lock()
	if text := get(s, at).Body.String(); !strings.Contains(text, "reads from the log why") || !strings.Contains(text, `data-seconds="2"`) {
		t.Errorf("the screen: %s", text)
	}
	m := &s.crawls[0].now.whys
	for u := range graph.Node(2 * mostWhys) {
		m.begin(s.crawls[0].now, u+1000, func(*whyWork) { s.crawls[0].now.release() })
	}
	if len(m.all) != mostWhys {
		t.Errorf("%d searches, want %d", len(m.all), mostWhys)
	}
	s.work.Unlock()
	<-m.all[0].done
	if text := get(s, at).Body.String(); !strings.Contains(text, "404 Not Found") {
		t.Errorf("the screen: %s", text)
	}
}
