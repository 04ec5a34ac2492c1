package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"weft/answers/pages"
	"weft/graph"
	"weft/livecrawl/watch"
	"weft/making/ingest"
	"weft/store"
)

// hostile are texts as an enemy writes them: markup, scripts, bidirectional marks, escapes of terminals, and invisible
// characters.
var hostile = []string{
	`<script>document.title="run"</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, "\u202eright to left\u202c", "\x1b[31mred", "zero\u200bwidth\u2028line", `{{.Slug}}`, `javascript:alert(1)`, `</title><b>bold`,
}

// record is a WARC record of a response.
func record(uri, status, body string) string {
	text := fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s", status, len(body), body)
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:%s>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		uri, "00000000-0000-0000-0000-000000000001", len(text), text)
}

// hostileCrawl imports an archive of hostile pages into a folder with a name.
func hostileCrawl(t *testing.T, name string) string {
	t.Helper()
	var b strings.Builder
	for i, text := range hostile {
		body := fmt.Sprintf("<title>%s &lt;script&gt;alert(2)&lt;/script&gt; page %d</title>", text, i)
		for j, other := range hostile {
			body += fmt.Sprintf(`<a href="/%d">&lt;i&gt;%s</a> <a href="http://away%d.example/%d?q=%%3Cscript%%3E">to %d</a>`, j, other, j%3, i*j, j)
		}
		b.WriteString(record(fmt.Sprintf("http://h.example/%d", i), "200 OK", body+strings.Repeat(" ", i)))
	}
	b.WriteString(record("http://h.example/gone", "404 Not Found", "<title>gone</title>"))
	b.WriteString(record("http://h.example/"+strings.Repeat("long/", 2000), "200 OK", "<title>long</title>"))
	dir := t.TempDir()
	file, out := filepath.Join(dir, "in.warc"), filepath.Join(dir, name)
	write(t, file, b.String())
	imported(t, file, out, false)
	keepSites(t, out, func(*store.Crawl, graph.Node) graph.Node { return 0 })
	return out
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// imported makes a crawl of a file.
func imported(t testing.TB, file, out string, replace bool) {
	t.Helper()
	o := ingest.Options{Inputs: []string{file}}
	o.Output, o.Replace, o.Command, o.Version, o.Now = out, replace, "weft import <b>"+file, "test", time.Unix(1e9, 0)
	if _, err := ingest.Import(context.Background(), o); err != nil {
		t.Fatal(err)
	}
}

// listOf imports a list of links.
func listOf(t testing.TB, out, text string, replace bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "links.tsv")
	write(t, file, text)
	imported(t, file, out, replace)
}

// serving returns a server of crawls.
func serving(t testing.TB, o Options) *Server {
	t.Helper()
	return servingAt(t, "127.0.0.1:0", o)
}

func servingAt(t testing.TB, address string, o Options) *Server {
	t.Helper()
	l, err := watch.ListenMost(address, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	s, err := New(l, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// get returns the response to a request.
func get(s http.Handler, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.Host = "127.0.0.1:80"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// screenPaths are the addresses of all screens of a crawl that exist, relative to it.
var screenPaths = []string{
	"", "report", "pages", "pages?address=h.example&state=fetched", "pages?state=%3Cb%3E", "pages?address=%3Cscript%3E", "missing", "missing/list?class=failed", "missing/list?class=never&page=2", "missing/list?class=failed&reason=%3Cscript%3E", "map?by=page", "map?by=host&q=h&node=h.example&to=away0.example", "map?by=page&n=1&to=x", "map?by=%3Cb%3E", "page?n=0", "page?n=5", "page?url=http%3A%2F%2Fh.example%2Fgone", "page?n=%3Cb%3E",
	"hosts", "hosts?text=%3Cscript%3E&sort=fetched", "sites", "sites?address=%3Cscript%3E", "site?n=0", "site?n=0&out=http%3A%2F%2Faway1.example%2F*&format=surt", "site?n=0&under=h.example%2F&format=browsertrix", "site?n=0&in=%3Cscript%3E*",
}

// TestHostileCrawl reads all screens of a hostile crawl: none of its texts becomes an element or an attribute, or turns or hides
// the text beside it.
func TestHostileCrawl(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, `x<script>alert(1)<script>`+"\u202e\x1b")}})
	k := s.crawls[0]
	for _, path := range append([]string{"/", "/nowhere/<script>", "/c/<script>/"}, screensOf(k)...) {
		w := get(s, path)
		if w.Code >= 500 {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
		checkHarmless(t, path, w)
	}
}

// screensOf returns the addresses of all screens of a crawl.
func screensOf(k *crawl) (all []string) {
	for _, path := range screenPaths {
		all = append(all, "/c/"+k.slug+"/"+path)
	}
	return all
}

// ownScript is the only script of a page.
const ownScript = `<script type="module" src="/script/main.js"></script>`

// ownPicture is the map for readers without scripts.
var ownPicture = regexp.MustCompile(`<noscript><a href="map\.svg\?[^"<>]*"><img src="map\.svg\?[^"<>]*" alt="Map of the best [a-z]+\. The list below names them\."></a></noscript>`)

// checkHarmless reports markup and invisible characters in a page, and headers that are missing.
func checkHarmless(t *testing.T, path string, w *httptest.ResponseRecorder) {
	t.Helper()
	text := ownPicture.ReplaceAllString(strings.Replace(w.Body.String(), ownScript, "", 1), "")
	for _, bad := range []string{"<script", "<img", "<b>", "<i>", "onerror=alert(1)>", "<iframe", `href="javascript:`, "<bold"} {
		if strings.Contains(strings.ToLower(text), bad) {
			t.Errorf("%s: the page has %s", path, bad)
		}
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Cf, unicode.Zl, unicode.Zp)) {
			t.Errorf("%s: the page has %q", path, r)
			break
		}
	}
	h := w.Header()
	if got := h.Get("Content-Security-Policy"); got != policy && got != reportPolicy {
		t.Errorf("%s: policy %q", path, got)
	}
	if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "same-origin" || h.Get("Cross-Origin-Opener-Policy") != "same-origin" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("%s: headers %v", path, h)
	}
}

