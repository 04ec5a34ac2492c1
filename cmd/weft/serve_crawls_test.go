package main

import (
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"weft/faces/serve"
	"weft/internal/browsertest"
)

// A slowSite is a site of pages without end on loopback, which counts its requests.
type slowSite struct {
	*httptest.Server
	asked atomic.Int64
	pages int64
	other string // the same site by another name
}

// newSlowSite starts a site of some pages. Page 1 is missing, and each page links to the next ones and to another host.
func newSlowSite(t *testing.T, pages int64) *slowSite {
	t.Helper()
	s := &slowSite{pages: pages}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var n int64
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); r.URL.Path != "/" && (err != nil || n == 1 || n >= pages) {
			http.NotFound(w, r)
			return
		}
		s.asked.Add(1)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>page %d</title><a href="/%d">next</a><a href="/%d">after</a><a href="http://%s/%d">other</a>`, n, n+1, n+2, s.other, n)
	}))
	t.Cleanup(s.Close)
	s.other = strings.Replace(strings.TrimPrefix(s.URL, "http://"), "127.0.0.1", "localhost", 1)
	return s
}

// newCrawl fills the form of a new crawl.
func (c *client) newCrawl(do, name, seed string, more url.Values) (status int, text, at string) {
	fields := url.Values{"do": {do}, "name": {name}, "urls": {seed}, "o.contact": {"test@example.org"}, "o.allow-private": {"true"}, "o.sitemaps": {"true"}, "o.delay": {"0"}, "memory": {"256MiB"}}
	maps.Copy(fields, more)
	return c.post("/new", "/new", fields)
}

// requestsKeptOut requests a page outside the scope, a page with a final response, and a new page. The server says first that the
// crawl keeps the first two out. The new page is fetched, and the first when it is let in, and nothing else is.
func (c *client) requestsKeptOut(site *slowSite) {
	c.t.Helper()
	const form = "/c/first/missing"
	out := "http://" + site.other + "/7"
	fields := url.Values{"do": {"fetch"}, "url": {out, site.URL + "/1", site.URL + "/8?new"}, "o.contact": {"jane@example.org"}}
	status, text, at := c.post(form, form, fields)
	if status != 200 || at != form || !strings.Contains(text, "Before the request") || !strings.Contains(text, "outside the scope") || !strings.Contains(text, "start a new crawl with this page") || !strings.Contains(text, "Request the other 1 page") {
		c.t.Fatalf("before the request: status %d at %s: %s", status, at, text)
	}
	before := site.asked.Load()
	for sure, want := range map[string]string{"others": "scope (outside the scope)", "letin": "fetched"} {
		fields.Set("sure", sure)
		if status, text, at = c.post(form, form, fields); status != 200 || !strings.HasPrefix(at, "/c/first/jobs/") || !strings.Contains(text, "--only=pages.txt") {
			c.t.Fatalf("%s: status %d at %s: %s", sure, status, at, text)
		}
		c.until(at, isState("done"))
		if _, text := c.get(at); !strings.Contains(text, "Requested pages") || !strings.Contains(text, "<td><bdi>"+want) && sure == "letin" || !strings.Contains(text, "404 Not Found") || strings.Contains(text, "/8?new: not requested") {
			c.t.Errorf("%s: the fates of the pages: %s", sure, text)
		}
	}
	if n := site.asked.Load() - before; n != 2 {
		c.t.Errorf("%d pages were requested for two", n)
	}
}

// TestServeCrawls starts a crawl in the browser, finds what it lacks, lets a host in, and requests a missing page again.
func TestServeCrawls(t *testing.T) {
	site := newSlowSite(t, 20)
	dir := t.TempDir()
	c := serveJobs(t, serve.Options{NewCrawls: dir, AllowPrivate: true})
	status, text, _ := c.newCrawl("plan", "first", site.URL, nil)
	if status != 200 || !strings.Contains(text, "<dt>memory needed</dt>") || !strings.Contains(text, "--output="+filepath.Join(dir, "first")) {
		t.Errorf("the plan: status %d, %s", status, text)
	}
	if !strings.Contains(text, "unknown: it depends on the servers") || strings.Contains(text, "A delay of") {
		t.Errorf("the time of a crawl without delay: %s", text)
	}
	if _, text, _ := c.newCrawl("plan", "first", site.URL, url.Values{"o.delay": {"0.5"}}); !strings.Contains(text, "A delay of 500ms allows at most 7,200 pages an hour from each host") {
		t.Errorf("the time of a crawl: %s", text)
	}
	if _, err := os.Stat(filepath.Join(dir, "first")); err == nil {
		t.Error("the plan has made the folder")
	}
	status, text, at := c.newCrawl("start", "first", site.URL, nil)
	if status != 200 || !strings.HasPrefix(at, "/c/first/jobs/") {
		t.Fatalf("status %d at %s: %s", status, at, text)
	}
	text = c.until(at, isState("(done|failed)"))
	if !strings.Contains(text, isState("done")) || !strings.Contains(text, "19 pages") {
		t.Fatalf("the crawl: %s", text)
	}
	if _, text := c.get("/"); !strings.Contains(text, `href="/c/first/"`) {
		t.Errorf("the list: %s", text)
	}
	record := "/c/first/record?url=" + url.QueryEscape(site.URL+"/5")
	if _, text := c.get("/c/first/page?url=" + url.QueryEscape(site.URL+"/5")); !strings.Contains(text, `href="record?url=`) {
		t.Errorf("the page has no link to its record: %s", text)
	}
	if status, text := c.get(record); status != 200 || !strings.Contains(text, "<dd><bdi>text/html</bdi></dd>") || !strings.Contains(text, "WARC-Record-ID") || strings.Contains(text, "page 5") {
		t.Errorf("the record: status %d, %s", status, text)
	}
	if _, text := c.get(record + "&body=1"); !strings.Contains(text, "&lt;title&gt;page 5&lt;/title&gt;") {
		t.Errorf("the body: %s", text)
	}
	if status, _ := c.get("/c/first/record?url=" + url.QueryEscape(site.other+"/5")); status != 404 {
		t.Errorf("the record of a page that was not fetched: status %d", status)
	}
	missing := c.until("/c/first/missing", "known pages")
	if !strings.Contains(missing, `name="host" value="`+site.other+`"`) || !strings.Contains(missing, `name="url" value="`+site.URL+`/1"`) {
		t.Fatalf("nothing can be ticked: %s", missing)
	}
	if n := strings.Count(missing, `name="url" value="http://`+site.other+`/`); n < 15 || strings.Count(missing, "<td><bdi>outside the scope") < n {
		t.Errorf("%d pages outside the scope can be ticked: %s", n, missing)
	}
	for do, want := range map[string]string{"fetch": "no page is ticked: tick", "letin": "no host is ticked: tick"} {
		fields := url.Values{"do": {do}, "o.contact": {"test@example.org"}}
		if status, text, _ := c.post("/c/first/missing", "/c/first/missing", fields); status != http.StatusUnprocessableEntity || !strings.Contains(text, want) || !strings.Contains(text, `<p><a href="/c/first/missing">`) {
			t.Errorf("%s without a tick: status %d, %s", do, status, text)
		}
	}
	if status, text := c.get("/c/first/missing/urls?class=failed"); status != 200 || !strings.HasPrefix(text, site.URL+"/1\t") {
		t.Errorf("the list of failed pages: status %d, %q", status, text)
	}
	status, text, _ = c.post("/c/first/missing", "/c/first/missing", url.Values{"do": {"seeds"}, "url": {site.URL + "/1", site.URL + "/99"}})
	if status != 200 || text != site.URL+"/1\n"+site.URL+"/99\n" {
		t.Errorf("seeds: status %d, %q", status, text)
	}
	for _, form := range []string{"/c/first/missing", "/c/first/run"} {
		if _, text := c.get(form); !strings.Contains(text, `name="o.contact" value="test@example.org" required`) {
			t.Errorf("%s has no contact: %s", form, text)
		}
		for _, do := range []string{"letin", "fetch", "resume"} {
			fields := url.Values{"do": {do}, "host": {site.other}, "url": {site.URL + "/1"}, "memory": {"64MiB"}, "o.contact": {" "}}
			if status, text, _ := c.post(form, form, fields); status != http.StatusUnprocessableEntity || (do != "resume" || form == "/c/first/run") && !strings.Contains(text, "contact (empty): expected a mail address") {
				t.Errorf("%s %s without a contact: status %d, %s", form, do, status, text)
			}
		}
	}
	c.requestsKeptOut(site)
	status, text, at = c.post("/c/first/missing", "/c/first/missing", url.Values{"do": {"letin"}, "host": {site.other, "b.example"}, "o.contact": {"jane@example.org"}})
	if status != 200 || !strings.HasPrefix(at, "/c/first/jobs/") {
		t.Fatalf("let in: status %d at %s: %s", status, at, text)
	}
	c.until(at, isState("done"))
	if text := c.until("/c/first/page?url="+url.QueryEscape("http://"+site.other+"/5"), "<dt>state</dt>"); !strings.Contains(text, "<dt>state</dt><dd>fetched</dd>") {
		t.Errorf("a page of the host: %s", text)
	}
	// A page that no link names is requested, too.
	status, text, at = c.post("/c/first/missing", "/c/first/missing", url.Values{"do": {"fetch"}, "url": {site.URL + "/3?again"}, "o.contact": {"jane@example.org"}})
	if status != 200 || !strings.HasPrefix(at, "/c/first/jobs/") {
		t.Fatalf("fetch: status %d at %s: %s", status, at, text)
	}
	c.until(at, isState("done"))
	if text := c.until("/c/first/page?url="+url.QueryEscape(site.URL+"/3?again"), "<dt>state</dt>"); !strings.Contains(text, "<dd>fetched</dd>") {
		t.Errorf("the page: %s", text)
	}
	all := url.Values{"do": {"fetchall"}, "class": {"failed"}, "reason": {"404 Not Found"}, "o.contact": {"jane@example.org"}}
	if status, text, _ = c.post("/c/first/missing/list?class=failed", "/c/first/missing", all); status != 200 || !strings.Contains(text, "It can request none of the pages.") {
		t.Fatalf("before all pages of a reason: status %d: %s", status, text)
	}
	all.Set("sure", "others")
	if status, text, at = c.post("/c/first/missing/list?class=failed", "/c/first/missing", all); status != 200 || !strings.HasPrefix(at, "/c/first/jobs/") || !strings.Contains(text, "--only=pages.txt") || strings.Contains(text, "--seeds") {
		t.Fatalf("fetch all of a reason: status %d at %s: %s", status, at, text)
	}
	c.until(at, isState("done"))
	all.Set("class", "fail")
	if status, text, _ = c.post("/c/first/missing/list?class=failed", "/c/first/missing", all); status != http.StatusUnprocessableEntity || !strings.Contains(text, "no such class") {
		t.Errorf("fetch all of no class: status %d, %s", status, text)
	}
	// A list that the reader leaves as it is changes nothing. The form shows each pattern on its line.
	_, text = c.get("/c/first/run")
	shown := regexp.MustCompile(`(?s)<textarea id="o.include"[^>]*>\n(.*?)</textarea>`).FindStringSubmatch(text)
	if shown == nil || strings.Count(shown[1], "\n") != 2 || !strings.Contains(shown[1], "b\\.example") {
		t.Fatalf("the patterns %q in %s", shown, text)
	}
	include := strings.ReplaceAll(html.UnescapeString(shown[1]), "\n", "\r\n")
	status, text, at = c.post("/c/first/run", "/c/first/run", url.Values{"do": {"resume"}, "memory": {"64MiB"}, "o.contact": {"jane@example.org"}, "o.include": {include}, "o.pages": {"100"}})
	if status != 200 || !strings.Contains(text, "--pages=100") || strings.Contains(text, "--include") {
		t.Errorf("resume with unchanged patterns: status %d, %s", status, text)
	}
	c.until(at, isState("done"))
	if _, text := c.get("/c/first/run"); strings.Count(text, "weft crawl --") < 3 || strings.Count(text, "--contact=jane@example.org") < 2 || !strings.Contains(text, `value="jane@example.org" required`) {
		t.Errorf("the runs: %s", text)
	}
	status, text, at = c.post("/c/first/run", "/c/first/run", url.Values{"do": {"resume"}, "memory": {"64MiB"}, "o.contact": {"jane@example.org"}, "o.include": {""}})
	if status != 200 || !strings.Contains(text, "--no-include=true") {
		t.Errorf("resume without patterns: status %d, %s", status, text)
	}
	c.until(at, isState("done"))
	if _, text := c.get("/c/first/run"); !regexp.MustCompile(`<textarea id="o.include"[^>]*>\n</textarea>`).MatchString(text) {
		t.Errorf("the patterns are still there: %s", text)
	}
	// Another server of the folder shows the crawl, too.
	if _, text := serveJobs(t, serve.Options{NewCrawls: dir, ReadOnly: true}).get("/"); !strings.Contains(text, `href="/c/first/"`) || strings.Contains(text, "/new") {
		t.Errorf("another server: %s", text)
	}
}

