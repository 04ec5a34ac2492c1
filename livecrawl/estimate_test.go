package livecrawl_test

import (
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
