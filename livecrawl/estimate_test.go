package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"weft/internal/drawn"
)

// After 30 % of a site the interval that a crawl tells covers what the whole crawl comes to know, in 18 of 20 crawls at
// least; for real sites see bench/crawl.
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