// TestGuard refuses other names, methods and sites.
func TestGuard(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	for _, x := range []struct {
		method, host, origin string
		want                 int
	}{
		{"GET", "127.0.0.1:80", "", 200},
		{"HEAD", "localhost", "", 200},
		{"GET", "evil.example", "", 421},
		{"GET", "localhost.evil.example:80", "", 421},
		{"GET", "", "", 421},
		{"POST", "localhost", "", 403},
		{"POST", "localhost", "http://evil.example", 403},
		{"POST", "localhost", "http://localhost", 403}, // without the token of a form
		{"DELETE", "localhost", "http://localhost", 405},
		{"OPTIONS", "localhost", "", 403},
	} {
		r := httptest.NewRequest(x.method, "/", strings.NewReader("a=b"))
		r.Host = x.host
		if x.origin != "" {
			r.Header.Set("Origin", x.origin)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != x.want {
			t.Errorf("%s to %q from %q: status %d, want %d", x.method, x.host, x.origin, w.Code, x.want)
		}
		checkHarmless(t, x.method+" "+x.host, w)
	}
	for path, want := range map[string]int{"/c/a": 307, "/c/b/": 404, "/c/a/none": 404, "/c/..%2fa/": 404, "/x": 404, "/style.css": 200, "/login": 404, "/c/a/report": 404} {
		if w := get(s, path); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// TestLogin lets only readers with the login link in where other machines may connect.
func TestLogin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := servingAt(t, "0.0.0.0:0", Options{Crawls: []string{dir}})
	_, token, has := strings.Cut(s.URL(), "login?token=")
	if !has || len(token) < 20 {
		t.Fatalf("the address %q has no token", s.URL())
	}
	for _, path := range []string{"/", "/c/a/", "/style.css", "/login", "/login?token=", "/login?token=" + token[1:]} {
		if w := get(s, path); w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "example") {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	w := get(s, "/login?token="+token)
	c := w.Result().Cookies()
	if w.Code != http.StatusOK || len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteStrictMode || c[0].Value == token {
		t.Fatalf("login: status %d, cookies %v", w.Code, c)
	}
	for value, want := range map[string]int{c[0].Value: 200, c[0].Value + "x": 401, "": 401, token: 401} {
		r := httptest.NewRequest(http.MethodGet, "/c/a/", http.NoBody)
		r.Host = "192.0.2.1"
		r.AddCookie(&http.Cookie{Name: c[0].Name, Value: value})
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("cookie %q: status %d, want %d", value, w.Code, want)
		}
	}
}

// TestProgramLogin lets programs with the token in, and only to the JSON interface.
func TestProgramLogin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	const token = "a-token-of-more-than-20-bytes"
	s := servingAt(t, "0.0.0.0:0", Options{Crawls: []string{dir}, Token: token})
	for _, x := range []struct {
		method, path, field string
		want                int
	}{
		{"GET", "/api/v1/crawls", "Bearer " + token, 200},
		{"GET", "/api/v1/crawls/a/pages", "Bearer " + token, 200},
		{"GET", "/api/v1/crawls", "", 401},
		{"GET", "/api/v1/crawls", "Bearer ", 401},
		{"GET", "/api/v1/crawls", "Bearer " + token[1:], 401},
		{"GET", "/api/v1/crawls", token, 401},
		{"GET", "/api/v1/crawls", "Basic " + token, 401},
		{"GET", "/c/a/", "Bearer " + token, 401},
		{"GET", "/", "Bearer " + token, 401},
		{"POST", "/c/a/ask", "Bearer " + token, 403},
		{"POST", "/api/v1/crawls/a/jobs", "", 401},
		{"DELETE", "/api/v1/crawls", "Bearer " + token, 405},
	} {
		r := httptest.NewRequest(x.method, x.path, strings.NewReader("{}"))
		r.Host = "192.0.2.1"
		if x.field != "" {
			r.Header.Set("Authorization", x.field)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != x.want {
			t.Errorf("%s %s with %q: status %d, want %d", x.method, x.path, x.field, w.Code, x.want)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/api/v1/crawls", http.NoBody)
	r.Host = "evil.example"
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusMisdirectedRequest {
		t.Errorf("another name of the server: status %d", w.Code)
	}
	l, err := watch.ListenMost("127.0.0.1:0", 4)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if s, err := New(l, Options{Token: "short", Memory: 1 << 28}); err == nil {
		s.Close()
		t.Error("a short token is accepted")
	}
}

// TestGate lets a reader wait for a search, and asks the reader to come back. A gone reader waits no longer. A download does not
// hold up searches.
func TestGate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	if few, many := mostSearches(1<<28), mostSearches(1<<34); few < 16 || many != 256 {
		t.Errorf("%d and %d searches at a time", few, many)
	}
	for range mostSearches(s.options.Memory) {
		s.searches <- struct{}{}
	}
	if w := get(s, "/c/a/pages.csv"); w.Code != http.StatusOK {
		t.Errorf("a download waits for searches: status %d", w.Code)
	}
	if w := get(s, "/c/a/"); w.Code != http.StatusOK {
		t.Errorf("the overview waits for searches: status %d", w.Code)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/c/a/pages", http.NoBody)
	r.Host = "127.0.0.1"
	s.ServeHTTP(httptest.NewRecorder(), r)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if w := get(s, "/c/a/page?n=0"); w.Code != http.StatusOK {
			t.Errorf("a reader who waited: status %d", w.Code)
		}
	}()
	time.Sleep(20 * time.Millisecond)
	s.searches.leave()
	<-done
	s.searches <- struct{}{}
	s.gatePatience = 50 * time.Millisecond
	for _, path := range []string{"/c/a/pages", "/api/v1/crawls/a/pages"} {
		w := get(s, path)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "Many readers search") {
			t.Errorf("%s: status %d, %v: %s", path, w.Code, w.Header(), w.Body)
		}
	}
	s.searches.leave()
	if w := get(s, "/c/a/pages"); w.Code != http.StatusOK || len(s.searches) != mostSearches(s.options.Memory)-1 {
		t.Errorf("afterwards: status %d, %d searches", w.Code, len(s.searches))
	}
}

// TestPanic reads a page whose handler panics: the response has status 500, and the server continues.
func TestPanic(t *testing.T) {
	said := ""
	s := serving(t, Options{Log: func(text string) { said = text }})
	s.handler = s.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a test") }))
	if w := get(s, "/"); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "a test") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if !strings.Contains(said, "a test") {
		t.Errorf("the log says %q", said)
	}
}

// TestReplacedCrawl shows a crawl anew after it was replaced. A request that has begun ends on the crawl before.
func TestReplacedCrawl(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir, dir}})
	if s.crawls[1].slug != "a-2" {
		t.Errorf("the second crawl is called %q", s.crawls[1].slug)
	}
	before, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	listOf(t, dir, "http://a.example/\thttp://b.example/\nhttp://c.example/\thttp://b.example/\n", true)
	if w := get(s, "/"); !strings.Contains(w.Body.String(), `<td class="n">3</td>`) {
		t.Errorf("the list does not show the new crawl: %s", w.Body)
	}
	if n := before.NumPages(); n != 2 || before.Label(1) != "http://b.example/" {
		t.Errorf("the crawl before has %d pages, the second is %s", n, before.Label(1))
	}
	before.release()
	s.builds.Wait() // the index of the new crawl is written into its folder
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if w := get(s, "/"); w.Code != 200 {
		t.Errorf("status %d while the crawl is being put in place", w.Code)
	}
}

