package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"weft/livecrawl"
)

// Sitemaps and feeds that name one another without end cost no more than other endless sites.
func TestEndlessMaps(t *testing.T) {
	rss := func(n int, items ...string) string {
		text := "<?xml version='1.0'?><rss version='2.0'><channel><title>Feed</title><link>HOST/</link>"
		for _, url := range items {
			text += fmt.Sprintf("<item><title>All of it</title><link>HOST"+url+"</link></item>", n)
		}
		return text + "</channel></rss>"
	}
	for name, c := range map[string]struct {
		robots string
		page   func(n int, uri string) (kind, body string)
	}{
		"indexes of sitemaps": {"Sitemap: HOST/map/0.xml", func(n int, _ string) (string, string) {
			return "application/xml", fmt.Sprintf("<?xml version='1.0'?><sitemapindex><sitemap><loc>HOST/map/%d.xml</loc></sitemap></sitemapindex>", n+1)
		}},
		"indexes that split": {"Sitemap: HOST/map/1.xml", func(n int, _ string) (string, string) {
			return "application/xml", fmt.Sprintf("<?xml version='1.0'?><sitemapindex><sitemap><loc>HOST/map/%d.xml</loc></sitemap><sitemap><loc>HOST/map/%d.xml</loc></sitemap></sitemapindex>", 2*n, 2*n+1)
		}},
		"sitemaps that name sitemaps as pages": {"Sitemap: HOST/map/0.xml", func(n int, _ string) (string, string) {
			return "application/xml", fmt.Sprintf("<?xml version='1.0'?><urlset><url><loc>HOST/map/%d.xml</loc></url></urlset>", n+1)
		}},
		"feeds of feeds": {"", func(n int, uri string) (string, string) {
			if strings.HasPrefix(uri, "/feed/") {
				return "application/rss+xml", rss(n+1, "/feed/%d", "/p/%d")
			}
			return "text/html", around + "<link rel=alternate type=application/rss+xml href=/feed/0>"
		}},
		"redirects of sitemaps": {"Sitemap: HOST/map/0.xml", func(n int, _ string) (string, string) {
			return "-> ", fmt.Sprintf("/map/%d.xml", n+1)
		}},
		"redirects of images": {"", func(n int, uri string) (string, string) {
			if uri == "/" {
				return "text/html", "<img src=/img/0>"
			}
			return "-> ", fmt.Sprintf("/img/%d", n+1)
		}},
		"a feed of each page": {"", func(n int, uri string) (string, string) {
			if strings.HasSuffix(uri, "/feed") {
				return "application/rss+xml", rss(n+1, "/cal/%d")
			}
			return "text/html", around + fmt.Sprintf("<link rel=alternate type=application/rss+xml href=/cal/%d/feed>", n)
		}},
	} {
		var asked atomic.Int64
		var stop atomic.Pointer[livecrawl.Job]
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			kind, body := "text/plain", c.robots
			if r.URL.Path != "/robots.txt" {
				if asked.Add(1) == 10*most {
					stop.Load().Stop("it walked into the trap")
				}
				n := -1
				fmt.Sscanf(strings.TrimLeft(r.URL.Path, "/abcdefghijklmnopqrstuvwxyz"), "%d", &n)
				kind, body = c.page(n, r.URL.Path)
			}
			if kind == "-> " {
				http.Redirect(w, r, body, http.StatusFound)
				return
			}
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, strings.ReplaceAll(body, "HOST", "http://"+r.Host))
		}))
		cfg := config(s.URL + "/")
		cfg.Sitemaps, cfg.Requisites = true, 10
		j, err := livecrawl.Create(cfg, options(filepath.Join(t.TempDir(), "c")))
		if err != nil {
			t.Fatal(err)
		}
		stop.Store(j)
		r := run(t, j)
		s.Close()
		if n := asked.Load(); n > most+20 || n < 5 {
			t.Errorf("%s: %d requests, want 5 to %d: %s, %+v", name, n, most+20, r.Why, r.Counts)
		}
	}
}