// TestServePausesCrawls pauses a crawl, continues it, and stops it with a graph.
func TestServePausesCrawls(t *testing.T) {
	site := newSlowSite(t, 1<<40)
	c := serveJobs(t, serve.Options{NewCrawls: t.TempDir(), AllowPrivate: true})
	_, _, at := c.newCrawl("start", "slow", site.URL, url.Values{"o.delay": {"0.02"}})
	c.until(at, "<dt>fetched</dt><dd>[1-9]")
	if status, text, _ := c.post("/c/slow/run", "/c/slow/run", url.Values{"do": {"resume"}, "memory": {"64MiB"}, "o.contact": {"test@example.org"}}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "another job of this server") {
		t.Errorf("a second run: status %d, %s", status, text)
	}
	c.post(at, at, url.Values{"do": {"pause"}})
	c.until(at, isState("paused"))
	time.Sleep(300 * time.Millisecond) // for requests under way
	before := site.asked.Load()
	time.Sleep(500 * time.Millisecond)
	if now := site.asked.Load(); now != before {
		t.Errorf("a paused crawl has sent %d requests", now-before)
	}
	c.post(at, at, url.Values{"do": {"resume"}})
	c.until(at, isState("running"))
	for deadline := time.Now().Add(20 * time.Second); site.asked.Load() == before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the crawl does not continue")
		}
	}
	c.post(at, at, url.Values{"do": {"stop"}})
	if text := c.until(at, isState("(done|failed|cancelled)")); !strings.Contains(text, isState("done")) || !strings.Contains(text, "it was stopped in the browser") {
		t.Errorf("a stopped crawl: %s", text)
	}
	if status, text := c.get("/c/slow/"); status != 200 || !strings.Contains(text, "fetched") {
		t.Errorf("its overview: status %d, %s", status, text)
	}
}

