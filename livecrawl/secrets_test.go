package livecrawl_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/graph"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/store"
	"weft/web/live"
	"weft/web/warc"
)

// A gatekeeper is a site that notes what it is told, and lets in who passes.
type gatekeeper struct {
	*httptest.Server
	mu    sync.Mutex
	heard []string // values of Authorization, Cookie and X-Token
	pages map[string]string
	to    map[string]string // redirects
	pass  func(r *http.Request) bool
}

func newGatekeeper(t *testing.T) *gatekeeper {
	g := &gatekeeper{pages: map[string]string{}, to: map[string]string{}, pass: func(*http.Request) bool { return true }}
	g.Server = httptest.NewServer(g)
	t.Cleanup(g.Close)
	return g
}

func (g *gatekeeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, name := range []string{"Authorization", "Cookie", "X-Token", "Referer"} {
		if v := r.Header.Get(name); v != "" {
			g.heard = append(g.heard, name+" "+v)
		}
	}
	if to, ok := g.to[r.URL.Path]; ok {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
		return
	}
	body, ok := g.pages[r.URL.Path]
	switch {
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	case !g.pass(r):
		w.WriteHeader(http.StatusUnauthorized)
	default:
		w.Header().Set("Content-Type", "text/html")
		if strings.HasSuffix(r.URL.Path, ".txt") || strings.HasSuffix(r.URL.Path, ".xml") {
			w.Header().Set("Content-Type", "text/plain")
		}
		fmt.Fprint(w, body)
	}
}

// with puts credentials into a URL.
func with(userinfo, url string) string { return strings.Replace(url, "://", "://"+userinfo+"@", 1) }

// hasNone checks that no file of a crawl has any of some texts, packed or not.
func hasNone(t *testing.T, dir string, secrets ...string) {
	t.Helper()
	for _, name := range filesBelow(t, dir) {
		data := read(t, dir, name)
		if strings.HasSuffix(name, ".gz") {
			data = unpacked(data)
		}
		for _, s := range secrets {
			if bytes.Contains(data, []byte(s)) {
				t.Errorf("%s has %q", name, s)
			}
		}
	}
}

// Passwords in URLs name no page, are written down nowhere, and are sent to the origin of their seed alone.
func TestPasswordsInURLs(t *testing.T) {
	g, other := newGatekeeper(t), newGatekeeper(t)
	g.pass = func(r *http.Request) bool {
		user, password, ok := r.BasicAuth()
		return ok && user == "me@home" && password == "s3/cret"
	}
	other.pages["/"], other.pages["/moved"], other.pages["/linked"] = "<title>other</title>", "<p>moved", "<p>linked"
	g.pages["/"] = fmt.Sprintf("<link rel=canonical href='%s'><a href='%s'>a</a><a href='%s'>b</a><a href=/to><a href=c><a href='%s'>only a user</a>",
		with("canon:hidden1", g.URL+"/canonical"), with("link:hidden2", g.URL+"/linked"), with("out:hidden3", other.URL+"/linked"), with("justuser4", g.URL+"/user"))
	g.to["/to"] = with("loc:hidden5", other.URL+"/moved")
	for _, p := range []string{"/canonical", "/linked", "/user", "/c", "/mapped"} {
		g.pages[p] = "<p>" + p
	}
	g.pages["/robots.txt"] = "User-agent: *\nDisallow: /never\nSitemap: " + with("map:hidden6", g.URL+"/map.xml")
	g.pages["/map.xml"] = "<urlset><url><loc>" + with("entry:hidden7", g.URL+"/mapped") + "</loc></url></urlset>"
	dir := filepath.Join(t.TempDir(), "c")
	c := config(with("me%40home:s3%2Fcret", g.URL+"/"), other.URL+"/")
	c.Sitemaps = true
	o := options(dir)
	r := crawl(t, c, o)
	if !r.Done || r.Stats.Fetched != 6+3 {
		t.Errorf("%d pages were fetched, want 9: %+v", r.Stats.Fetched, r.Counts)
	}
	snap := snapshot(t, dir)
	hasNone(t, dir, "s3/cret", "s3%2Fcret", base64.StdEncoding.EncodeToString([]byte("me@home:s3/cret")), "Authorization")
	for _, part := range []string{"log", "frontier", "snapshot"} { // the archive has the pages as they came
		hasNone(t, filepath.Join(dir, part), "hidden", "justuser4")
	}
	if len(other.heard) > 0 {
		t.Errorf("the other site was told %q", other.heard)
	}
	for _, h := range g.heard {
		if h != "Authorization Basic "+base64.StdEncoding.EncodeToString([]byte("me@home:s3/cret")) {
			t.Errorf("the site was told %q", h)
		}
	}
	s, err := store.Open(snap)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for u := range s.NumPages() {
		if strings.Contains(s.Label(graph.Node(u)), "@") {
			t.Errorf("a page is called %s", s.Label(graph.Node(u)))
		}
	}
	imported := filepath.Join(t.TempDir(), "imported")
	files, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: files, DraftOptions: store.DraftOptions{Output: imported, Memory: 64 << 20}, Strict: true}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(t, snap, "graph.graph"), read(t, imported, "graph.graph")) || !bytes.Equal(read(t, snap, "pages.names"), read(t, imported, "pages.names")) {
		t.Error("the import of the archive is another graph")
	}
}

