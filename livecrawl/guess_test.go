package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// Where robots.txt names no sitemap, /sitemap.xml is asked for once, and it is no loss if it is not there.
func TestGuessedSitemap(t *testing.T) {
	const urlset = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>%s/mapped</loc></url></urlset>`
	for name, c := range map[string]struct {
		robots, kind, body string // of the sitemap; no body is 404
		off                bool
		asked              int
		sitemaps, lost     uint64
		mapped             bool
	}{
		"there":                 {"", "text/xml", urlset, false, 1, 1, 0, true},
		"rules without one":     {"User-agent: *\nDisallow: /x", "application/xml", urlset, false, 1, 1, 0, true},
		"of any type":           {"", "text/plain", urlset, false, 1, 1, 0, true},
		"an index":              {"", "text/xml", `<sitemapindex><sitemap><loc>%s/second.xml</loc></sitemap></sitemapindex>`, false, 1, 2, 0, true},
		"not there":             {"", "", "", false, 1, 0, 0, false},
		"a page in its place":   {"", "text/html", `<html><a href="%s/mapped">no such page</a></html>`, false, 1, 0, 0, false},
		"a page typed as XML":   {"", "text/xml", `<html><body><p>no such page <a href="%s/mapped">home</a></body></html>`, false, 1, 0, 0, false},
		"text in its place":     {"", "text/plain", "not found %s", false, 1, 0, 0, false},
		"another is named":      {"Sitemap: /second.xml", "text/xml", `<urlset><url><loc>%s/other</loc></url></urlset>`, false, 0, 1, 0, true},
		"a named one is lost":   {"Sitemap: /nowhere.xml", "", "", false, 0, 0, 1, false},
		"named and not there":   {"Sitemap: /sitemap.xml", "", "", false, 1, 0, 1, false},
		"sitemaps are off":      {"", "text/xml", urlset, true, 0, 0, 0, false},
		"forbidden by the host": {"User-agent: *\nDisallow: /sitemap.xml", "text/xml", urlset, false, 0, 0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := map[string]int{}
			var mu sync.Mutex
			var url string
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				asked[r.URL.Path]++
				mu.Unlock()
				switch {
				case r.URL.Path == "/robots.txt":
					fmt.Fprint(w, c.robots)
				case r.URL.Path == "/sitemap.xml" && c.body != "":
					w.Header().Set("Content-Type", c.kind)
					fmt.Fprintf(w, c.body, url)
				case r.URL.Path == "/second.xml":
					w.Header().Set("Content-Type", "text/xml")
					fmt.Fprintf(w, urlset, url)
				case r.URL.Path == "/" || r.URL.Path == "/a" || r.URL.Path == "/mapped":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, anchors("/a"))
				default:
					http.NotFound(w, r)
				}
			}))
			t.Cleanup(s.Close)
			url = s.URL
			cfg := config(url + "/")
			cfg.Sitemaps = !c.off
			dir := filepath.Join(t.TempDir(), "c")
			r := crawl(t, cfg, options(dir))
			again := resume(t, options(dir))
			mu.Lock()
			defer mu.Unlock()
			if asked["/sitemap.xml"] != c.asked || asked["/mapped"] > 0 != c.mapped {
				t.Errorf("asked for %v", asked)
			}
			if r.Sitemaps != c.sitemaps || r.LostMaps != c.lost || r.Failed != 0 || !r.Done || again.Sitemaps != r.Sitemaps || again.LostMaps != r.LostMaps {
				t.Errorf("%d sitemaps, %d lost, %d failed, done %v; replayed %d and %d", r.Sitemaps, r.LostMaps, r.Failed, r.Done, again.Sitemaps, again.LostMaps)
			}
			sameGraph(t, dir, dir)
		})
	}
}

// Empty application shells and walls of cookies are counted and listed, and a replay of the log agrees.
func TestShellsAreListed(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, anchors("/app", "/wall", "/self", "/check", "/blocked", "/short", "/appgone"))
		case "/app":
			fmt.Fprint(w, `<div id="__nuxt"></div><script type="module" src="/_nuxt/entry.js"></script>`)
		case "/appgone": // an error page is no shell
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `<div id="root"></div><script src="/a.js"></script>`)
		case "/wall":
			w.Header().Set("Set-Cookie", "seen=1")
			fmt.Fprint(w, `<p>Bitte aktivieren Sie Cookies.</p>`)
		case "/self":
			w.Header().Set("Set-Cookie", "seen=1")
			http.Redirect(w, r, "/self", http.StatusFound)
		case "/check":
			w.Header().Set("Set-Cookie", "seen=1")
			http.Redirect(w, r, "/nocookies?from=/check", http.StatusFound)
		case "/blocked":
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `<h1>Please enable cookies.</h1>`)
		case "/short":
			w.Header().Set("Set-Cookie", "session=1")
			fmt.Fprint(w, `<p>Closed on Mondays.</p><script src="/menu.js"></script>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	first := crawl(t, config(s.URL+"/"), options(dir))
	for i, r := range []livecrawl.Result{first, resume(t, options(dir))} {
		if r.Shells != 1 || r.Walls != 4 {
			t.Errorf("run %d: %d shells, %d walls; want 1 and 4", i+1, r.Shells, r.Walls)
		}
		if list := strings.TrimSpace(string(read(t, dir, folder.ShellsFile))); list != s.URL+"/app" {
			t.Errorf("run %d lists %q", i+1, list)
		}
	}
}
