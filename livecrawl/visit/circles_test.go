package visit_test

import (
	"maps"
	"testing"

	"weft/crawl"
	"weft/internal/drawn"
	"weft/livecrawl/visit"
)

// The pages in and before loops are those whose redirects never end.
func TestCircles(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		to := map[crawl.Page]crawl.Page{}
		n := 1 + r.IntN(30)
		for range r.IntN(2 * n) {
			to[crawl.Page(r.IntN(n))] = crawl.Page(r.IntN(n)) //nolint:gosec // small
		}
		want := map[crawl.Page]bool{}
		for p := range to {
			at, redirects := p, true
			for range n + 1 {
				if at, redirects = to[at]; !redirects {
					break
				}
			}
			if redirects {
				want[p] = true
			}
		}
		if got := visit.Circles(to); !maps.Equal(got, want) {
			t.Fatalf("of %v: got %v, want %v", to, got, want)
		}
	}
}
