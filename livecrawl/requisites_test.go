package livecrawl_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"weft/graph"
	"weft/livecrawl"
	"weft/store"
)

// A shelf serves files by host and path, and counts what it is asked for.
type shelf struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
	files map[string]string
	first map[string]int // how often a URL answers 503 first
}

func newShelf(t *testing.T, files map[string]string) *shelf {
	s := &shelf{asked: map[string]int{}, files: files, first: map[string]int{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	url := r.Host + r.URL.RequestURI()
	s.mu.Lock()
	s.asked[url]++
	away := s.asked[url] <= s.first[url]
	s.mu.Unlock()
	body, ok := s.files[url]
	switch {
	case away:
		w.WriteHeader(http.StatusServiceUnavailable)
	case !ok:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<title>no such file</title><a href=/trap>home</a>")
	case strings.HasPrefix(body, "-> "):
		http.Redirect(w, r, body[3:], http.StatusFound)
	default:
		kinds := map[string]string{".css": "text/css", ".png": "image/png", ".js": "text/javascript", ".xml": "application/xml", ".woff": "font/woff"}
		kind := kinds[filepath.Ext(r.URL.Path)]
		if kind == "" {
			kind = "text/html; charset=utf-8"
		}
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, body)
	}
}

func (s *shelf) through(dir string) livecrawl.Options {
	o := options(dir)
	o.Net.Proxy = s.URL
	return o
}

// urls returns what was asked for, but for robots.txt.
func (s *shelf) urls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.asked)), func(u string) bool { return strings.HasSuffix(u, "/robots.txt") })
}