// Two passwords for an origin are refused, and what is told of seeds has none.
func TestPasswordsOfSeeds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	_, err := livecrawl.Create(config("http://a:secret1@127.0.0.1:9/", "http://a:secret2@127.0.0.1:9/x"), options(dir))
	if !errors.Is(err, livecrawl.ErrOptions) || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
	for _, seed := range []string{"ftp://a:secret@b.example/", "http://a:secret@[", "http://a:secret@b.example:99999/"} {
		if _, err := folder.ReadSeeds(strings.NewReader(seed), "seeds.txt"); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v", err)
		}
	}
	r := crawl(t, config("http://a:secret@127.0.0.1:9/"), options(dir))
	if len(r.Seeds) != 1 || strings.Contains(fmt.Sprint(r.Seeds), "secret") {
		t.Errorf("got %v", r.Seeds)
	}
	hasNone(t, dir, "secret")
}

// Header fields and cookies from files go to their origins alone, over redirects and links elsewhere, and no file of
// the crawl has them.
func TestFieldsOfOrigins(t *testing.T) {
	g, other := newGatekeeper(t), newGatekeeper(t)
	g.pass = func(r *http.Request) bool {
		c, err := r.Cookie("wall")
		return r.Header.Get("X-Token") == "t0ken" && err == nil && c.Value == "c00kie" && r.Header.Get("Authorization") == "Bearer b3arer"
	}
	g.pages["/"] = fmt.Sprintf("<a href=/in>in</a><a href=/out>out</a><a href='%s/linked'>b</a>", other.URL)
	g.pages["/in"] = "<p>in"
	g.to["/out"] = other.URL + "/moved"
	other.pages["/"], other.pages["/moved"], other.pages["/linked"] = "<p>", "<p>", "<p>"
	var err error
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	if o.Net.Origins, err = live.ReadOrigins(strings.NewReader("# mine\n["+g.URL+"]\nX-Token: t0ken\nAuthorization:Bearer b3arer\n"), "headers"); err != nil {
		t.Fatal(err)
	}
	// Cookies belong to hosts, not to ports: the other site here is one of another name.
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	g.to["/out"] = elsewhere + "/moved"
	g.pages["/"] = strings.ReplaceAll(g.pages["/"], other.URL, elsewhere)
	if o.Net.CookieList, err = live.ReadCookies(strings.NewReader("# Netscape HTTP Cookie File\n#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\twall\tc00kie\n127.0.0.1\tFALSE\t/never\tFALSE\t0\tpath\tp4th\n"), "cookies"); err != nil {
		t.Fatal(err)
	}
	r := crawl(t, config(g.URL, elsewhere), o)
	if r.Stats.Fetched != 2+3 {
		t.Errorf("%d pages were fetched, want 5", r.Stats.Fetched)
	}
	if len(other.heard) > 0 {
		t.Errorf("the other site was told %q", other.heard)
	}
	for _, h := range g.heard {
		if h != "X-Token t0ken" && h != "Cookie wall=c00kie" && h != "Authorization Bearer b3arer" {
			t.Errorf("the site was told %q", h)
		}
	}
	hasNone(t, dir, "t0ken", "c00kie", "b3arer", "p4th")
}

// An old archive whose records have passwords is read as the pages that they are of.
func TestReplayOfPasswords(t *testing.T) {
	dir := t.TempDir()
	f, err := warc.CreateFiles(dir, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for uri, body := range map[string]string{"http://u:secret@a.example/": "<a href=x>", "http://a.example/x": "<a href='http://u:secret@a.example/'>"} {
		if _, err := p.Add(warc.HTTPResponse(uri, time.Date(2024, 5, 18, 1, 58, 10, 0, time.UTC), []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+body))); err != nil {
			t.Fatal(err)
		}
	}
	var packed warc.Packed
	p.Take(&packed)
	if _, err := f.Append(&packed); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	out := filepath.Join(t.TempDir(), "c")
	c := config("http://a.example/")
	c.Web, c.Inputs = folder.Archive, files
	if r := crawl(t, c, options(out)); r.Stats.Fetched != 2 {
		t.Errorf("%d pages, want 2", r.Stats.Fetched)
	}
	hasNone(t, out, "secret")
}
