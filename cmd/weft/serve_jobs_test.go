package main

import (
	"bytes"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/faces/serve"
	"weft/internal/browsertest"
	"weft/livecrawl/watch"
)

// A client is a browser without scripts.
type client struct {
	t    *testing.T
	base string
	http http.Client
	stop func() // ends the server
}

// serveJobs serves crawls until the test ends, with jobs as processes of weft.
func serveJobs(t *testing.T, o serve.Options) *client {
	t.Helper()
	c := openServe(t, o)
	t.Cleanup(c.stop)
	return c
}

// openServe serves crawls until its caller calls stop.
func openServe(t *testing.T, o serve.Options) *client {
	t.Helper()
	program, err := exec.LookPath("weft")
	if err != nil {
		t.Skip(err)
	}
	l, err := watch.ListenMost("127.0.0.1:0", 64)
	if err != nil {
		t.Fatal(err)
	}
	o.Program, o.Flag = []string{program}, flagOf
	o.CrawlFlags, o.Headings = crawlFlagSet, headingsOf
	o.Log = func(text string) { t.Log(text) }
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Jobs == "" {
		o.Jobs = filepath.Join(t.TempDir(), "jobs")
	}
	s, err := serve.New(l, o)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	jar, _ := cookiejar.New(nil)
	return &client{t, web.URL, http.Client{Jar: jar}, sync.OnceFunc(func() { web.Close(); s.Close(); l.Close() })}
}

// get reads a page.
func (c *client) get(path string) (status int, text string) {
	c.t.Helper()
	r, err := c.http.Get(c.base + path)
	return c.read(r, err)
}

func (c *client) read(r *http.Response, err error) (status int, text string) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

var tokenOfForm = regexp.MustCompile(`name="token" value="([^"]+)"`)

