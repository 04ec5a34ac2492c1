package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// TestEstimate compares the estimate after 30 % of a site with the number of pages of the whole site. At least nine of ten
// intervals must cover the number. bench/crawl measures real sites.
func TestEstimate(t *testing.T) {
	long(t)
	seeds := drawn.Draws(10, 20)
	for _, strategy := range []string{"bfs", "random"} {
		covered := 0
		for seed := range uint64(seeds) {
			s := newSite(t, randomPages(seed, 150))
			c := config(s.URL)
			c.Strategy, c.RandomSeed, c.Window = strategy, seed, 4
			o := options(filepath.Join(t.TempDir(), "c"))
			o.Limits.Pages = 45
			part := crawl(t, c, o)
			o.Limits.Pages = 0
			all := resume(t, o)
			if !all.Done || part.Fetched != 45 {
				t.Fatalf("got %+v, then %+v", part.Counts, all.Counts)
			}
			truth := float64(all.Known)
			if part.Size.Low <= truth && truth <= part.Size.High {
				covered++
			} else {
				t.Logf("%s, seed %d: %+v, truth %.0f", strategy, seed, part.Size, truth)
			}
			if all.Size.Low > truth || all.Size.Estimate != truth {
				t.Errorf("%s, seed %d: %+v in the end, want %.0f", strategy, seed, all.Size, truth)
			}
		}
		if covered < seeds*9/10 {
			t.Errorf("%s: %d of %d intervals cover the truth", strategy, covered, seeds)
		}
	}
}

// Pages that only a sitemap names are known, so they are part of the estimate: its bounds are at least what is known.
func TestEstimateBySitemap(t *testing.T) {
	for seed := range uint64(2) {
		s := &site{pages: randomPages(seed, 100), asked: map[string]int{}}
		for i := range 50 {
			s.pages[fmt.Sprintf("/only-mapped/%d", i)] = fmt.Sprintf("<title>%d</title>", i)
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/sitemap.xml" {
				s.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/xml")
			fmt.Fprint(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
			for path := range s.pages {
				fmt.Fprintf(w, "<url><loc>http://%s%s</loc></url>", r.Host, path)
			}
			fmt.Fprint(w, "</urlset>")
		}))
		defer server.Close()
		c := config(server.URL)
		c.Sitemaps, c.RandomSeed = true, seed
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Limits.Pages = 15
		crawl(t, c, o)
		for _, o.Limits.Pages = range []uint64{40, 100} {
			r := resume(t, o)
			known := float64(r.Known - r.Sitemaps - r.LostMaps)
			if known < 150 || r.Size.Low < known || r.Size.Estimate < known || r.Size.High < known {
				t.Errorf("seed %d, %d pages: %+v, with %.0f known", seed, o.Limits.Pages, r.Size, known)
			}
		}
	}
}

// TestEstimateOfKnownPages checks that the estimate is at least the number of known pages: after a change of the scope let
// pages in, and not more because of images that were not requested.
func TestEstimateOfKnownPages(t *testing.T) {
	pages := map[string]string{}
	for i := range 60 {
		pages[fmt.Sprintf("/in/%d", i)] = "<p>in"
		pages[fmt.Sprintf("/out/%d", i)] = "<p>out"
	}
	pages["/"] = "<img src=/1.png><img src=/2.png><img src=/3.png>"
	for path := range pages {
		pages["/"] += fmt.Sprintf("<a href=%s>x</a>", path)
	}
	s := newSite(t, pages)
	c := config(s.URL)
	c.Requisites, c.Window, c.Scope.Exclude = 10, 1, []string{"/out/"}
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Limits.Pages = 2
	check := func(r livecrawl.Result, known float64) {
		t.Helper()
		if e := r.Size; e.Low != known || e.Estimate < known || e.High < known || uint64(known) != r.Known-3 {
			t.Errorf("%+v, with %.0f pages known and 3 images, %d together", e, known, r.Known)
		}
	}
	check(crawl(t, c, o), 61)
	o.Limits.Pages, o.Config = 4, steered(t, o.Dir, func(c *folder.Config) { c.Scope.Exclude = nil })
	check(resume(t, o), 121)
	o.Limits.Pages, o.Config = 5, nil
	check(resume(t, o), 121)
}