// What pages need is fetched from any host, and what style sheets need, and is no page of the graph unless a page links to it.
func TestRequisites(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.test/":          "<link rel=stylesheet href=s.css><img src=http://cdn.test/logo.png><img src=gone.png><img src=away.png><img src=moved.png><script src=x.js></script><a href=two>two</a><object data=frame.html></object><img src=http://no.test/ad.png>",
		"a.test/two":       "<img src=http://cdn.test/logo.png><a href=http://cdn.test/logo.png>the logo</a><a href=http://cdn.test/page>out</a><a href=away.png>large</a><p style='background:url(bg.png)'>",
		"a.test/s.css":     "@import 'deep1.css'; @font-face { src: url(http://cdn.test/f.woff) }",
		"a.test/deep1.css": "@import 'deep2.css'", "a.test/deep2.css": "@import 'deep3.css'", "a.test/deep3.css": "@import 'deep4.css'", "a.test/deep4.css": "@import 'deep5.css'", "a.test/deep5.css": "@import 'deep6.css'",
		"a.test/x.js": "1", "a.test/away.png": "png", "a.test/bg.png": "bg",
		"a.test/moved.png":   "-> http://cdn.test/there.png",
		"cdn.test/there.png": "there", "cdn.test/logo.png": "logo", "cdn.test/f.woff": "font", "cdn.test/page": "<a href=/more>more</a>",
		"no.test/ad.png":    "ad",
		"a.test/frame.html": "<a href=framed>framed</a>", "a.test/framed": "in a frame",
	})
	s.first["a.test/away.png"] = 2
	dir := filepath.Join(t.TempDir(), "c")
	c := config("http://a.test/")
	c.Requisites = 100
	c.Scope.Exclude = []string{`//no\.test/`}
	r := crawl(t, c, s.through(dir))
	want := strings.Fields("a.test/ a.test/away.png a.test/bg.png a.test/deep1.css a.test/deep2.css a.test/deep3.css a.test/deep4.css a.test/frame.html a.test/framed a.test/gone.png a.test/moved.png a.test/s.css a.test/two a.test/x.js cdn.test/f.woff cdn.test/logo.png cdn.test/there.png")
	if got := s.urls(); !slices.Equal(got, want) {
		t.Errorf("asked for\n%q, want\n%q", got, want)
	}
	if !r.Done || r.Stats.Fetched != 4 || r.Fetched != 4 || r.Requisites != 11 || r.LostParts != 1 || r.Failed != 0 {
		t.Errorf("got %q, %+v", r.Why, r.Counts)
	}
	checkArchive(t, dir)
	sameGraph(t, dir, dir)
	sameImport(t, dir)
	g, err := store.Open(snapshot(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	states := map[string]string{}
	for u := range g.NumPages() {
		states[g.Label(graph.Node(u))] = g.State(graph.Node(u)).String()
	}
	for url, state := range map[string]string{"http://a.test/": "fetched", "http://a.test/away.png": "fetched", "http://cdn.test/logo.png": "fetched", "http://cdn.test/page": "excluded", "http://a.test/framed": "fetched"} {
		if states[url] != state {
			t.Errorf("%s is %q, want %q", url, states[url], state)
		}
		delete(states, url)
	}
	delete(states, "http://a.test/two")
	delete(states, "http://a.test/frame.html")
	if len(states) > 0 {
		t.Errorf("these are no pages: %v", states)
	}
}

// No page has more requisites than asked for, and the crawl log says how many were left.
func TestRequisitesWithinABound(t *testing.T) {
	home := ""
	files := map[string]string{}
	for i := range 30 {
		home += fmt.Sprintf("<img src=%d.png><img src=%d.png>", i, i)
		files[fmt.Sprintf("a.test/%d.png", i)] = fmt.Sprint("image ", i)
	}
	files["a.test/"] = home
	s := newShelf(t, files)
	dir := filepath.Join(t.TempDir(), "c")
	c := config("http://a.test/")
	c.Requisites = 12
	if r := crawl(t, c, s.through(dir)); r.Requisites != 12 || len(s.urls()) != 13 {
		t.Errorf("got %+v, asked for %d", r.Counts, len(s.urls()))
	}
	if log := string(read(t, dir, "log", "crawl.log")); !strings.Contains(log, "requisites:18-left") {
		t.Errorf("nobody says what was left:\n%s", log)
	}
}

// Pages of sitemaps and feeds are found, also when these fail at first, lie on other hosts, redirect, or in one another.
func TestSitemapsAndFeeds(t *testing.T) {
	loc := func(root, item string, urls ...string) string {
		b := "<?xml version='1.0'?><" + root + " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
		for _, u := range urls {
			b += "<" + item + "><loc>" + u + "</loc></" + item + ">"
		}
		return b + "</" + root + ">"
	}
	s := newShelf(t, map[string]string{
		"a.test/robots.txt":  "Sitemap: http://a.test/index.xml\nSitemap: http://cdn.test/other.xml\nSitemap: /moved.xml\nSitemap: /gone.xml",
		"a.test/index.xml":   loc("sitemapindex", "sitemap", "http://a.test/one.xml", "http://a.test/two.xml", "http://a.test/index.xml"),
		"a.test/one.xml":     loc("urlset", "url", "http://a.test/1", "http://a.test/2", "http://elsewhere.test/x"),
		"a.test/two.xml":     loc("urlset", "url", "http://a.test/2", "http://a.test/3"),
		"cdn.test/other.xml": loc("urlset", "url", "http://a.test/4"),
		"a.test/moved.xml":   "-> /there.xml",
		"a.test/there.xml":   loc("urlset", "url", "http://a.test/5"),
		"a.test/":            "<link rel=alternate type=application/rss+xml href=feed.xml><a href=/map.xml>map</a>",
		"a.test/feed.xml":    "<rss version='2.0'><channel><title>x</title><item><link>http://a.test/6</link></item><item><link>/7</link></item><item><link>http://[7/</link></item></channel></rss>",
		"a.test/map.xml":     "<urlset>" + strings.Repeat("<url><loc>http://a.test/8</loc></url>", 50_003) + "</urlset>",
		"a.test/1":           "1", "a.test/2": "2", "a.test/3": "3", "a.test/4": "4", "a.test/5": "5", "a.test/6": "6", "a.test/7": "7", "a.test/8": "8",
	})
	for _, url := range []string{"a.test/index.xml", "a.test/two.xml", "cdn.test/other.xml", "a.test/robots.txt", "a.test/feed.xml", "a.test/"} {
		s.first[url] = 2
	}
	dir := filepath.Join(t.TempDir(), "c")
	c := config("http://a.test/")
	c.Sitemaps = true
	o := s.through(dir)
	o.Politeness.Tries = 6
	r := crawl(t, c, o)
	got := s.urls()
	for i := 1; i <= 8; i++ {
		if url := fmt.Sprint("a.test/", i); !slices.Contains(got, url) && i != 7 {
			t.Errorf("%s was not found", url)
		}
	}
	if slices.Contains(got, "elsewhere.test/x") {
		t.Error("a sitemap led out of the scope")
	}
	if log := string(read(t, dir, "log", "crawl.log")); strings.Count(log, "map:2-skipped\n") != 1 || strings.Count(log, "map:3-left\n") != 1 {
		t.Errorf("the crawl log does not say that items of the feed have no absolute URL, or none that can be, and that a sitemap names too many:\n%s", log)
	}
	if !r.Done || r.Sitemaps != 5 || r.LostMaps != 1 || r.LostParts != 0 {
		t.Errorf("got %q, %+v", r.Why, r.Counts)
	}
	checkArchive(t, dir)
	sameGraph(t, dir, dir)
	sameImport(t, dir)
}

// What a URL is to a crawl is known still when the crawl goes on from a checkpoint, wherever in the log it stands:
// requisites and sitemaps do not become pages.
func TestRolesSurviveCheckpoints(t *testing.T) {
	long(t)
	t.Cleanup(func() { livecrawl.SetGrowth(128 << 20) })
	files := map[string]string{"a.test/robots.txt": "Sitemap: http://a.test/one.xml", "a.test/": ""}
	files["a.test/one.xml"] = "<sitemapindex><sitemap><loc>http://a.test/two.xml</loc></sitemap></sitemapindex>"
	files["a.test/two.xml"] = "<urlset><url><loc>http://a.test/mapped</loc></url></urlset>"
	files["a.test/mapped"] = "mapped"
	for i := range 60 {
		files["a.test/"] += fmt.Sprintf("<img src=http://cdn.test/%d.png>", i)
		files[fmt.Sprintf("cdn.test/%d.png", i)] = fmt.Sprint("image ", i)
	}
	files["a.test/"] += "<a href=/p0>p</a>"
	files["a.test/p0"] = "a page <img src=http://cdn.test/gone.png>"
	for growth := int64(500); growth < 4000; growth += 250 {
		livecrawl.SetGrowth(growth)
		s := newShelf(t, files)
		dir := filepath.Join(t.TempDir(), "c")
		c := config("http://a.test/")
		c.Requisites, c.Sitemaps, c.Window = 100, true, 2
		o := s.through(dir)
		o.Limits.Batch = 1
		r := crawl(t, c, o)
		for runs := 0; !r.Done && runs < 20; runs++ {
			r = resume(t, o)
		}
		if !r.Done || r.Fetched != 3 || r.Requisites != 60 || r.Sitemaps != 2 || r.LostParts != 1 || r.LostMaps != 0 || r.Failed != 0 {
			t.Errorf("checkpoints each %d bytes: got %q, %+v, want 3 pages, 60 requisites and one that was not had, 2 sitemaps", growth, r.Why, r.Counts)
		}
		sameImport(t, dir)
	}
}
