package livecrawl_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// What belongs to a crawl, exactly.
func TestScopesFromTheServer(t *testing.T) {
	web := map[string]string{
		"/":              anchors("/d/", "/d/e/f", "/g", "http://www.a.test/", "http://b.test/", "https://a.test/s", "http://a.test:81/", "http://nota.test/"),
		"/d/":            anchors("/d/x", "/top"),
		"http://b.test/": anchors("http://b.test/2", "http://a.test/back"), "http://b.test/2": anchors("http://c.test/"),
		"http://www.a.test/": anchors("http://www.a.test/w"),
	}
	in := func(s folder.Scope) func(*folder.Config, *livecrawl.Options) {
		return func(c *folder.Config, _ *livecrawl.Options) { c.Scope = s }
	}
	list := filepath.Join(t.TempDir(), "surts")
	if err := os.WriteFile(list, []byte("+http://(test,a,)/d/\n-http://(test,a,)/d/e\n+http://(test,b,)/\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const host = "/ /d/ /d/e/f /g /d/x /top https://a.test/s http://a.test:81/"
	tryAll(t, []behaviour{
		{name: "host", serve: web, want: host},
		{name: "domain", serve: web, set: in(folder.Scope{Area: "domain", Depth: -1}), want: host + " http://www.a.test/ http://www.a.test/w"},
		{name: "prefix", serve: web, seeds: []string{"/d/"}, set: in(folder.Scope{Area: "prefix", Depth: -1}), want: "/d/ /d/x"},
		{name: "anywhere", serve: web, set: in(folder.Scope{Area: "anywhere", Depth: -1}), want: host + " http://www.a.test/ http://www.a.test/w http://b.test/ http://b.test/2 /back http://c.test/ http://nota.test/"},
		{name: "list", serve: web, set: in(folder.Scope{Area: "listed", Lists: []string{list}, Depth: -1}), want: "/ /d/ /d/x http://b.test/ http://b.test/2"},
		{name: "regular expressions", serve: web, set: in(folder.Scope{Area: "listed", Include: []string{`^http://(a|b)\.test/`}, Exclude: []string{`/d/e`}, Depth: -1}), want: "/ /d/ /g /d/x /top http://b.test/ http://b.test/2 /back"},
		{name: "depth 0", serve: web, set: in(folder.Scope{Area: "host"}), want: "/"},
		{name: "depth 1", serve: web, set: in(folder.Scope{Area: "host", Depth: 1}), want: "/ /d/ /d/e/f /g https://a.test/s http://a.test:81/"},
		{name: "one beyond", serve: web, set: in(folder.Scope{Area: "host", Depth: -1, Outside: 1}), want: host + " http://www.a.test/ http://b.test/ http://nota.test/ /back"},
		{name: "pages of a host", serve: web, set: in(folder.Scope{Area: "anywhere", Depth: -1, HostPages: 1}), want: "/ http://www.a.test/ http://b.test/ http://a.test:81/ http://nota.test/"},
	})
}

// Redirects are no steps, and a page is let in by the shorter of two ways.
func TestDepthFromTheServer(t *testing.T) {
	serve := map[string]string{"/": anchors("/r", "/1"), "/r": redirectTo("302 x", "/r1"), "/r1": anchors("/r2"), "/1": anchors("/2"), "/2": anchors("/3"), "/r2": anchors("/3")}
	b := behaviour{serve: serve, set: func(c *folder.Config, _ *livecrawl.Options) { c.Strict, c.Window, c.Scope.Depth = true, 1, 2 }, want: "/ /r /1 /r1 /2 /r2"}
	b.try(t)
}

func TestTrapRulesFromTheServer(t *testing.T) {
	one := func(body string) map[string]string { return map[string]string{"/": body} }
	tryAll(t, []behaviour{
		{name: "orders of parameters", serve: one(anchors("/q?a=1&b=2&c=3", "/q?b=2&c=3&a=1", "/q?c=3&a=1&b=2", "/q?a=1&b=2")), want: "/ /q?a=1&b=2&c=3 /q?b=2&c=3&a=1 /q?c=3&a=1&b=2 /q?a=1&b=2"},
		{name: "sessions", serve: one(anchors("/s?x=1&PHPSESSID=0123456789abcdef0123456789abcdef", "/s?x=1&PHPSESSID=fedcba98765432100123456789abcdef", "/t;jsessionid=A1B2C3D4E5F60718293A4B5C6D7E8F90", "/t;jsessionid=F1B2C3D4E5F60718293A4B5C6D7E8F91")), want: "/ /s?x=1&PHPSESSID=0123456789abcdef0123456789abcdef /s?x=1&PHPSESSID=fedcba98765432100123456789abcdef /t;jsessionid=A1B2C3D4E5F60718293A4B5C6D7E8F90 /t;jsessionid=F1B2C3D4E5F60718293A4B5C6D7E8F91"},
	})
}

func TestSitemapsFromTheServer(t *testing.T) {
	robots := httpAnswer("200 OK", "Content-Type: text/plain", "Sitemap: http://a.test/index.xml\nSitemap: /rel.txt\n")
	xml := func(kind, item string, urls ...string) string {
		var b strings.Builder
		b.WriteString(`<?xml version="1.0"?><` + kind + ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, u := range urls {
			b.WriteString("<" + item + "><loc>" + u + "</loc></" + item + ">")
		}
		return httpAnswer("200 OK", "Content-Type: application/xml", b.String()+"</"+kind+">")
	}
	gz := httpAnswer("200 OK", "Content-Type: application/gzip", gzipped(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/z</loc></url></urlset>`))
	serve := map[string]string{
		"/robots.txt": robots, "/": anchors("/a"), "/index.xml": xml("sitemapindex", "sitemap", "http://a.test/m.xml", "http://a.test/m.xml.gz", "http://a.test/index.xml"),
		"/m.xml": xml("urlset", "url", "http://a.test/only?a=1&amp;b=2", "http://a.test/a", "http://b.test/other"), "/m.xml.gz": gz, "/rel.txt": httpAnswer("200 OK", "Content-Type: text/plain", "http://a.test/plain\n"),
	}
	on := func(c *folder.Config, _ *livecrawl.Options) { c.Sitemaps = true }
	tryAll(t, []behaviour{
		{name: "off", serve: serve, want: "/ /a"},
		{name: "on", serve: serve, set: on, want: "/ /a /index.xml /rel.txt /m.xml /m.xml.gz /only?a=1&b=2 /z /plain"},
	})
}

// What is asked is plain and says who asks.
func TestRequestsFromTheServer(t *testing.T) {
	serve := map[string]string{"/": html("Set-Cookie: id=7; Path=/", anchors("/a", "http://b.test:81/c")), "/a": anchors("/d")}
	for _, cookies := range []bool{false, true} {
		b := behaviour{serve: serve, want: "/ /a /d http://b.test:81/c", set: func(c *folder.Config, o *livecrawl.Options) {
			c.Scope.Area, o.Net.Cookies, o.Net.UserAgent = "anywhere", cookies, "weft/1.0 (+me@example.org)"
			o.Net.Fields = []string{"From: me@example.org"}
		}}
		p, _, _ := b.try(t)
		for _, r := range p.requests() {
			host := strings.TrimPrefix(r.url, "http://")
			host, _, _ = strings.Cut(host, "/")
			want := ""
			if cookies && (r.url == home+"/a" || r.url == home+"/d") {
				want = "id=7"
			}
			switch {
			case r.method != http.MethodGet || r.proto != "HTTP/1.1":
				t.Errorf("%s %s %s", r.method, r.url, r.proto)
			case r.host != host:
				t.Errorf("%s: host %s", r.url, r.host)
			case r.header.Get("User-Agent") != "weft/1.0 (+me@example.org)" || r.header.Get("From") != "me@example.org":
				t.Errorf("%s: %v", r.url, r.header)
			case r.header.Get("Cookie") != want:
				t.Errorf("cookies %v: %s: %v", cookies, r.url, r.header["Cookie"])
			case !strings.Contains(r.header.Get("Accept-Encoding"), "gzip"):
				t.Errorf("%s: %v", r.url, r.header)
			}
		}
	}
}

// Without politeness Retry-After is kept all the same, by all pages of the host; answers that are tried again are not kept.
func TestRetryAfterFromTheServer(t *testing.T) {
	later := map[string]func() string{
		"503 in seconds": func() string { return "1" },
		"429 at a date":  func() string { return time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) },
	}
	for name, when := range later {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProbe(t, map[string]string{"/": anchors("/1", "/2", "/3", "/4")})
			var until time.Time // under the lock of the log
			p.dynamic = func(q request) (string, bool) {
				if q.url != home+"/2" {
					return "ok", strings.Count(q.url, "/") == 3 && !strings.HasSuffix(q.url, ".txt")
				}
				p.mu.Lock()
				defer p.mu.Unlock()
				if !until.IsZero() {
					return "at last", true
				}
				until = time.Now().Add(time.Second)
				return httpAnswer(name[:3]+" x", "Retry-After: "+when(), "later"), true
			}
			dir := filepath.Join(t.TempDir(), "c")
			o := p.through(dir)
			o.Politeness.Tries = 3
			if r := crawl(t, config(home+"/"), o); r.Stats.Fetched != 5 {
				t.Errorf("got %+v", r.Counts)
			}
			for _, q := range p.requests() {
				if q.ended.After(until.Add(-time.Second+time.Millisecond)) && q.began.Before(until.Add(-time.Millisecond)) && q.url != home+"/2" {
					t.Errorf("%s was asked for %s too early", q.url, until.Sub(q.began))
				}
			}
			checkArchive(t, dir)
			sameImport(t, dir)
		})
	}
}

// Pages that pretend to exist are found by what a host says of one that does not.
func TestSoft404FromTheServer(t *testing.T) {
	p := newProbe(t, map[string]string{"/": anchors("/gone/1", "/gone/2", "/real"), "/real": "<title>real</title>" + strings.Repeat("There is a lot that only this page has to say. ", 20)})
	p.dynamic = func(q request) (string, bool) {
		return "<title>Sorry</title><h1>We could not find that page</h1><p>Please try the search, or go back to where you came from, or write to us about " + q.url, !strings.HasSuffix(q.url, ".txt")
	}
	c := config(home + "/")
	c.Soft404 = true
	if r := crawl(t, c, p.through(filepath.Join(t.TempDir(), "c"))); r.Soft404 != 2 || r.Stats.Fetched != 4 {
		t.Errorf("got %+v", r.Counts)
	}
}

// A media type that is no HTML says nothing but that it is there.
func TestStatesFromTheServer(t *testing.T) {
	b := behaviour{serve: map[string]string{
		"/robots.txt": httpAnswer("200 OK", "", "User-agent: *\nDisallow: /no"), "/": anchors("/ok", "/gone", "/moved", "/no", "/cut", "http://elsewhere.test/"), "/ok": "fine",
		"/moved": redirectTo("301 x", "/ok"), "/cut": "HTTP/1.1 2",
	}, want: "/ /ok /gone /moved /cut"}
	_, r, dir := b.try(t)
	got := []uint64{r.Fetched, r.Redirected, r.Failed, uint64(r.Unanswered.Pages), r.Excluded, r.LeftOut}
	if want := []uint64{2, 1, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("fetched, redirected, failed, unanswered, excluded, left out: %v, want %v", got, want)
	}
	log := string(read(t, dir, "log", "crawl.log"))
	for _, want := range []string{" 200 ", " 404 ", " 301 ", " -9998 ", " -3 ", " L http://a.test/ "} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}