// post fills the form of a page, and returns the page that follows with its path.
func (c *client) post(form, to string, fields url.Values) (status int, text, at string) {
	c.t.Helper()
	_, page := c.get(form)
	found := tokenOfForm.FindStringSubmatch(page)
	if found == nil {
		c.t.Fatalf("%s has no form: %s", form, page)
	}
	all := url.Values{"token": {found[1]}}
	maps.Copy(all, fields)
	r, _ := http.NewRequest(http.MethodPost, c.base+to, strings.NewReader(all.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", c.base)
	got, err := c.http.Do(r)
	status, text = c.read(got, err)
	return status, text, got.Request.URL.Path
}

// until reads a page until a pattern matches it.
func (c *client) until(path, pattern string) string {
	c.t.Helper()
	re := regexp.MustCompile(pattern)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		_, text := c.get(path)
		if re.MatchString(text) {
			return text
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("%s does not match %s: %s", path, pattern, text)
		}
	}
}

// isState matches the page of a job in a state.
func isState(state string) string { return `<dt>state</dt><dd>` + state + `</dd>` }

// TestServeAsks asks a question by its form. The result equals the result in the terminal, is kept with the crawl, and has
// an address.
func TestServeAsks(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "500")
	c := serveJobs(t, serve.Options{Crawls: []string{"crawl"}})
	const form = "/c/crawl/ask?q=rank+pagerank"
	status, text, _ := c.post(form, form, url.Values{"do": {"plan"}, "memory": {"256MiB"}, "o.alpha": {"0.5"}})
	if status != 200 || !strings.Contains(text, "<dt>memory needed</dt>") || !strings.Contains(text, "weft rank pagerank --alpha=0.5 crawl") {
		t.Errorf("the plan: status %d, %s", status, text)
	}
	timed := func(top, want string) {
		t.Helper()
		if _, text, _ := c.post(form, form, url.Values{"do": {"plan"}, "memory": {"256MiB"}, "o.alpha": {"0.5"}, "o.top": {top}}); !regexp.MustCompile(`<dt>time</dt><dd><bdi>` + want).MatchString(text) {
			t.Errorf("the time of a plan is not %s: %s", want, text)
		}
	}
	timed("7", "unknown: no earlier job")
	status, text, at := c.post(form, form, url.Values{"do": {"start"}, "memory": {"256MiB"}, "o.alpha": {"0.5"}, "o.top": {"7"}})
	if status != 200 || !strings.HasPrefix(at, "/c/crawl/jobs/") {
		t.Fatalf("the job: status %d at %s: %s", status, at, text)
	}
	text = c.until(at, isState("done"))
	again := regexp.MustCompile(`href="(/c/crawl/ask\?again=[^"]*)"`).FindStringSubmatch(text)
	if again == nil {
		t.Fatalf("there is no way back to the form: %s", text)
	}
	if _, form := c.get(html.UnescapeString(again[1])); !strings.Contains(form, `value="0.5"`) || !strings.Contains(form, `value="7"`) || !strings.Contains(form, `value="256MiB"`) {
		t.Errorf("the form has lost what was typed: %s", form)
	}
	timed("7", "[0-9a-z.]+ the last time, with the same options<")
	timed("8", "[0-9a-z.]+ for the latest job of this question, with other options or memory<")
	var top, errs bytes.Buffer
	if run([]string{"rank", "pagerank", "crawl", "--alpha=0.5", "--top=7", "--csv", "top"}, strings.NewReader(""), &top, &errs) != exitDone {
		t.Fatal(errs.String())
	}
	if _, csv := c.get(at + "/tables/top.csv"); csv != top.String() {
		t.Errorf("the table is\n%s\nand in a terminal\n%s", csv, top.String())
	}
	_, rows, _ := strings.Cut(top.String(), "\r\n")
	best, _, _ := strings.Cut(rows, "\r\n")
	for cell := range strings.SplitSeq(best, ",") {
		if strings.HasPrefix(cell, "http") && !strings.Contains(text, "page?url="+url.QueryEscape(cell)) {
			t.Errorf("the page of the job has no link to %s", cell)
		}
	}
	if status, text := c.get(at + "/result.json"); status != 200 || !strings.Contains(text, `"weft": 1`) {
		t.Errorf("JSON: status %d, %s", status, text)
	}
	if _, text := c.get("/c/crawl/"); !strings.Contains(text, "pagerank&#43;alpha=0.5") {
		t.Errorf("the overview does not have the result: %s", text)
	}
	_, _, report := c.post("/c/crawl/ask", "/c/crawl/report", nil)
	if text := c.until(report, isState("(done|failed)")); !strings.Contains(text, isState("done")) || !strings.Contains(text, `href="/c/crawl/report"`) {
		t.Errorf("the report: %s", text)
	}
	if status, _ := c.get("/c/crawl/report"); status != 200 {
		t.Errorf("the report: status %d", status)
	}
	if _, text := c.get("/jobs"); !strings.Contains(text, at) {
		t.Errorf("the list of jobs: %s", text)
	}
	if status, _, to := c.post(at, at, url.Values{"do": {"remove"}}); status != 200 || to != "/c/crawl/ask" {
		t.Errorf("remove: status %d at %s", status, to)
	}
	if status, _ := c.get(at); status != 404 {
		t.Errorf("a removed job: status %d", status)
	}
}

// TestServeRefusesForms refuses wrong values with their names, and starts nothing.
func TestServeRefusesForms(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "100")
	c := serveJobs(t, serve.Options{Crawls: []string{"crawl"}})
	for name, x := range map[string]struct {
		question string
		fields   url.Values
		want     string
	}{
		"too much memory":        {"rank pagerank", url.Values{"memory": {"1TiB"}}, "memory 1TiB: expected"},
		"too little memory":      {"rank pagerank", url.Values{"memory": {"1"}}, "memory 1: expected"},
		"no number":              {"rank pagerank", url.Values{"o.top": {"--output"}}, "top --output: expected a whole number"},
		"no seed":                {"rank pagerank", url.Values{"seed": {"-1"}}, "random seed -1: expected"},
		"a crawl of the disk":    {"compare", url.Values{"other": {"/etc"}}, "second crawl /etc: expected a crawl of this server"},
		"no second crawl":        {"compare", url.Values{}, "no second crawl"},
		"refused by the command": {"rank pagerank", url.Values{"o.alpha": {"7"}, "do": {"plan"}}, "--alpha 7: expected"},
	} {
		fields := url.Values{"do": {"start"}, "memory": {"64MiB"}}
		maps.Copy(fields, x.fields)
		form := "/c/crawl/ask?q=" + url.QueryEscape(x.question)
		status, text, _ := c.post(form, form, fields)
		if status != http.StatusUnprocessableEntity || !strings.Contains(text, x.want) {
			t.Errorf("%s: status %d, want %q: %s", name, status, x.want, text)
		}
	}
	if _, text := c.get("/jobs"); !strings.Contains(text, "No job was started") {
		t.Errorf("jobs: %s", text)
	}
	if status, _ := c.get("/c/crawl/ask?q=import"); status != 404 {
		t.Errorf("a command that is no question: status %d", status)
	}
}