// TestServeRefusesCrawls refuses names that leave the folder, crawls without a contact, and what weft crawl refuses.
func TestServeRefusesCrawls(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "taken"), 0o700); err != nil {
		t.Fatal(err)
	}
	c := serveJobs(t, serve.Options{NewCrawls: dir})
	for _, name := range []string{"", ".", "..", "../x", "a/b", ".hidden", "-o", "a\nb", strings.Repeat("a", 101), "taken", "ü"} {
		if status, text, _ := c.newCrawl("start", name, "http://a.example/", nil); status != http.StatusUnprocessableEntity || !strings.Contains(text, "name") {
			t.Errorf("name %q: status %d", name, status)
		}
	}
	for want, more := range map[string]url.Values{
		"contact":              {"o.contact": {" "}},
		"start page":           {"urls": {""}},
		"missing closing ]":    {"o.exclude": {"a["}},
		"expected one of host": {"o.scope": {"surt:/etc/passwd"}},
		"expected one of bfs":  {"o.strategy": {"score:/etc/passwd"}},
		"memory":               {"memory": {"1"}},
	} {
		if status, text, _ := c.newCrawl("start", "new", "http://a.example/", more); status != http.StatusUnprocessableEntity || !strings.Contains(text, want) {
			t.Errorf("%s: status %d: %s", want, status, text)
		}
	}
	// Without --allow-private, forms do not have the option, and a crawl reaches nothing on this machine.
	site := newSlowSite(t, 20)
	_, _, at := c.newCrawl("start", "new", site.URL, url.Values{"o.exclude": {"logout[?]"}, "o.pages": {"77"}, "memory": {"222MiB"}})
	text := c.until(at, isState("(done|failed)"))
	again := regexp.MustCompile(`href="(/new\?again=[^"]*)"`).FindStringSubmatch(text)
	if again == nil {
		t.Fatalf("the entries cannot be changed: %s", text)
	}
	_, form := c.get(again[1])
	for _, typed := range []string{`value="new"`, site.URL, "logout[?]", `value="77"`, "222MiB"} {
		if !strings.Contains(form, typed) {
			t.Errorf("%s was typed, and is not in the form again: %s", typed, form)
		}
	}
	if n := site.asked.Load(); n > 0 {
		t.Errorf("%d pages of this machine were requested", n)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 2 || entries[len(entries)-1].Name() != "taken" {
		t.Errorf("the folder has %v", entries)
	}
}