// TestDamagedReport refuses a report that is not the one that the manifest names.
func TestDamagedReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	change, err := c.Change()
	if err == nil {
		err = change.Writes(reportFile)
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, store.ReportDir), 0o700)
	}
	path := filepath.Join(dir, reportFile)
	if err == nil {
		err = os.WriteFile(path, []byte("<p>the report"), 0o600)
	}
	if err == nil {
		err = change.Record(store.Step{Command: "weft report"})
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	s := serving(t, Options{Crawls: []string{dir}})
	w := get(s, "/c/a/report")
	if text, _ := io.ReadAll(w.Body); w.Code != 200 || string(text) != `<nav aria-label="weft serve" style="padding: .6rem 1rem"><p style="margin: 0"><a href="/c/a/">Back to <bdi>a</bdi></a></p></nav><p>the report` || w.Header().Get("Content-Security-Policy") != reportPolicy {
		t.Errorf("status %d, headers %v: %s", w.Code, w.Header(), text)
	}
	if err := os.WriteFile(path, []byte("<p>another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w := get(s, "/c/a/report"); w.Code != http.StatusConflict {
		t.Errorf("a changed report: status %d", w.Code)
	}
}

// TestServe serves on a port until its context is done.
func TestServe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Serve(ctx) }()
	r, err := http.Get(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if !strings.Contains(string(text), "Crawls") {
		t.Errorf("the page: %s", text)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestGateOfDownloads lets each download wait while too many others are read. Each download is a route that streams its response.
func TestGateOfDownloads(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	listOf(t, a, "http://a.example/\thttp://b.example/\n", false)
	listOf(t, b, "http://a.example/\thttp://c.example/\n", false)
	s := serving(t, Options{Crawls: []string{a, b}})
	paths := []string{"/c/a/missing/urls?class=unknown", "/c/a/missing/urls?class=unknown&form=seeds", "/compare/pages.txt?a=a&b=b&what=gone", "/api/v1/crawls/a/map?by=page"}
	for _, f := range pages.Formats {
		paths = append(paths, "/c/a/pages."+f.Name, "/c/a/hosts."+f.Name, "/c/a/page/links."+f.Name+"?n=1", "/compare/pages."+f.Name+"?a=a&b=b&what=kept")
	}
	get(s, "/api/v1/crawls/a/map?by=page") // made once
	for range mostDownloads {
		s.downloads <- struct{}{}
	}
	for _, path := range paths {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
		r.Host = "127.0.0.1"
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Body.Len() > 0 {
			t.Errorf("%s waits for no other download: status %d", path, w.Code)
		}
		cancel()
	}
	s.downloads.leave()
	for _, path := range paths {
		if w := get(s, path); w.Code != http.StatusOK || w.Body.Len() == 0 || len(s.downloads) != mostDownloads-1 {
			t.Errorf("%s: status %d, %d downloads: %s", path, w.Code, len(s.downloads), w.Body)
		}
	}
}
