package livecrawl_test

import (
	"path/filepath"
	"testing"
)

// What a flow takes counts as known of pages: beside a crawl in another order that asks for the same pages it is that
// much more.
func TestFlowCountsItsMemory(t *testing.T) {
	long(t)
	pages, paths := books(11, 20)
	s := newSite(t, pages)
	known := map[string]int64{}
	var bytes int64
	for _, order := range []string{"bfs", "flow"} {
		c := config()
		for _, p := range paths {
			c.Seeds = append(c.Seeds, s.URL+p)
		}
		if c.Strategy, c.Strict, c.Traps = order, true, false; order == "flow" {
			c.Flow.Epsilon = 1e-9 // which takes everything in
		}
		r := crawl(t, c, options(filepath.Join(t.TempDir(), order)))
		if known[order] = r.Planned.Known; r.Site != nil {
			bytes = r.Site.Bytes
		}
	}
	if more := known["flow"] - known["bfs"]; bytes < 100_000 || more < 2*bytes {
		t.Errorf("%d bytes are known of pages, %d without a flow, which takes %d", known["flow"], known["bfs"], bytes)
	}
}