// TestServeCrawlsInBrowser looks at the screens of new crawls and of runs.
func TestServeCrawlsInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	site := newSlowSite(t, 20)
	slow := newSlowSite(t, 1<<40)
	c := serveJobs(t, serve.Options{NewCrawls: t.TempDir(), AllowPrivate: true})
	_, _, done := c.newCrawl("start", "first", site.URL, nil)
	c.until(done, isState("done"))
	_, _, runs := c.newCrawl("start", "slow", slow.URL, url.Values{"o.delay": {"0.05"}})
	c.until(runs, "<dt>fetched</dt><dd>[1-9]")
	c.until("/c/first/missing", "known pages")
	for name, path := range map[string]string{
		"crawls": "/", "new": "/new", "crawl-done": done, "crawl-runs": runs, "run": "/c/first/run", "run-runs": "/c/slow/run", "missing-ticks": "/c/first/missing",
		"record": "/c/first/record?body=1&url=" + url.QueryEscape(site.URL+"/5"),
	} {
		lookAt(t, b, c.base, name, path)
	}
}

// tabTo presses the tab key until the element of a selector has the focus.
func tabTo(t *testing.T, p *browsertest.Page, selector string) {
	t.Helper()
	for range 300 {
		if browsertest.Eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
		p.Do(chromedp.KeyEvent(kb.Tab))
	}
	t.Fatalf("no %s by keyboard", selector)
}

