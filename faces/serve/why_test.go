package serve

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
		if got := strings.Contains(text, "<dt>why</dt><dd><bdi>"+reasonWord(reason)); got != isMissing {
			t.Errorf("%s (%s): the screen shows the reason %q: %v: %s", name, o.State(u), reason, got, text)
		}
		if got := strings.Contains(text, `value="fetch">Request this page`); got != (isMissing && reason != "robots.txt forbids it" && o.State(u) != page.Failed) {
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

// TestFinalFailures requests a page that failed for a time once more, and says of a page with a final response that the crawl does
// not request it again.
func TestFinalFailures(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<a href="/busy">b</a> <a href="/gone">g</a>`)
		case "/busy":
			http.Error(w, "later", http.StatusServiceUnavailable)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(site.Close)
	dir := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})
	b := read(t, serving(t, Options{Crawls: []string{dir}, Program: []string{"weft"}, Jobs: t.TempDir()}))
	for path, again := range map[string]bool{"/busy": true, "/gone": false} {
		text := b.do(newGet("/c/live/page?url=" + url.QueryEscape(site.URL+path))).Body.String()
		if strings.Contains(text, "Request this page again") != again || strings.Contains(text, "does not request it again") == again {
			t.Errorf("%s: want a button: %v: %s", path, again, text)
		}
	}
	fields := url.Values{"do": {"fetch"}, "o.contact": {"a@b.example"}, "url": {site.URL + "/busy", site.URL + "/gone"}}
	text := b.post("/c/live/missing", fields).Body.String()
	for _, want := range []string{"The crawl keeps 1 page out. It can request the other 1 page.", "/gone</bdi>", "start a new crawl with this page"} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen before the request has no %q: %s", want, text)
		}
	}
	found, err := missing.Find(t.Context(), dir, []string{site.URL + "/busy", site.URL + "/gone"}, 64<<20)
	if err != nil || found[0].Final || !found[1].Final || !strings.HasSuffix(found[1].Text(), "404 Not Found; the crawl does not request this page again") {
		t.Errorf("got %+v, %v", found, err)
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

// TestWhyWaits shows the page while the log is read, and searches for few reasons at a time. One pass over the log finds the
// reasons of all pages that were requested meanwhile. A search without readers is forgotten.
func TestWhyWaits(t *testing.T) {
	links := ""
	for i := range 10 {
		links += fmt.Sprintf(`<a href="/gone%d">x</a>`, i)
	}
	site := liveSite(t, map[string]string{"/": links})
	s := serving(t, Options{Crawls: []string{liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})}})
	at := func(i int) string { return fmt.Sprintf("/c/live/page?url=%s/gone%d", url.QueryEscape(site.URL), i) }
	s.work.Lock()
	if text := get(s, at(0)).Body.String(); !strings.Contains(text, "reads from the log why") || !strings.Contains(text, `data-seconds="2"`) {
		t.Errorf("the screen: %s", text)
	}
	for _, pending := range []bool{true, false} {
		var one apiPage
		page := map[bool]string{true: site.URL + "/gone0", false: site.URL + "/"}[pending]
		if err := json.Unmarshal(get(s, "/api/v1/crawls/live/page?url="+url.QueryEscape(page)).Body.Bytes(), &one); err != nil || one.MissingPending != pending || one.Missing != nil {
			t.Errorf("%s: the interface for programs: %v, %v, %v", page, one.MissingPending, one.Missing, err)
		}
	}
	o := s.crawls[0].now
	m := &o.whys
	node := func(i int) graph.Node {
		u, ok, err := o.Find(fmt.Sprintf("%s/gone%d", site.URL, i))
		if !ok || err != nil {
			t.Fatalf("page %d: %v", i, err)
		}
		return u
	}
	var all []*whyWork
	for i := range 9 {
		w, begin := m.ask(o, node(i))
		if begin {
			t.Error("the log is read twice")
		}
		all = append(all, w)
	}
	all[8].used = time.Now().Add(-2 * whyWanted)
	for u := range graph.Node(2 * mostWhys) {
		if w, _ := m.ask(o, u+1<<20); w != nil {
			w.used = time.Now().Add(-2 * whyWanted) // its reader has gone
			if len(m.all) > mostWhys {
				t.Fatalf("%d searches", len(m.all))
			}
		}
	}
	m.mu.Lock()
	for i := range m.all {
		m.all[i].used = time.Now()
	}
	m.mu.Unlock()
	for u := range graph.Node(2 * mostWhys) {
		m.ask(o, u+1<<21)
	}
	if w, _ := m.ask(o, node(9)); w != nil || len(m.all) != mostWhys {
		t.Errorf("%d searches, want %d", len(m.all), mostWhys)
	}
	m.mu.Lock()
	m.all = slices.DeleteFunc(m.all, func(w *whyWork) bool { return w.of >= 1<<20 })
	m.mu.Unlock()
	s.work.Unlock()
	for i, w := range all[:8] {
		select {
		case <-w.done:
		case <-time.After(20 * time.Second):
			t.Fatalf("no reason of page %d", i)
		}
		if w.err != nil || w.got.Reason != "404 Not Found" || w.at.Sub(all[0].at) > time.Second {
			t.Errorf("page %d: %v, %v", i, w.got, w.err)
		}
		if text := get(s, at(i)).Body.String(); !strings.Contains(text, "404 Not Found") {
			t.Errorf("the screen: %s", text)
		}
	}
	other := &whyStore{}
	for u := range graph.Node(3) {
		if _, begin := other.ask(o, u); begin {
			defer o.release()
		}
	}
	if first, second := other.begin(), other.begin(); len(first) != 3 || len(second) != 0 || other.waits() {
		t.Errorf("the first pass takes %d searches, the second %d", len(first), len(second))
	}
	if all[8].hasEnded() {
		t.Error("a reason without readers was searched for")
	}
	if text := get(s, at(9)).Body.String(); !strings.Contains(text, "404 Not Found") { // a second reading begins
		t.Errorf("the screen: %s", text)
	}
}

// TestExplainAll explains several pages of a live crawl as each of them alone, also the same page twice.
func TestExplainAll(t *testing.T) {
	site := liveSite(t, map[string]string{"/": `<a href="/gone">x</a><a href="/private/1">y</a>`, "/robots.txt": "User-agent: *\nDisallow: /private/\n"})
	s := serving(t, Options{Crawls: []string{liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})}})
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	var all []graph.Node
	for u := range graph.Node(o.NumPages()) { //nolint:gosec // few pages
		all = append(all, u, u)
	}
	got, err := missing.Explain(t.Context(), o.Crawl, all, 256<<20)
	if err != nil || len(got) != len(all) {
		t.Fatal(len(got), err)
	}
	for i, u := range all {
		one, err := missing.Explain(t.Context(), o.Crawl, []graph.Node{u}, 256<<20)
		if err != nil || *one[0] != *got[i] {
			t.Errorf("%s: %v alone, %v with others: %v", o.Label(u), one, got[i], err)
		}
	}
}