// TestServeCancels cancels a job, and ends jobs with the server.
func TestServeCancels(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "20000")
	c := serveJobs(t, serve.Options{Crawls: []string{"crawl"}})
	const form = "/c/crawl/ask?q=chance"
	_, _, at := c.post(form, form, url.Values{"do": {"start"}, "memory": {"256MiB"}, "o.draws": {"100000"}})
	c.until(at, isState("running")+`(?s:.*)<progress`)
	_, text, _ := c.post(at, at, url.Values{"do": {"interrupt"}})
	if !strings.Contains(text, "cancelled") {
		c.until(at, isState("cancelled"))
	}
}

// TestServeAsksInBrowser looks at the screens of questions and jobs in Chromium.
func TestServeAsksInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "3000")
	c := serveJobs(t, serve.Options{Crawls: []string{"crawl", "crawl"}})
	start := func(name string, fields url.Values) string {
		form := "/c/crawl/ask?q=" + url.QueryEscape(name)
		fields["do"], fields["memory"] = []string{"start"}, []string{"128MiB"}
		_, _, at := c.post(form, form, fields)
		return at
	}
	drawn := start("degrees", url.Values{})
	c.until(drawn, isState("done"))
	failed := start("seeds eval", url.Values{})
	c.until(failed, isState("failed"))
	runs := start("chance", url.Values{"o.draws": {"100000"}})
	c.until(runs, isState("running"))
	for name, path := range map[string]string{
		"ask": "/c/crawl/ask", "ask-rank": "/c/crawl/ask?q=rank+pagerank", "ask-site": "/c/crawl/ask?q=site", "ask-compare": "/c/crawl/ask?q=compare", "ask-simulate": "/c/crawl/ask?q=simulate",
		"job-drawn": drawn, "job-failed": failed, "job-runs": runs, "jobs": "/jobs",
	} {
		lookAt(t, b, c.base, name, path)
	}
	p := b.Open(c.base+drawn, browsertest.Screens[2])
	browsertest.Eval[int](p, `[...document.querySelectorAll("details")].map(d => d.open = true).length`)
	if n := browsertest.Eval[int](p, `[...document.images].filter(i => i.naturalWidth > 0).length`); n == 0 {
		t.Error("the job shows no picture")
	}
}

// lookAt opens a page of a server on all screens: it fits, breaks no rule of axe-core, works by keyboard, and requests
// nothing elsewhere.
func lookAt(t *testing.T, b *browsertest.Browser, base, name, path string) {
	t.Helper()
	p := b.Open(base+path, browsertest.Screens[0])
	for _, asked := range p.Requests() {
		if !strings.HasPrefix(asked, base+"/") {
			t.Errorf("%s: requests %s", name, asked)
		}
	}
	browsertest.Eval[int](p, `[...document.querySelectorAll("details")].map(d => d.open = true).length`)
	if n := browsertest.Eval[int](p, `[...document.querySelectorAll("a[href], input, select, button, summary, textarea")].filter(e => e.type !== "hidden" && (e.focus(), document.activeElement !== e)).length`); n > 0 {
		t.Errorf("%s: %d links or fields cannot be reached by keyboard", name, n)
	}
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		p.Save("serve-" + name + "-" + screen.String())
		for _, wide := range p.Overflow() {
			t.Errorf("%s at %v: wider than the screen: %s", name, screen, wide)
		}
		if screen.Width != 400 && screen.Width != 1280 {
			continue // the same elements in the same colours
		}
		for _, found := range p.Axe() {
			t.Errorf("%s at %v: %s", name, screen, found)
		}
	}
}