// shows waits until a page of the browser shows a text.
func shows(t *testing.T, p *browsertest.Page, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if browsertest.Eval[bool](p, fmt.Sprintf(`document.readyState === "complete" && document.body.innerText.includes(%q)`, text)) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the page does not show %q: %s", text, browsertest.Eval[string](p, `document.body.innerText`))
		}
	}
}

// TestServeByKeyboard does two tasks in Chromium with the keyboard alone: it finds why a page is missing and fetches it, and
// asks a question. The browser sends the forms itself, so this also tests origins, cookies, tokens and the policy.
func TestServeByKeyboard(t *testing.T) {
	b := browsertest.Start(t)
	site := newSlowSite(t, 20)
	c := serveJobs(t, serve.Options{NewCrawls: t.TempDir(), AllowPrivate: true})
	_, _, done := c.newCrawl("start", "first", site.URL, nil)
	c.until(done, isState("done"))
	c.until("/c/first/missing", "known pages")
	p := b.Open(c.base+"/c/first/", browsertest.Screens[2])
	tabTo(t, p, `nav a[href$="/missing"]`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	shows(t, p, "outside the scope")
	tabTo(t, p, fmt.Sprintf(`input[name=host][value=%q]`, site.other))
	p.Do(chromedp.KeyEvent(" "))
	tabTo(t, p, `button[value=letin]`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	shows(t, p, "resume first")
	shows(t, p, "nothing is left") // the page follows the job
	tabTo(t, p, `nav a[href$="/ask"]`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	shows(t, p, "All questions")
	tabTo(t, p, `a[href="ask?q=rank+pagerank"]`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	shows(t, p, "Start the job")
	tabTo(t, p, `button[value=start]`)
	p.Do(chromedp.KeyEvent(kb.Enter))
	shows(t, p, "iterations, residual")
}
